"""The prediction of the next admission's end, for Retry-After."""

import pytest

from kokoro_speech_server.retry_after import RETRY_AFTER_MAX_S
from kokoro_speech_server.scheduling.forecast import RequestForecast, seconds_to_next_admission
from kokoro_speech_server.scheduling.measured_speed import MeasuredSpeed


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
    assert seconds_to_next_admission(requests, slots, speed=4.0) == pytest.approx(seconds)


def test_only_the_requests_that_count_end_the_forecast() -> None:
    requests = [
        RequestForecast(due=0, remaining=4, busy=0, counts=False),
        RequestForecast(due=1, remaining=8, busy=0),
    ]
    assert seconds_to_next_admission(requests, [0.0], speed=4.0) == pytest.approx(3)


def test_without_slots_or_requests_the_forecast_is_the_horizon() -> None:
    assert seconds_to_next_admission([RequestForecast(0, 4, 0)], [], speed=4.0) == RETRY_AFTER_MAX_S
    assert seconds_to_next_admission([], [0.0], speed=4.0) == RETRY_AFTER_MAX_S
    assert seconds_to_next_admission([RequestForecast(0, 4_000, 0)], [0.0], speed=4.0) == RETRY_AFTER_MAX_S


def test_the_forecast_leaves_its_input_unchanged() -> None:
    request = RequestForecast(due=0, remaining=24, busy=0)
    seconds_to_next_admission([request], [0.0], speed=4.0)
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
