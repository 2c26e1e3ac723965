"""Pronunciations of words, which several requests can have."""

from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from kokoro_speech_server.http.schemas.limits import at_most
from kokoro_speech_server.text.lexicon import MAX_ENTRIES


def _first_that_is_no_string(pronunciations: Any) -> Any:
    """Only the first entry whose value is not a string, if there is one: pydantic makes an error for each."""
    if isinstance(pronunciations, dict):
        for word, pronunciation in pronunciations.items():
            if not isinstance(pronunciation, str):
                return {word: pronunciation}
    return pronunciations


Pronunciations = Annotated[
    dict[str, str],
    Field(max_length=MAX_ENTRIES),
    BeforeValidator(_first_that_is_no_string),
    BeforeValidator(at_most(MAX_ENTRIES)),
]

PRONUNCIATIONS_DESCRIPTION = (
    "Pronunciations of words and phrases: IPA between slashes (/ipa/), or another spelling. At most "
    f"{MAX_ENTRIES:,}."
)
