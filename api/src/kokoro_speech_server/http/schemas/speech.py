"""The bodies of requests for speech: OpenAI's fields and this server's own."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, WithJsonSchema

from kokoro_speech_server.audio.captions import CaptionsFormat
from kokoro_speech_server.audio.streaming_audio_writer import AudioFormat
from kokoro_speech_server.http.schemas.limits import at_most
from kokoro_speech_server.http.schemas.normalize import OPTIONS_DESCRIPTION, NormalizationOptions
from kokoro_speech_server.text.lexicon import MAX_ENTRIES
from kokoro_speech_server.text.script import FASTEST, SLOWEST
from kokoro_speech_server.text.voice_aliases import Alias

MODELS = ("kokoro", "tts-1", "tts-1-hd", "gpt-4o-mini-tts")
"""Accepted model names: the model's own and OpenAI's. All of them are Kokoro."""

MOST_ALIASES = 100
AliasName = Annotated[str, StringConstraints(min_length=1, max_length=60, pattern=r"^[^\[\]\n]*$")]


def _voice_name(voice: Any) -> Any:
    """The name of a voice. OpenAI's clients send custom voices as {"id": name}."""
    return voice["id"] if isinstance(voice, dict) and set(voice) == {"id"} else voice


_VOICE_SCHEMA = {
    "anyOf": [
        {"type": "string"},
        {
            "type": "object",
            "properties": {"id": {"type": "string"}},
            "required": ["id"],
            "additionalProperties": False,
        },
    ]
}


class VoiceAlias(BaseModel):
    """The voice that an alias, such as `name` in `[voice:name]`, refers to."""

    model_config = ConfigDict(extra="forbid")

    voice: str = Field(max_length=2_000, description="A voice or a mix, in the notation of `voice`.")
    rate: float | None = Field(
        None,
        ge=SLOWEST,
        le=FASTEST,
        allow_inf_nan=False,
        description="The rate of speech of this alias; 1 if absent.",
    )


Voice = Annotated[str, BeforeValidator(_voice_name), WithJsonSchema(_VOICE_SCHEMA)]


class SoundRequest(BaseModel):
    """Fields of all requests for speech. Null is the same as absent, and unknown fields are ignored."""

    model_config = ConfigDict(extra="ignore")

    model: str | None = Field(None, description=f"One of {', '.join(MODELS)}. All of them are Kokoro.")
    response_format: AudioFormat | None = Field(None, description="The audio file's format; mp3 if absent.")
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
    priority: Literal["interactive", "batch"] | None = Field(
        None, description="batch: yields to interactive requests, for up to a minute. interactive if absent."
    )
    seed: int | None = Field(
        None,
        ge=0,
        lt=2**63,
        description="Seed of the noise. Equal requests with equal seeds give equal audio.",
    )


def _alias(alias: Any) -> Any:
    """An alias may be just the name of a voice, without a rate."""
    return {"voice": alias} if isinstance(alias, str) else alias


def _first_that_is_no_string(pronunciations: Any) -> Any:
    """Only the first entry whose value is not a string, if there is one: pydantic makes an error for each."""
    if isinstance(pronunciations, dict):
        for word, pronunciation in pronunciations.items():
            if not isinstance(pronunciation, str):
                return {word: pronunciation}
    return pronunciations


class SpeechRequest(SoundRequest):
    """A text to synthesize. Only `input` is required. Null is the same as absent, and unknown fields are ignored."""

    input: str = Field(min_length=1, description="The text to synthesize.")
    voice: Voice | None = Field(
        None,
        description="A voice (af_heart), a mix (af_bella(2)+af_sky(1)) or an OpenAI voice (nova), also as {id}; the "
        "server's default voice if absent.",
    )
    instructions: str | None = Field(
        None, description="Ignored. OpenAI's clients may send instructions, but Kokoro does not support them."
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
    tags: bool | None = Field(
        None,
        description="Whether [voice:af_sky], [rate:1.2] and [word](/ipa/) in the input are directives; false if "
        "absent. SSML cannot contain them.",
    )
    ssml: bool | None = Field(
        None,
        description="Whether the input is SSML. If absent, it is not, unless the server is configured to detect SSML.",
    )
    voice_aliases: (
        Annotated[
            dict[
                AliasName,
                Annotated[VoiceAlias, BeforeValidator(_alias, json_schema_input_type=str | VoiceAlias)],
            ],
            Field(max_length=MOST_ALIASES),
            BeforeValidator(at_most(MOST_ALIASES)),
        ]
        | None
    ) = Field(
        None,
        description="Names for voices or mixes, optionally with a rate, which tags and SSML may use.",
    )
    pronunciations: (
        Annotated[
            dict[str, str],
            Field(max_length=MAX_ENTRIES),
            BeforeValidator(_first_that_is_no_string),
            BeforeValidator(at_most(MAX_ENTRIES)),
        ]
        | None
    ) = Field(
        None,
        description="Pronunciations of words and phrases: IPA between slashes (/ipa/), or another spelling. At most "
        f"{MAX_ENTRIES:,}.",
    )

    def aliases(self) -> dict[str, Alias]:
        """`voice_aliases` with every default filled in."""
        return {
            name: Alias(one.voice, 1.0 if one.rate is None else one.rate)
            for name, one in (self.voice_aliases or {}).items()
        }


class CaptionedSpeechRequest(SpeechRequest):
    """A text to synthesize with captions. The response is one JSON object, or one per line with `stream` true."""

    captions_format: CaptionsFormat | None = Field(
        None, description="json: only timestamps; srt or vtt: also captions. json if absent."
    )
