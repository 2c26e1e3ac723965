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
_EDGE = SAMPLE_RATE * 3  # samples at each end in which silence is detected


def tail_s(ends: Boundary, settings: Settings) -> float:
    """Seconds of silence after the last sound of a chunk, by the boundary at its end."""
    if ends is Boundary.PARAGRAPH:
        return settings.paragraph_pause_s
    return settings.sentence_pause_s if ends is Boundary.SENTENCE else _TAIL_S[ends]


def trim(samples: Samples, *, tail_s: float, fill: bool = False) -> tuple[Samples, int]:
    """Shorten the silence around a chunk to LEAD_S before the speech and `tail_s` after it.

    fill: whether to add silence if there is less than `tail_s` after the speech

    Returns the trimmed samples, and the number of samples removed at the start, by which times in the audio shift.
    The cut edges are faded over 5 ms, so that concatenated chunks do not click. Audio without any sound is not cut.
    """
    start = max(0, _leading_silence(samples[:_EDGE]) - int(LEAD_S * SAMPLE_RATE))
    tail = _leading_silence(samples[: -_EDGE - 1 : -1])
    surplus = tail - int(tail_s * SAMPLE_RATE)
    stop = len(samples) - max(0, surplus)
    if stop - start <= 2 * _FADE:
        start, trimmed = 0, samples
    else:
        trimmed = samples[start:stop].copy()
        ramp = np.linspace(0, 1, _FADE, dtype=np.float32)
        trimmed[:_FADE] *= ramp
        trimmed[-_FADE:] *= ramp[::-1]
    if fill and surplus < 0:
        trimmed = np.concatenate([trimmed, np.zeros(-surplus, dtype=np.float32)])
    return trimmed, start


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
