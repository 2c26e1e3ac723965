"""The body of a speech request: OpenAI's fields and ours."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from api.src.services.captions import CaptionsFormat
from api.src.services.streaming_audio_writer import AudioFormat
from api.src.structures.normalize import NormalizationOptions

# OpenAI's own names and the model's; all of them are Kokoro here.
MODELS = ("kokoro", "tts-1", "tts-1-hd", "gpt-4o-mini-tts")


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


class CaptionedSpeechRequest(SpeechRequest):
    """Text to speak, and the form of its captions. With `stream` true the answer comes in lines; else as a whole."""

    captions_format: CaptionsFormat | None = Field(
        None, description="json: timestamps alone; srt, vtt: captions too. json if absent."
    )
