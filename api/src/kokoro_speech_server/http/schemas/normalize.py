"""What of a text is put into words, and the body of a request that asks for it."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, Field

from kokoro_speech_server.text.normalization.rules import Category

_WHOLE: Literal["normalize"] = "normalize"


def _known(options: Any) -> Any:
    """Other servers' options are ignored, as unknown fields are everywhere; null is the same as absent."""
    if not isinstance(options, dict):
        return options
    names = {_WHOLE, *Category}
    return {name: on for name, on in options.items() if name in names and on is not None}


NormalizationOptions = Annotated[dict[Literal["normalize"] | Category, bool], BeforeValidator(_known)]


def categories(options: NormalizationOptions | None) -> frozenset[Category]:
    """Those that are not switched off, each alone or all by `normalize`."""
    options = options or {}
    if not options.get(_WHOLE, True):
        return frozenset()
    return frozenset(category for category in Category if options.get(category, True))


class NormalizeRequest(BaseModel):
    text: str = Field(min_length=1, description="The text to put into words.")
    lang_code: str = Field("a", description="Language to read in: a, b, en-us, ja …")
    normalization_options: NormalizationOptions | None = Field(
        None, description="normalize (all of it) and each category, true or false."
    )
