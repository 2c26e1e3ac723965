"""OpenAI's speech routes, and the lists of voices and models in the shapes that the known clients read."""

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from kokoro_speech_server.errors import InvalidRequestError, ModelNotFoundError
from kokoro_speech_server.http.openapi import errors, json_body, speech_answers
from kokoro_speech_server.http.plain_route import PlainRoute
from kokoro_speech_server.http.responses.speech_response import SpeechResponse
from kokoro_speech_server.http.schemas.responses import (
    AudioModelList,
    ModelItem,
    ModelList,
    VoiceItem,
    VoiceList,
)
from kokoro_speech_server.http.schemas.speech import MODELS, SpeechRequest
from kokoro_speech_server.http.speech_endpoint import speak_in_any_form, utterance_of_text
from kokoro_speech_server.text.languages import LANGUAGES
from kokoro_speech_server.voices import VOICES

router = APIRouter(prefix="/v1", tags=["Speech"])
speech_router = APIRouter(prefix="/v1", tags=["Speech"], route_class=PlainRoute)

_KOKORO_RELEASED = 1737936000
"""When Kokoro-82M v1.0 was published, 2025-01-27, in Unix seconds: what `created` is in model lists."""


@speech_router.post(
    "/audio/speech",
    operation_id="createSpeech",
    summary="Speak a text",
    response_class=Response,  # its media types are described below
    responses=speech_answers("x-ssml-unknown"),
    openapi_extra=json_body(
        SpeechRequest,
        {
            "A file": SpeechRequest(model="kokoro", voice="af_heart", input="Hello world."),
            "A mix of voices": SpeechRequest(
                input="Two voices [pause:0.5s] in one.", voice="af_bella(2)+af_sky(1)", response_format="wav"
            ),
            "A file with its length": SpeechRequest(input="Hello world.", stream=False),
            "Server-sent events": SpeechRequest(input="Hello world.", stream_format="sse"),
            "Another language": SpeechRequest(input="Bonjour tout le monde.", voice="ff_siwis", speed=0.9),
        },
    ),
)
async def speech(request: Request) -> SpeechResponse:
    # As JSON, whatever its Content-Type says: many a curl line sends the default one.
    body = SpeechRequest.model_validate_json(await request.body())
    if body.timestamps and body.stream_format != "sse":
        raise InvalidRequestError(
            "timestamps: a file has no place for them. Ask for stream_format sse, or POST to "
            "/dev/captioned_speech.",
            param="timestamps",
        )
    utterance = await utterance_of_text(request, body, timed=body.timestamps is not None)
    return await speak_in_any_form(request, body, utterance)


@router.get(
    "/audio/voices",
    operation_id="listVoices",
    summary="All voices",
    response_description="The voices by name.",
)
async def voices() -> VoiceList:
    items = [
        VoiceItem(
            id=voice.name,
            name=voice.name,
            language=LANGUAGES[voice.language].tag,
            language_name=LANGUAGES[voice.language].name,
            gender=voice.gender,
            grade=voice.grade,
        )
        for voice in VOICES.values()
    ]
    return VoiceList(data=items, voices=items)


@router.get(
    "/models",
    operation_id="listModels",
    summary="All model names",
    response_description="The names; all are Kokoro.",
)
async def models() -> ModelList:
    return ModelList(data=[_model(name) for name in MODELS])


@router.get(
    "/audio/models",
    operation_id="listAudioModels",
    summary="All model names, as Open WebUI asks for them",
    response_description="The names; all are Kokoro.",
)
async def audio_models() -> AudioModelList:
    items = [_model(name) for name in MODELS]
    return AudioModelList(data=items, models=items)


@router.get(
    "/models/{model}",
    operation_id="retrieveModel",
    summary="One model name",
    response_description="The model.",
    responses=errors(ModelNotFoundError),
)
async def model(model: Annotated[str, Path(examples=["kokoro"])]) -> ModelItem:
    if model not in MODELS:
        raise ModelNotFoundError(f"The model {model[:60]!r} does not exist.", param="model")
    return _model(model)


def _model(name: str) -> ModelItem:
    return ModelItem(id=name, created=_KOKORO_RELEASED, owned_by="hexgrad")
