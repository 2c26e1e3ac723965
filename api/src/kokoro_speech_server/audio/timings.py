"""When each word of the input is heard."""

import itertools
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kokoro_speech_server.chunk import FRAME, SAMPLE_RATE, ChunkAudio, PhonemeToken, Samples
from kokoro_speech_server.text.script import Mark
from kokoro_speech_server.text.text_processor import is_silent

_APOSTROPHES = "'’"
_PAUSES = frozenset(",;:.!?—…")
_PUNCTUATION = " \t\n¿¡«»“”„\"'‘’()[]{}.,;:!?…—–-。、，．！？；：「」『』（）《》〈〉【】।॥*_`~"

_WINDOW = SAMPLE_RATE // 100
_SILENCE = 10 ** (-45 / 20)  # of full scale, as root mean square: what is heard as silence beside speech
_SHORTEST_PAUSE = 4  # windows: the closure before a p, t or k is as long
_NEAR = 3  # windows


@dataclass(frozen=True, slots=True)
class WordTiming:
    """A word as it is written at `start:end` of the input, and the seconds of the audio in which it is heard."""

    word: str
    start: int
    end: int
    start_s: float
    end_s: float


@dataclass(frozen=True, slots=True)
class MarkTiming:
    """A mark of the author's, and the second of the audio at which what stands behind it begins."""

    name: str
    at_s: float


class MarkTimings:
    """Finds when marks are reached, as the words come."""

    def __init__(self, marks: Iterable[Mark]) -> None:
        self._left = deque(marks)

    def reached(self, words: Iterable[WordTiming]) -> tuple[MarkTiming, ...]:
        """Those in front of any of these words."""
        return tuple(timing for word in words for timing in self._until(word.start, word.start_s))

    def end(self, at_s: float) -> tuple[MarkTiming, ...]:
        """Those behind the last word of audio that ends then."""
        return tuple(MarkTiming(mark.name, at_s) for mark in self._left)

    def _until(self, offset: int, at_s: float) -> Iterator[MarkTiming]:
        while self._left and self._left[0].offset <= offset:
            yield MarkTiming(self._left.popleft().name, at_s)


def word_timings(
    text: str,
    tokens: Sequence[PhonemeToken],
    spoken: ChunkAudio,
    *,
    cut: int,
    kept: int,
    begins: int,
) -> tuple[WordTiming, ...]:
    """The words of a chunk, by the durations that the model gave its tokens and, beside pauses, by what is heard.

    Within a phrase the model's durations meet the sound to a few hundredths of a second. Next to a pause they do not:
    a last vowel's duration has the silence after it in it, and what is spoken slowly begins early.

    text:       the input that the tokens' spans lead to
    cut, kept:  samples that were cut from the front of the chunk's audio, and how many of the rest were kept
    begins:     where in the whole audio these begin
    """
    edges = np.cumsum(spoken.durations) * FRAME
    words = list(_words(text, tokens))
    times = [(int(edges[first]), int(edges[last + 1])) for first, last in words]
    if times:
        _move_to_sound(times, words, tokens, edges, spoken.samples)
    timings = []
    for (first, last), moments in zip(words, times, strict=True):
        start, end = _written(text, tokens[first].start, tokens[last].end)
        seconds = [(min(max(moment - cut, 0), kept) + begins) / SAMPLE_RATE for moment in moments]
        timings.append(WordTiming(text[start:end], start, end, *seconds))
    return tuple(timings)


def _move_to_sound(
    times: list[tuple[int, int]],
    words: Sequence[tuple[int, int]],
    tokens: Sequence[PhonemeToken],
    edges: npt.NDArray[np.int64],
    samples: Samples,
) -> None:
    """Let the words on both sides of each pause end and begin where the sound does."""
    silent = _silent_windows(samples)
    loud = np.flatnonzero(~silent)
    if not loud.size:
        return
    for i, ((_, before), (after, _)) in enumerate(itertools.pairwise(words)):
        if any(tokens[j].symbol in _PAUSES for j in range(before, after)):
            # Somewhere from the beginning of the last phoneme to the end of the next one.
            first, last = int(edges[before]) // _WINDOW - _NEAR, int(edges[after + 1]) // _WINDOW + _NEAR
            gap = _longest_run(silent[max(first, 0) : last])
            if gap is not None:
                start, end = (max(first, 0) + edge for edge in gap)
                times[i] = (min(times[i][0], start * _WINDOW), start * _WINDOW)
                times[i + 1] = (end * _WINDOW, max(times[i + 1][1], end * _WINDOW))
    begin, end = int(loud[0]) * _WINDOW, (int(loud[-1]) + 1) * _WINDOW
    times[0] = (begin, max(begin, times[0][1]))
    times[-1] = (min(times[-1][0], end), end)


def _silent_windows(samples: Samples) -> npt.NDArray[np.bool_]:
    windows = samples[: len(samples) // _WINDOW * _WINDOW].reshape(-1, _WINDOW)
    return np.asarray(np.square(windows).mean(axis=1) < _SILENCE**2)


def _longest_run(silent: npt.NDArray[np.bool_]) -> tuple[int, int] | None:
    """Where the longest silence begins and ends, if it is a pause."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], silent, [False]]).astype(np.int8)))
    runs = [(int(start), int(end)) for start, end in edges.reshape(-1, 2) if end - start >= _SHORTEST_PAUSE]
    return max(runs, key=lambda run: run[1] - run[0], default=None)


def _written(text: str, start: int, end: int) -> tuple[int, int]:
    """The span without the punctuation around it; as it is if there is nothing else."""
    word = text[start:end]
    if word.startswith("&") and word.endswith(";"):
        return start, end  # an entity
    lead = len(word) - len(word.lstrip(_PUNCTUATION))
    tail = len(word) - len(word.rstrip(_PUNCTUATION))
    return (start, end) if lead == len(word) else (start + lead, end - tail)


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
