"""Tile threads: all of them take part, results keep their order, and exceptions reach the calling thread."""

import threading

import pytest
import torch

from kokoro_speech_server.engine.network.tile_thread_pool import TileThreadPool
from tests.engines import PATIENCE_S

THREADS = 3


def test_all_threads_take_part_and_results_keep_their_order() -> None:
    barrier = threading.Barrier(THREADS, timeout=PATIENCE_S)

    def work(item: int) -> tuple[int, int, bool]:
        if item < THREADS:
            barrier.wait()  # passes only if every thread has an item
        return item, torch.get_num_threads(), torch.is_inference_mode_enabled()

    torch.set_num_threads(THREADS)
    pool = TileThreadPool()
    for _ in range(2):
        barrier.reset()
        assert pool.map(work, range(20)) == [(item, 1, True) for item in range(20)]
        assert torch.get_num_threads() == THREADS  # restored for the calling thread
    assert pool.map(work, []) == []


def test_a_single_thread_is_the_calling_one() -> None:
    torch.set_num_threads(1)
    threads = TileThreadPool().map(lambda _: threading.current_thread(), range(3))
    assert threads == [threading.current_thread()] * 3


@pytest.mark.parametrize("failing", ["calling_thread", "helper_thread"])
def test_an_exception_is_raised_once_all_threads_have_stopped(failing: str) -> None:
    barrier = threading.Barrier(THREADS, timeout=PATIENCE_S)
    calling_thread = threading.current_thread()
    working: set[int] = set()

    def work(item: int) -> None:
        working.add(item)
        if item < THREADS:
            barrier.wait()
        if (threading.current_thread() is calling_thread) is (failing == "calling_thread"):
            working.discard(item)
            raise RuntimeError("no such tile")
        working.discard(item)

    torch.set_num_threads(THREADS)
    pool = TileThreadPool()
    with pytest.raises(RuntimeError, match="no such tile"):
        pool.map(work, range(50))
    assert not working
    assert pool.map(lambda item: item + 1, range(5)) == [1, 2, 3, 4, 5]


@pytest.fixture(autouse=True)
def _restored_thread_count() -> object:
    before = torch.get_num_threads()
    yield
    torch.set_num_threads(before)
