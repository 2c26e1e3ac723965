"""The device of the model: what DEVICE=auto does where the model does not run, and what is ready for a failed pass.

Tests have no GPU, so a device that torch only claims to have stands in for one on which the model fails.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np
import pytest
import torch
from prometheus_client import REGISTRY

from kokoro_speech_server.chunk import Chunk, ChunkAudio, Samples
from kokoro_speech_server.config import Settings
from kokoro_speech_server.engine import kokoro_v1
from kokoro_speech_server.engine.base import EngineState
from kokoro_speech_server.engine.fallback import FallbackNetwork
from kokoro_speech_server.engine.kokoro_v1 import KokoroV1
from kokoro_speech_server.engine.local_slot import LocalEngineSlot
from kokoro_speech_server.engine.network.network import Network
from kokoro_speech_server.engine.network.tiled import TiledLayers
from tests.engine.chunks import CPU, make_chunk

pytestmark = [pytest.mark.model, pytest.mark.usefixtures("thin_engines")]


@pytest.fixture(scope="module")
def chunk(model_files: None) -> Chunk:
    return make_chunk(1, "af_heart", speed=4.0, seed=1)


class CpuResult(NamedTuple):
    backend: str
    samples: Samples


@pytest.fixture
def expected(thin_engines: None, chunk: Chunk) -> CpuResult:
    """What an engine that is asked for the CPU makes of the chunk."""
    with loaded("cpu") as cpu:
        return CpuResult(cpu.backend, _samples(cpu, chunk))


@pytest.fixture(params=["mps", "cuda"])
def broken(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a device that torch claims to have, and on which nothing runs."""
    backends = {"mps": torch.backends.mps, "cuda": torch.cuda}
    monkeypatch.setattr(backends[request.param], "is_available", lambda: True)
    return str(request.param)


def engine(device: str, **options: Any) -> KokoroV1:
    return KokoroV1(Settings().model_dir, device, precision="fp32", tune_malloc=False, **options)


@contextmanager
def loaded(device: str, **options: Any) -> Iterator[KokoroV1]:
    one = engine(device, **options)
    one.load()
    yield one
    one.unload()


def test_auto_falls_back_to_the_cpu(
    broken: str, expected: CpuResult, chunk: Chunk, caplog: pytest.LogCaptureFixture
) -> None:
    before = _fallbacks("device")
    assert engine("auto").device == broken
    with loaded("auto") as auto:
        assert (auto.state, auto.device, auto.backend) == (EngineState.READY, "cpu", expected.backend)
        assert LocalEngineSlot(auto).report().device == "cpu"
        assert _fallbacks("device") == before + 1
        assert f"does not run on {broken}" in caplog.text
        assert np.array_equal(_samples(auto, chunk), expected.samples)


def test_a_device_that_computes_nonsense_is_not_used(
    monkeypatch: pytest.MonkeyPatch, chunk: Chunk, caplog: pytest.LogCaptureFixture
) -> None:
    """torch's meta device stands in for it: it accepts the model."""
    compute = Network.forward

    def nonsense(network: Network, chunks: Sequence[Chunk], device: torch.device) -> list[ChunkAudio]:
        if device.type != "meta":
            return compute(network, chunks, device)
        return [ChunkAudio(np.full(600, np.nan, np.float32), np.ones(3, np.int64)) for _ in chunks]

    monkeypatch.setattr(Network, "forward", nonsense)
    monkeypatch.setattr(kokoro_v1, "choose_device", lambda requested: torch.device("meta"))
    with loaded("auto") as auto:
        assert auto.device == "cpu"
        assert "does not run on meta" in caplog.text
        assert np.isfinite(_samples(auto, chunk)).all()


def test_a_device_that_was_asked_for_must_work(broken: str) -> None:
    before = _fallbacks("device")
    explicit = engine(broken)
    with pytest.raises((RuntimeError, AssertionError)):
        explicit.load()
    assert (explicit.state, explicit.device) == (EngineState.FAILED, broken)
    assert _fallbacks("device") == before


@pytest.mark.parametrize("error", [RuntimeError, torch.OutOfMemoryError])
def test_a_pass_that_fails_on_mps_runs_on_the_cpu(
    thin_network: Network, chunk: Chunk, error: type[Exception]
) -> None:
    network = FallbackNetwork(_failing(error), thin_network, device=torch.device("mps"), plain_device=CPU)
    [audio] = network.synthesize([chunk])
    [expected] = thin_network([chunk], CPU)
    assert np.array_equal(audio.samples, expected.samples)
    assert (network.fell_back, network.device) == (True, CPU)


def test_a_lack_of_memory_is_no_reason_to_compute_again_on_the_same_device(
    thin_network: Network, chunk: Chunk
) -> None:
    network = FallbackNetwork(_failing(torch.OutOfMemoryError), thin_network, device=CPU, plain_device=CPU)
    with pytest.raises(torch.OutOfMemoryError):
        network.synthesize([chunk])
    assert not network.fell_back


def test_nothing_is_built_when_a_chunk_overflows(monkeypatch: pytest.MonkeyPatch, chunk: Chunk) -> None:
    generate = TiledLayers.last

    def build(*_: object) -> None:
        pytest.fail("a model is built in the middle of a pass")

    with loaded("cpu", cpu_backend="tiled") as tiled:
        monkeypatch.setattr(kokoro_v1, "loaded_model", build)
        monkeypatch.setattr(TiledLayers, "last", lambda *args: generate(*args) * torch.inf)
        assert np.isfinite(_samples(tiled, chunk)).all()


def _failing(kind: type[Exception]) -> Any:
    """The error is new in each test, since it keeps what is on the stack where it is raised: a network."""

    def network(*_: object) -> None:
        raise kind("no such operation")

    fails: Callable[..., None] = network
    return fails


def _samples(engine: KokoroV1, chunk: Chunk) -> Samples:
    [audio] = engine.synthesize([chunk])
    assert isinstance(audio, ChunkAudio)
    return audio.samples


def _fallbacks(reason: str) -> float:
    return REGISTRY.get_sample_value("speech_engine_fallbacks_total", {"reason": reason}) or 0
