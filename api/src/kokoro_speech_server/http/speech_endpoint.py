"""Steps that all routes with speech share: filling in the defaults, and the choice of the response."""

import secrets
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import fields, replace
from functools import partial
from typing import Any, TypeVar

from fastapi import Request

from kokoro_speech_server.audio.streaming_audio_writer import AudioFormat, BitRates
from kokoro_speech_server.config import Settings
from kokoro_speech_server.errors import InputTooLongError, InvalidRequestError
from kokoro_speech_server.http.app_state import AppState, request_state
from kokoro_speech_server.http.client_disconnect import ClientDisconnectedError, cancel_on_disconnect
from kokoro_speech_server.http.middleware.queue import AdmittedRequest
from kokoro_speech_server.http.model_names import model_named
from kokoro_speech_server.http.responses.effects_response import SpeechWithEffects
from kokoro_speech_server.http.responses.speech_report import report_early_disconnect
from kokoro_speech_server.http.responses.speech_response import (
    SpeechEvents,
    SpeechResponse,
    StreamedSpeech,
    TimedSpeechEvents,
    WantedDownload,
)
from kokoro_speech_server.http.responses.whole_response import WholeSpeech
from kokoro_speech_server.http.schemas.directives import VoiceAlias
from kokoro_speech_server.http.schemas.effects import Effect
from kokoro_speech_server.http.schemas.normalize import NormalizationOptions, categories
from kokoro_speech_server.http.schemas.pronunciations import Pronunciations
from kokoro_speech_server.http.schemas.speech import SoundRequest, SpeechRequest
from kokoro_speech_server.synthesis.demand import RequestDemand
from kokoro_speech_server.synthesis.tts_service import SynthesisContext, Utterance
from kokoro_speech_server.text.instructions import speed_of
from kokoro_speech_server.text.languages import language_for
from kokoro_speech_server.text.script import GivenPhonemes, Script, VoiceSettings
from kokoro_speech_server.text.voice_aliases import Alias, VoiceAliases

_WHOLE_FILE_PATIENCE_S = 10.0
"""Seconds by which a request for a whole file yields to requests that stream."""

_BATCH_PATIENCE_S = 60.0
"""Seconds by which a request with priority batch yields to interactive ones."""

_LOSSY = frozenset(field.name for field in fields(BitRates))

R = TypeVar("R", bound=SpeechResponse)
S = TypeVar("S", bound=Script)

ResponseFactory = Callable[[AppState, Utterance, SynthesisContext, AdmittedRequest], R]


def check_length(characters: int, settings: Settings, *, param: str) -> None:
    """Raise InputTooLongError for a text with more than MAX_INPUT_CHARS characters."""
    if characters > settings.max_input_chars:
        raise InputTooLongError(
            f"{param}: the text has {characters} characters; at most {settings.max_input_chars} are allowed.",
            param=param,
        )


async def voice_aliases_of(
    state: AppState,
    aliases: Mapping[str, VoiceAlias] | None = None,
    lang_code: str | None = None,
    *,
    model: str | None = None,
) -> VoiceAliases:
    """The voices that a request may name, with its own `voice_aliases` among them.

    lang_code: the language that all of them speak; None: each voice has its own
    model:     that speaks, as the request names it
    Raises ModelNotFoundError, ModelUnusableError, InvalidVoiceError, InvalidRequestError or LanguageUnavailableError.
    """
    own = await model_named(model, state.settings.model_names, state.models)
    return VoiceAliases(
        names=state.settings.openai_voices,
        aliases={name: Alias(one.voice, one.rate or 1.0) for name, one in (aliases or {}).items()},
        language=None if lang_code is None else language_for(lang_code, param="lang_code"),
        longest=state.settings.max_voices_in_mix,
        voices=await state.voices.voices(own),
        model=own,
    )


def voice_settings_of(voice: str | None, voice_aliases: VoiceAliases, settings: Settings) -> VoiceSettings:
    """The voice settings for a request's `voice`, or for the default voice.

    Raises InvalidVoiceError or LanguageUnavailableError.
    """
    return voice_aliases.default(settings.default_voice) if voice is None else voice_aliases.resolve(voice)


async def script_without_speech(
    request: Request,
    text: str,
    voice_settings: VoiceSettings,
    options: NormalizationOptions | None,
    pronunciations: Pronunciations | None = None,
    *,
    voice_aliases: VoiceAliases,
    tags: bool | None = None,
    ssml: bool | None = False,
) -> Script:
    """The script of the field `text`, for a route that does not synthesize it. See Directives.script_for."""
    state = request_state(request)
    check_length(len(text), state.settings, param="text")
    reading = state.directives.script_for(
        text,
        voice_settings=voice_settings,
        voice_aliases=voice_aliases,
        tags=tags,
        ssml=ssml,
        pronunciations=pronunciations,
        categories=categories(options),
    )
    try:
        return await cancel_on_disconnect(request.receive, reading)
    except InvalidRequestError as error:
        error.param = "text" if error.param == "input" else error.param
        raise


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
    Raises ModelNotFoundError, ModelUnusableError, InvalidRequestError.
    """
    state = request_state(request)
    settings, directives = state.settings, state.directives
    check_length(len(body.input), settings, param="input")
    voice_aliases = await voice_aliases_of(state, body.voice_aliases, body.lang_code, model=body.model)
    voice_settings = voice_settings_of(body.voice, voice_aliases, settings)
    reading = directives.script_for(
        body.input,
        voice_settings=voice_settings,
        voice_aliases=voice_aliases,
        tags=body.tags,
        ssml=body.ssml,
        pronunciations=body.pronunciations,
        categories=categories(body.normalization_options),
    )
    script = await script_of(request, reading)
    utterance = utterance_of(body, script, voice_settings, settings, written=body.input)
    return replace(utterance, timed=timed, speed=_speed_of_instructions(body) or utterance.speed)


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
    format = body.response_format or AudioFormat.MP3
    if body.bit_rate is not None and format.codec not in _LOSSY:
        raise InvalidRequestError(f"bit_rate: {format} has no bit rate to choose.", param="bit_rate")
    return Utterance(
        input=written,
        text=text,
        voice_settings=voice_settings,
        format=format,
        bit_rate=body.bit_rate,
        speed=1.0 if body.speed is None else body.speed,
        volume=1.0 if body.volume_multiplier is None else body.volume_multiplier,
        seed=default_seed(settings) if seed is None else seed,
        reproducible=body.seed is not None,
        sample_rate=sample_rate_of(format, body.sample_rate),
        loudness=settings.loudness if body.loudness is None else body.loudness,
    )


def sample_rate_of(format: AudioFormat, sample_rate: int | None) -> int:
    """The sample rate of a file. Raises InvalidRequestError if the format cannot have the one that is requested."""
    if sample_rate is None:
        return format.sample_rate
    if sample_rate not in format.sample_rates:
        rates = ", ".join(map(str, format.sample_rates))
        raise InvalidRequestError(f"sample_rate: {format} files have one of {rates}.", param="sample_rate")
    return sample_rate


def respond_with_speech(request: Request, body: SoundRequest, utterance: Utterance) -> SpeechResponse:
    """Respond with a stream, a whole file or server-sent events, as the body requests."""
    if body.effects:
        return respond(request, body, utterance, _with_effects(body, body.effects), whole=True)
    if body.stream_format == "sse":
        events = TimedSpeechEvents if utterance.timed else SpeechEvents
        return respond(request, body, utterance, events, whole=False)
    if body.stream is False:
        return respond(request, body, utterance, WholeSpeech, whole=True)
    return respond(request, body, utterance, StreamedSpeech, whole=False)


def check_no_effects(body: SoundRequest, why: str) -> None:
    """Raise InvalidRequestError if a request has effects that its response cannot have."""
    if body.effects:
        raise InvalidRequestError(f"effects: {why}.", param="effects")


def _with_effects(body: SoundRequest, effects: Sequence[Effect]) -> ResponseFactory[SpeechResponse]:
    if body.stream is not False or body.stream_format == "sse":
        check_no_effects(body, "they need the whole speech, so they cannot be streamed; request stream false")
    if body.return_timing:
        check_no_effects(body, "they change the times that return_timing asks for")
    return partial(SpeechWithEffects, [effect.model_dump() for effect in effects])


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
    answer = response(request_state(request), utterance, context, admitted)
    if body.return_download_link:
        format = body.download_format or utterance.format
        answer.wanted_download = WantedDownload(format, timed=body.return_timing is True)
    return answer


def with_instructions(body: SpeechRequest, response: R) -> R:
    """The response, with a header that says what became of the request's instructions, if it has any."""
    if body.instructions:
        speed = _speed_of_instructions(body)
        response.more_headers["x-instructions"] = "ignored" if speed is None else f"speed={speed:g}"
    return response


def _speed_of_instructions(body: SpeechRequest) -> float | None:
    """The speed that a request's instructions ask for, unless its field `speed` does."""
    return speed_of(body.instructions) if body.instructions and body.speed is None else None


def default_seed(settings: Settings) -> int:
    """A random seed, or a constant one with a cache, which reuses audio only between equal seeds."""
    return 0 if settings.cache_max_mb else secrets.randbits(63)
