"""Voices and the directives of a text, which several requests can have."""

from typing import Annotated, Any

from pydantic import (
    AliasChoices,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    WithJsonSchema,
)

from kokoro_speech_server.http.schemas.limits import at_most
from kokoro_speech_server.text.script import FASTEST, SLOWEST

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

Voice = Annotated[str, BeforeValidator(_voice_name), WithJsonSchema(_VOICE_SCHEMA)]


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


def _alias(alias: Any) -> Any:
    """An alias may be just the name of a voice, without a rate."""
    return {"voice": alias} if isinstance(alias, str) else alias


VoiceAliases = Annotated[
    dict[
        AliasName,
        Annotated[VoiceAlias, BeforeValidator(_alias, json_schema_input_type=str | VoiceAlias)],
    ],
    Field(max_length=MOST_ALIASES),
    BeforeValidator(at_most(MOST_ALIASES)),
]


TAGS_NAMES = AliasChoices("tags", "allow_voice_tags")

TAGS_DESCRIPTION = (
    "Whether [voice:af_sky], [rate:1.2] and [word](/ipa/) in the input are directives; false if absent. SSML cannot "
    "contain them."
)
SSML_DESCRIPTION = (
    "Whether the input is SSML. If absent, it is not, unless the server is configured to detect SSML."
)
ALIASES_DESCRIPTION = (
    "Names for voices or mixes, optionally with a rate, which `voice`, tags and SSML may use."
)
