"""The real model, loaded once for all tests of the engine."""

import ctypes
import os
import platform
from collections.abc import Iterator
from typing import NamedTuple

import pytest
import torch
from safetensors.torch import load_file

from kokoro_speech_server.chunk import Chunk, ChunkAudio
from kokoro_speech_server.config import Settings
from kokoro_speech_server.engine.kokoro_v1 import KokoroV1
from kokoro_speech_server.engine.network.harmonic_source import HarmonicSource
from kokoro_speech_server.engine.network.network import Network
from kokoro_speech_server.weights import assets
from tests.engine.chunks import CPU, VOCABULARY, make_chunk, make_model, observed_results

if "PYTEST_XDIST_WORKER" in os.environ:
    torch.set_num_threads(1)  # the other processes use the other cores

# As KokoroV1 sets it, which is too late if a test runs a network before.
os.environ.setdefault("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "128")


class SingleRow(NamedTuple):
    """A chunk in a pass of its own. spectrum: the harmonic source's, [22, bins]"""

    chunk: Chunk
    audio: ChunkAudio
    spectrum: torch.Tensor


@pytest.fixture(scope="session")
def weights(model_files: None) -> dict[str, torch.Tensor]:
    return load_file(assets.ensure_model(Settings().model_dir).weights)


@pytest.fixture(scope="session")
def mixed_chunks(model_files: None) -> list[Chunk]:
    """Chunks of different lengths, voices and speeds."""
    return [
        make_chunk(3, "af_heart", seed=1),
        make_chunk(40, "am_onyx", speed=1.3, seed=2),
        make_chunk(17, "bf_emma+af_bella", speed=0.7, seed=3),
        make_chunk(8, "zf_xiaoxiao", speed=2.0, seed=4),
    ]


@pytest.fixture(scope="session")
def batch_network(weights: dict[str, torch.Tensor]) -> Network:
    """The batch-invariant network, as a GPU runs it, in float32 and partly float64."""
    return Network(make_model(weights), VOCABULARY, batch_invariant=True).eval()


@pytest.fixture(scope="session")
def single_rows(batch_network: Network, mixed_chunks: list[Chunk]) -> list[SingleRow]:
    """Each of the mixed chunks in a pass of its own by the batch-invariant network."""
    rows = []
    for chunk in mixed_chunks:
        with observed_results(HarmonicSource) as spectra:
            [audio] = batch_network([chunk], CPU)
        rows.append(SingleRow(chunk, audio, spectra[0][0]))
    return rows


@pytest.fixture(scope="session")
def tiled_engine(model_files: None) -> Iterator[KokoroV1]:
    """The fast engine of a CPU, in float32, so that the batch-invariant network is its plain network."""
    engine = KokoroV1(
        Settings().model_dir,
        "cpu",
        precision="fp32",
        cpu_backend="tiled",
        max_batch_size=2,
        tune_malloc=False,  # it would hold for all tests of this process
    )
    engine.load()
    yield engine
    engine.unload()


@pytest.fixture
def fresh_engine(tiled_engine: KokoroV1) -> Iterator[KokoroV1]:
    """The tiled engine, which is loaded again after a test that makes it fail or fall back."""
    yield tiled_engine
    tiled_engine.unload()
    tiled_engine.load()


@pytest.fixture(autouse=True)
def _released_memory(request: pytest.FixtureRequest) -> Iterator[None]:
    """Return freed memory to the system after each test with the model, since engines tune malloc to retain it."""
    yield
    if request.node.get_closest_marker("model") and platform.libc_ver()[0] == "glibc":
        ctypes.CDLL(None).malloc_trim(0)
