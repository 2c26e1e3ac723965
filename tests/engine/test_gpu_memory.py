"""An engine's part of a GPU's memory. Stand-ins answer for torch, since tests have no GPU."""

import pytest
import torch

from kokoro_speech_server.engine.gpu_memory import GpuMemory

GB = 10**9


class FakeGpu:
    """A GPU of 80 GB, and what this process has reserved of it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.total = 80 * GB
        self.reserved = 3 * GB
        self.used_by_others = 0
        monkeypatch.setattr(torch.cuda, "memory_reserved", lambda _: self.reserved)
        monkeypatch.setattr(torch.cuda, "mem_get_info", lambda _: (self.free, self.total))

    @property
    def free(self) -> int:
        return self.total - self.reserved - self.used_by_others

    def memory(self, *, engines: int) -> GpuMemory:
        return GpuMemory(torch.device("cuda"), 0.8, engines)


@pytest.fixture
def gpu(monkeypatch: pytest.MonkeyPatch) -> FakeGpu:
    return FakeGpu(monkeypatch)


@pytest.mark.parametrize(("engines", "limit"), [(1, 64 * GB), (8, 8 * GB)])
def test_memory_is_high_beyond_the_part_of_one_engine(gpu: FakeGpu, engines: int, limit: int) -> None:
    memory = gpu.memory(engines=engines)
    gpu.reserved = limit
    assert not memory.is_high()
    gpu.reserved = limit + 1
    assert memory.is_high()


def test_another_program_on_the_gpu_does_not_make_memory_high(gpu: FakeGpu) -> None:
    memory = gpu.memory(engines=8)
    gpu.used_by_others = 76 * GB
    assert not memory.is_high()


def test_an_engine_may_keep_what_its_longest_chunk_needs(gpu: FakeGpu) -> None:
    """Otherwise it would release its caches after each request, and the next one would reserve them again."""
    gpu.total = 4 * GB
    memory = gpu.memory(engines=2)
    gpu.reserved += GB // 2
    assert not memory.is_high()
    gpu.reserved += GB // 2
    assert memory.is_high()
