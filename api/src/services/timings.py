"""When each word of the input is heard."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from api.src.inference.base import FRAME, SAMPLE_RATE, PhonemeToken
from api.src.services.text_processing.text_processor import is_silent

_APOSTROPHES = "'’"


@dataclass(frozen=True, slots=True)
class WordTiming:
    """A word as it is written at `start:end` of the input, and the seconds of the audio in which it is heard."""

    word: str
    start: int
    end: int
    start_s: float
    end_s: float


def word_timings(
    text: str,
    tokens: Sequence[PhonemeToken],
    durations: npt.NDArray[np.int64],
    *,
    origin: int,
    end: int,
) -> tuple[WordTiming, ...]:
    """The words of a chunk by the durations that the model gave its tokens (see ChunkAudio).

    text:   the input that the tokens' spans lead to
    origin: the sample of the whole audio at which the chunk's first frame would lie, were nothing cut from it
    end:    the sample at which its sound ends
    """
    edges = origin + np.cumsum(durations[:-1]) * FRAME
    timings = []
    for first, last in _words(text, tokens):
        start_sample, end_sample = np.clip((edges[first], edges[last + 1]), max(origin, 0), end)
        start, stop = tokens[first].start, tokens[last].end
        seconds = (float(start_sample) / SAMPLE_RATE, float(end_sample) / SAMPLE_RATE)
        timings.append(WordTiming(text[start:stop], start, stop, *seconds))
    return tuple(timings)


def _words(text: str, tokens: Sequence[PhonemeToken]) -> Iterator[tuple[int, int]]:
    """The first and last token of each word with a sound: those of one span, and of what an apostrophe joins to it."""
    found: tuple[int, int] | None = None
    for (start, end), group in itertools.groupby(
        range(len(tokens)), key=lambda i: (tokens[i].start, tokens[i].end)
    ):
        members = list(group)
        if start == end or all(is_silent(tokens[i].symbol) for i in members):
            continue
        if found:
            last = tokens[found[1]]
            said_in_several = (last.start, last.end) == (start, end)
            if said_in_several or (last.end == start and text[start] in _APOSTROPHES):
                found = (found[0], members[-1])
                continue
            yield found
        found = (members[0], members[-1])
    if found:
        yield found
