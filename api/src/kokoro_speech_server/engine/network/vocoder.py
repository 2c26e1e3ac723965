"""The second half of the model: aligned text features, F0 and energy to samples, on packed rows (StyleTTS 2's decoder
with iSTFTNet's generator, Kaneko et al., 2022)."""

from collections.abc import Sequence
from typing import Any, cast

import torch
import torch.nn.functional as F

from kokoro_speech_server.engine.kokoro_library import AdaIN1d, Decoder
from kokoro_speech_server.engine.network.blocks import adain_resblock
from kokoro_speech_server.engine.network.convolutions import convolve_layer, round_convolutions
from kokoro_speech_server.engine.network.fused_blocks import FusedBlocks
from kokoro_speech_server.engine.network.fused_layers import FusedLayers
from kokoro_speech_server.engine.network.fused_operations import FusedOperations
from kokoro_speech_server.engine.network.generator import Generator, LayerBackend
from kokoro_speech_server.engine.network.packed_layers import PackedLayers
from kokoro_speech_server.engine.network.packing import (
    BINS_PER_FRAME,
    STAGE_POSITIONS_PER_FRAME,
    STEPS_PER_FRAME,
    PackedFrames,
    PackedPositions,
)
from kokoro_speech_server.engine.network.styles import LayerScalings, LayerStyles, StyleTable
from kokoro_speech_server.engine.network.tile_operations import TileOperations
from kokoro_speech_server.engine.network.tile_thread_pool import TileThreadPool
from kokoro_speech_server.engine.network.tiled import TiledLayers

_BLOCK = 64
"""Positions that the decoder's convolutions process at a time on a CPU."""


class Vocoder(torch.nn.Module):
    """Takes over the decoder's modules.

    style_dtype: in which styles become scales and shifts; in float64, a row gets the same ones to the bit in any batch
    dtype:       to which the convolutions' inputs and weights are rounded, except for the last one, where rounding
                 would be audible; float32: not rounded
    tiles:       computes the generator in tiles along the time axis; None: layer by layer
    fused:       fused kernels; None: torch's own operations compute everything
    """

    def __init__(
        self,
        decoder: Decoder,
        *,
        style_dtype: torch.dtype,
        dtype: torch.dtype,
        tiles: TileOperations | None = None,
        fused: FusedOperations | None = None,
    ) -> None:
        super().__init__()
        generator = decoder.generator
        if dtype is torch.float32:
            dtype = generator.conv_post.weight.dtype
        else:
            for part in (decoder.encode, decoder.decode, decoder.asr_res):
                round_convolutions(part, dtype, block=None if tiles is None else _BLOCK)
        self._encode, self._decode = decoder.encode, decoder.decode
        self._text_residual = decoder.asr_res[0]
        self._f0_convolution, self._energy_convolution = decoder.F0_conv, decoder.N_conv
        self._styles = StyleTable((one for one in decoder.modules() if isinstance(one, AdaIN1d)), style_dtype)
        self._generator = Generator(generator, dtype, tiles=tiles)
        self._tiles = tiles
        self._pool = TileThreadPool()
        self._fused = fused
        self._residual_block = adain_resblock if fused is None else FusedBlocks(fused)
        self._inverse = InverseTransform(generator.stft.window, generator.stft.hop_length)

    def forward(
        self,
        aligned_text: torch.Tensor,
        f0: torch.Tensor,
        energy: torch.Tensor,
        source_spectrum: torch.Tensor,
        *,
        style: torch.Tensor,
        packed: PackedFrames,
    ) -> torch.Tensor:
        """Packed samples, [600 * total].

        aligned_text:    [total, 512], zero in the gaps
        f0, energy:      [2 * total], zero in the gaps
        source_spectrum: [120 * total + 1, 22], zero in the gaps
        style:           [rows, 128], the decoder's half
        """
        styles = self.styles(style)
        x = self.features(aligned_text, f0, energy, styles, packed)
        return self._samples(
            self._generator(x, source_spectrum, self._layers(packed, styles, x.dtype)), packed
        )

    @property
    def stage_norms(self) -> Sequence[Sequence[AdaIN1d]]:
        """The AdaIN layers of each of the generator's stages."""
        return self._generator.stage_norms

    def styles(self, style: torch.Tensor) -> LayerStyles:
        """style: [rows, 128], the decoder's half"""
        styles: LayerStyles = self._styles(style)
        return styles if self._fused is None else styles.to(torch.float32)

    def first_stage(
        self,
        x: torch.Tensor,
        source_spectrum: torch.Tensor,
        styles: LayerStyles | LayerScalings,
        packed: PackedFrames,
    ) -> torch.Tensor:
        """Of the generator, for a vocoder with tiles: `features` to [20 * total, 256]; undefined in the gaps.

        styles: of the first stage's layers at least; with LayerScalings, rows may be parts of rows
        """
        assert self._tiles is not None
        layers = TiledLayers(self._pool, self._tiles, styles, packed, STEPS_PER_FRAME)
        return self._generator.first_stage(x, source_spectrum, layers)

    def second_stage(
        self,
        x: torch.Tensor,
        source_spectrum: torch.Tensor,
        styles: LayerStyles | LayerScalings,
        packed: PackedFrames,
    ) -> torch.Tensor:
        """Of the generator, for a vocoder with tiles: packed samples, [600 * total].

        x:      of the first stage, [20 * total, 256]; with LayerScalings, rows may be parts of rows
        styles: of the second stage's layers at least
        """
        assert self._tiles is not None
        layers = TiledLayers(self._pool, self._tiles, styles, packed, STAGE_POSITIONS_PER_FRAME)
        return self._samples(self._generator.second_stage(x, source_spectrum, layers), packed)

    def _samples(self, logs: torch.Tensor, packed: PackedFrames) -> torch.Tensor:
        return cast(torch.Tensor, self._inverse(logs, packed.positions(BINS_PER_FRAME, extra=1)))

    def _layers(self, packed: PackedFrames, styles: LayerStyles, dtype: torch.dtype) -> LayerBackend[Any]:
        if self._tiles is not None:
            return TiledLayers(self._pool, self._tiles, styles, packed, STEPS_PER_FRAME)
        if self._fused is None:
            return PackedLayers(packed, styles, STEPS_PER_FRAME, dtype)
        return FusedLayers(self._fused, packed, styles, STEPS_PER_FRAME)

    def features(
        self,
        aligned_text: torch.Tensor,
        f0: torch.Tensor,
        energy: torch.Tensor,
        styles: LayerStyles,
        packed: PackedFrames,
    ) -> torch.Tensor:
        """What the generator makes sound of, [2 * total, 512]; undefined in the gaps. See `forward`."""
        frames, steps = packed.positions(1), packed.positions(STEPS_PER_FRAME)
        prosody = [
            convolution(curve[None, None])[0].T
            for convolution, curve in ((self._f0_convolution, f0), (self._energy_convolution, energy))
        ]
        x = self._residual_block(self._encode, torch.cat([aligned_text, *prosody], 1), styles, frames)
        rest = [convolve_layer(self._text_residual, aligned_text), *prosody]
        *blocks, last = self._decode
        for block in blocks:
            x = self._residual_block(block, torch.cat([x, *rest], 1), styles, frames)
        return self._residual_block(last, torch.cat([x, *rest], 1), styles, frames, upsampled=steps)


class InverseTransform(torch.nn.Module):
    """The inverse short-time Fourier transform of each row: overlap-add of the windowed inverse transforms, divided by
    the overlap-add of the squared windows (Griffin and Lim, 1984), as torch.istft computes it."""

    _matrix: torch.Tensor
    _power: torch.Tensor

    def __init__(self, window: torch.Tensor, hop: int) -> None:
        super().__init__()
        n = len(window)
        self._hop, self._length = hop, n
        real = torch.fft.irfft(torch.eye(n // 2 + 1, dtype=torch.complex128), n=n)
        imaginary = torch.fft.irfft(1j * torch.eye(n // 2 + 1, dtype=torch.complex128), n=n)
        matrix = torch.cat([real, imaginary]) * window.double()
        self.register_buffer("_matrix", matrix.to(window.dtype))
        self.register_buffer("_power", window.square())

    def forward(self, x: torch.Tensor, positions: PackedPositions) -> torch.Tensor:
        """Log magnitudes and phases, whose sine is the angle: [size, 22] -> samples [hop * (size - 1)]."""
        log_magnitude, phase = x.chunk(2, 1)
        if not positions.single_row:
            log_magnitude = log_magnitude.masked_fill(~positions.inside[:, None], -torch.inf)
        magnitude, angle = log_magnitude.exp(), phase.sin()
        frames = torch.cat([magnitude * angle.cos(), magnitude * angle.sin()], 1) @ self._matrix
        weights = positions.mask_gaps(self._power.expand(len(frames), -1))
        begin = self._length // 2
        samples = self._overlap_add(frames) / self._overlap_add(weights).clamp(min=1e-11)
        return samples[begin : begin + self._hop * (len(frames) - 1)]

    def _overlap_add(self, frames: torch.Tensor) -> torch.Tensor:
        """Frames of n samples, each starting `hop` samples after the previous one, summed up."""
        parts = frames.view(len(frames), -1, self._hop).unbind(1)
        return (
            torch.stack([F.pad(part, (0, 0, i, len(parts) - 1 - i)) for i, part in enumerate(parts)])
            .sum(0)
            .flatten()
        )
