"""The prediction of the next admission's end, for Retry-After."""

import math
import random

import pytest

from kokoro_speech_server.retry_after import RETRY_AFTER_MAX_S
from kokoro_speech_server.scheduling import simulation
from kokoro_speech_server.scheduling.forecast import FreePlaces
from kokoro_speech_server.scheduling.measured_speed import MeasuredSpeed
from kokoro_speech_server.scheduling.simulation import RequestForecast, admission_ends


@pytest.mark.parametrize(
    ("requests", "slots", "seconds"),
    [
        # Audio seconds are produced at 4 times real time, in chunks of 8 s.
        ([RequestForecast(due=0, remaining=0, busy=1.5)], [1.5], 1.5),  # its last chunk runs
        ([RequestForecast(due=0, remaining=4, busy=0)], [0], 1),
        ([RequestForecast(due=0, remaining=4, busy=0)], [2], 3),  # the slot is busy for 2 s
        ([RequestForecast(due=0, remaining=24, busy=0)], [0], 6),
        ([RequestForecast(due=0, remaining=8, busy=0), RequestForecast(due=1, remaining=4, busy=0)], [0], 2),
        ([RequestForecast(due=1, remaining=8, busy=0), RequestForecast(due=0, remaining=4, busy=0)], [0], 1),
        # After a chunk of 8 s its listener is due 8 s later, so the two alternate.
        (
            [RequestForecast(due=0, remaining=16, busy=0), RequestForecast(due=1, remaining=24, busy=0)],
            [0],
            6,
        ),
        (
            [RequestForecast(due=0, remaining=16, busy=0), RequestForecast(due=1, remaining=24, busy=0)],
            [0, 0],
            4,
        ),
        # The chunks of one request do not run at the same time.
        ([RequestForecast(due=0, remaining=16, busy=0)], [0, 0], 4),
    ],
)
def test_the_first_request_that_is_done_ends_its_admission(
    requests: list[RequestForecast], slots: list[float], seconds: float
) -> None:
    assert min(admission_ends(requests, slots, speed=4.0)) == pytest.approx(seconds)


def test_each_request_has_its_end() -> None:
    requests = [RequestForecast(due=0, remaining=4, busy=0), RequestForecast(due=1, remaining=8, busy=0)]
    assert admission_ends(requests, [0.0], speed=4.0) == pytest.approx([1, 3])


def test_who_takes_a_free_place_needs_the_slots_too() -> None:
    requests = [RequestForecast(due=0, remaining=4, busy=0), RequestForecast(due=5, remaining=8, busy=0)]
    assert admission_ends(requests, [0.0], speed=4.0, following=4.0) == pytest.approx([1, 7])


def test_ends_that_are_too_many_to_simulate_are_estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(0)
    requests = [
        RequestForecast(due=chance.uniform(-5, 5), remaining=chance.uniform(1, 200), busy=0)
        for _ in range(640)
    ]
    slots = [chance.random() for _ in range(8)]
    estimated = admission_ends(requests, slots, speed=300.0)
    monkeypatch.setattr(simulation, "_MAX_STEPS", 1_000_000)
    exact = admission_ends(requests, slots, speed=300.0)
    assert max(exact) < RETRY_AFTER_MAX_S
    assert [abs(one - other) for one, other in zip(estimated, exact, strict=True)] == pytest.approx(
        [0] * len(exact), abs=1.5
    )


def test_places_become_free_again_after_those_who_take_them() -> None:
    places = FreePlaces([5.0, 1.0, 20.0], hold=3.0)
    assert [places.time(number) for number in range(7)] == [1, 4, 5, 7, 8, 10, 11]
    assert FreePlaces([1.0], hold=0.01).time(100_000) == pytest.approx(1_001)
    assert FreePlaces([], hold=1.0).time(0) == math.inf


def test_without_slots_the_forecast_is_the_horizon() -> None:
    assert admission_ends([RequestForecast(0, 4, 0)], [], speed=4.0) == [RETRY_AFTER_MAX_S]
    assert admission_ends([], [0.0], speed=4.0) == []
    assert admission_ends([RequestForecast(0, 4_000, 0)], [0.0], speed=4.0) == [RETRY_AFTER_MAX_S]


def test_the_forecast_leaves_its_input_unchanged() -> None:
    request = RequestForecast(due=0, remaining=24, busy=0)
    admission_ends([request], [0.0], speed=4.0)
    assert request == RequestForecast(due=0, remaining=24, busy=0)


def test_later_runs_weigh_more_in_the_measured_speed() -> None:
    speed = MeasuredSpeed()
    assert not speed.is_known
    speed.record(audio_seconds=4.0, engine_seconds=1.0)
    assert speed.is_known
    assert speed.current == 4.0
    speed.record(audio_seconds=2.0, engine_seconds=1.0)
    assert 2.8 < speed.current < 3.0
    for _ in range(100):
        speed.record(audio_seconds=2.0, engine_seconds=1.0)
    assert speed.current == pytest.approx(2.0, rel=1e-3)
