"""The simulated queue is right where the exact result is known."""

import random
from itertools import pairwise

import pytest

from tests.load.ideal_queue import simulate_single_queue


def test_jobs_that_find_a_free_server_do_not_wait() -> None:
    assert simulate_single_queue([0, 0, 1, 5], [2, 3, 1, 1], servers=3) == [2, 3, 2, 6]


def test_a_burst_of_equal_jobs_ends_in_rounds_of_eight() -> None:
    assert simulate_single_queue([0.0] * 20, [0.5] * 20, servers=8) == [0.5] * 8 + [1.0] * 8 + [1.5] * 4


def test_equal_jobs_at_exactly_the_rate_that_eight_can_do_never_wait() -> None:
    arrivals = [i / 8 for i in range(80)]
    assert simulate_single_queue(arrivals, [1.0] * 80, servers=8) == [arrival + 1 for arrival in arrivals]


def test_equal_jobs_at_twice_that_rate_wait_longer_and_longer() -> None:
    # Job i starts in round i // 8 and has arrived at i / 16.
    ends = simulate_single_queue([i / 16 for i in range(64)], [1.0] * 64, servers=8)
    assert ends == [i // 8 + (i % 8) / 16 + 1 for i in range(64)]


def test_one_server_works_off_a_queue_by_hand() -> None:
    assert simulate_single_queue([0, 1, 2, 20], [5, 1, 3, 2], servers=1) == [5, 6, 9, 22]


def test_a_long_job_occupies_only_its_own_server() -> None:
    assert simulate_single_queue([0, 0, 0, 0], [100, 1, 1, 1], servers=2) == [100, 1, 2, 3]


def test_jobs_start_in_the_order_of_their_arrival() -> None:
    assert simulate_single_queue([2, 0, 1], [1, 5, 1], servers=1) == [7, 5, 6]
    assert simulate_single_queue([0, 0], [3, 1], servers=1) == [3, 4]


def test_the_mean_wait_of_random_arrivals_at_a_single_server_is_pollaczek_and_khinchins() -> None:
    """M/D/1 at a load of 80%: load / (1 - load) / 2 services, so 2."""
    chance = random.Random(1)
    arrivals, now = [], 0.0
    for _ in range(200_000):
        now += chance.expovariate(0.8)
        arrivals.append(now)
    ends = simulate_single_queue(arrivals, [1.0] * len(arrivals), servers=1)
    waits = [end - arrival - 1 for end, arrival in zip(ends, arrivals, strict=True)]
    assert sum(waits) / len(waits) == pytest.approx(2.0, rel=0.05)
    assert all(later - earlier >= 1 - 1e-6 for earlier, later in pairwise(ends))


def test_a_queue_without_a_server_is_an_error() -> None:
    with pytest.raises(ValueError, match="server"):
        simulate_single_queue([0], [1], servers=0)


def test_each_job_needs_its_service() -> None:
    with pytest.raises(ValueError, match="shorter"):
        simulate_single_queue([0, 1], [1], servers=1)
