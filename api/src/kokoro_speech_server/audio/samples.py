"""Processing of samples between the engine and the writer: trimming, silence, loudness."""

import numpy as np

from kokoro_speech_server.chunk import SAMPLE_RATE, Samples
from kokoro_speech_server.config import Settings
from kokoro_speech_server.text.sentences import Boundary

LEAD_S = 0.04
"""Seconds kept before the first sound of a chunk, since soft consonants begin below the threshold."""

_TAIL_S = {Boundary.CLAUSE: 0.2, Boundary.WORD: 0.04, Boundary.NONE: 0.02}
"""Seconds kept after the last sound of a chunk that ends within a sentence: the length of the model's own gaps."""

_SILENCE = 10 ** (-60 / 20)  # RMS threshold, relative to full scale
_WINDOW = SAMPLE_RATE // 100
_FADE = SAMPLE_RATE * 5 // 1000


def tail_s(ends: Boundary, settings: Settings) -> float:
    """Seconds of silence after the last sound of a chunk, by the boundary at its end."""
    if ends is Boundary.PARAGRAPH:
        return settings.paragraph_pause_s
    return settings.sentence_pause_s if ends is Boundary.SENTENCE else _TAIL_S[ends]


class SilenceTrimmer:
    """Shortens the silence around a chunk to LEAD_S before the speech and `tail_s` after it, while its samples come.

    The cut edges are faded over 5 ms, so that concatenated chunks do not click. Audio without any sound is not cut.

    fill: whether to add silence if there is less than `tail_s` after the speech
    cut:  samples removed at the start, by which times in the audio shift; None before the first sound
    """

    def __init__(self, *, tail_s: float, fill: bool = False) -> None:
        self.cut: int | None = None
        self._tail = int(tail_s * SAMPLE_RATE)
        self._fill = fill
        self._held = np.zeros(0, np.float32)

    def write(self, samples: Samples) -> Samples:
        """What is certain to be heard of the samples up to these: all but the silence after the last sound."""
        self._held = np.concatenate([self._held, samples])
        self._begin(len(self._held) // _WINDOW * _WINDOW)
        if self.cut is None:
            return self._held[:0]
        held = max(_FADE, _leading_silence(self._held[::-1]) + _WINDOW)
        ready, self._held = np.split(self._held, [max(0, len(self._held) - held)])
        return ready

    def finish(self) -> Samples:
        """The end of the chunk."""
        self._begin(len(self._held))
        held = self._held
        surplus = _leading_silence(held[::-1]) - self._tail
        if self.cut is None:
            self.cut = 0
        else:
            held = held[: len(held) - max(0, surplus)].copy()
            length = min(_FADE, len(held))
            held[len(held) - length :] *= np.linspace(1, 0, length, dtype=np.float32)
        if self._fill and surplus < 0:
            held = np.concatenate([held, np.zeros(-surplus, dtype=np.float32)])
        return held

    def _begin(self, certain: int) -> None:
        """Cut the silence before the first sound if that is among the first `certain` samples held."""
        if self.cut is not None or (quiet := _leading_silence(self._held[:certain])) == certain:
            return
        self.cut = max(0, quiet - int(LEAD_S * SAMPLE_RATE))
        self._held = self._held[self.cut :]
        length = min(_FADE, len(self._held))
        self._held[:length] *= np.linspace(0, 1, length, dtype=np.float32)


def silence(seconds: float) -> Samples:
    """Digital silence, rounded to whole samples."""
    return np.zeros(round(seconds * SAMPLE_RATE), dtype=np.float32)


def amplify(samples: Samples, factor: float) -> Samples:
    """Samples scaled by a factor. Peaks beyond full scale are clipped."""
    return samples if factor == 1 else np.clip(samples * np.float32(factor), -1, 1)


def _leading_silence(samples: Samples) -> int:
    """Number of samples before the first 10 ms window that is louder than the threshold."""
    windows = np.zeros(-(-len(samples) // _WINDOW) * _WINDOW, dtype=np.float32)
    windows[: len(samples)] = samples
    energies = np.square(windows.reshape(-1, _WINDOW)).mean(axis=1)
    loud = np.flatnonzero(energies >= _SILENCE**2)
    return int(loud[0]) * _WINDOW if loud.size else len(samples)
