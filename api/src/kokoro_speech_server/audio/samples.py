"""What is done to samples between the engine and the writer: trimming, joining, silence, loudness."""

import numpy as np

from kokoro_speech_server.chunk import SAMPLE_RATE, Samples
from kokoro_speech_server.config import Settings
from kokoro_speech_server.text.sentences import Boundary

LEAD_S = 0.04
"""Seconds kept before the first sound of a chunk: soft consonants begin below the threshold."""

_TAIL_S = {Boundary.CLAUSE: 0.2, Boundary.WORD: 0.04, Boundary.NONE: 0.02}
"""Seconds kept after the last sound within a sentence: the gaps that the model itself leaves in a chunk."""

_SILENCE = 10 ** (-60 / 20)  # of full scale, as root mean square
_WINDOW = SAMPLE_RATE // 100
_FADE = SAMPLE_RATE * 5 // 1000
_EDGE = SAMPLE_RATE * 3  # silence is looked for no farther from an edge than this


def tail_s(ends: Boundary, settings: Settings) -> float:
    """Seconds of silence after the last sound of a chunk, by what ends there."""
    if ends is Boundary.PARAGRAPH:
        return settings.paragraph_pause_s
    return settings.sentence_pause_s if ends is Boundary.SENTENCE else _TAIL_S[ends]


def trim(samples: Samples, *, tail_s: float, fill: bool = False) -> tuple[Samples, int]:
    """Cut the silence that the model puts around a chunk down to LEAD_S before it and `tail_s` after it.

    With `fill`, silence is added where the model has left less than `tail_s`. Also how many samples were cut before
    the first that stays, for whoever knows when a sound was. Cuts are faded over 5 ms, so that chunks joined end to
    end do not click. Audio without any sound stays.
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
    """Digital silence, to the nearest sample."""
    return np.zeros(round(seconds * SAMPLE_RATE), dtype=np.float32)


def amplify(samples: Samples, factor: float) -> Samples:
    """Louder or softer by a factor; peaks beyond full scale are clipped."""
    return samples if factor == 1 else np.clip(samples * np.float32(factor), -1, 1)


def _leading_silence(samples: Samples) -> int:
    """Samples before the first 10 ms that are louder than the threshold."""
    windows = np.zeros(-(-len(samples) // _WINDOW) * _WINDOW, dtype=np.float32)
    windows[: len(samples)] = samples
    energies = np.square(windows.reshape(-1, _WINDOW)).mean(axis=1)
    loud = np.flatnonzero(energies >= _SILENCE**2)
    return int(loud[0]) * _WINDOW if loud.size else len(samples)
