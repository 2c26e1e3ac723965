"""What every grapheme-to-phoneme converter gives back."""

import logging
from collections.abc import Callable, Sequence
from typing import NamedTuple

from api.src.services.text_processing.pronunciations import Pronunciations

logger = logging.getLogger(__name__)


class Spoken(NamedTuple):
    """Phonemes as the converter writes them, and the characters `start:end` of its text that they speak."""

    phonemes: str
    start: int
    end: int


G2P = Callable[[str], list[Spoken]]
"""Takes cleaned text (single spaces, no controls); gives all that is to be said, spaces and marks included."""


def salvaging(convert: G2P) -> G2P:
    """A converter that survives what the libraries below it trip over (a digit of a rare script, say).

    Text that `convert` fails on is tried again in halves, so that at most single characters are left out,
    and that is logged.
    """

    def whole(text: str) -> list[Spoken]:
        try:
            return convert(text)
        except Exception:
            if len(text) == 1:
                logger.warning("No phonemes for U+%04X: the converter failed on it", ord(text), exc_info=True)
                return []
        middle = text.find(" ", len(text) // 2, len(text) - 1) + 1 or len(text) // 2
        later = [Spoken(ps, middle + start, middle + end) for ps, start, end in whole(text[middle:])]
        return [*whole(text[:middle]), *later]

    return whole


def with_given(convert: G2P, given: Pronunciations) -> G2P:
    """A converter that says each character of `given` by the phonemes that it stands for, and the rest by `convert`."""

    def whole(text: str) -> list[Spoken]:
        spoken: list[Spoken] = []
        position = 0
        for i in [*(i for i, character in enumerate(text) if character in given), len(text)]:
            part = text[position:i].lstrip()
            start = i - len(part)
            if position < start:
                spoken.append(Spoken(" ", position, position))  # converters drop it
            if part:
                spoken += [Spoken(phonemes, start + a, start + b) for phonemes, a, b in convert(part)]
            if i < len(text):
                spoken.append(Spoken(given[text[i]], i, i + 1))
            position = i + 1
        return spoken

    return whole


def align(phonemes: str, words: Sequence[tuple[int, int]]) -> list[Spoken]:
    """Give each blank-separated group of `phonemes` the span of a word, in order.

    `words` are spans of the source, at least one. Where the counts differ (a number said in several words,
    two words said as one) the groups are spread over the words evenly.
    """
    groups = phonemes.split()
    spoken: list[Spoken] = []
    for i, group in enumerate(groups):
        first = i * len(words) // len(groups)
        last = max(first, (i + 1) * len(words) // len(groups) - 1)
        if i:
            spoken.append(Spoken(" ", words[first][0], words[first][0]))
        spoken.append(Spoken(group, words[first][0], words[last][1]))
    return spoken
