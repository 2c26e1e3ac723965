"""Options of text normalization, and the body of a request for it."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, Field

from kokoro_speech_server.http.schemas.directives import (
    ALIASES_DESCRIPTION,
    SSML_DESCRIPTION,
    TAGS_DESCRIPTION,
    TAGS_NAMES,
    Voice,
    VoiceAliases,
)
from kokoro_speech_server.http.schemas.pronunciations import PRONUNCIATIONS_DESCRIPTION, Pronunciations
from kokoro_speech_server.text.normalization.rules import Category

_WHOLE: Literal["normalize"] = "normalize"


def _known(options: Any) -> Any:
    """Drop options that are unknown, as other servers have, and those that are null, like absent ones."""
    if not isinstance(options, dict):
        return options
    names = {_WHOLE, *Category}
    return {name: on for name, on in options.items() if name in names and on is not None}


NormalizationOptions = Annotated[dict[Literal["normalize"] | Category, bool], BeforeValidator(_known)]

OPTIONS_DESCRIPTION = (
    "Which notations the server replaces with words: true or false for each category, or for all of them with "
    "`normalize`."
)


def categories(options: NormalizationOptions | None) -> frozenset[Category]:
    """The categories that are on: all, except those that are switched off by their name or by `normalize`."""
    options = options or {}
    if not options.get(_WHOLE, True):
        return frozenset()
    return frozenset(category for category in Category if options.get(category, True))


class NormalizeRequest(BaseModel):
    """A text to normalize. Only `text` is required. Its directives are read as in a request for speech."""

    text: str = Field(min_length=1, description="The text to normalize.")
    lang_code: str | None = Field(
        None,
        description="The language of the text: a, b, en-us, ja …; that of the voice if absent.",
    )
    normalization_options: NormalizationOptions | None = Field(None, description=OPTIONS_DESCRIPTION)
    voice: Voice | None = Field(
        None, description="The voice or mix that is to speak; the default voice if absent."
    )
    tags: bool | None = Field(None, validation_alias=TAGS_NAMES, description=TAGS_DESCRIPTION)
    ssml: bool | None = Field(None, description=SSML_DESCRIPTION)
    voice_aliases: VoiceAliases | None = Field(None, description=ALIASES_DESCRIPTION)
    pronunciations: Pronunciations | None = Field(None, description=PRONUNCIATIONS_DESCRIPTION)
