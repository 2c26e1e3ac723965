"""GET /v1/models, /v1/models/{model} and /v1/audio/models: the model names that requests may use."""

from typing import Annotated

from fastapi import APIRouter, Path, Request

from kokoro_speech_server.errors import ModelNotFoundError, ModelNotLoadedError, ModelUnusableError
from kokoro_speech_server.http.app_state import request_state
from kokoro_speech_server.http.model_names import MODELS, model_named
from kokoro_speech_server.http.open_routes import open_as
from kokoro_speech_server.http.openapi import errors
from kokoro_speech_server.http.schemas.responses import AudioModelList, ModelItem, ModelList
from kokoro_speech_server.weights.own_models import OwnModel

router = APIRouter(prefix="/v1", tags=["Speech"])

_KOKORO_RELEASED = 1737936000
"""The day Kokoro-82M v1.0 was published, 2025-01-27, in Unix seconds."""


@router.get(
    "/models",
    operation_id="listModels",
    summary="List the model names",
    response_description="The names of Kokoro, and then the models of MODELS_DIR.",
)
@open_as("lists")
async def models(request: Request) -> ModelList:
    return ModelList(data=await _items(request))


@router.get(
    "/audio/models",
    operation_id="listAudioModels",
    summary="List the model names for Open WebUI",
    response_description="The names of Kokoro, and then the models of MODELS_DIR.",
)
@open_as("lists")
async def audio_models(request: Request) -> AudioModelList:
    items = await _items(request)
    return AudioModelList(data=items, models=items)


@router.get(
    "/models/{model}",
    operation_id="retrieveModel",
    summary="Get one model name",
    response_description="The model.",
    responses=errors(ModelNotFoundError, ModelUnusableError, ModelNotLoadedError),
)
@open_as("lists")
async def model(request: Request, model: Annotated[str, Path(examples=["kokoro"])]) -> ModelItem:
    state = request_state(request)
    own = await model_named(model, state.settings.model_names, state.models)
    return _item(model) if own is None else _own_item(own)


@router.get("/models/{owner}/{model}", include_in_schema=False)
@open_as("lists")
async def model_of_owner(
    request: Request, owner: str, model_name: Annotated[str, Path(alias="model")]
) -> ModelItem:
    return await model(request, f"{owner}/{model_name}")


async def _items(request: Request) -> list[ModelItem]:
    state = request_state(request)
    try:
        models = await state.models.models()
    except ModelNotLoadedError:  # a list of Kokoro's names is better than none
        models = {}
    own = {name: one for name, one in models.items() if not one.fault}
    names = [name for name in dict.fromkeys((*MODELS, *state.settings.model_names)) if name != "*"]
    return [
        *(_item(name) for name in names if name not in own),
        *(_own_item(one) for one in own.values()),
    ]


def _item(name: str) -> ModelItem:
    return ModelItem(id=name, created=_KOKORO_RELEASED, owned_by="hexgrad")


def _own_item(own: OwnModel) -> ModelItem:
    return ModelItem(id=own.name, created=own.created, owned_by="MODELS_DIR")
