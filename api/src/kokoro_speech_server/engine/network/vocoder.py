"""The second half of the model: aligned text features, F0 and energy to samples, on packed rows (StyleTTS 2's decoder
with iSTFTNet's generator, Kaneko et al., 2022)."""

from typing import cast

import torch
import torch.nn.functional as F

from kokoro_speech_server.engine.kokoro_library import AdaIN1d, AdaINResBlock1, Decoder
from kokoro_speech_server.engine.network.blocks import adain, adain_resblock
from kokoro_speech_server.engine.network.convolutions import round_convolutions
from kokoro_speech_server.engine.network.packing import (
    BINS_PER_FRAME,
    STEPS_PER_FRAME,
    PackedFrames,
    PackedPositions,
)
from kokoro_speech_server.engine.network.tiled import TiledGenerator

_BLOCK = 128
"""Positions that the decoder's convolutions process at a time on a CPU."""


class Vocoder(torch.nn.Module):
    """Takes over the decoder's modules.

    batch_invariant: whether rows share passes: then styles are applied in float64, so that one row gets the same scales
                     and shifts bit for bit in any batch
    dtype:           to which the convolutions' inputs and weights are rounded, except for the last one, where rounding
                     would be audible, and the few that change the length
    tiled:           whether the generator works in tiles along the time axis; it then takes one row at a time
    """

    def __init__(self, decoder: Decoder, *, batch_invariant: bool, dtype: torch.dtype, tiled: bool) -> None:
        super().__init__()
        generator = decoder.generator
        self._tiled = TiledGenerator(generator, dtype) if tiled else None
        if dtype is not torch.float32:
            for part in (decoder.encode, decoder.decode, decoder.asr_res):
                round_convolutions(part, dtype, block=_BLOCK if tiled else None)
            if not tiled:  # the tiled generator has rounded copies of its own
                last = generator.conv_post
                round_convolutions(generator, dtype)
                generator.conv_post = last
        if batch_invariant:
            for norm in decoder.modules():
                if isinstance(norm, AdaIN1d):
                    norm.fc.double()
        self._decoder = decoder
        self._generator = PackedGenerator(decoder)
        self._inverse = InverseTransform(decoder.generator.stft.window, decoder.generator.stft.hop_length)

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

        aligned_text:    [1, 512, total], zero in the gaps
        f0, energy:      [1, 1, 2 * total], zero in the gaps
        source_spectrum: [1, 22, 120 * total + 1], zero in the gaps
        style:           [rows, 128], the decoder's half
        """
        x = self._features(aligned_text, f0, energy, style=style, packed=packed)
        logs = (
            self._generator(x, style, source_spectrum, packed)
            if self._tiled is None
            else self._tiled(x, style, source_spectrum)
        )
        return cast(torch.Tensor, self._inverse(logs, packed.positions(BINS_PER_FRAME, x.dtype, extra=1)))

    def _features(
        self,
        aligned_text: torch.Tensor,
        f0: torch.Tensor,
        energy: torch.Tensor,
        *,
        style: torch.Tensor,
        packed: PackedFrames,
    ) -> torch.Tensor:
        """[1, 512, 2 * total]; undefined in the gaps."""
        frames = packed.positions(1, aligned_text.dtype)
        steps = packed.positions(STEPS_PER_FRAME, aligned_text.dtype)
        decoder = self._decoder
        prosody = [decoder.F0_conv(f0), decoder.N_conv(energy)]
        x = adain_resblock(decoder.encode, torch.cat([aligned_text, *prosody], 1), style, frames)
        rest = [decoder.asr_res(aligned_text), *prosody]
        *blocks, last = decoder.decode
        for block in blocks:
            x = adain_resblock(block, torch.cat([x, *rest], 1), style, frames)
        return adain_resblock(last, torch.cat([x, *rest], 1), style, frames, upsampled=steps)


class PackedGenerator(torch.nn.Module):
    """The generator from the decoder's features to the inverse transform, for any number of rows: 85 % of the work."""

    def __init__(self, decoder: Decoder) -> None:
        super().__init__()
        self._generator = decoder.generator

    def forward(
        self, x: torch.Tensor, style: torch.Tensor, source_spectrum: torch.Tensor, packed: PackedFrames
    ) -> torch.Tensor:
        """Log magnitudes above phases, [1, 22, 120 * total + 1]; undefined in the gaps.

        x: features, [1, 512, 2 * total]; the other arguments are those of Vocoder.
        """
        net = self._generator
        before = packed.positions(STEPS_PER_FRAME, x.dtype)
        resolutions = [packed.positions(20, x.dtype), packed.positions(BINS_PER_FRAME, x.dtype, extra=1)]
        for stage, positions in enumerate(resolutions):
            x = net.ups[stage](before.mask_gaps(F.leaky_relu(x, 0.1)))
            if positions is resolutions[-1]:
                x = _reflect(x, positions)
            harmonics = net.noise_convs[stage](source_spectrum)
            x = x + residual(net.noise_res[stage], harmonics, style, positions)
            first, *others = net.resblocks[stage * net.num_kernels : (stage + 1) * net.num_kernels]
            total = residual(first, x, style, positions)
            for block in others:
                total += residual(block, x, style, positions)
            x = total / net.num_kernels
            before = positions
        return cast(torch.Tensor, net.conv_post(before.mask_gaps(F.leaky_relu(x))))


def residual(
    block: AdaINResBlock1, x: torch.Tensor, style: torch.Tensor, positions: PackedPositions
) -> torch.Tensor:
    """Three pairs of convolutions, each preceded by AdaIN and Snake (Ziyin et al., 2020), with a shortcut per pair."""
    layers = zip(
        *(block.convs1, block.convs2, block.adain1, block.adain2, block.alpha1, block.alpha2), strict=True
    )
    for dilated, narrow, norm, next_norm, alpha, next_alpha in layers:
        y = dilated(snake(adain(norm, x, style, positions), alpha))
        y = narrow(snake(adain(next_norm, y, style, positions), next_alpha))
        x = y + x
    return x


def snake(x: torch.Tensor, alpha: torch.Tensor) -> torch.Tensor:
    """x + sin²(alpha x) / alpha, computed in place; alpha: [1, channels, 1]."""
    return x.addcmul_((x * alpha).sin_().square_(), 1 / alpha)


def _reflect(x: torch.Tensor, positions: PackedPositions) -> torch.Tensor:
    """x with one position more: each row is preceded by a copy of its second position."""
    if positions.single_row:
        return F.pad(x, (1, 0), mode="reflect")
    index = torch.arange(positions.size, device=x.device)
    return x.index_select(2, torch.where(positions.offset == 0, index + 1, index - 1))


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
        """Log magnitudes above phases, whose sine is the angle: [1, 22, size] -> samples [hop * (size - 1)]."""
        log_magnitude, phase = x[0].chunk(2)
        if not positions.single_row:
            # Not a product with the mask, since values in the gaps may be infinite.
            log_magnitude = log_magnitude.masked_fill(~positions.inside, -torch.inf)
        magnitude, angle = log_magnitude.exp(), phase.sin()
        frames = torch.cat([magnitude * angle.cos(), magnitude * angle.sin()]).T @ self._matrix
        weights = self._power.expand(len(frames), -1)
        if not positions.single_row:
            frames, weights = frames * positions.mask[0].T, weights * positions.mask[0].T
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
