"""Rows of one batch sound as each does alone: proved on the real model, and each mask by what its absence does."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from kokoro import KModel
from kokoro.istftnet import TorchSTFT
from safetensors.torch import load_file

from benchmarks.spectra import log_spectral_distance
from kokoro_speech_server.chunk import FRAME, Chunk, ChunkAudio, PhonemeToken
from kokoro_speech_server.config import Settings
from kokoro_speech_server.engine.kokoro_model import build_model
from kokoro_speech_server.engine.kokoro_v1 import KokoroV1
from kokoro_speech_server.engine.network import packing as segments
from kokoro_speech_server.engine.network import prosody, vocoder
from kokoro_speech_server.engine.network.harmonic_source import Source
from kokoro_speech_server.engine.network.network import Network, Row, Spoken
from kokoro_speech_server.weights import assets

CPU = torch.device("cpu")
PHONEMES = "ðə kwˈɪk bɹˈWn fˈɑks ʤˈʌmps ˌOvəɹ ðə lˈAzi dˈɔɡ, ænd nˈO wˈʌn nˈOz wˌI. "


@pytest.fixture(scope="module")
def weights(model_files: None) -> dict[str, torch.Tensor]:
    return load_file(assets.ensure_model(Settings().model_dir).weights)


def _model(weights: dict[str, torch.Tensor], dtype: torch.dtype = torch.float32) -> KModel:
    model = build_model()
    model.load_state_dict({name: tensor.to(dtype) for name, tensor in weights.items()}, assign=True)
    stft = model.decoder.generator.stft
    stft.window = stft.window.to(dtype)
    return model.eval()


@pytest.fixture(scope="module")
def batching(weights: dict[str, torch.Tensor]) -> Network:
    """The network as a GPU has it, in float32 and, where it must, float64."""
    return Network(_model(weights), batched=True).eval()


def _row(tokens: int, voice: str, *, speed: float = 1.0, seed: int = 0) -> Row:
    """A mixed voice is two names with a plus between them."""
    settings = Settings()
    vocabulary: dict[str, int] = assets.config()["vocab"]
    symbols = (PHONEMES * (tokens // len(PHONEMES) + 1))[:tokens]
    files = assets.ModelFiles.under(settings.model_dir)
    styles = [assets.read_voice(files, name)[tokens - 1] for name in voice.split("+")]
    style = np.stack(styles).mean(0)
    return Row([0, *(vocabulary[symbol] for symbol in symbols), 0], style, speed, seed)


ROWS = [
    _row(3, "af_heart", seed=1),
    _row(40, "am_onyx", speed=1.3, seed=2),
    _row(17, "bf_emma+af_bella", speed=0.7, seed=3),
    _row(8, "zf_xiaoxiao", speed=2.0, seed=4),
]


def _decibels(sound: torch.Tensor, reference: torch.Tensor) -> float:
    """How far the difference is below the reference."""
    sound, reference = sound.double(), reference.double()
    return float(10 * torch.log10(reference.square().sum() / (sound - reference).square().sum()))


def _speak(network: Network, rows: Sequence[Row]) -> list[Spoken]:
    spoken: list[Spoken] = network(rows, CPU)
    return spoken


@contextmanager
def _default_dtype(dtype: torch.dtype) -> Iterator[None]:
    before = torch.get_default_dtype()
    torch.set_default_dtype(dtype)
    try:
        yield
    finally:
        torch.set_default_dtype(before)


def test_in_float64_a_batch_is_what_the_library_makes_of_each_row(
    weights: dict[str, torch.Tensor], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [replace(row, style=row.style.astype(np.float64)) for row in ROWS]
    monkeypatch.setattr(TorchSTFT, "transform", _with_a_real_beginning)
    with _default_dtype(torch.float64):
        model = _model(weights, torch.float64)
        expected = [_by_the_library(model, row) for row in rows]
        monkeypatch.setattr(Network, "noise", staticmethod(_librarys_noise_for(model)))
        network = Network(model, batched=True).eval()
        for spoken, (samples, durations) in zip(_speak(network, rows), expected, strict=True):
            assert torch.equal(spoken.durations, durations)
            assert _decibels(spoken.samples, samples) >= 200


def _with_a_real_beginning(stft: TorchSTFT, wave: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """The library's transform without the rounding errors that decide its first angles, as source.py has it."""
    bins = torch.stft(
        wave, stft.filter_length, stft.hop_length, stft.win_length, window=stft.window, return_complex=True
    )
    imaginary = F.pad(bins.imag[..., 1:], (1, 0))
    return torch.hypot(bins.real, imaginary), torch.atan2(imaginary, bins.real)


def _by_the_library(model: KModel, row: Row) -> tuple[torch.Tensor, torch.Tensor]:
    """What `KModel` speaks, with the noise of the row's seed in float32 as it always is."""
    generator = torch.Generator().manual_seed(row.seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(torch, "rand", torch.zeros)
        patch.setattr(torch, "randn_like", lambda like: _nine_voices(like.shape[1], generator))
        samples, durations = model.forward_with_tokens(
            torch.tensor([row.ids]), torch.from_numpy(row.style)[None], row.speed
        )
    return samples, durations


def _nine_voices(samples: int, generator: torch.Generator) -> torch.Tensor:
    return torch.randn(1, samples, 9, generator=generator, dtype=torch.float32).double()


def _librarys_noise_for(model: KModel) -> Callable[..., torch.Tensor]:
    """That noise as the network wants it: nine voices weighted to one, of deviation 1."""
    weights = model.decoder.generator.m_source.l_linear.weight[0].detach()

    def noise(rows: Sequence[Row], frames: Sequence[int], device: torch.device) -> torch.Tensor:
        drawn = torch.zeros(len(rows), max(frames) * FRAME)
        for row, count, place in zip(rows, frames, drawn, strict=True):
            voices = _nine_voices(count * FRAME, torch.Generator().manual_seed(row.seed))[0]
            place[: count * FRAME] = voices @ weights / weights.norm()
        return drawn

    return noise


def test_in_float32_pitch_and_source_are_the_same_to_the_bit_in_any_company(
    batching: Network, monkeypatch: pytest.MonkeyPatch
) -> None:
    spectra = _watched(monkeypatch, Source)
    together = _speak(batching, ROWS)
    [whole] = spectra
    for i, (row, spoken) in enumerate(zip(ROWS, together, strict=True)):
        spectra.clear()
        [alone] = _speak(batching, [row])
        [spectrum] = spectra
        assert torch.equal(spoken.durations, alone.durations)
        assert torch.equal(whole[i, :, : spectrum.shape[2]], spectrum[0])
        assert not whole[i, :, spectrum.shape[2] :].any()
        assert _decibels(spoken.samples, alone.samples) >= 90


def test_a_batch_of_equal_lengths_and_one_beside_a_long_row(batching: Network) -> None:
    long = _row(250, "af_heart", seed=9)
    for rows in ([ROWS[1], replace(ROWS[1], seed=7)], [ROWS[3], long, ROWS[0]]):
        for row, spoken in zip(rows, _speak(batching, rows), strict=True):
            [alone] = _speak(batching, [row])
            assert torch.equal(spoken.durations, alone.durations)
            assert _decibels(spoken.samples, alone.samples) >= 90


def test_one_voice_of_noise_is_as_loud_as_nine(weights: dict[str, torch.Tensor]) -> None:
    """Where nothing is voiced the source is that noise alone."""
    generator = _model(weights).decoder.generator
    source = Source(generator, torch.float32)
    steps = 400
    silence = torch.zeros(1, steps)
    drawn = torch.Generator().manual_seed(5)
    torch.manual_seed(6)
    ours = source(silence, torch.tensor([steps]), torch.randn(1, steps * 300, generator=drawn))
    upsampled = generator.f0_upsamp(silence[:, None]).transpose(1, 2)
    theirs, _ = generator.stft.transform(generator.m_source(upsampled)[0].transpose(1, 2).squeeze(1))
    mine = ours[:, :11]
    torch.testing.assert_close(mine.mean((0, 2)), theirs.mean((0, 2)), rtol=0.05, atol=0)


def _watched(monkeypatch: pytest.MonkeyPatch, kind: type[torch.nn.Module]) -> list[torch.Tensor]:
    """What modules of a kind give from now on."""
    results: list[torch.Tensor] = []
    forward = kind.forward

    def watching(self: torch.nn.Module, *args: Any) -> torch.Tensor:
        result: torch.Tensor = forward(self, *args)
        results.append(result)
        return result

    monkeypatch.setattr(kind, "forward", watching)
    return results


def test_in_tiles_a_batch_is_each_row_alone_to_the_bit(weights: dict[str, torch.Tensor]) -> None:
    network = Network(_model(weights), batched=True, dtype=torch.bfloat16, tiled=True).eval()
    for row, spoken in zip(ROWS, _speak(network, ROWS), strict=True):
        [alone] = _speak(network, [row])
        assert torch.equal(spoken.durations, alone.durations)
        assert torch.equal(spoken.samples, alone.samples)


def test_in_float16_a_batch_is_too_near_to_each_row_alone_to_be_heard(
    weights: dict[str, torch.Tensor], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a GPU; a processor emulates it. A last bit that differs rounds otherwise here and there."""
    spectra = _watched(monkeypatch, Source)
    network = Network(_model(weights), batched=True, dtype=torch.float16).eval()
    for i, (row, spoken) in enumerate(zip(ROWS, _speak(network, ROWS), strict=True)):
        [alone] = _speak(network, [row])
        assert torch.equal(spoken.durations, alone.durations)
        assert torch.equal(spectra[0][i, :, : spectra[-1].shape[2]], spectra[-1][0])
        assert log_spectral_distance(spoken.samples.numpy(), alone.samples.numpy()) <= 0.2


def _chunk(tokens: int, voice: str, *, seed: int) -> Chunk:
    row = _row(tokens, voice, seed=seed)
    symbols = {number: symbol for symbol, number in assets.config()["vocab"].items()}
    return Chunk(
        tuple(PhonemeToken(symbols[i], 0, 0) for i in row.ids[1:-1]), row.style, row.speed, 0.0, seed
    )


@pytest.mark.parametrize("precision", ["fp32", "bf16"])
def test_in_tiles_it_sounds_as_layer_by_layer(model_files: None, precision: str) -> None:
    """Also beyond the first tile; bfloat16 within half of what another draw of the noise would change."""
    chunk, again = _chunk(120, "af_heart", seed=1), _chunk(120, "af_heart", seed=2)
    sounds = []
    for backend, kind in (("torch", "fp32"), ("tiled", precision)):
        engine = KokoroV1(Settings().model_dir, "cpu", precision=kind, cpu_backend=backend)
        engine.load()
        sounds += engine.synthesize([chunk])
        sounds += engine.synthesize([again])
        assert (engine.backend, engine.precision) == (backend, kind)  # it did not fail and fall back
    plain, other_noise, tiled, _ = sounds
    assert isinstance(plain, ChunkAudio)
    assert isinstance(other_noise, ChunkAudio)
    assert isinstance(tiled, ChunkAudio)
    assert np.array_equal(plain.durations, tiled.durations)
    heard = log_spectral_distance(tiled.samples, plain.samples)
    assert heard <= (
        0.05 if precision == "fp32" else 0.5 * log_spectral_distance(other_noise.samples, plain.samples)
    )


def test_a_precision_that_the_device_has_not_stops_the_start(model_files: None) -> None:
    with pytest.raises(ValueError, match="PRECISION=fp16 needs a GPU"):
        KokoroV1(Settings().model_dir, "cpu", precision="fp16")


def test_on_apples_gpu_every_chunk_has_a_pass_of_its_own(
    model_files: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Network, "to", lambda network, device: network)
    engine = KokoroV1(Settings().model_dir, "mps", max_batch_size=8)
    engine.load()
    assert engine.capacity == 1


# What keeps rows apart, left out one by one. Each must be seen to matter, or it is not tested by what is above.

_BROKEN: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "gates of the LSTMs": lambda patch: patch.setattr(prosody, "_SHUT", 0.0),
    "attention": lambda patch: patch.setattr(
        prosody.Tokens, "inside", property(lambda tokens: torch.ones_like(tokens.ids, dtype=torch.bool))
    ),
    "gaps on the axis": lambda patch: patch.setattr(segments, "GAP", 0),
    "one frame of gap": lambda patch: patch.setattr(segments, "GAP", 1),
    "zeros in the gaps": lambda patch: patch.setattr(segments.Axis, "keep", lambda axis, x: x),
    "statistics of a row": lambda patch: patch.setattr(segments.Axis, "_mean", _mean_over_all),
    "each row's own reflection": lambda patch: patch.setattr(
        vocoder, "_reflect", lambda x, axis: F.pad(x, (1, 0), mode="reflect")
    ),
    "the source's end": lambda patch: patch.setattr(Source, "_spectrum", _spectrum_beyond_the_end),
}


def _mean_over_all(axis: segments.Axis, x: torch.Tensor) -> torch.Tensor:
    return x[0].double().mean(-1)[:, None].expand(-1, len(axis.starts))


_spectrum = Source._spectrum


def _spectrum_beyond_the_end(source: Source, wave: torch.Tensor, lengths: torch.Tensor) -> torch.Tensor:
    return _spectrum(source, wave, torch.full_like(lengths, wave.shape[1]))


@pytest.mark.parametrize("part", sorted(_BROKEN))
def test_every_mask_is_needed(
    part: str, weights: dict[str, torch.Tensor], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [ROWS[0], ROWS[1], ROWS[3]]
    sound = Network(_model(weights), batched=True).eval()
    alone = [_speak(sound, [row])[0] for row in rows]

    def equal(network: Network) -> bool:
        return all(
            len(spoken.samples) == len(one.samples)
            and _decibels(spoken.samples, one.samples) >= 90
            and _log_distance(spoken.samples, one.samples) < 1e-2
            for spoken, one in zip(_speak(network, rows), alone, strict=True)
        )

    assert equal(sound)
    _BROKEN[part](monkeypatch)
    assert not equal(Network(_model(weights), batched=True).eval())


@pytest.mark.parametrize("masked", [True, False])
def test_the_inverse_transform_is_torchs_for_each_row(masked: bool) -> None:
    """Of loud noise, gaps included: speech ends softly, and would hide what a row's last samples take from beyond."""
    window = torch.hann_window(20)
    layout = segments.Layout.of([3, 5], device=CPU)
    axis = layout.axis(segments.BINS_PER_FRAME, torch.float32, extra=1)
    logs = torch.randn(1, 22, axis.size, generator=torch.Generator().manual_seed(1))
    axis.alone = not masked
    samples = vocoder.InverseTransform(window, hop=5)(logs, axis)
    magnitudes, angles = logs[0, :11].exp(), logs[0, 11:].sin()
    for start, frames in zip(segments.row_starts([3, 5]), [3, 5], strict=True):
        bins = slice(start * 120, (start + frames) * 120 + 1)
        expected = torch.istft(torch.polar(magnitudes[:, bins], angles[:, bins]), 20, 5, window=window)
        assert (_decibels(samples[start * FRAME :][: frames * FRAME], expected) > 100) is masked


def _log_distance(sound: torch.Tensor, reference: torch.Tensor) -> float:
    """The greatest difference of the log spectra's frames: what hides in a fading end shows in it."""
    window = torch.hann_window(200)
    spectra = [
        torch.stft(samples, 200, 50, window=window, return_complex=True).abs().clamp(min=1e-3).log()
        for samples in (sound, reference)
    ]
    return float((spectra[0] - spectra[1]).abs().amax(0).max())
