"""A crowded device gets memory back between requests; one that runs out fails one request and no more."""

import platform
import resource

import numpy as np
import psutil  # type: ignore[import-untyped]
import pytest
import torch

from kokoro_speech_server.app import create_app
from kokoro_speech_server.chunk import Chunk, ChunkAudio, PhonemeToken
from kokoro_speech_server.config import Settings
from kokoro_speech_server.engine import kokoro_v1
from kokoro_speech_server.engine.base import EngineState
from kokoro_speech_server.engine.batching import Batching
from kokoro_speech_server.engine.kokoro_v1 import KokoroV1
from kokoro_speech_server.engine.network.network import Network
from kokoro_speech_server.errors import EngineError
from tests.servers import FakeServer, wait_until
from tests.texts import SENTENCES


def test_memory_is_given_back_between_requests_and_not_within_one(fake: FakeServer) -> None:
    fake.engine.released.clear()
    fake.engine.full = True
    try:
        assert fake.pcm(SENTENCES)
        steps = fake.engine.steps
        assert steps > 2
        wait_until(lambda: fake.engine.released, "the release of memory")
        assert fake.pcm("A short one.")
        wait_until(lambda: len(fake.engine.released) == 2, "another one")
        assert fake.engine.released == [steps, steps + 1]
    finally:
        fake.engine.full = False


def test_memory_that_is_not_scarce_is_kept(fake: FakeServer) -> None:
    fake.engine.released.clear()
    for _ in range(3):
        assert fake.pcm("A short one.")
    assert fake.engine.released == []


@pytest.fixture(scope="module")
def kokoro(model_files: None) -> KokoroV1:
    engine = KokoroV1(Settings().model_dir, "cpu")
    engine.load()
    return engine


def _chunk(times: int = 1) -> Chunk:
    tokens = tuple(PhonemeToken(symbol, 0, 1) for symbol in "həlˈO " * times)
    style = np.zeros(256, dtype=np.float32)
    return Chunk(tokens, style, 1.0, 0.0, 1)


@pytest.mark.parametrize(("used", "crowded"), [(0.75, False), (0.85, True)])
def test_a_gpu_is_crowded_beyond_the_threshold(
    model_files: None, monkeypatch: pytest.MonkeyPatch, used: float, memory_is_high: bool
) -> None:
    engine = KokoroV1(Settings().model_dir, "cuda", gpu_memory_threshold=0.8)
    monkeypatch.setattr(torch.cuda, "mem_get_info", lambda _: (int(100 * (1 - used)), 100))
    assert engine.memory_is_high() is memory_is_high


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library's heap is left as it is")
def test_memory_on_a_cpu_is_kept_from_chunk_to_chunk_and_then_given_back(kokoro: KokoroV1) -> None:
    kokoro.release_memory()
    assert not kokoro.memory_is_high()
    before = _private_memory()
    chunk = _chunk(70)
    kokoro.synthesize([chunk])
    assert kokoro.memory_is_high()
    faults = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    kokoro.synthesize([chunk])
    # There are millions of them where freed memory is not kept.
    assert resource.getrusage(resource.RUSAGE_SELF).ru_minflt - faults < 200_000
    kokoro.release_memory()
    assert not kokoro.memory_is_high()
    assert _private_memory() - before < 100e6


@pytest.mark.parametrize("speaks", [True, False])
def test_only_a_process_with_a_model_keeps_what_it_frees(
    model_files: None, monkeypatch: pytest.MonkeyPatch, speaks: bool
) -> None:
    """In another nobody would ever give it back."""
    heaps: list[object] = []
    monkeypatch.setattr(kokoro_v1, "Heap", lambda: heaps.append(None))
    create_app(Settings(device="cpu"), has_engine=speaks)
    assert len(heaps) == speaks


def test_a_chunk_that_the_memory_does_not_hold_fails_alone(
    kokoro: KokoroV1, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Network, "forward", _raising(torch.OutOfMemoryError("no memory")))
        [failed] = Batching(kokoro).speak([_chunk()])
    assert isinstance(failed, EngineError)
    assert "memory" in failed.message
    assert kokoro.state is EngineState.READY
    [spoken] = kokoro.synthesize([_chunk()])
    assert isinstance(spoken, ChunkAudio)


def test_after_a_fault_of_the_device_the_engine_says_that_it_can_not_go_on(
    model_files: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = KokoroV1(Settings().model_dir, "cpu")
    engine.load()
    monkeypatch.setattr(Network, "forward", _raising(torch.AcceleratorError("illegal access")))
    [failed] = Batching(engine).speak([_chunk()])
    assert isinstance(failed, EngineError)
    assert engine.state is EngineState.FAILED


def _private_memory() -> int:
    memory = psutil.Process().memory_info()
    return int(memory.rss - memory.shared)


def _raising(error: Exception) -> object:
    def forward(*_: object) -> None:
        raise error

    return forward
