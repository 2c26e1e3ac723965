"""What a converter from graphemes to phonemes returns, and wrappers for any converter."""

import logging
from collections.abc import Callable
from typing import NamedTuple

from kokoro_speech_server.text.pronunciations import Pronunciations

logger = logging.getLogger(__name__)


class PhonemeSpan(NamedTuple):
    """Phonemes as the converter writes them, and the span `start:end` of its text that they stand for."""

    phonemes: str
    start: int
    end: int


G2P = Callable[[str], list[PhonemeSpan]]
"""Takes clean text (single spaces, no control characters); returns all its phonemes, spaces and marks included."""


def skipping_failures(convert: G2P) -> G2P:
    """A converter that survives text on which the libraries below it fail, such as digits of a rare script.

    It retries a text on which `convert` fails in halves, so that only single characters are left out, with a log line.
    """

    def skipping(text: str) -> list[PhonemeSpan]:
        try:
            return convert(text)
        except Exception:
            if len(text) == 1:
                logger.warning("No phonemes for U+%04X: the converter failed on it", ord(text), exc_info=True)
                return []
        middle = text.find(" ", len(text) // 2, len(text) - 1) + 1 or len(text) // 2
        second = [PhonemeSpan(ps, middle + start, middle + end) for ps, start, end in skipping(text[middle:])]
        return [*skipping(text[:middle]), *second]

    return skipping


def with_given_phonemes(convert: G2P, given: Pronunciations) -> G2P:
    """A converter that replaces each character of `given` with its phonemes and passes the rest to `convert`."""

    def converted(text: str) -> list[PhonemeSpan]:
        spans: list[PhonemeSpan] = []
        position = 0
        for i in [*(i for i, character in enumerate(text) if character in given), len(text)]:
            part = text[position:i].lstrip()
            start = i - len(part)
            if position < start:
                spans.append(PhonemeSpan(" ", position, position))  # converters drop it
            if part:
                spans += [PhonemeSpan(phonemes, start + a, start + b) for phonemes, a, b in convert(part)]
            if i < len(text):
                spans.append(PhonemeSpan(given[text[i]], i, i + 1))
            position = i + 1
        return spans

    return converted
