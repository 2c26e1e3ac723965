"""On a CPU, rows that share a pass, and its tiles, sound as each does in a pass of its own."""

from collections.abc import Sequence

import numpy as np
import pytest
import torch

from benchmarks.spectra import log_spectral_distance
from kokoro_speech_server.chunk import Chunk
from kokoro_speech_server.engine.network import tiled
from kokoro_speech_server.engine.network.harmonic_source import HarmonicSource
from kokoro_speech_server.engine.network.network import Network
from kokoro_speech_server.engine.network.tile_operations import TileOperations
from tests.engine.chunks import CPU, VOCABULARY, decibels, make_chunk, make_model, observed_results
from tests.engine.conftest import SingleRow

pytestmark = pytest.mark.model


_TILE = tiled._TILE
"""The usual size of tiles."""


@pytest.fixture(autouse=True)
def _tiles_for_thin_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tiles of thin networks, which have an eighth of the channels, have their usual length."""
    monkeypatch.setattr(tiled, "_TILE", _TILE // 8)


@pytest.fixture(scope="module")
def float32_network(thin_batch_weights: dict[str, torch.Tensor]) -> Network:
    """With prosody in float64, so that only the vocoder makes a difference."""
    return Network(
        make_model(thin_batch_weights),
        VOCABULARY,
        packed=True,
        prosody_dtype=torch.float64,
        tiles=TileOperations(),
    ).eval()


def test_in_float32_rows_that_share_tiles_are_as_alone(
    float32_network: Network, mixed_chunks: list[Chunk], thin_rows: list[SingleRow]
) -> None:
    """The plain network, layer by layer, made the single rows."""
    with observed_results(HarmonicSource) as spectra:
        results = float32_network(mixed_chunks, CPU)
    for i, (audio, single) in enumerate(zip(results, thin_rows, strict=True)):
        [alone] = float32_network([single.chunk], CPU)
        assert np.array_equal(audio.durations, single.audio.durations)
        assert torch.equal(spectra[0][i, :, : single.spectrum.shape[1]], single.spectrum)
        assert decibels(audio.samples, alone.samples) >= 90
        assert decibels(audio.samples, single.audio.samples) >= 90


def test_a_row_that_ends_within_a_tile_and_one_that_fills_several(
    float32_network: Network, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tiles have an eighth of their usual length, so that a short row fills several."""
    monkeypatch.setattr(tiled, "_TILE", _TILE // 64)
    chunks = [make_chunk(1, "af_heart", speed=4.0, seed=1), make_chunk(5, "am_onyx", speed=4.0, seed=2)]
    for audio, chunk in zip(float32_network(chunks, CPU), chunks, strict=True):
        [alone] = float32_network([chunk], CPU)
        assert decibels(audio.samples, alone.samples) >= 90


def test_in_bfloat16_rows_that_share_tiles_are_as_close_to_float32_as_alone(
    thin_batch_weights: dict[str, torch.Tensor], float32_network: Network, mixed_chunks: list[Chunk]
) -> None:
    """Where the last bits differ, some values are rounded differently."""
    network = Network(
        make_model(thin_batch_weights),
        VOCABULARY,
        packed=True,
        prosody_dtype=torch.float64,
        dtype=torch.bfloat16,
        tiles=TileOperations(),
    ).eval()
    chunks = mixed_chunks[2:]
    shared, exact = network(chunks, CPU), float32_network(chunks, CPU)
    for chunk, audio, precise in zip(chunks, shared, exact, strict=True):
        [alone] = network([chunk], CPU)
        assert np.array_equal(audio.durations, alone.durations)
        distance_alone = log_spectral_distance(alone.samples, precise.samples)
        assert log_spectral_distance(audio.samples, precise.samples) <= 1.25 * distance_alone + 0.05


@pytest.mark.parametrize(
    ("length", "threads", "expected"),
    [
        (100_000, 2, 2048),
        (8_881, 2, 1536),  # six tiles instead of five, of which one thread would have three
        (4_000, 2, 2048),
        (4_000, 4, 1024),
        (1_200, 1, 1536),
        (300, 1, 512),
    ],
)
def test_tiles_have_the_length_with_which_the_threads_are_done_first(
    length: int, threads: int, expected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tiled, "_TILE", _TILE)
    assert tiled._tile_length(length, 128, threads, any_length=False) == expected


@pytest.mark.parametrize(
    ("length", "threads", "expected"),
    [(2048, 1, 2048), (2049, 1, 1025), (300, 2, 150), (5000, 2, 1250), (1, 4, 1)],
)
def test_where_any_length_will_do_tiles_are_equal(
    length: int, threads: int, expected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tiled, "_TILE", _TILE)
    assert tiled._tile_length(length, 128, threads, any_length=True) == expected


def test_rows_of_float32_prosody_share_tiles(
    thin_weights: dict[str, torch.Tensor], mixed_chunks: Sequence[Chunk]
) -> None:
    """As on a GPU, the last bits of prosody depend on the other rows."""
    network = Network(make_model(thin_weights), VOCABULARY, packed=True, tiles=TileOperations()).eval()
    for audio, chunk in zip(network(mixed_chunks, CPU), mixed_chunks, strict=True):
        [alone] = network([chunk], CPU)
        assert np.array_equal(audio.durations, alone.durations)
        assert log_spectral_distance(audio.samples, alone.samples) <= 0.2
