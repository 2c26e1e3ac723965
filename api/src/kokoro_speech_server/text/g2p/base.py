"""What a converter from graphemes to phonemes returns, and a wrapper for any converter."""

from collections.abc import Callable
from typing import NamedTuple

from kokoro_speech_server.text.pronunciations import Pronunciations


class PhonemeSpan(NamedTuple):
    """Phonemes as the converter writes them, and the span `start:end` of its text that they stand for."""

    phonemes: str
    start: int
    end: int


G2P = Callable[[str], list[PhonemeSpan]]
"""Takes clean text (single spaces, no control characters); returns all its phonemes, spaces and marks included."""


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
