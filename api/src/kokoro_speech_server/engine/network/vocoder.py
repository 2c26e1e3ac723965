"""The model's second half: what is to be heard, pitch and energy to samples, for rows on one axis (StyleTTS 2's
decoder with iSTFTNet's generator, Kaneko et al., 2022)."""

from typing import cast

import torch
import torch.nn.functional as F
from kokoro.istftnet import AdaIN1d, AdaINResBlock1, Decoder

from kokoro_speech_server.engine.network.blocks import adain, adain_resblock
from kokoro_speech_server.engine.network.convolutions import round_convolutions
from kokoro_speech_server.engine.network.packing import BINS_PER_FRAME, STEPS_PER_FRAME, Axis, Layout
from kokoro_speech_server.engine.network.tiled import TiledGenerator

_PIECE = 128
"""Frames, or halves of them, in a piece of the decoder's convolutions on a CPU."""


class Vocoder(torch.nn.Module):
    """Takes the decoder's modules.

    batched: whether rows share batches: then styles are applied in float64, so that they come out the same to the bit
             for one row and for several
    dtype:   to which the convolutions' inputs and weights are rounded, but for the last one, whose rounding would be
             heard, and the few that change the length
    tiled:   whether the generator goes along the time axis in tiles; then for one row at a time
    """

    def __init__(self, decoder: Decoder, *, batched: bool, dtype: torch.dtype, tiled: bool) -> None:
        super().__init__()
        generator = decoder.generator
        self._tiled = TiledGenerator(generator, dtype) if tiled else None
        if dtype is not torch.float32:
            for part in (decoder.encode, decoder.decode, decoder.asr_res):
                round_convolutions(part, dtype, piece=_PIECE if tiled else None)
            if not tiled:  # its rounded weights would be there twice
                last = generator.conv_post
                round_convolutions(generator, dtype)
                generator.conv_post = last
        if batched:
            for norm in decoder.modules():
                if isinstance(norm, AdaIN1d):
                    norm.fc.double()
        self._decoder = decoder
        self._generator = PackedGenerator(decoder)
        self._inverse = InverseTransform(decoder.generator.stft.window, decoder.generator.stft.hop_length)

    def forward(
        self,
        content: torch.Tensor,
        pitch: torch.Tensor,
        energy: torch.Tensor,
        spectrum: torch.Tensor,
        *,
        style: torch.Tensor,
        layout: Layout,
    ) -> torch.Tensor:
        """Samples on the axis, [600 * total].

        content: [1, 512, total], pitch, energy: [1, 1, 2 * total], zero in the gaps
        spectrum: of the source, [1, 22, 120 * total + 1], likewise
        style: [rows, 128], the decoder's half
        """
        x = self._features(content, pitch, energy, style=style, layout=layout)
        logs = (
            self._generator(x, style, spectrum, layout)
            if self._tiled is None
            else self._tiled(x, style, spectrum)
        )
        return cast(torch.Tensor, self._inverse(logs, layout.axis(BINS_PER_FRAME, x.dtype, extra=1)))

    def _features(
        self,
        content: torch.Tensor,
        pitch: torch.Tensor,
        energy: torch.Tensor,
        *,
        style: torch.Tensor,
        layout: Layout,
    ) -> torch.Tensor:
        """[1, 512, 2 * total]; anything in the gaps."""
        axis, upsampled = layout.axis(1, content.dtype), layout.axis(STEPS_PER_FRAME, content.dtype)
        decoder = self._decoder
        prosody = [decoder.F0_conv(pitch), decoder.N_conv(energy)]
        x = adain_resblock(decoder.encode, torch.cat([content, *prosody], 1), style, axis)
        rest = [decoder.asr_res(content), *prosody]
        *blocks, last = decoder.decode
        for block in blocks:
            x = adain_resblock(block, torch.cat([x, *rest], 1), style, axis)
        return adain_resblock(last, torch.cat([x, *rest], 1), style, axis, upsampled)


class PackedGenerator(torch.nn.Module):
    """The generator between its source and its inverse transform, for any number of rows: 85 % of all the work."""

    def __init__(self, decoder: Decoder) -> None:
        super().__init__()
        self._generator = decoder.generator

    def forward(
        self, x: torch.Tensor, style: torch.Tensor, spectrum: torch.Tensor, layout: Layout
    ) -> torch.Tensor:
        """Log magnitudes over phases, [1, 22, 120 * total + 1]; anything in the gaps. Arguments as Vocoder has them."""
        net = self._generator
        before = layout.axis(STEPS_PER_FRAME, x.dtype)
        axes = [layout.axis(20, x.dtype), layout.axis(BINS_PER_FRAME, x.dtype, extra=1)]
        for stage, axis in enumerate(axes):
            x = net.ups[stage](before.keep(F.leaky_relu(x, 0.1)))
            if axis is axes[-1]:
                x = _reflect(x, axis)
            heard = net.noise_convs[stage](spectrum)
            x = x + residual(net.noise_res[stage], heard, style, axis)
            first, *others = net.resblocks[stage * net.num_kernels : (stage + 1) * net.num_kernels]
            total = residual(first, x, style, axis)
            for block in others:
                total += residual(block, x, style, axis)
            x = total / net.num_kernels
            before = axis
        return cast(torch.Tensor, net.conv_post(before.keep(F.leaky_relu(x))))


def residual(block: AdaINResBlock1, x: torch.Tensor, style: torch.Tensor, axis: Axis) -> torch.Tensor:
    """Three dilated convolutions, each with AdaIN and Snake (Ziyin et al., 2020) before it and a short cut around."""
    layers = zip(
        *(block.convs1, block.convs2, block.adain1, block.adain2, block.alpha1, block.alpha2), strict=True
    )
    for wide, narrow, norm, next_norm, alpha, next_alpha in layers:
        y = wide(snake(adain(norm, x, style, axis), alpha))
        y = narrow(snake(adain(next_norm, y, style, axis), next_alpha))
        x = y + x
    return x


def snake(x: torch.Tensor, alpha: torch.Tensor) -> torch.Tensor:
    """x + sin²(alpha x) / alpha, in the place of x; alpha: [1, channels, 1]."""
    return x.addcmul_((x * alpha).sin_().square_(), 1 / alpha)


def _reflect(x: torch.Tensor, axis: Axis) -> torch.Tensor:
    """One position more, in front: in front of each row its own second one."""
    if axis.alone:
        return F.pad(x, (1, 0), mode="reflect")
    position = torch.arange(axis.size, device=x.device)
    return x.index_select(2, torch.where(axis.offset == 0, position + 1, position - 1))


class InverseTransform(torch.nn.Module):
    """Short-time spectra to samples: the inverse transform of each, windowed, overlapped and divided by the
    windows' own overlap (Griffin and Lim, 1984), as torch.istft does, each row as if alone."""

    _matrix: torch.Tensor
    _power: torch.Tensor

    def __init__(self, window: torch.Tensor, hop: int) -> None:
        super().__init__()
        n = len(window)
        self._hop, self._length = hop, n
        basis = torch.fft.irfft(torch.eye(n // 2 + 1, dtype=torch.complex128), n=n)
        turned = torch.fft.irfft(1j * torch.eye(n // 2 + 1, dtype=torch.complex128), n=n)
        matrix = torch.cat([basis, turned]) * window.double()
        self.register_buffer("_matrix", matrix.to(window.dtype))
        self.register_buffer("_power", window.square())

    def forward(self, x: torch.Tensor, axis: Axis) -> torch.Tensor:
        """Log magnitudes over phases, whose sine is the angle: [1, 22, size] -> samples [hop * (size - 1)]."""
        log_magnitude, phase = x[0].chunk(2)
        if not axis.alone:
            # Not a product with the mask: what is in the gaps may be infinite.
            log_magnitude = log_magnitude.masked_fill(~axis.inside, -torch.inf)
        magnitude, angle = log_magnitude.exp(), phase.sin()
        frames = torch.cat([magnitude * angle.cos(), magnitude * angle.sin()]).T @ self._matrix
        weights = self._power.expand(len(frames), -1)
        if not axis.alone:
            frames, weights = frames * axis.mask[0].T, weights * axis.mask[0].T
        begin = self._length // 2
        samples = self._overlap(frames) / self._overlap(weights).clamp(min=1e-11)
        return samples[begin : begin + self._hop * (len(frames) - 1)]

    def _overlap(self, frames: torch.Tensor) -> torch.Tensor:
        """Frames of n samples, each one begun `hop` samples after the last, added up."""
        parts = frames.view(len(frames), -1, self._hop).unbind(1)
        return (
            torch.stack([F.pad(part, (0, 0, i, len(parts) - 1 - i)) for i, part in enumerate(parts)])
            .sum(0)
            .flatten()
        )
