"""The distance between two renderings of one sentence."""

import numpy as np

from kokoro_speech_server.chunk import Samples

_WINDOW, _HOP = 1024, 256
_FLOOR = 1e-5
"""Inaudible magnitude: 100 dB below that of a full-scale sine."""


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
