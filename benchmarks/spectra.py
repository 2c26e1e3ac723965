"""The distance between two renderings of one sentence, and whether listeners may notice it."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from benchmarks import report
from kokoro_speech_server.chunk import Samples

_WINDOW, _HOP = 1024, 256
_FLOOR = 1e-5
"""Inaudible magnitude: 100 dB below that of a full-scale sine."""

_MAX_LOUDNESS_DB = 0.2

_MAX_STEP_RATIO = 1.25
"""Largest step between adjacent samples, relative to the reference's. A click's is many times larger."""


def compared(
    renderings: Sequence[Samples], references: Sequence[Samples], draws: Sequence[float]
) -> dict[str, Any]:
    """The figures of renderings, and whether they pass: whether the median distance is at most half of that between
    two draws of the noise, no sentence's distance exceeds it, and no click, clipping or other loudness is added.

    draws: the distance in dB between two draws of the noise for each sentence, which listeners cannot distinguish
    """
    pairs = list(zip(renderings, references, strict=True))
    distances = [distance(samples, reference) for samples, reference in pairs]
    figures: dict[str, Any] = {
        "distance_db": report.spread(distances),
        "distance_to_two_draws": report.spread(
            [ours / draw for ours, draw in zip(distances, draws, strict=True)]
        ),
        "loudness_db": report.spread([_loudness(one) - _loudness(other) for one, other in pairs]),
        "peak": report.spread([float(np.abs(one).max()) for one, _ in pairs]),
        "largest_step_to_plain": report.spread(
            [_largest_step(one) / _largest_step(other) for one, other in pairs]
        ),
        "clipped": sum(bool(np.abs(one).max() > 1 >= np.abs(other).max()) for one, other in pairs),
    }
    return {**figures, "passed": _passed(figures)}


def _passed(figures: dict[str, Any]) -> bool:
    loudness = figures["loudness_db"]
    return bool(
        figures["distance_to_two_draws"]["median"] <= 0.5
        and figures["distance_to_two_draws"]["max"] <= 1
        and max(-loudness["min"], loudness["max"]) <= _MAX_LOUDNESS_DB
        and figures["largest_step_to_plain"]["max"] <= _MAX_STEP_RATIO
        and not figures["clipped"]
    )


def _loudness(samples: Samples) -> float:
    return float(10 * np.log10(np.square(samples, dtype=np.float64).mean()))


def _largest_step(samples: Samples) -> float:
    return float(np.abs(np.diff(samples)).max())


def distance(samples: Samples, reference: Samples) -> float:
    """Log-spectral distance in dB; infinite if the lengths differ."""
    if samples.shape != reference.shape:
        return float("inf")
    return log_spectral_distance(samples, reference)


def log_spectral_distance(one: Samples, other: Samples) -> float:
    """Log-spectral distance in dB (Gray and Markel, 1976): the root mean square over the frequencies, averaged over
    frames with Hann windows of 1024 samples, 256 apart. Both signals have the same length, at least one window.
    """
    logs = [20 * np.log10(_magnitudes(samples) + _FLOOR) for samples in (one, other)]
    return float(np.sqrt(np.square(logs[0] - logs[1]).mean(1)).mean())


def _magnitudes(samples: Samples) -> np.typing.NDArray[np.float64]:
    """[frames, frequencies]"""
    frames = np.lib.stride_tricks.sliding_window_view(samples.astype(np.float64), _WINDOW)[::_HOP]
    return np.abs(np.fft.rfft(frames * np.hanning(_WINDOW), axis=1))
