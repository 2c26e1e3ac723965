"""Everything that separates the rows of a batch, left out one by one: each omission must be audible to the tests."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest
import torch

from kokoro_speech_server.chunk import ChunkAudio
from kokoro_speech_server.engine.network import packing, prosody
from kokoro_speech_server.engine.network.harmonic_source import HarmonicSource
from kokoro_speech_server.engine.network.network import Network
from tests.engine.chunks import CPU, VOCABULARY, decibels, make_model
from tests.engine.conftest import SingleRow

pytestmark = pytest.mark.model

_LSTM_GATES = "gates of the LSTMs"

_BROKEN: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    _LSTM_GATES: lambda patch: patch.setattr(prosody, "_CLOSED_GATE", 0.0),
    "attention": lambda patch: patch.setattr(
        prosody.PaddedTokens, "inside", property(lambda tokens: torch.ones_like(tokens.ids, dtype=torch.bool))
    ),
    "gaps between rows": lambda patch: patch.setattr(packing, "GAP", 0),
    "one frame of gap": lambda patch: patch.setattr(packing, "GAP", 1),
    "zeros in the gaps": lambda patch: patch.setattr(
        packing.PackedPositions, "mask_gaps", lambda positions, x: x
    ),
    "zeros in the gaps after AdaIN": lambda patch: patch.setattr(
        packing.PackedFrames, "row_or_gap", property(lambda packed: packed.row)
    ),
    "statistics of a row": lambda patch: patch.setattr(
        packing.PackedPositions, "mean_and_variance", _statistics_of_all
    ),
    "the position beyond a row's frames": lambda patch: patch.setattr(
        packing.PackedPositions, "_last", property(lambda positions: torch.full_like(positions.starts, 0))
    ),
    "each row's own reflection": lambda patch: patch.setattr(
        packing.PackedPositions, "reflect", lambda positions, x: torch.cat([x[1:2], x])
    ),
    "the harmonic source's end": lambda patch: patch.setattr(
        HarmonicSource, "_spectrum", _spectrum_beyond_the_end
    ),
}


def _statistics_of_all(
    positions: packing.PackedPositions, x: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    variance, mean = torch.var_mean(x, 0, keepdim=True)
    rows = len(positions.starts)
    return mean.expand(rows, -1), variance.expand(rows, -1)


_spectrum = HarmonicSource._spectrum


def _spectrum_beyond_the_end(
    harmonic_source: HarmonicSource, wave: torch.Tensor, lengths: torch.Tensor
) -> torch.Tensor:
    return _spectrum(harmonic_source, wave, torch.full_like(lengths, wave.shape[1] // 300))


@pytest.fixture(scope="module")
def rows(thin_rows: list[SingleRow]) -> list[SingleRow]:
    return [thin_rows[2], thin_rows[3]]


def test_without_an_omission_the_batch_is_equal(thin_network: Network, rows: list[SingleRow]) -> None:
    assert _is_equal(thin_network, rows)


@pytest.mark.parametrize("part", sorted(_BROKEN))
def test_every_mask_is_needed(
    part: str,
    thin_network: Network,
    rows: list[SingleRow],
    thin_batch_weights: dict[str, torch.Tensor],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _BROKEN[part](monkeypatch)
    if part == _LSTM_GATES:  # built into the weights
        thin_network = Network(
            make_model(thin_batch_weights), VOCABULARY, packed=True, prosody_dtype=torch.float64
        ).eval()
    assert not _is_equal(thin_network, rows)


def _is_equal(network: Network, rows: Sequence[SingleRow]) -> bool:
    results: list[ChunkAudio] = network([row.chunk for row in rows], CPU)
    return all(
        len(audio.samples) == len(row.audio.samples)
        and decibels(audio.samples, row.audio.samples) >= 90
        and _largest_log_distance(audio, row.audio) < 1e-2
        for audio, row in zip(results, rows, strict=True)
    )


def _largest_log_distance(audio: ChunkAudio, reference: ChunkAudio) -> float:
    """The largest difference of log spectra in any frame, which reveals differences in a fading end."""
    window = torch.hann_window(200)
    spectra = [
        torch.stft(torch.from_numpy(np.array(samples)), 200, 50, window=window, return_complex=True)
        .abs()
        .clamp(min=1e-3)
        .log()
        for samples in (audio.samples, reference.samples)
    ]
    return float((spectra[0] - spectra[1]).abs().amax(0).max())
