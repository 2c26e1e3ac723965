"""How far two renders of one sentence are apart."""

import numpy as np

from kokoro_speech_server.chunk import Samples

_WINDOW, _HOP = 1024, 256
_FLOOR = 1e-5
"""Magnitude below which nothing is heard: 100 dB below a full-scale sine's."""


def log_spectral_distance(one: Samples, other: Samples) -> float:
    """Log-spectral distance in dB (Gray and Markel, 1976): the root mean square over the frequencies, the mean over
    the frames, of Hann windows of 1024 samples, 256 apart. Both must be of one length, at least a window.
    """
    logs = [20 * np.log10(_magnitudes(samples) + _FLOOR) for samples in (one, other)]
    return float(np.sqrt(np.square(logs[0] - logs[1]).mean(1)).mean())


def _magnitudes(samples: Samples) -> np.typing.NDArray[np.float64]:
    """[frames, frequencies]"""
    frames = np.lib.stride_tricks.sliding_window_view(samples.astype(np.float64), _WINDOW)[::_HOP]
    return np.abs(np.fft.rfft(frames * np.hanning(_WINDOW), axis=1))
