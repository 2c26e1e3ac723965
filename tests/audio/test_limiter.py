"""The limiter keeps true peaks below its ceiling, in streams as in wholes."""

import numpy as np
import pytest

from kokoro_speech_server.audio.limiter import CEILING, REACH, TruePeakLimiter, true_peaks
from kokoro_speech_server.chunk import SAMPLE_RATE, Samples
from tests.sounds import Sound


def limited(samples: Samples, *cuts: int) -> Samples:
    """The samples limited as a stream with cuts at these places."""
    limiter = TruePeakLimiter()
    pieces = [limiter.write(piece) for piece in np.split(samples, cuts)]
    return np.concatenate([*pieces, limiter.finish()])


def noise(count: int, level: float, seed: int = 1) -> Samples:
    shape = np.sin(np.arange(count) / 3000) ** 2
    return (level * shape * np.random.default_rng(seed).standard_normal(count)).astype(np.float32)


def oversampled(samples: Samples, factor: int = 16) -> Sound:
    """The same wave at a higher rate, by its spectrum: another way than the limiter's."""
    padded = np.concatenate([np.zeros(500), samples, np.zeros(500)])
    spectrum = np.fft.rfft(padded)
    longer = np.zeros(len(padded) * factor // 2 + 1, dtype=complex)
    longer[: len(spectrum)] = spectrum
    wave: Sound = np.fft.irfft(longer, len(padded) * factor)[500 * factor : -500 * factor] * factor
    return wave


@pytest.mark.parametrize("level", [0.3, 1.0, 5.0, 100.0])
def test_no_true_peak_is_above_the_ceiling(level: float) -> None:
    output = limited(noise(SAMPLE_RATE, level))
    assert len(output) == SAMPLE_RATE
    assert true_peaks(output).max() <= CEILING * 1.01
    assert np.abs(oversampled(output)).max() < 1.0, "no converter clips it"
    assert np.abs(output).max() > 0.6


def test_a_peak_between_samples_counts() -> None:
    # A tone at a quarter of the rate, sampled 45° beside its peaks, which are higher by 3 dB.
    tone = (0.95 * np.sin(np.pi / 2 * np.arange(4800) + np.pi / 4)).astype(np.float32)
    assert np.abs(tone).max() < CEILING
    assert true_peaks(tone)[100:-100].max() == pytest.approx(0.95, abs=0.01)
    loud = tone * np.float32(1.25)
    assert np.abs(loud).max() < CEILING
    assert true_peaks(limited(loud))[100:-100].max() <= CEILING * 1.001


def test_what_is_quiet_stays_as_it_is() -> None:
    quiet = noise(SAMPLE_RATE, 0.1)
    assert np.array_equal(limited(quiet, 5000), quiet)


def test_only_what_is_near_a_peak_is_changed() -> None:
    samples = noise(SAMPLE_RATE, 0.1)
    samples[12_000] = 3.0
    output = limited(samples)
    changed = np.flatnonzero(output != samples)
    assert (changed.min(), changed.max()) >= (12_000 - REACH, 12_000)
    assert changed.max() <= 12_000 + REACH
    gains = output[changed] / samples[changed]
    assert np.abs(np.diff(gains)).max() < 0.01, "the gain has no steps"


@pytest.mark.parametrize(
    "cuts", [(1,), (12_000,), (100, 200, 300, 5000), tuple(range(0, 24_000, 777)), (0, 0, 24_000)]
)
def test_a_stream_is_limited_as_the_whole(cuts: tuple[int, ...]) -> None:
    samples = noise(SAMPLE_RATE, 2.0)
    assert np.allclose(limited(samples, *cuts), limited(samples), atol=1e-6)


@pytest.mark.parametrize("count", [0, 1, 7, REACH, 3 * REACH])
def test_any_length(count: int) -> None:
    assert len(limited(noise(count, 2.0))) == count


def test_only_the_last_samples_wait() -> None:
    limiter = TruePeakLimiter()
    assert len(limiter.write(noise(10_000, 1.0))) == 10_000 - REACH
    assert len(limiter.write(noise(100, 1.0))) == 100
    assert len(limiter.finish()) == REACH
