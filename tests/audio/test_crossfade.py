"""Turns that overlap, whatever the lengths of the parts in which they come."""

import numpy as np
import pytest

from kokoro_speech_server.audio.crossfade import Crossfade
from kokoro_speech_server.chunk import SAMPLE_RATE, Samples

LENGTH = 2_400
SECONDS = LENGTH / SAMPLE_RATE


def joined(turns: list[Samples], part: int, *, clips: bool = True) -> tuple[Samples, int]:
    """The turns in parts of this many samples, and how many samples they overlap."""
    crossfade = Crossfade(SECONDS, clips=clips)
    ready = []
    for number, turn in enumerate(turns):
        for start in range(0, len(turn), part):
            ends = start + part >= len(turn) and number < len(turns) - 1
            ready.append(crossfade.write(turn[start : start + part], ends_turn=ends))
    ready.append(crossfade.finish())
    return np.concatenate(ready), crossfade.overlapped


def constant(samples: int, value: float) -> Samples:
    return np.full(samples, value, np.float32)


@pytest.mark.parametrize("part", [1, 100, 2_399, 2_400, 2_401, 100_000])
def test_one_turn_fades_out_while_the_next_one_fades_in(part: int) -> None:
    sound, overlapped = joined([constant(9_000, 0.5), constant(7_000, -0.25)], part)
    assert (len(sound), overlapped) == (9_000 + 7_000 - LENGTH, LENGTH)
    assert (sound[: 9_000 - LENGTH] == 0.5).all()
    assert (sound[9_000:] == -0.25).all()
    angle = np.linspace(0, np.pi / 2, LENGTH)
    both = 0.5 * np.cos(angle) - 0.25 * np.sin(angle)
    np.testing.assert_allclose(sound[9_000 - LENGTH : 9_000], both, atol=1e-6)


def test_the_power_of_two_voices_stays() -> None:
    random = np.random.default_rng(1)
    turns = [random.standard_normal(48_000).astype(np.float32) * 0.1 for _ in range(2)]
    sound, _ = joined(turns, 1_000)
    middle = sound[48_000 - LENGTH : 48_000]
    assert np.sqrt(np.mean(middle**2)) == pytest.approx(0.1, rel=0.1)


def test_a_single_turn_is_as_it_is() -> None:
    turn = np.random.default_rng(2).standard_normal(5_000).astype(np.float32)
    sound, overlapped = joined([turn], 700)
    np.testing.assert_array_equal(sound, turn)
    assert overlapped == 0


@pytest.mark.parametrize("part", [7, 1_000])
@pytest.mark.parametrize("short", [1, 500, LENGTH])
def test_a_short_turn_overlaps_for_its_own_length(part: int, short: int) -> None:
    sound, overlapped = joined([constant(short, 0.5), constant(9_000, 0.25)], part)
    assert (len(sound), overlapped) == (9_000, short)
    assert (sound[short:] == 0.25).all()
    sound, overlapped = joined([constant(9_000, 0.25), constant(short, 0.5)], part)
    assert len(sound) == 9_000 + short - overlapped
    assert overlapped == short
    sound, overlapped = joined([constant(9_000, 0.25), constant(short, 0.5), constant(9_000, 0.25)], part)
    assert len(sound) == 18_000 + short - overlapped
    assert (sound[9_000:] == 0.25).any()
    assert np.isfinite(sound).all()


def test_sums_beyond_full_scale_are_clipped_unless_a_limiter_follows() -> None:
    turns = [constant(9_000, 1.0), constant(9_000, 1.0)]
    assert joined(turns, 500)[0].max() == 1
    assert joined(turns, 500, clips=False)[0].max() == pytest.approx(np.sqrt(2), abs=1e-4)
