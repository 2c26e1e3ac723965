"""Kokoro's network: chunks in, samples and durations out, any number of chunks in one pass."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import torch

from kokoro_speech_server.chunk import FRAME, Chunk, ChunkAudio
from kokoro_speech_server.engine.kokoro_library import AdaIN1d, KModel
from kokoro_speech_server.engine.network.fused_operations import FusedOperations, KernelLauncher
from kokoro_speech_server.engine.network.harmonic_source import HarmonicSource
from kokoro_speech_server.engine.network.packing import (
    BINS_PER_FRAME,
    STEPS_PER_FRAME,
    PackedFrames,
    row_starts,
)
from kokoro_speech_server.engine.network.prosody import PaddedTokens, Prosody, token_of_frame
from kokoro_speech_server.engine.network.styles import LayerScalings, LayerStyles
from kokoro_speech_server.engine.network.text_encoder import TextEncoder
from kokoro_speech_server.engine.network.tile_operations import TileOperations
from kokoro_speech_server.engine.network.vocoder import Vocoder

_PAD = 0
"""Id of the pad symbol, which frames the tokens as in training."""

_DECODER_STYLE, _PROSODY_STYLE = slice(0, 128), slice(128, 256)
"""The halves of a style."""


class GeneratorInputs(NamedTuple):
    """Packed rows before the generator.

    features:   the decoder's, [2 * total, 512]
    spectrum:   the harmonic source's, [120 * total + 1, 22]
    styles:     of the vocoder's layers
    f0, energy: which features and spectrum were made of, [2 * total]; F0 in Hz
    """

    features: torch.Tensor
    spectrum: torch.Tensor
    styles: LayerStyles
    f0: torch.Tensor
    energy: torch.Tensor


class EncodedTokens(NamedTuple):
    """The result of a pass's first stage, padded to the longest row.

    durations:        int64 [rows, tokens], frames of each token, 0 at padding
    prosody_features: [rows, tokens, 640], from which F0 and energy are predicted
    text_features:    [rows, tokens, 512], the text encoder's output
    """

    durations: torch.Tensor
    prosody_features: torch.Tensor
    text_features: torch.Tensor


class Network(torch.nn.Module):
    """A KModel with its weights in place, rebuilt for several rows per pass.

    A pass has two stages, between which the host reads the durations: `encode` (tokens to features) and `decode`
    (features to samples).

    vocabulary:      the id of each phoneme symbol
    packed:        whether several rows may share a pass
    prosody_dtype: of everything that decides durations and F0, of styles and of sums over time; in float64, a row is
                   computed in any batch as it is alone, durations and F0 to the bit
    dtype:         of the vocoder's convolutions
    tiles:         computes the vocoder in tiles, which is best on a CPU; None: not in tiles
    kernels:       launches fused kernels; None: torch's own operations compute everything
    """

    def __init__(
        self,
        model: KModel,
        vocabulary: Mapping[str, int],
        *,
        packed: bool,
        prosody_dtype: torch.dtype = torch.float32,
        dtype: torch.dtype = torch.float32,
        tiles: TileOperations | None = None,
        kernels: KernelLauncher | None = None,
    ) -> None:
        super().__init__()
        self._vocabulary = vocabulary
        fused = None if kernels is None else FusedOperations(kernels)
        self._prosody = Prosody(
            model, packed=packed, dtype=prosody_dtype, ordered=tiles is not None, fused=fused
        )
        self._text_encoder = TextEncoder(model.text_encoder, packed=packed, dtype=prosody_dtype)
        self._harmonic_source = HarmonicSource(model.decoder.generator, phase_dtype=prosody_dtype)
        self._vocoder = Vocoder(
            model.decoder, style_dtype=prosody_dtype, dtype=dtype, tiles=tiles, fused=fused
        )
        self.tiles = tiles
        self._sum_dtype = prosody_dtype
        # A single row, too, so that it is rounded as it is in a batch.
        self._masks_all = packed and tiles is None and prosody_dtype is torch.float64

    @torch.inference_mode()
    def forward(self, chunks: Sequence[Chunk], device: torch.device) -> list[ChunkAudio]:
        """Synthesize the chunks, at least one, in one pass."""
        tokens, styles, speeds = self.encoder_inputs(chunks, device)
        encoded = self.encode(tokens, styles, speeds)
        frames = encoded.durations.sum(1).tolist()  # the only wait for the device
        noise = self.draw_noise(chunks, frames, device)
        samples = _split(_to_host(self.decode(encoded, styles, noise, frames)), frames)
        return [
            ChunkAudio(row.numpy()[chunk.start * FRAME :], durations[: len(chunk.tokens) + 2].numpy())
            for chunk, row, durations in zip(chunks, samples, encoded.durations.cpu(), strict=True)
        ]

    def encoder_inputs(
        self, chunks: Sequence[Chunk], device: torch.device
    ) -> tuple[PaddedTokens, torch.Tensor, torch.Tensor]:
        """The arguments of `encode`: tokens, styles and speeds."""
        ids = [[_PAD, *(self._vocabulary[token.symbol] for token in chunk.tokens), _PAD] for chunk in chunks]
        return (
            PaddedTokens.of(ids, device),
            torch.from_numpy(np.stack([chunk.style for chunk in chunks])).to(device),
            torch.tensor([chunk.speed for chunk in chunks], device=device),
        )

    def encode(self, tokens: PaddedTokens, styles: torch.Tensor, speeds: torch.Tensor) -> EncodedTokens:
        """The first stage. styles: [rows, 256]; speeds: [rows]"""
        durations, prosody_features = self._prosody.durations(tokens, styles[:, _PROSODY_STYLE], speeds)
        return EncodedTokens(durations, prosody_features, self._text_encoder(tokens))

    def decode(
        self, encoded: EncodedTokens, styles: torch.Tensor, noise: torch.Tensor, frames: Sequence[int]
    ) -> torch.Tensor:
        """The second stage: packed samples. frames: of each row; the other arguments are those of `decode_packed`."""
        return self.decode_packed(encoded, styles, noise, self.packed_frames(frames, noise.device))

    def packed_frames(self, frames: Sequence[int], device: torch.device) -> PackedFrames:
        """Rows with these numbers of frames, as this network computes them."""
        return PackedFrames.of(
            frames,
            device=device,
            masked=self._masks_all,
            sum_dtype=self._sum_dtype,
            row_by_row=self.tiles is not None,
        )

    def decode_packed(
        self, encoded: EncodedTokens, styles: torch.Tensor, noise: torch.Tensor, packed: PackedFrames
    ) -> torch.Tensor:
        """Packed samples, [600 * total]; undefined between the rows and after the last.

        styles: [rows, 256]; noise: standard normal, [rows, 600 * longest]
        """
        inputs = self._vocoder_inputs(encoded, styles, noise, packed)
        return self._vocoder(*inputs, style=styles[:, _DECODER_STYLE], packed=packed)  # type: ignore[no-any-return]

    def generator_inputs(
        self, encoded: EncodedTokens, styles: torch.Tensor, noise: torch.Tensor, packed: PackedFrames
    ) -> GeneratorInputs:
        """What the generator makes sound of. Arguments as in `decode_packed`."""
        aligned_text, f0, energy, spectrum = self._vocoder_inputs(encoded, styles, noise, packed)
        layer_styles = self._vocoder.styles(styles[:, _DECODER_STYLE])
        features = self._vocoder.features(aligned_text, f0, energy, layer_styles, packed)
        return GeneratorInputs(features, spectrum, layer_styles, f0, energy)

    @property
    def stage_norms(self) -> Sequence[Sequence[AdaIN1d]]:
        """The AdaIN layers of each of the generator's stages."""
        return self._vocoder.stage_norms

    def first_stage(
        self,
        x: torch.Tensor,
        spectrum: torch.Tensor,
        styles: LayerStyles | LayerScalings,
        packed: PackedFrames,
    ) -> torch.Tensor:
        """See Vocoder.first_stage."""
        return self._vocoder.first_stage(x, spectrum, styles, packed)

    def second_stage(
        self,
        x: torch.Tensor,
        spectrum: torch.Tensor,
        styles: LayerStyles | LayerScalings,
        packed: PackedFrames,
    ) -> torch.Tensor:
        """See Vocoder.second_stage."""
        return self._vocoder.second_stage(x, spectrum, styles, packed)

    def _vocoder_inputs(
        self, encoded: EncodedTokens, styles: torch.Tensor, noise: torch.Tensor, packed: PackedFrames
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
        """Aligned text, F0, energy and the source's spectrum, as the vocoder takes them."""
        frame_tokens = token_of_frame(encoded.durations, packed.longest)
        f0, energy = self._prosody.f0_and_energy(
            encoded.prosody_features, frame_tokens, packed, styles[:, _PROSODY_STYLE]
        )
        steps = packed.positions(STEPS_PER_FRAME)
        source_spectrum = self._harmonic_source(steps.unpack(f0[:, None])[..., 0], steps.lengths, noise)
        text = encoded.text_features
        aligned_text = torch.gather(text, 1, frame_tokens[..., None].expand(-1, -1, text.shape[2]))
        return (
            packed.positions(1).pack(aligned_text),
            f0.to(text.dtype),
            energy.to(text.dtype),
            packed.positions(BINS_PER_FRAME, extra=1).pack(source_spectrum.transpose(1, 2)),
        )

    @staticmethod
    def draw_noise(chunks: Sequence[Chunk], frames: Sequence[int], device: torch.device) -> torch.Tensor:
        """Standard normal noise, [rows, 600 * longest], drawn from each chunk's seed and zero after the row's end."""
        noise = torch.zeros(len(chunks), max(frames) * FRAME, device=device)
        for chunk, count, row in zip(chunks, frames, noise, strict=True):
            generator = torch.Generator(device).manual_seed(chunk.seed)
            row[: count * FRAME].normal_(generator=generator)
        return noise


def _to_host(samples: torch.Tensor) -> torch.Tensor:
    """Copy from a GPU through pinned memory, and sleep instead of spinning until the copy is complete."""
    if not samples.is_cuda:
        return samples.cpu()
    copy = torch.empty(samples.shape, dtype=samples.dtype, pin_memory=True)
    copy.copy_(samples, non_blocking=True)
    copied = torch.cuda.Event(blocking=True)  # type: ignore[no-untyped-call]
    copied.record(torch.cuda.current_stream(samples.device))
    copied.synchronize()
    return copy


def _split(samples: torch.Tensor, frames: Sequence[int]) -> list[torch.Tensor]:
    """The samples of each row, copied so that a row that stays in memory does not retain the others."""
    return [
        samples[start * FRAME : (start + count) * FRAME].clone()
        for start, count in zip(row_starts(frames), frames, strict=True)
    ]
