"""A limiter of true peaks: those of the wave between the samples, which a player's converter makes.

The gain at a sample depends only on the samples within `REACH` of it. So a stream is limited exactly as the whole is,
and only the last samples have to wait for what follows.
"""

import numpy as np
import numpy.typing as npt

from kokoro_speech_server.chunk import SAMPLE_RATE, Samples

CEILING = 10 ** (-1 / 20)
"""The greatest true peak, -1 dB of full scale: lossy formats add a little to it."""

_HALF = SAMPLE_RATE // 50
"""A width in samples, 20 ms: within two of it, the gain goes down before a peak, and comes back after it."""

_TAPS = 12
"""Samples from which the wave between two of them is computed."""

REACH = 2 * _HALF + _TAPS
"""Samples on each side on which the gain at a sample depends."""

_OVERSAMPLING = 4


def _phases() -> npt.NDArray[np.float64]:
    """Coefficients [3, 12] for the wave at a quarter, half and three quarters of the way to the next sample."""
    offsets = np.arange(_TAPS) - (_TAPS // 2 - 1)
    fractions = np.arange(1, _OVERSAMPLING)[:, np.newaxis] / _OVERSAMPLING
    distances = fractions - offsets
    window = np.i0(8 * np.sqrt(1 - (distances / (_TAPS / 2)) ** 2)) / np.i0(8)
    coefficients: npt.NDArray[np.float64] = np.sinc(distances) * window
    coefficients /= coefficients.sum(axis=1, keepdims=True)
    return coefficients


_PHASES = _phases()


class TruePeakLimiter:
    """Limits the samples of one stream, in pieces of any length."""

    def __init__(self) -> None:
        # The last samples that have been returned, on which the gains of the next depend, and those that wait.
        self._samples = np.zeros(REACH, dtype=np.float32)

    def write(self, samples: Samples) -> Samples:
        """Append samples, of any amplitude. Returns those whose gain is known: all but the last REACH of all so far."""
        known = np.concatenate([self._samples, samples])
        ready = len(known) - 2 * REACH
        if ready <= 0:
            self._samples = known
            return np.zeros(0, dtype=np.float32)
        self._samples = known[-2 * REACH :]
        return _limited(known)

    def finish(self) -> Samples:
        """The samples that still wait. Nothing may follow."""
        return _limited(np.concatenate([self._samples, np.zeros(REACH, dtype=np.float32)]))


def true_peaks(samples: npt.NDArray[np.floating]) -> npt.NDArray[np.float64]:
    """The greatest amplitude of the wave at each sample and halfway to its neighbours, of the same length."""
    peaks: npt.NDArray[np.float64] = np.abs(samples).astype(np.float64)
    padded = np.concatenate([np.zeros(_TAPS), samples, np.zeros(_TAPS)])
    for phase in _PHASES:
        between = np.abs(np.convolve(padded, phase[::-1], "valid"))
        # between[i] lies after the sample at i + _TAPS // 2 - 1 of `padded`.
        first = _TAPS - (_TAPS // 2 - 1)
        after = between[first : first + len(samples)]
        before = between[first - 1 : first - 1 + len(samples)]
        np.maximum(peaks, np.maximum(after, before), out=peaks)
    return peaks


def _limited(known: Samples) -> Samples:
    """The samples without REACH at each end, limited."""
    inner = known[REACH:-REACH]
    if len(inner) == 0:
        return inner
    # Peaks between samples can be higher than the samples, hardly by more than half.
    if np.abs(known).max() * 2 <= CEILING:
        return inner
    peaks = true_peaks(known)[_TAPS:-_TAPS]
    needed = np.minimum(1.0, CEILING / np.maximum(peaks, CEILING))
    if needed.min() == 1.0:
        return inner
    # At a peak, each of the minima that are averaged includes it, so that their average is low enough.
    gains = _averages(_averages(_minima(needed, 2 * _HALF + 1), _HALF + 1), _HALF + 1)
    return (inner * gains).astype(np.float32)


def _minima(values: npt.NDArray[np.float64], width: int) -> npt.NDArray[np.float64]:
    """The minimum of each `width` neighbouring values, in linear time (van Herk's algorithm)."""
    count = len(values) - width + 1
    blocks = -(-len(values) // width)
    padded = np.full(blocks * width, np.inf)
    padded[: len(values)] = values
    in_blocks = padded.reshape(blocks, width)
    forwards = np.minimum.accumulate(in_blocks, axis=1).ravel()
    backwards = np.minimum.accumulate(in_blocks[:, ::-1], axis=1)[:, ::-1].ravel()
    return np.minimum(backwards[:count], forwards[width - 1 : width - 1 + count])


def _averages(values: npt.NDArray[np.float64], width: int) -> npt.NDArray[np.float64]:
    """The average of each `width` neighbouring values."""
    sums = np.concatenate([[0.0], np.cumsum(values)])
    averages: npt.NDArray[np.float64] = (sums[width:] - sums[:-width]) / width
    return averages
