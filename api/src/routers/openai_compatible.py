"""OpenAI's speech routes, and the lists of voices and models in the shapes that the known clients read."""

import secrets
from typing import Any

from fastapi import APIRouter, Request, Response

from api.src.core import metrics
from api.src.core.config import Settings
from api.src.core.errors import InputTooLongError, ModelNotFoundError
from api.src.inference.voices import VOICES, parse_voice
from api.src.middleware.queue import Turn
from api.src.routers.plain_route import PlainRoute
from api.src.routers.speech_response import SpeechEvents, SpeechResponse, StreamedSpeech, WholeSpeech
from api.src.services.demand import RequestDemand
from api.src.services.streaming_audio_writer import AudioFormat
from api.src.services.text_processing.languages import LANGUAGES, language_for
from api.src.services.text_processing.pause_tags import check_pauses
from api.src.services.tts_service import Admission, TTSService, Utterance
from api.src.structures.speech import MODELS, SpeechRequest, speech_request_schema

router = APIRouter(prefix="/v1")
speech_router = APIRouter(prefix="/v1", route_class=PlainRoute)

_KOKORO_RELEASED = 1737936000
"""When Kokoro-82M v1.0 was published, 2025-01-27, in Unix seconds: what `created` is in model lists."""

_WHOLE_PATIENCE_S = 10.0
_BATCH_PATIENCE_S = 60.0
"""Seconds for which one who waits for a whole file, or says that there is no hurry, stands behind the others."""

_AUDIO = {"schema": {"type": "string", "format": "binary"}}


@speech_router.post(
    "/audio/speech",
    summary="Speak a text",
    response_class=Response,  # its media types are described below
    responses={
        200: {
            "description": "The audio file, or server-sent events with stream_format sse.",
            "content": {
                **{format.media_type: _AUDIO for format in AudioFormat},
                "text/event-stream": {"schema": {"type": "string"}},
            },
        }
    },
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": speech_request_schema()}},
        }
    },
)
async def speech(request: Request) -> SpeechResponse:
    settings: Settings = request.app.state.settings
    service: TTSService = request.app.state.service
    # As JSON, whatever its Content-Type says: many a curl line sends the default one.
    body = SpeechRequest.model_validate_json(await request.body())
    metrics.CLIENT_RETRIES.inc(request.headers.get("x-stainless-retry-count", "0") != "0")
    utterance = _utterance(body, settings)
    whole = body.stream is False and body.stream_format != "sse"
    demand = RequestDemand(
        characters=len(utterance.text),
        language=utterance.language.code,
        speed=utterance.speed,
        patience=_WHOLE_PATIENCE_S * whole + _BATCH_PATIENCE_S * (body.priority == "batch"),
    )
    turn: Turn = request.scope["turn"]
    ticket = await turn.take(due=demand.due, remaining=demand.remaining)
    answer = SpeechEvents if body.stream_format == "sse" else WholeSpeech if whole else StreamedSpeech
    return answer(service, utterance, Admission(ticket, demand), settings, turn)


def _utterance(body: SpeechRequest, settings: Settings) -> Utterance:
    """The request with every default filled in. Raises the InvalidRequestError of what will not do."""
    if len(body.input) > settings.max_input_chars:
        raise InputTooLongError(
            f"input: the text has {len(body.input)} characters; at most {settings.max_input_chars} are allowed.",
            param="input",
        )
    if body.model is not None and body.model not in MODELS:
        raise ModelNotFoundError(
            f"The model {body.model[:60]!r} does not exist; this server has {', '.join(MODELS)}.",
            param="model",
        )
    if settings.pause_tags:
        check_pauses(body.input, limit=settings.max_pause_s)
    voice = parse_voice(
        settings.default_voice if body.voice is None else body.voice,
        aliases=settings.openai_voices,
        longest=settings.max_voices_in_mix,
    )
    language = (
        language_for(voice.language, param="voice")
        if body.lang_code is None
        else language_for(body.lang_code, param="lang_code")
    )
    seed = body.seed if body.seed is not None else settings.seed
    return Utterance(
        text=body.input,
        voice=voice,
        language=language,
        format=body.response_format or AudioFormat.MP3,
        speed=1.0 if body.speed is None else body.speed,
        volume=1.0 if body.volume_multiplier is None else body.volume_multiplier,
        seed=_any_seed(settings) if seed is None else seed,
    )


def _any_seed(settings: Settings) -> int:
    """With a cache, requests that are alike are meant to sound alike."""
    return 0 if settings.cache_max_mb else secrets.randbits(63)


@router.get("/audio/voices", summary="All voices")
async def voices() -> dict[str, Any]:
    items = [
        {
            "id": voice.name,
            "name": voice.name,
            "language": LANGUAGES[voice.language].tag,
            "language_name": LANGUAGES[voice.language].name,
            "gender": voice.gender,
            "grade": voice.grade,
        }
        for voice in VOICES.values()
    ]
    # `data` is OpenAI's way to write a list; Open WebUI and others look for `voices`.
    return {"object": "list", "data": items, "voices": items}


@router.get("/models", summary="All model names")
async def models() -> dict[str, Any]:
    return {"object": "list", "data": [_model(name) for name in MODELS]}


@router.get("/audio/models", summary="All model names, as Open WebUI asks for them")
async def audio_models() -> dict[str, Any]:
    items = [_model(name) for name in MODELS]
    return {"object": "list", "data": items, "models": items}


@router.get("/models/{model}", summary="One model name")
async def model(model: str) -> dict[str, Any]:
    if model not in MODELS:
        raise ModelNotFoundError(f"The model {model[:60]!r} does not exist.", param="model")
    return _model(model)


def _model(name: str) -> dict[str, Any]:
    return {"id": name, "object": "model", "created": _KOKORO_RELEASED, "owned_by": "hexgrad"}
