"""The real model, loaded once for all tests of the engine and freed after them."""

import ctypes
import gc
import os
import platform
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
import torch
from safetensors.torch import load_file

from kokoro_speech_server.chunk import Chunk, ChunkAudio
from kokoro_speech_server.config import Settings
from kokoro_speech_server.engine import kokoro_v1
from kokoro_speech_server.engine.kokoro_v1 import KokoroV1
from kokoro_speech_server.engine.network.harmonic_source import HarmonicSource
from kokoro_speech_server.engine.network.network import Network
from kokoro_speech_server.engine.network.tile_kernels import FusedTileOperations, kernel_libraries
from kokoro_speech_server.weights import assets
from tests.engine import chunks
from tests.engine.chunks import CPU, VOCABULARY, make_chunk, make_model, observed_results
from tests.engine.kernel_libraries import FOLDER, X86, compiled

if "PYTEST_XDIST_WORKER" in os.environ:
    torch.set_num_threads(1)  # the other processes use the other cores

# As KokoroV1 sets it, which is too late if a test runs a network before.
os.environ.setdefault("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "128")


class SingleRow(NamedTuple):
    """A chunk in a pass of its own. spectrum: the harmonic source's, [22, bins]"""

    chunk: Chunk
    audio: ChunkAudio
    spectrum: torch.Tensor


@pytest.fixture(scope="package")
def libraries(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the kernels for all x86 processors."""
    folder = tmp_path_factory.mktemp("kernels")
    assert {library.stem for library in compiled("x86_64", folder)} == {*X86}
    return folder / FOLDER


@pytest.fixture(scope="package", params=X86)
def fused(libraries: Path, request: pytest.FixtureRequest) -> FusedTileOperations:
    library = libraries / f"{request.param}.so"
    if library not in kernel_libraries(libraries):
        pytest.skip("this processor cannot run it")
    return FusedTileOperations(library)


@pytest.fixture(scope="package")
def weights(model_files: None) -> dict[str, torch.Tensor]:
    return load_file(assets.ensure_model(Settings().model_dir).weights)


_MIXED_CHUNKS = {
    "fast": ((1, 4.0), (8, 6.0), (1, 5.0), (3, 6.0)),
    "slow": ((3, 1.0), (40, 1.3), (17, 0.7), (8, 2.0)),
}
"""Tokens and speed of each chunk. A pass takes as long as its audio, so that high speeds make short tests."""


@pytest.fixture(scope="package", params=["fast", pytest.param("slow", marks=pytest.mark.proof)])
def mixed_chunks(model_files: None, request: pytest.FixtureRequest) -> list[Chunk]:
    """Chunks of different lengths, voices and speeds."""
    voices = ("af_heart", "am_onyx", "bf_emma+af_bella", "zf_xiaoxiao")
    return [
        make_chunk(tokens, voice, speed=speed, seed=seed)
        for seed, (voice, (tokens, speed)) in enumerate(
            zip(voices, _MIXED_CHUNKS[request.param], strict=True), 1
        )
    ]


@pytest.fixture(scope="package")
def batch_weights(weights: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """The weights, of which those are in float64 that a batch-invariant network converts: copies for all of them."""
    return _batch_weights(weights)


@pytest.fixture(scope="package")
def batch_network(batch_weights: dict[str, torch.Tensor]) -> Network:
    """The batch-invariant network, as a GPU runs it, in float32 and partly float64."""
    return _batch_network(batch_weights)


@pytest.fixture(scope="package")
def single_rows(batch_network: Network, mixed_chunks: list[Chunk]) -> list[SingleRow]:
    """Each of the mixed chunks in a pass of its own by the batch-invariant network."""
    return _single_rows(batch_network, mixed_chunks)


# The same with few channels, for tests whose subject is not the sound


@pytest.fixture(scope="package")
def thin_weights(weights: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    return chunks.thin_weights(weights)


@pytest.fixture(scope="package")
def thin_batch_weights(thin_weights: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    return _batch_weights(thin_weights)


@pytest.fixture(scope="package")
def thin_network(thin_batch_weights: dict[str, torch.Tensor]) -> Network:
    return _batch_network(thin_batch_weights)


@pytest.fixture(scope="package")
def thin_rows(thin_network: Network, mixed_chunks: list[Chunk]) -> list[SingleRow]:
    return _single_rows(thin_network, mixed_chunks)


def _batch_weights(weights: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    model = make_model(weights)
    Network(model, VOCABULARY, packed=True, prosody_dtype=torch.float64)
    converted: dict[str, torch.Tensor] = model.state_dict()
    results = "text_encoder.embedding.weight"  # its dtype is that of the text encoder's results
    return {**converted, results: weights[results]}


def _batch_network(batch_weights: dict[str, torch.Tensor]) -> Network:
    return Network(make_model(batch_weights), VOCABULARY, packed=True, prosody_dtype=torch.float64).eval()


def _single_rows(network: Network, mixed_chunks: list[Chunk]) -> list[SingleRow]:
    rows = []
    for chunk in mixed_chunks:
        with observed_results(HarmonicSource) as spectra:
            [audio] = network([chunk], CPU)
        rows.append(SingleRow(chunk, audio, spectra[0][0]))
    return rows


@pytest.fixture(autouse=True)
def _shared_weights(weights: dict[str, torch.Tensor], monkeypatch: pytest.MonkeyPatch) -> None:
    """Engines use the weights that other networks use, since each mapping of the file counts as memory."""
    monkeypatch.setattr(kokoro_v1, "loaded_model", lambda model_dir: make_model(weights))


@pytest.fixture
def thin_engines(
    _shared_weights: None, thin_weights: dict[str, torch.Tensor], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Engines have few channels."""
    monkeypatch.setattr(kokoro_v1, "loaded_model", lambda model_dir: make_model(thin_weights))


@pytest.fixture
def thin_batch_engines(
    _shared_weights: None, thin_batch_weights: dict[str, torch.Tensor], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Engines with batches of several chunks have no copies of the weights in float64 either."""
    monkeypatch.setattr(kokoro_v1, "loaded_model", lambda model_dir: make_model(thin_batch_weights))


@pytest.fixture
def tiled_engine(thin_batch_engines: None) -> Iterator[KokoroV1]:
    """The fast engine of a CPU, in float32, so that the thin batch-invariant network is its plain network."""
    engine = KokoroV1(
        Settings().model_dir,
        "cpu",
        precision="fp32",
        prosody_precision="fp64",
        cpu_backend="tiled",
        max_batch_size=2,
        tune_malloc=False,  # it would hold for all tests of this process
    )
    engine.load()
    yield engine
    engine.unload()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(
    item: pytest.Item, nextitem: pytest.Item | None
) -> Generator[None, object, object]:
    """Return freed memory to the system after each test, and that of the package's fixtures after its last one."""
    result = yield
    if nextitem is None or nextitem.path.parent != item.path.parent:
        gc.collect()
    if platform.libc_ver()[0] == "glibc":
        ctypes.CDLL(None).malloc_trim(0)
    return result
