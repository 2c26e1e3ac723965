"""The generator that works in tiles sounds as the one that computes layer by layer, in every precision of a CPU."""

from collections.abc import Sequence
from typing import cast

import numpy as np
import pytest

from benchmarks.spectra import log_spectral_distance
from kokoro_speech_server.chunk import ChunkAudio
from kokoro_speech_server.config import Settings
from kokoro_speech_server.engine.kokoro_v1 import KokoroV1
from kokoro_speech_server.engine.network import tiled
from tests.engine.chunks import make_chunk

pytestmark = pytest.mark.model


@pytest.fixture(autouse=True)
def _small_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """An eighth of their usual length, so that a short chunk extends over several tiles of each stage."""
    monkeypatch.setattr(tiled, "_TILE", tiled._TILE // 8)


@pytest.fixture(scope="module")
def plain_and_other_noise(model_files: None) -> list[ChunkAudio]:
    """The chunk layer by layer in float32; and with another seed."""
    return _synthesize(_LONG_SEEDS, cpu_backend="torch", precision="fp32")


_LONG_SEEDS = (1, 2)


def _synthesize(
    seeds: Sequence[int], *, cpu_backend: str, precision: str, fused_kernels: bool = False
) -> list[ChunkAudio]:
    engine = KokoroV1(
        Settings().model_dir,
        "cpu",
        precision=precision,
        cpu_backend=cpu_backend,
        fused_kernels=fused_kernels,
        tune_malloc=False,
    )
    engine.load()
    results = [engine.synthesize([make_chunk(2, "af_heart", speed=4.0, seed=seed)])[0] for seed in seeds]
    expected = f"{cpu_backend}+fused" if fused_kernels else cpu_backend
    assert (engine.backend, engine.precision) == (expected, precision)  # it did not fall back
    engine.unload()
    assert all(isinstance(audio, ChunkAudio) for audio in results)
    return cast(list[ChunkAudio], results)


@pytest.mark.parametrize("precision", ["fp32", "bf16"])
@pytest.mark.parametrize("fused_kernels", [True, False])
def test_in_tiles_it_sounds_as_layer_by_layer(
    plain_and_other_noise: list[ChunkAudio], precision: str, fused_kernels: bool
) -> None:
    """bfloat16 differs by at most half of what another draw of the noise changes."""
    plain, other_noise = plain_and_other_noise
    [ours] = _synthesize(
        _LONG_SEEDS[:1], cpu_backend="tiled", precision=precision, fused_kernels=fused_kernels
    )
    assert np.array_equal(plain.durations, ours.durations)
    distance = log_spectral_distance(ours.samples, plain.samples)
    if precision == "fp32":
        assert (
            distance <= 0.2
        )  # prosody is computed for several rows; test_shared_tiles.py compares the tiles alone
    else:
        assert distance <= 0.5 * log_spectral_distance(other_noise.samples, plain.samples)
