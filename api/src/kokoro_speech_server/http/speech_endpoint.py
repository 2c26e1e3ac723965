"""Steps that all routes with speech share: filling in the defaults, and the choice of the response."""

import secrets
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any, TypeVar

from fastapi import Request

from kokoro_speech_server.audio.streaming_audio_writer import AudioFormat
from kokoro_speech_server.config import Settings
from kokoro_speech_server.errors import InputTooLongError, ModelNotFoundError
from kokoro_speech_server.http.app_state import AppState, request_state
from kokoro_speech_server.http.client_disconnect import ClientDisconnectedError, cancel_on_disconnect
from kokoro_speech_server.http.middleware.queue import AdmittedRequest
from kokoro_speech_server.http.responses.speech_report import report_early_disconnect
from kokoro_speech_server.http.responses.speech_response import (
    SpeechEvents,
    SpeechResponse,
    StreamedSpeech,
    TimedSpeechEvents,
)
from kokoro_speech_server.http.responses.whole_response import WholeSpeech
from kokoro_speech_server.http.schemas.normalize import NormalizationOptions, categories
from kokoro_speech_server.http.schemas.speech import MODELS, SoundRequest, SpeechRequest
from kokoro_speech_server.synthesis.demand import RequestDemand
from kokoro_speech_server.synthesis.tts_service import SynthesisContext, Utterance
from kokoro_speech_server.text.languages import Language, language_for
from kokoro_speech_server.text.script import GivenPhonemes, Script, VoiceSettings
from kokoro_speech_server.voices import parse_voice

_WHOLE_FILE_PATIENCE_S = 10.0
"""Seconds by which a request for a whole file yields to requests that stream."""

_BATCH_PATIENCE_S = 60.0
"""Seconds by which a request with priority batch yields to interactive ones."""

R = TypeVar("R", bound=SpeechResponse)
S = TypeVar("S", bound=Script)

ResponseFactory = Callable[[AppState, Utterance, SynthesisContext, AdmittedRequest], R]


def check_model(model: str | None) -> None:
    """Raise ModelNotFoundError for an unknown model. It comes first, since it takes less time than everything else."""
    if model is not None and model not in MODELS:
        raise ModelNotFoundError(
            f"The model {model[:60]!r} does not exist; this server has {', '.join(MODELS)}.", param="model"
        )


def check_length(characters: int, settings: Settings, *, param: str) -> None:
    """Raise InputTooLongError for a text with more than MAX_INPUT_CHARS characters."""
    if characters > settings.max_input_chars:
        raise InputTooLongError(
            f"{param}: the text has {characters} characters; at most {settings.max_input_chars} are allowed.",
            param=param,
        )


def voice_settings_of(voice: str | None, lang_code: str | None, settings: Settings) -> VoiceSettings:
    """The voice settings for a request's `voice` and `lang_code`, with defaults for those that are None.

    Raises InvalidVoiceError, InvalidRequestError or LanguageUnavailableError.
    """
    mix = parse_voice(
        settings.default_voice if voice is None else voice,
        aliases=settings.openai_voices,
        longest=settings.max_voices_in_mix,
    )
    if lang_code is None:
        return VoiceSettings(mix, language_for(mix.language, param="voice"))
    return VoiceSettings(mix, language_for(lang_code, param="lang_code"))


async def script_without_speech(
    request: Request, text: str, language: Language, options: NormalizationOptions | None
) -> Script:
    """The script of a text for a route that does not synthesize it: with the server's lexicon and pause tags."""
    state = request_state(request)
    settings, directives = state.settings, state.directives
    check_length(len(text), settings, param="text")
    voice_settings = replace(voice_settings_of(None, None, settings), language=language)
    reading = directives.script_for(
        text, voice_settings=voice_settings, ssml=False, categories=categories(options)
    )
    return await cancel_on_disconnect(request.receive, reading)


async def script_of(request: Request, reading: Coroutine[Any, Any, S]) -> S:
    """The script of a request for speech. Reading ends when the client disconnects, which is reported then."""
    try:
        return await cancel_on_disconnect(request.receive, reading)
    except ClientDisconnectedError:
        report_early_disconnect(request.scope["admitted"])
        raise


async def utterance_of_text(request: Request, body: SpeechRequest, *, timed: bool) -> Utterance:
    """The utterance of a request for text, which may contain directives.

    timed: whether the response includes the times of the words
    Raises ModelNotFoundError, InvalidRequestError.
    """
    state = request_state(request)
    settings, directives = state.settings, state.directives
    check_model(body.model)
    check_length(len(body.input), settings, param="input")
    voice_settings = voice_settings_of(body.voice, body.lang_code, settings)
    reading = directives.script_for(
        body.input,
        voice_settings=voice_settings,
        keep_language=body.lang_code is not None,
        tags=body.tags,
        ssml=body.ssml,
        aliases=body.aliases(),
        pronunciations=body.pronunciations,
        categories=categories(body.normalization_options),
    )
    script = await script_of(request, reading)
    return replace(utterance_of(body, script, voice_settings, settings, written=body.input), timed=timed)


def utterance_of(
    body: SoundRequest,
    text: Script | GivenPhonemes,
    voice_settings: VoiceSettings,
    settings: Settings,
    *,
    written: str,
) -> Utterance:
    """The utterance of any request for speech, with every default filled in.

    written: the text that the offsets of word timings refer to
    """
    seed = body.seed if body.seed is not None else settings.seed
    return Utterance(
        input=written,
        text=text,
        voice_settings=voice_settings,
        format=body.response_format or AudioFormat.MP3,
        speed=1.0 if body.speed is None else body.speed,
        volume=1.0 if body.volume_multiplier is None else body.volume_multiplier,
        seed=_default_seed(settings) if seed is None else seed,
        reproducible=body.seed is not None,
    )


def respond_with_speech(request: Request, body: SoundRequest, utterance: Utterance) -> SpeechResponse:
    """Respond with a stream, a whole file or server-sent events, as the body requests."""
    if body.stream_format == "sse":
        events = TimedSpeechEvents if utterance.timed else SpeechEvents
        return respond(request, body, utterance, events, whole=False)
    if body.stream is False:
        return respond(request, body, utterance, WholeSpeech, whole=True)
    return respond(request, body, utterance, StreamedSpeech, whole=False)


def respond(
    request: Request, body: SoundRequest, utterance: Utterance, response: ResponseFactory[R], *, whole: bool
) -> R:
    """Announce the request's demand to the scheduler, and return its response."""
    admitted: AdmittedRequest = request.scope["admitted"]
    demand = RequestDemand(
        characters=len(utterance.input),
        language=utterance.voice_settings.language,
        speed=utterance.speed,
        arrived=admitted.arrived,
        playback_delay_s=_WHOLE_FILE_PATIENCE_S * whole + _BATCH_PATIENCE_S * (body.priority == "batch"),
    )
    admitted.admission.announce(due=demand.due, remaining=demand.remaining)
    context = SynthesisContext(admitted.admission, demand)
    return response(request_state(request), utterance, context, admitted)


def _default_seed(settings: Settings) -> int:
    """A random seed, or a constant one with a cache, which reuses audio only between equal seeds."""
    return 0 if settings.cache_max_mb else secrets.randbits(63)
