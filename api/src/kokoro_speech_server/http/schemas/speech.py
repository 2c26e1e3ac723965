"""The body of a speech request: OpenAI's fields and ours."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, WithJsonSchema

from kokoro_speech_server.audio.captions import CaptionsFormat
from kokoro_speech_server.audio.streaming_audio_writer import AudioFormat
from kokoro_speech_server.http.schemas.normalize import NormalizationOptions
from kokoro_speech_server.text.lexicon import MOST_ENTRIES
from kokoro_speech_server.text.script import FASTEST, SLOWEST
from kokoro_speech_server.text.voice_aliases import Alias

# OpenAI's own names and the model's; all of them are Kokoro here.
MODELS = ("kokoro", "tts-1", "tts-1-hd", "gpt-4o-mini-tts")

MOST_ALIASES = 100
AliasName = Annotated[str, StringConstraints(min_length=1, max_length=60, pattern=r"^[^\[\]\n]*$")]


def _voice_name(voice: Any) -> Any:
    """OpenAI's custom voices come as {"id": name}."""
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
    """What a name in `[voice:name]` stands for."""

    model_config = ConfigDict(extra="forbid")

    voice: str = Field(max_length=2_000, description="A voice or a mix, written as in `voice`.")
    rate: float | None = Field(
        None, ge=SLOWEST, le=FASTEST, allow_inf_nan=False, description="Its own rate of speech; 1 if absent."
    )


Voice = Annotated[str, BeforeValidator(_voice_name), WithJsonSchema(_VOICE_SCHEMA)]


class SoundRequest(BaseModel):
    """What all requests for speech may say. Null is the same as absent, unknown fields are ignored."""

    model_config = ConfigDict(extra="ignore")

    model: str | None = Field(None, description=f"One of {', '.join(MODELS)}: all are Kokoro.")
    response_format: AudioFormat | None = Field(None, description="The audio file's format; mp3 if absent.")
    speed: float | None = Field(
        None, ge=0.25, le=4.0, allow_inf_nan=False, description="Rate of speech; 1 if absent."
    )
    stream_format: Literal["audio", "sse"] | None = Field(
        None, description="audio: the file itself; sse: server-sent events with pieces of it in base64."
    )
    stream: bool | None = Field(
        None,
        description="true: bytes as they are made; false: the whole file with its length. True if absent.",
    )
    volume_multiplier: float | None = Field(
        None,
        ge=0.0,
        le=10.0,
        allow_inf_nan=False,
        description="Loudness; peaks beyond full scale are clipped.",
    )
    priority: Literal["interactive", "batch"] | None = Field(
        None, description="batch: may wait for those who listen; interactive if absent."
    )
    seed: int | None = Field(None, ge=0, lt=2**63, description="Equal requests with equal seeds sound equal.")


def _alias(alias: Any) -> Any:
    """A voice's name alone is an alias without a rate."""
    return {"voice": alias} if isinstance(alias, str) else alias


class SpeechRequest(SoundRequest):
    """Text to speak. Only `input` is required; null is the same as absent, unknown fields are ignored."""

    input: str = Field(min_length=1, description="The text to speak.")
    voice: Voice | None = Field(
        None,
        description="A voice (af_heart), a mix (af_bella(2)+af_sky(1)) or an OpenAI name (nova); also {id}.",
    )
    instructions: str | None = Field(None, description="Accepted for OpenAI's clients; Kokoro takes none.")
    lang_code: str | None = Field(
        None, description="Language to read in, if not the voice's own: a, b, en-us, ja …"
    )
    normalization_options: NormalizationOptions | None = Field(
        None, description="What is put into words: normalize (all of it) and each category, true or false."
    )
    timestamps: Literal["word"] | None = Field(
        None,
        description="word: events tell when each word is heard. Needs stream_format sse; for a file see "
        "/dev/captioned_speech.",
    )
    tags: bool | None = Field(
        None,
        description="Whether [voice:af_sky], [rate:1.2] and [word](/ipa/) in the input are directions; false if "
        "absent. In SSML they never are.",
    )
    ssml: bool | None = Field(
        None,
        description="Whether the input is SSML; if absent it is not, unless the server looks for itself.",
    )
    voice_aliases: (
        Annotated[
            dict[
                AliasName,
                Annotated[VoiceAlias, BeforeValidator(_alias, json_schema_input_type=str | VoiceAlias)],
            ],
            Field(max_length=MOST_ALIASES),
        ]
        | None
    ) = Field(
        None,
        description="Names that tags and SSML may call voices or mixes by, each with a rate if it has one.",
    )
    pronunciations: dict[str, str] | None = Field(
        None,
        description="How words and phrases, as they are written here, are said: /ipa/ between slashes, or another "
        f"spelling. At most {MOST_ENTRIES:,}.",
    )

    def aliases(self) -> dict[str, Alias]:
        """`voice_aliases` with every default filled in."""
        return {
            name: Alias(one.voice, 1.0 if one.rate is None else one.rate)
            for name, one in (self.voice_aliases or {}).items()
        }


class CaptionedSpeechRequest(SpeechRequest):
    """Text to speak, and the form of its captions. With `stream` true the answer comes in lines; else as a whole."""

    captions_format: CaptionsFormat | None = Field(
        None, description="json: timestamps alone; srt, vtt: captions too. json if absent."
    )
