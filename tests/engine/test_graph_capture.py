"""Memory and streams of CudaGraphCapture. Tests have no GPU, so functions of torch.cuda have stand-ins."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import torch

from kokoro_speech_server.engine.network.graph_capture import (
    CudaGraphCapture,
    GraphMemoryError,
    has_cuda_graphs,
)

MB = 1_000_000
DEVICE = torch.device("cuda")


class FakeStream:
    def wait_stream(self, other: object) -> None:
        """Streams are not simulated."""


class FakeGraph:
    def __init__(self) -> None:
        self.was_reset = False
        self.replays = 0

    def reset(self) -> None:
        self.was_reset = True

    def replay(self) -> None:
        self.replays += 1


class FakeCuda:
    """What torch.cuda does here: the cache keeps freed memory, and a pool grows by what it lacks.

    peak:    bytes that the next computation uses at once
    free:    bytes of the GPU that nobody uses
    pools:   bytes of each pool of graphs
    streams: on which computations ran; None: the default one
    """

    def __init__(self) -> None:
        self.peak = 0
        self.free = 100_000 * MB
        self.pools: dict[int, int] = {}
        self.graphs: list[FakeGraph] = []
        self.streams: list[object] = []
        self.emptied = 0
        self._stream: object = None
        self._pool: int | None = None
        self._max_allocated = 0

    def computation(self) -> list[torch.Tensor]:
        self.streams.append(self._stream)
        self._max_allocated = self.peak
        if self._pool is not None:
            self.pools[self._pool] = max(self.pools[self._pool], self.peak)
        return []

    def graph_pool_handle(self) -> int:
        self.pools[len(self.pools)] = 0
        return len(self.pools) - 1

    def new_graph(self) -> FakeGraph:
        self.graphs.append(FakeGraph())
        return self.graphs[-1]

    @contextmanager
    def stream(self, stream: object) -> Iterator[None]:
        self._stream = stream
        yield
        self._stream = None

    @contextmanager
    def graph(self, graph: FakeGraph, *, pool: int, stream: object) -> Iterator[None]:
        self._pool = pool
        with self.stream(stream):
            yield
        self._pool = None

    def empty_cache(self) -> None:
        self.emptied += 1

    def memory_reserved(self, device: torch.device) -> int:
        return sum(self.pools.values())

    def memory_allocated(self, device: torch.device) -> int:
        return 0

    def max_memory_allocated(self, device: torch.device) -> int:
        return self._max_allocated

    def mem_get_info(self, device: torch.device) -> tuple[int, int]:
        return self.free, 200_000 * MB


@pytest.fixture
def cuda(monkeypatch: pytest.MonkeyPatch) -> FakeCuda:
    fake = FakeCuda()
    replacements: dict[str, Any] = {
        "CUDAGraph": fake.new_graph,
        "Stream": lambda device: FakeStream(),
        "current_stream": lambda device: FakeStream(),
        "reset_peak_memory_stats": lambda device: None,
    }
    names = """graph_pool_handle stream graph empty_cache memory_reserved memory_allocated max_memory_allocated
        mem_get_info"""
    for name in names.split():
        replacements[name] = getattr(fake, name)
    for name, replacement in replacements.items():
        monkeypatch.setattr(torch.cuda, name, replacement)
    return fake


def test_each_computation_runs_and_is_captured_on_one_side_stream(cuda: FakeCuda) -> None:
    capture = CudaGraphCapture(DEVICE, 1000)
    for peak in (900, 500, 100):
        cuda.peak = peak * MB
        capture(cuda.computation)
    assert len(cuda.streams) == 6
    assert len(set(cuda.streams)) == 1
    assert isinstance(cuda.streams[0], FakeStream)
    assert cuda.pools == {0: 900 * MB}


def test_a_replay_launches_the_graph(cuda: FakeCuda) -> None:
    replay = CudaGraphCapture(DEVICE, 1000)(cuda.computation)
    replay()
    replay()
    assert [graph.replays for graph in cuda.graphs] == [2]


def test_what_uses_too_much_at_once_is_not_captured(cuda: FakeCuda) -> None:
    capture = CudaGraphCapture(DEVICE, 1000)
    cuda.peak = 1001 * MB
    with pytest.raises(GraphMemoryError):
        capture(cuda.computation)
    assert cuda.graphs == []
    cuda.peak = 1000 * MB
    capture(cuda.computation)


@pytest.mark.parametrize(
    ("free", "reserved", "limit"), [(2000, 0, 500), (100_000, 300, 700), (100_000, 0, 1000)]
)
def test_the_limit_counts_what_is_reserved_and_leaves_most_of_the_free_memory(
    cuda: FakeCuda, free: int, reserved: int, limit: int
) -> None:
    cuda.free = free * MB
    capture = CudaGraphCapture(DEVICE, 1000)
    capture.reserve(reserved * MB)
    cuda.peak = limit * MB
    capture(cuda.computation)
    cuda.peak += 1
    with pytest.raises(GraphMemoryError):
        capture(cuda.computation)


def test_a_first_graph_that_needs_too_much_returns_its_memory(cuda: FakeCuda) -> None:
    """Pieces of the pool are too small for what is needed next, so that it has grown beyond what is in use at once."""
    capture = CudaGraphCapture(DEVICE, 1000)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(torch.cuda, "max_memory_allocated", lambda device: 0)
        cuda.peak = 1200 * MB
        with pytest.raises(GraphMemoryError):
            capture(cuda.computation)
    assert cuda.graphs[0].was_reset
    assert cuda.emptied == 1
    del cuda.pools[0]  # nothing uses it any more
    cuda.peak = 1000 * MB
    capture(cuda.computation)
    assert not cuda.graphs[1].was_reset
    assert list(cuda.pools.values()) == [1000 * MB]


def test_a_later_graph_that_needs_too_much_leaves_the_others(cuda: FakeCuda) -> None:
    capture = CudaGraphCapture(DEVICE, 1000)
    cuda.peak = 900 * MB
    capture(cuda.computation)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(torch.cuda, "max_memory_allocated", lambda device: 0)
        cuda.peak = 1200 * MB
        with pytest.raises(GraphMemoryError):
            capture(cuda.computation)
    cuda.peak = 900 * MB
    capture(cuda.computation)  # which needs nothing more
    assert [graph.was_reset for graph in cuda.graphs] == [False, True, False]
    assert len(cuda.pools) == 1


def test_only_cuda_has_graphs() -> None:
    assert has_cuda_graphs(torch.device("cuda:1"))
    assert not has_cuda_graphs(torch.device("cpu"))
    assert not has_cuda_graphs(torch.device("mps"))
