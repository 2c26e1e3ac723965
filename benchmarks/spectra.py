"""The distance between two renderings of one sentence, and whether listeners may notice it."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from benchmarks import report
from kokoro_speech_server.chunk import SAMPLE_RATE, Samples

_WINDOW, _HOP = 1024, 256
_FLOOR = 1e-5
"""Inaudible magnitude: 148 dB below that of a full-scale sine."""

_MAX_LOUDNESS_DB = 0.2

_MAX_STEP_RATIO = 1.25
"""Largest step between adjacent samples, relative to the reference's. A click's is many times larger."""

_BLOCK = SAMPLE_RATE * 4 // 10
_QUIET = 1e-6
"""Power, -60 dB of full scale, that is added to that of blocks, so that the level of pauses does not count."""

_MAX_WINDOWED_RATIO = 1.3
_MAX_LEVEL_DB = 1.0


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
        "level_error_db": report.spread([level_error([pair]) for pair in pairs]),
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


def windows_pass(
    figures: dict[str, Any], level_errors: Sequence[float], steps_at_edges: Sequence[float]
) -> bool:
    """Whether speech that was made window by window, which is another rendering of the voice, passes: whether no
    sentence's distance exceeds 1.3 times that of two draws, the level of 0.4 seconds differs by at most 1 dB in 95 of
    100 cases for each voice, nothing clips, and no step where two windows meet is larger than the reference's largest.

    level_errors:   of each voice's sentences together
    steps_at_edges: the largest step of each sentence where windows meet, relative to its reference's largest step
    """
    return bool(
        figures["distance_to_two_draws"]["max"] <= _MAX_WINDOWED_RATIO
        and max(level_errors) <= _MAX_LEVEL_DB
        and max(steps_at_edges, default=0.0) <= 1
        and not figures["clipped"]
    )


def step_at_edges(samples: Samples, edges: Sequence[int], reference: Samples) -> float:
    """The largest step into one of the samples `edges`, relative to the reference's largest; 0 without edges."""
    steps = np.abs(np.diff(samples))
    return max((float(steps[edge - 1]) for edge in edges), default=0.0) / _largest_step(reference)


def level_error(pairs: Sequence[tuple[Samples, Samples]]) -> float:
    """The difference of the levels of 0.4 seconds in pairs of equally long samples, in dB: that which 95 of 100 of
    them do not exceed.
    """
    if any(one.shape != other.shape for one, other in pairs):
        return float("inf")
    errors = np.concatenate([np.abs(_levels(one) - _levels(other)) for one, other in pairs])
    return float(np.percentile(errors, 95)) if len(errors) else 0.0


def _levels(samples: Samples) -> np.typing.NDArray[np.float64]:
    """The level of each 0.4 seconds, in dB."""
    count = len(samples) // _BLOCK * _BLOCK
    blocks = samples[:count].reshape(-1, _BLOCK).astype(np.float64)
    return np.asarray(10 * np.log10(np.square(blocks).mean(1) + _QUIET))


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
