"""What all routes that answer with speech do alike: the request's defaults, the ticket, the answer."""

import secrets
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from typing import TypeVar

from fastapi import Request

from kokoro_speech_server.audio.streaming_audio_writer import AudioFormat
from kokoro_speech_server.config import Settings
from kokoro_speech_server.errors import InputTooLongError, ModelNotFoundError
from kokoro_speech_server.http.app_state import request_state
from kokoro_speech_server.http.middleware.queue import AdmissionGate
from kokoro_speech_server.http.responses.speech_response import (
    SpeechEvents,
    SpeechResponse,
    StreamedSpeech,
    TimedSpeechEvents,
    WholeSpeech,
)
from kokoro_speech_server.http.schemas.normalize import NormalizationOptions, categories
from kokoro_speech_server.http.schemas.speech import MODELS, SoundRequest, SpeechRequest
from kokoro_speech_server.observability import metrics
from kokoro_speech_server.synthesis.demand import RequestDemand
from kokoro_speech_server.synthesis.tts_service import SynthesisContext, TTSService, Utterance
from kokoro_speech_server.text.languages import Language, language_for
from kokoro_speech_server.text.script import GivenPhonemes, Script, VoiceSettings
from kokoro_speech_server.voices import parse_voice

_WHOLE_PATIENCE_S = 10.0
_BATCH_PATIENCE_S = 60.0
"""Seconds for which one who waits for a whole file, or says that there is no hurry, stands behind the others."""

R = TypeVar("R", bound=SpeechResponse)

Answer = Callable[[TTSService, Utterance, SynthesisContext, Settings, AdmissionGate], R]


def check_length(text: str, settings: Settings, *, param: str) -> None:
    """Raise InputTooLongError for a text beyond MAX_INPUT_CHARS."""
    if len(text) > settings.max_input_chars:
        raise InputTooLongError(
            f"{param}: the text has {len(text)} characters; at most {settings.max_input_chars} are allowed.",
            param=param,
        )


def voice_settings_of(voice: str | None, lang_code: str | None, settings: Settings) -> VoiceSettings:
    """How a request is spoken that names this voice and this language, or neither.

    Raises InvalidVoiceError, InvalidRequestError, LanguageUnavailableError.
    """
    mix = parse_voice(
        settings.default_voice if voice is None else voice,
        aliases=settings.openai_voices,
        longest=settings.max_voices_in_mix,
    )
    if lang_code is None:
        return VoiceSettings(mix, language_for(mix.language, param="voice"))
    return VoiceSettings(mix, language_for(lang_code, param="lang_code"))


async def text_script(
    request: Request, text: str, language: Language, options: NormalizationOptions | None
) -> Script:
    """A text that is read without being spoken, with the server's lexicon and with pause tags."""
    state = request_state(request)
    settings, directives = state.settings, state.directives
    check_length(text, settings, param="text")
    voice_settings = replace(voice_settings_of(None, None, settings), language=language)
    return await directives.script_for(
        text, voice_settings=voice_settings, ssml=False, categories=categories(options)
    )


async def utterance_of_text(request: Request, body: SpeechRequest, *, timed: bool) -> Utterance:
    """What a text with its directions is to become; `timed`: its words' times are wanted.

    Raises InvalidRequestError for what can't be done, OverloadedError where too many texts are being processed.
    """
    state = request_state(request)
    settings, directives = state.settings, state.directives
    check_length(body.input, settings, param="input")
    voice_settings = voice_settings_of(body.voice, body.lang_code, settings)
    # A document is parsed before its request can have a ticket, so that takes a place of another kind.
    async with state.text_queue.place() if directives.is_ssml(body.input, body.ssml) else nullcontext():
        script = await directives.script_for(
            body.input,
            voice_settings=voice_settings,
            keep_language=body.lang_code is not None,
            tags=body.tags,
            ssml=body.ssml,
            aliases=body.aliases(),
            pronunciations=body.pronunciations,
            categories=categories(body.normalization_options),
        )
    return replace(utterance_of(body, script, voice_settings, settings, written=body.input), timed=timed)


def utterance_of(
    body: SoundRequest,
    text: Script | GivenPhonemes,
    voice_settings: VoiceSettings,
    settings: Settings,
    *,
    written: str,
) -> Utterance:
    """The request with every default filled in; `written` is what its word timings lead to.

    Raises ModelNotFoundError.
    """
    if body.model is not None and body.model not in MODELS:
        raise ModelNotFoundError(
            f"The model {body.model[:60]!r} does not exist; this server has {', '.join(MODELS)}.",
            param="model",
        )
    seed = body.seed if body.seed is not None else settings.seed
    return Utterance(
        input=written,
        text=text,
        voice_settings=voice_settings,
        format=body.response_format or AudioFormat.MP3,
        speed=1.0 if body.speed is None else body.speed,
        volume=1.0 if body.volume_multiplier is None else body.volume_multiplier,
        seed=_any_seed(settings) if seed is None else seed,
    )


async def speak_in_any_form(request: Request, body: SoundRequest, utterance: Utterance) -> SpeechResponse:
    """Answer with a stream, a whole file or events, as the request says."""
    if body.stream_format == "sse":
        events = TimedSpeechEvents if utterance.timed else SpeechEvents
        return await speak(request, body, utterance, events, whole=False)
    if body.stream is False:
        return await speak(request, body, utterance, WholeSpeech, whole=True)
    return await speak(request, body, utterance, StreamedSpeech, whole=False)


async def speak(
    request: Request, body: SoundRequest, utterance: Utterance, answer: Answer[R], *, whole: bool
) -> R:
    """Take a ticket and give the answer. Raises what refuses one; see Turn.take."""
    metrics.CLIENT_RETRIES.inc(request.headers.get("x-stainless-retry-count", "0") != "0")
    demand = RequestDemand(
        characters=len(utterance.input),
        language=utterance.voice_settings.language.code,
        speed=utterance.speed,
        patience=_WHOLE_PATIENCE_S * whole + _BATCH_PATIENCE_S * (body.priority == "batch"),
    )
    gate: AdmissionGate = request.scope["admission_gate"]
    admission = await gate.admit(due=demand.due, remaining=demand.remaining)
    state = request_state(request)
    return answer(state.service, utterance, SynthesisContext(admission, demand), state.settings, gate)


def _any_seed(settings: Settings) -> int:
    """With a cache, requests that are alike are meant to sound alike."""
    return 0 if settings.cache_max_mb else secrets.randbits(63)
