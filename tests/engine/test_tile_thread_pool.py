"""Threads that share work: all of them take part, results keep their order, failures arrive."""

import threading

import pytest
import torch

from kokoro_speech_server.engine.network.tile_thread_pool import Crew
from tests.engines import PATIENCE_S

THREADS = 3


def test_all_threads_take_part_and_results_keep_their_order() -> None:
    meeting = threading.Barrier(THREADS, timeout=PATIENCE_S)

    def work(item: int) -> tuple[int, int, bool]:
        if item < THREADS:
            meeting.wait()  # nobody goes on before as many threads have an item
        return item, torch.get_num_threads(), torch.is_inference_mode_enabled()

    crew = Crew(THREADS)
    for _ in range(2):
        meeting.reset()
        assert crew.map(work, range(20)) == [(item, 1, True) for item in range(20)]
        assert torch.get_num_threads() == THREADS  # of the caller, for what it does by itself
    assert crew.map(work, []) == []


def test_one_thread_is_the_callers() -> None:
    assert Crew(1).map(lambda _: threading.current_thread(), range(3)) == [threading.current_thread()] * 3


@pytest.mark.parametrize("whose", ["the_callers", "a_helpers"])
def test_a_failure_arrives_when_nobody_works_any_more(whose: str) -> None:
    meeting = threading.Barrier(THREADS, timeout=PATIENCE_S)
    caller = threading.current_thread()
    working: set[int] = set()

    def work(item: int) -> None:
        working.add(item)
        if item < THREADS:
            meeting.wait()
        if (threading.current_thread() is caller) is (whose == "the_callers"):
            working.discard(item)
            raise RuntimeError("no such tile")
        working.discard(item)

    crew = Crew(THREADS)
    with pytest.raises(RuntimeError, match="no such tile"):
        crew.map(work, range(50))
    assert not working
    assert crew.map(lambda item: item + 1, range(5)) == [1, 2, 3, 4, 5]


@pytest.fixture(autouse=True)
def threads_as_before() -> object:
    before = torch.get_num_threads()
    yield
    torch.set_num_threads(before)
