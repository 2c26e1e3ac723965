"""The bodies of requests for speech: OpenAI's fields and this server's own."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from kokoro_speech_server.audio.captions import CaptionsFormat
from kokoro_speech_server.audio.streaming_audio_writer import AudioFormat
from kokoro_speech_server.config import LOUDEST, QUIETEST, BitRate
from kokoro_speech_server.http.schemas.directives import (
    ALIASES_DESCRIPTION,
    SSML_DESCRIPTION,
    TAGS_DESCRIPTION,
    TAGS_NAMES,
    Voice,
    VoiceAliases,
)
from kokoro_speech_server.http.schemas.effects import EFFECTS_DESCRIPTION, Effects
from kokoro_speech_server.http.schemas.normalize import OPTIONS_DESCRIPTION, NormalizationOptions
from kokoro_speech_server.http.schemas.pronunciations import PRONUNCIATIONS_DESCRIPTION, Pronunciations

SampleRate = Literal[8_000, 16_000, 22_050, 24_000, 44_100, 48_000]


class SoundRequest(BaseModel):
    """Fields of all requests for speech. Null is the same as absent, and unknown fields are ignored."""

    model_config = ConfigDict(extra="ignore")

    model: str | None = Field(
        None,
        description="kokoro, one of OpenAI's models (tts-1) or another name of Kokoro: all are Kokoro. Or a model of "
        "MODELS_DIR, by the name of its folder.",
    )
    response_format: AudioFormat | None = Field(None, description="The audio file's format; mp3 if absent.")
    sample_rate: SampleRate | None = Field(
        None,
        description="The audio file's sample rate in Hz. If absent, 24,000; 8,000 for ulaw and alaw. opus, ogg and "
        "webm have neither 22,050 nor 44,100.",
    )
    bit_rate: BitRate | None = Field(
        None, description="Bits per second of a lossy format; that of the server's settings if absent."
    )
    speed: float | None = Field(
        None, ge=0.25, le=4.0, allow_inf_nan=False, description="Rate of speech, from 0.25 to 4; 1 if absent."
    )
    stream_format: Literal["audio", "sse"] | None = Field(
        None,
        description="audio: the file itself; sse: server-sent events with pieces of it in base64. audio if absent.",
    )
    stream: bool | None = Field(
        None,
        description="true: bytes as soon as they are encoded; false: the whole file with its length. true if absent.",
    )
    volume_multiplier: float | None = Field(
        None,
        ge=0.0,
        le=10.0,
        allow_inf_nan=False,
        description="Factor of the volume, from 0 to 10; 1 if absent. Peaks beyond full scale are clipped.",
    )
    effects: Effects | None = Field(None, description=EFFECTS_DESCRIPTION)
    loudness: float | None = Field(
        None,
        ge=QUIETEST,
        le=LOUDEST,
        allow_inf_nan=False,
        description="The loudness of the speech in LUFS, whatever the voice, from -40 to -10. Peaks are then limited "
        "to -1 dB of full scale instead of clipped. If absent, that of the server's setting, or of the voice.",
    )
    return_download_link: bool | None = Field(
        None,
        description="true: the whole file can be fetched after the response, under /v1 and the path in the response's "
        "header x-download-path.",
    )
    download_format: AudioFormat | None = Field(
        None, description="The format of that file; response_format if absent."
    )
    return_timing: bool | None = Field(
        None,
        description="true: with that file, the times of its chunks can be fetched as JSON, under the path in the "
        "header x-timing-path.",
    )
    priority: Literal["interactive", "batch"] | None = Field(
        None, description="batch: yields to interactive requests, for up to a minute. interactive if absent."
    )
    seed: int | None = Field(
        None,
        ge=0,
        lt=2**63,
        description="Seed of the noise. Equal requests with equal seeds give equal audio.",
    )


class SpeechRequest(SoundRequest):
    """A text to synthesize. Only `input` is required. Null is the same as absent, and unknown fields are ignored."""

    input: str = Field(min_length=1, description="The text to synthesize.")
    voice: Voice | None = Field(
        None,
        description="A voice (af_heart), a mix (af_bella(2)+af_sky(1)) or an OpenAI voice (nova), also as {id}; the "
        "server's default voice if absent.",
    )
    instructions: str | None = Field(
        None,
        description="Ignored, since Kokoro does not support instructions, but for plain words about speed in English "
        "(Speak slowly.) where `speed` is absent. The header x-instructions of the response says what was read.",
    )
    lang_code: str | None = Field(
        None, description="The language of the text: a, b, en-us, ja …; that of the voice if absent."
    )
    normalization_options: NormalizationOptions | None = Field(None, description=OPTIONS_DESCRIPTION)
    timestamps: Literal["word"] | None = Field(
        None,
        description="word: adds events with the times of the words. Requires stream_format sse; for a whole file, use "
        "/dev/captioned_speech.",
    )
    tags: bool | None = Field(None, validation_alias=TAGS_NAMES, description=TAGS_DESCRIPTION)
    ssml: bool | None = Field(None, description=SSML_DESCRIPTION)
    voice_aliases: VoiceAliases | None = Field(None, description=ALIASES_DESCRIPTION)
    pronunciations: Pronunciations | None = Field(None, description=PRONUNCIATIONS_DESCRIPTION)


class CaptionedSpeechRequest(SpeechRequest):
    """A text to synthesize with captions. The response is one JSON object, or one per line with `stream` true."""

    return_timestamps: bool | None = Field(
        None, description="false: timestamps and marks stay empty, as captions do. true if absent."
    )

    captions_format: CaptionsFormat | None = Field(
        None, description="json: only timestamps; srt or vtt: also captions. json if absent."
    )
