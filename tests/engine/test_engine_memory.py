"""Memory of the real engine: retained from chunk to chunk, released on request; what a lack of it leads to."""

import json
import platform
import subprocess
import sys

import pytest
import torch

from kokoro_speech_server.chunk import Chunk, ChunkAudio
from kokoro_speech_server.engine.base import EngineState
from kokoro_speech_server.engine.batching import BatchRunner
from kokoro_speech_server.engine.kokoro_v1 import KokoroV1
from kokoro_speech_server.engine.network.network import Network
from kokoro_speech_server.errors import EngineError
from tests.engine.chunks import make_chunk
from tests.servers import ROOT

pytestmark = pytest.mark.model


@pytest.fixture(scope="module")
def chunk(model_files: None) -> Chunk:
    return make_chunk(1, "af_heart", speed=4.0, seed=1)


@pytest.mark.proof
@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="malloc is tuned with glibc only")
def test_memory_on_a_cpu_is_retained_from_chunk_to_chunk_and_then_released(model_files: None) -> None:
    process = subprocess.run(
        [sys.executable, "-m", "tests.engine.malloc_process"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    report = json.loads(process.stdout)
    assert report["high"] == [False, True, False]  # at first, after a long chunk, after the release
    # 3,000 on the machine of the benchmarks; without malloc tuning a chunk of this length causes 190,000.
    assert report["page_faults"] < 30_000
    assert report["growth_bytes"] < 100e6


def test_a_chunk_for_which_memory_runs_out_fails_alone(
    tiled_engine: KokoroV1, chunk: Chunk, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Network, "forward", _raising(torch.OutOfMemoryError("no memory")))
        [failed] = BatchRunner(tiled_engine).run([chunk])
    assert isinstance(failed, EngineError)
    assert "memory" in failed.message
    assert tiled_engine.state is EngineState.READY
    [audio] = tiled_engine.synthesize([chunk])
    assert isinstance(audio, ChunkAudio)


def test_after_a_fault_of_the_device_the_engine_reports_that_it_failed(
    tiled_engine: KokoroV1, chunk: Chunk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Network, "forward", _raising(torch.AcceleratorError("illegal access")))
    [failed] = BatchRunner(tiled_engine).run([chunk])
    assert isinstance(failed, EngineError)
    assert tiled_engine.state is EngineState.FAILED


def _raising(error: Exception) -> object:
    def forward(*_: object) -> None:
        raise error

    return forward
