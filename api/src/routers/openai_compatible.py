"""OpenAI's speech routes, and the lists of voices and models in the shapes that the known clients read."""

import secrets
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from api.src.core import metrics
from api.src.core.config import Settings
from api.src.core.errors import (
    InputTooLongError,
    InvalidVoiceError,
    ModelNotFoundError,
    NothingToSpeakError,
    NotReadyError,
    OverloadedError,
    RateLimitError,
    StoppingError,
)
from api.src.inference.voices import VOICES, parse_voice
from api.src.middleware.queue import Turn
from api.src.routers.openapi import (
    RATE_LIMIT_HEADERS,
    audio_or_events,
    body_errors,
    errors,
    headers,
    json_body,
)
from api.src.routers.plain_route import PlainRoute
from api.src.routers.speech_response import SpeechEvents, SpeechResponse, StreamedSpeech, WholeSpeech
from api.src.services.demand import RequestDemand
from api.src.services.streaming_audio_writer import AudioFormat
from api.src.services.text_processing.languages import LANGUAGES, language_for
from api.src.services.text_processing.pause_tags import check_pauses
from api.src.services.tts_service import Admission, TTSService, Utterance
from api.src.structures.answers import AudioModelList, ModelItem, ModelList, VoiceItem, VoiceList
from api.src.structures.speech import MODELS, SpeechRequest

router = APIRouter(prefix="/v1", tags=["Speech"])
speech_router = APIRouter(prefix="/v1", tags=["Speech"], route_class=PlainRoute)

_KOKORO_RELEASED = 1737936000
"""When Kokoro-82M v1.0 was published, 2025-01-27, in Unix seconds: what `created` is in model lists."""

_WHOLE_PATIENCE_S = 10.0
_BATCH_PATIENCE_S = 60.0
"""Seconds for which one who waits for a whole file, or says that there is no hurry, stands behind the others."""


@speech_router.post(
    "/audio/speech",
    operation_id="createSpeech",
    summary="Speak a text",
    response_class=Response,  # its media types are described below
    responses={
        200: {
            "description": "The audio file, or server-sent events with stream_format sse.",
            "headers": headers(*RATE_LIMIT_HEADERS, "x-audio-seconds", "server-timing"),
            "content": audio_or_events(format.media_type for format in AudioFormat),
        },
        **body_errors(
            InputTooLongError,
            InvalidVoiceError,
            NothingToSpeakError,
            ModelNotFoundError,
            RateLimitError,
            OverloadedError,
            NotReadyError,
            StoppingError,
        ),
    },
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
