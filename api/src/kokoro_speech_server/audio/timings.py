"""The times of the input's words and marks in the audio."""

import itertools
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kokoro_speech_server.chunk import FRAME, SAMPLE_RATE, ChunkAudio, PhonemeToken, Samples
from kokoro_speech_server.text.chunk_cutter import is_silent
from kokoro_speech_server.text.script import Mark

_APOSTROPHES = "'’"
_PAUSES = frozenset(",;:.!?—…")
_PUNCTUATION = " \t\n¿¡«»“”„\"'‘’()[]{}.,;:!?…—–-。、，．！？；：「」『』（）《》〈〉【】।॥*_`~"

_WINDOW = SAMPLE_RATE // 100
_SILENCE = 10 ** (-45 / 20)  # RMS threshold, relative to full scale: silence to the ear, next to speech
_MIN_PAUSE = 4  # windows: the closure before a p, t or k is about as long
_MARGIN = 3  # windows


@dataclass(frozen=True, slots=True)
class WordTiming:
    """A word, its span `start:end` in the input, and the seconds of the audio at which it starts and ends."""

    word: str
    start: int
    end: int
    start_s: float
    end_s: float


@dataclass(frozen=True, slots=True)
class MarkTiming:
    """A mark in the input, and the second of the audio at which the text after it starts."""

    name: str
    at_s: float


@dataclass(frozen=True, slots=True)
class ChunkTiming:
    """What a chunk reads, as it is written, the seconds at which it starts and ends, and its voice.

    Silence between chunks has no text.
    """

    text: str
    start_s: float
    end_s: float
    voice: str = ""

    def as_json(self) -> dict[str, str | float]:
        times: dict[str, str | float] = {
            "text": self.text,
            "start": round(self.start_s, 3),
            "end": round(self.end_s, 3),
        }
        return {**times, "voice": self.voice} if self.voice else times


def silence_timing(start: int, end: int) -> tuple[ChunkTiming, ...]:
    """The timing of silence between two positions, in samples; none if it is empty."""
    return (ChunkTiming("", start / SAMPLE_RATE, end / SAMPLE_RATE),) if end > start else ()


class MarkTimings:
    """Finds the times of marks while words are timed one chunk after the other."""

    def __init__(self, marks: Iterable[Mark]) -> None:
        self._remaining = deque(marks)
        self._count = len(self._remaining)

    def reached(self, words: Iterable[WordTiming]) -> tuple[MarkTiming, ...]:
        """The marks before any of these words."""
        return tuple(timing for word in words for timing in self._until(word.start, word.start_s))

    def until(self, count: int, at_s: float) -> tuple[MarkTiming, ...]:
        """Those of the first `count` marks that have not been reached. at_s: where they are"""
        reached = count - (self._count - len(self._remaining))
        return tuple(MarkTiming(self._remaining.popleft().name, at_s) for _ in range(reached))

    def end(self, at_s: float) -> tuple[MarkTiming, ...]:
        """The remaining marks, which follow the last word. at_s: end of the audio"""
        return tuple(MarkTiming(mark.name, at_s) for mark in self._remaining)

    def _until(self, offset: int, at_s: float) -> Iterator[MarkTiming]:
        while self._remaining and self._remaining[0].offset <= offset:
            yield MarkTiming(self._remaining.popleft().name, at_s)


class WordTimer:
    """Times the words of a chunk by the model's durations and, next to pauses, by the sound, while that comes.

    Within a phrase the durations agree with the sound to a few hundredths of a second. Next to a pause they do not:
    the duration of a last vowel includes the silence after it, and slow speech starts early.

    text: the input that the tokens' spans refer to
    """

    def __init__(self, text: str, tokens: Sequence[PhonemeToken]) -> None:
        self._text = text
        self._tokens = tokens
        self._words = list(_words(text, tokens))
        self._timed = 0

    def timed(
        self, audio: ChunkAudio, *, cut: int, offset: int, kept: int | None = None
    ) -> tuple[WordTiming, ...]:
        """The words whose times have become certain since the last call.

        audio:  what there is of the chunk's audio, from its start on
        cut:    samples that were removed at its start
        offset: position of the other samples in the whole audio
        kept:   samples that were kept, if the chunk's audio is complete: then all its words are certain
        """
        is_complete = kept is not None
        edges = np.cumsum(audio.durations) * FRAME
        times = [(int(edges[first]), int(edges[last + 1])) for first, last in self._words]
        if times:
            _move_to_sound(times, self._words, self._tokens, edges, audio.samples, is_complete=is_complete)
        new = slice(self._timed, self._certain(edges, len(audio.samples), is_complete=is_complete))
        self._timed = new.stop
        most = len(audio.samples) if kept is None else kept
        timings = []
        for (first, last), moments in zip(self._words[new], times[new], strict=True):
            start, end = _without_punctuation(self._text, self._tokens[first].start, self._tokens[last].end)
            seconds = [(min(max(moment - cut, 0), most) + offset) / SAMPLE_RATE for moment in moments]
            timings.append(WordTiming(self._text[start:end], start, end, *seconds))
        return tuple(timings)

    def _certain(self, edges: npt.NDArray[np.int64], samples: int, *, is_complete: bool) -> int:
        """The number of words that are followed by the sound of another word, or all."""
        if is_complete:
            return len(self._words)
        sounding = [
            int(edges[after + 1]) + _MARGIN * _WINDOW <= samples // _WINDOW * _WINDOW
            for after, _ in self._words[1:]
        ]
        return max(self._timed, sum(sounding))


def _move_to_sound(
    times: list[tuple[int, int]],
    words: Sequence[tuple[int, int]],
    tokens: Sequence[PhonemeToken],
    edges: npt.NDArray[np.int64],
    samples: Samples,
    *,
    is_complete: bool,
) -> None:
    """Move the ends and starts of the words next to pauses, and of the first and last word, to those of the sound."""
    silent = _silent_windows(samples)
    loud = np.flatnonzero(~silent)
    if not loud.size:
        return
    for i, ((_, before), (after, _)) in enumerate(itertools.pairwise(words)):
        if any(tokens[j].symbol in _PAUSES for j in range(before, after)):
            # The pause is somewhere from the start of the last phoneme to the end of the next one.
            first, last = int(edges[before]) // _WINDOW - _MARGIN, int(edges[after + 1]) // _WINDOW + _MARGIN
            gap = _longest_run(silent[max(first, 0) : last])
            if gap is not None:
                start, end = (max(first, 0) + edge for edge in gap)
                times[i] = (min(times[i][0], start * _WINDOW), start * _WINDOW)
                times[i + 1] = (end * _WINDOW, max(times[i + 1][1], end * _WINDOW))
    begin, end = int(loud[0]) * _WINDOW, (int(loud[-1]) + 1) * _WINDOW
    times[0] = (begin, max(begin, times[0][1]))
    if is_complete:
        times[-1] = (min(times[-1][0], end), end)


def _silent_windows(samples: Samples) -> npt.NDArray[np.bool_]:
    windows = samples[: len(samples) // _WINDOW * _WINDOW].reshape(-1, _WINDOW)
    return np.asarray(np.square(windows).mean(axis=1) < _SILENCE**2)


def _longest_run(silent: npt.NDArray[np.bool_]) -> tuple[int, int] | None:
    """Start and end of the longest silence, None if no silence is long enough for a pause."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], silent, [False]]).astype(np.int8)))
    runs = [(int(start), int(end)) for start, end in edges.reshape(-1, 2) if end - start >= _MIN_PAUSE]
    return max(runs, key=lambda run: run[1] - run[0], default=None)


def _without_punctuation(text: str, start: int, end: int) -> tuple[int, int]:
    """The span without the punctuation around it, or the whole span if it contains nothing else."""
    word = text[start:end]
    if word.startswith("&") and word.endswith(";"):
        return start, end  # a character reference
    lead = len(word) - len(word.lstrip(_PUNCTUATION))
    tail = len(word) - len(word.rstrip(_PUNCTUATION))
    return (start, end) if lead == len(word) else (start + lead, end - tail)


def _words(text: str, tokens: Sequence[PhonemeToken]) -> Iterator[tuple[int, int]]:
    """The first and last token of each word that has a sound.

    The tokens of a word share one span. A span that an apostrophe joins to the one before belongs to the same word.
    """
    word: tuple[int, int] | None = None
    for (start, end), group in itertools.groupby(
        range(len(tokens)), key=lambda i: (tokens[i].start, tokens[i].end)
    ):
        members = list(group)
        if start == end or all(is_silent(tokens[i].symbol) for i in members):
            continue
        if word:
            last = tokens[word[1]]
            same_span = (last.start, last.end) == (start, end)
            if same_span or (last.end == start and text[start] in _APOSTROPHES):
                word = (word[0], members[-1])
                continue
            yield word
        word = (members[0], members[-1])
    if word:
        yield word
