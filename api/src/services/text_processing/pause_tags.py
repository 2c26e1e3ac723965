"""Pauses that the author writes into the input: `[pause:1.5s]`, `[pause:500ms]`."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from api.src.core.errors import InvalidRequestError

_TAG = re.compile(r"\[pause:\s{0,3}(\d{1,6}(?:\.\d{1,6})?)\s{0,3}(ms|s)\]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Passage:
    """`input[start:end]`, free of tags, and the seconds of silence asked for after it."""

    start: int
    end: int
    pause: float


def passages(text: str, *, tags: bool) -> Iterator[Passage]:
    """Cut the input at its pause tags, lazily; without `tags` it is one passage and a tag is text.

    What is not exactly a tag (`[pause:soon]`, `[pause:1.5`) is text and is spoken.
    """
    start = 0
    for tag in _TAG.finditer(text) if tags else ():
        yield Passage(start, tag.start(), _seconds(tag))
        start = tag.end()
    yield Passage(start, len(text), 0.0)


def check_pauses(text: str, *, limit: float) -> None:
    """Raise InvalidRequestError if the input's pauses add up to more than `limit` seconds."""
    total = sum(_seconds(tag) for tag in _TAG.finditer(text))
    if total > limit:
        raise InvalidRequestError(
            f"The pauses in the input add up to {total:g} seconds; at most {limit:g} are allowed.",
            param="input",
        )


def _seconds(tag: re.Match[str]) -> float:
    return float(tag[1]) / (1000 if tag[2].lower() == "ms" else 1)
