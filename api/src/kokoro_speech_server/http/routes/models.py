"""GET /v1/models, /v1/models/{model} and /v1/audio/models: the model names that requests may use."""

from typing import Annotated

from fastapi import APIRouter, Path

from kokoro_speech_server.errors import ModelNotFoundError
from kokoro_speech_server.http.open_routes import open_as
from kokoro_speech_server.http.openapi import errors
from kokoro_speech_server.http.schemas.responses import AudioModelList, ModelItem, ModelList
from kokoro_speech_server.http.schemas.speech import MODELS

router = APIRouter(prefix="/v1", tags=["Speech"])

_KOKORO_RELEASED = 1737936000
"""The day Kokoro-82M v1.0 was published, 2025-01-27, in Unix seconds."""


@router.get(
    "/models",
    operation_id="listModels",
    summary="List the model names",
    response_description="The model names; all of them are Kokoro.",
)
@open_as("lists")
async def models() -> ModelList:
    return ModelList(data=[_item(name) for name in MODELS])


@router.get(
    "/audio/models",
    operation_id="listAudioModels",
    summary="List the model names for Open WebUI",
    response_description="The model names; all of them are Kokoro.",
)
@open_as("lists")
async def audio_models() -> AudioModelList:
    items = [_item(name) for name in MODELS]
    return AudioModelList(data=items, models=items)


@router.get(
    "/models/{model}",
    operation_id="retrieveModel",
    summary="Get one model name",
    response_description="The model.",
    responses=errors(ModelNotFoundError),
)
@open_as("lists")
async def model(model: Annotated[str, Path(examples=["kokoro"])]) -> ModelItem:
    if model not in MODELS:
        raise ModelNotFoundError(f"The model {model[:60]!r} does not exist.", param="model")
    return _item(model)


def _item(name: str) -> ModelItem:
    return ModelItem(id=name, created=_KOKORO_RELEASED, owned_by="hexgrad")
