"""Options of text normalization, and the body of a request for it."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, Field

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
    """A text to normalize."""

    text: str = Field(min_length=1, description="The text to normalize.")
    lang_code: str = Field("a", description="The language of the text: a, b, en-us, ja …")
    normalization_options: NormalizationOptions | None = Field(None, description=OPTIONS_DESCRIPTION)
