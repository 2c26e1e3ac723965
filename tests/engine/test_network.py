"""Chunks in a batch sound as each does in a pass of its own: proved with the real model, in every precision.

The first tests need most memory. The last ones share networks, which stay in memory, with other modules: the real one,
and a thin one for shapes of batches.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from kokoro.istftnet import TorchSTFT
from safetensors.torch import load_file

from benchmarks.spectra import log_spectral_distance
from kokoro_speech_server.chunk import FRAME, Chunk, ChunkAudio
from kokoro_speech_server.config import Settings
from kokoro_speech_server.engine.kokoro_library import KModel
from kokoro_speech_server.engine.kokoro_v1 import KokoroV1
from kokoro_speech_server.engine.network.harmonic_source import HarmonicSource
from kokoro_speech_server.engine.network.network import Network
from kokoro_speech_server.weights import assets
from tests.engine.chunks import CPU, VOCABULARY, decibels, make_chunk, make_model, observed_results
from tests.engine.conftest import SingleRow
from tests.engine.library_albert import library_albert

pytestmark = pytest.mark.model


@contextmanager
def _default_dtype(dtype: torch.dtype) -> Iterator[None]:
    before = torch.get_default_dtype()
    torch.set_default_dtype(dtype)
    try:
        yield
    finally:
        torch.set_default_dtype(before)


@pytest.mark.parametrize("rows", [(2, 3), pytest.param((0, 1, 2, 3), marks=pytest.mark.proof)])
def test_in_float64_a_batch_is_what_the_library_makes_of_each_row(
    mixed_chunks: list[Chunk],
    monkeypatch: pytest.MonkeyPatch,
    rows: Sequence[int],
) -> None:
    chunks = [replace(mixed_chunks[i], style=mixed_chunks[i].style.astype(np.float64)) for i in rows]
    monkeypatch.setattr(TorchSTFT, "transform", _transform_with_a_real_first_spectrum)
    with _default_dtype(torch.float64):
        model = _model_in_float64()
        expected = [_library_audio(model, chunk) for chunk in chunks]
        monkeypatch.setattr(Network, "draw_noise", staticmethod(_library_noise(model)))
        network = Network(model, VOCABULARY, packed=True, prosody_dtype=torch.float64).eval()
        for audio, (samples, durations) in zip(network(chunks, CPU), expected, strict=True):
            assert np.array_equal(audio.durations, durations)
            assert decibels(audio.samples, samples) >= 200


def _model_in_float64() -> KModel:
    """It does not use the shared weights, since every page of theirs that is read stays in memory with them."""
    weights = load_file(assets.ModelFiles.under(Settings().model_dir).weights)
    model = make_model({name: tensor.double() for name, tensor in weights.items()})
    model.bert = library_albert(model.bert)
    stft = model.decoder.generator.stft
    stft.window = stft.window.double()
    return model


def _transform_with_a_real_first_spectrum(
    stft: TorchSTFT, wave: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """The library's transform without the rounding errors that decide its first angles; see harmonic_source.py."""
    bins = torch.stft(
        wave, stft.filter_length, stft.hop_length, stft.win_length, window=stft.window, return_complex=True
    )
    imaginary = F.pad(bins.imag[..., 1:], (1, 0))
    return torch.hypot(bins.real, imaginary), torch.atan2(imaginary, bins.real)


def _library_audio(model: KModel, chunk: Chunk) -> tuple[torch.Tensor, torch.Tensor]:
    """Samples and durations by `KModel`, with noise from the chunk's seed, which is always drawn in float32."""
    generator = torch.Generator().manual_seed(chunk.seed)
    ids = [0, *(VOCABULARY[token.symbol] for token in chunk.tokens), 0]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(torch, "rand", torch.zeros)
        patch.setattr(torch, "randn_like", lambda like: _noise_of_nine_harmonics(like.shape[1], generator))
        samples, durations = model.forward_with_tokens(
            torch.tensor([ids]), torch.from_numpy(chunk.style)[None], chunk.speed
        )
    return samples, durations


def _noise_of_nine_harmonics(samples: int, generator: torch.Generator) -> torch.Tensor:
    return torch.randn(1, samples, 9, generator=generator, dtype=torch.float32).double()


def _library_noise(model: KModel) -> Callable[..., torch.Tensor]:
    """The same noise in the form that the network needs: the weighted sum of nine values, with deviation 1."""
    weights = model.decoder.generator.m_source.l_linear.weight[0].detach()

    def noise(chunks: Sequence[Chunk], frames: Sequence[int], device: torch.device) -> torch.Tensor:
        rows = torch.zeros(len(chunks), max(frames) * FRAME)
        for chunk, count, row in zip(chunks, frames, rows, strict=True):
            drawn = _noise_of_nine_harmonics(count * FRAME, torch.Generator().manual_seed(chunk.seed))[0]
            row[: count * FRAME] = drawn @ weights / weights.norm()
        return rows

    return noise


def test_with_float32_prosody_a_batch_sounds_like_each_row_alone(
    weights: dict[str, torch.Tensor], mixed_chunks: list[Chunk]
) -> None:
    """A row alone is computed without masks, so that it sounds as on any device without batches."""
    network = Network(make_model(weights), VOCABULARY, packed=True).eval()
    chunks = [mixed_chunks[i] for i in (2, 3)]
    plain = Network(make_model(weights), VOCABULARY, packed=False).eval()
    for audio, chunk in zip(network(chunks, CPU), chunks, strict=True):
        [alone], [without_batches] = network([chunk], CPU), plain([chunk], CPU)
        assert np.array_equal(audio.durations, alone.durations)
        assert log_spectral_distance(audio.samples, alone.samples) <= 0.2
        assert np.array_equal(alone.durations, without_batches.durations)
        assert log_spectral_distance(alone.samples, without_batches.samples) <= 0.2


def test_on_apples_gpu_every_chunk_has_a_pass_of_its_own(
    model_files: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Network, "to", lambda network, device: network)
    engine = KokoroV1(Settings().model_dir, "mps", max_batch_size=8)
    engine.load()
    assert engine.capacity == 1
    engine.unload()


def test_one_noise_is_as_loud_as_that_of_nine_harmonics(weights: dict[str, torch.Tensor]) -> None:
    """In unvoiced frames the source consists of this noise only."""
    generator = make_model(weights).decoder.generator
    harmonic_source = HarmonicSource(generator, torch.float32)
    steps = 400
    silence = torch.zeros(1, steps)
    drawn = torch.Generator().manual_seed(5)
    torch.manual_seed(6)
    ours = harmonic_source(silence, torch.tensor([steps]), torch.randn(1, steps * 300, generator=drawn))
    upsampled = generator.f0_upsamp(silence[:, None]).transpose(1, 2)
    theirs, _ = generator.stft.transform(generator.m_source(upsampled)[0].transpose(1, 2).squeeze(1))
    magnitudes = ours[:, :11]
    torch.testing.assert_close(magnitudes.mean((0, 2)), theirs.mean((0, 2)), rtol=0.05, atol=0)


@pytest.mark.parametrize("rows", [(2, 3), pytest.param((0, 1, 2, 3), marks=pytest.mark.proof)])
def test_in_float16_a_batch_is_inaudibly_close_to_single_rows(
    weights: dict[str, torch.Tensor], mixed_chunks: list[Chunk], rows: Sequence[int]
) -> None:
    """A CPU emulates the GPU's float16. Where the last bits differ, some values are rounded differently."""
    chunks = [mixed_chunks[row] for row in rows]
    network = Network(
        make_model(weights), VOCABULARY, packed=True, prosody_dtype=torch.float64, dtype=torch.float16
    ).eval()
    with observed_results(HarmonicSource) as spectra:
        results = network(chunks, CPU)
        for i, (chunk, audio) in enumerate(zip(chunks, results, strict=True)):
            [single] = network([chunk], CPU)
            assert np.array_equal(audio.durations, single.durations)
            assert torch.equal(spectra[0][i, :, : spectra[-1].shape[2]], spectra[-1][0])
            assert log_spectral_distance(audio.samples, single.samples) <= 0.2


def test_in_float32_f0_and_source_are_bit_exact_in_any_batch(
    batch_network: Network, mixed_chunks: list[Chunk], single_rows: list[SingleRow]
) -> None:
    with observed_results(HarmonicSource) as spectra:
        results = batch_network(mixed_chunks, CPU)
    [batch_spectrum] = spectra
    for i, (audio, single) in enumerate(zip(results, single_rows, strict=True)):
        bins = single.spectrum.shape[1]
        assert np.array_equal(audio.durations, single.audio.durations)
        assert torch.equal(batch_spectrum[i, :, :bins], single.spectrum)
        assert decibels(audio.samples, single.audio.samples) >= 90


def test_a_batch_of_equal_lengths(
    thin_network: Network, mixed_chunks: list[Chunk], thin_rows: list[SingleRow]
) -> None:
    chunks = [mixed_chunks[3], replace(mixed_chunks[3], seed=7)]
    first, second = thin_network(chunks, CPU)
    [single_second] = thin_network(chunks[1:], CPU)
    _assert_same(first, thin_rows[3].audio)
    _assert_same(second, single_second)


@pytest.mark.parametrize(("tokens", "speed"), [(16, 4.0), pytest.param(250, 1.0, marks=pytest.mark.proof)])
def test_short_rows_beside_a_long_one(
    thin_network: Network, mixed_chunks: list[Chunk], thin_rows: list[SingleRow], tokens: int, speed: float
) -> None:
    long = make_chunk(tokens, "af_heart", speed=speed, seed=9)
    last, middle, first = thin_network([mixed_chunks[3], long, mixed_chunks[0]], CPU)
    [single_long] = thin_network([long], CPU)
    _assert_same(first, thin_rows[0].audio)
    _assert_same(middle, single_long)
    _assert_same(last, thin_rows[3].audio)


def _assert_same(audio: ChunkAudio, reference: ChunkAudio) -> None:
    assert np.array_equal(audio.durations, reference.durations)
    assert decibels(audio.samples, reference.samples) >= 90
