"""AdaIN and the residual block built on it, on packed rows. The prosody predictor and the vocoder share them."""

from typing import cast

import torch

from kokoro_speech_server.engine.kokoro_library import AdaIN1d, AdainResBlk1d
from kokoro_speech_server.engine.network.packing import PackedPositions

_SQRT_HALF = 0.5**0.5


def adain(norm: AdaIN1d, x: torch.Tensor, style: torch.Tensor, positions: PackedPositions) -> torch.Tensor:
    """Adaptive instance normalization (Huang and Belongie, 2017) with the statistics of each row.

    x: [1, channels, size]; style: [rows, 128]. The result is zero in the gaps.
    """
    gamma, beta = norm.fc(style.to(norm.fc.weight.dtype)).to(x.dtype).chunk(2, 1)
    scale = (1 + gamma) * norm.norm.weight
    shift = (1 + gamma) * norm.norm.bias + beta
    return positions.normalize(x, scale, shift, norm.norm.eps)


def adain_resblock(
    block: AdainResBlk1d,
    x: torch.Tensor,
    style: torch.Tensor,
    positions: PackedPositions,
    upsampled: PackedPositions | None = None,
) -> torch.Tensor:
    """StyleTTS 2's residual block: [1, in, size] -> [1, out, size], or twice the size if it upsamples.

    The values in the gaps of x do not matter, and those in the gaps of the result are not zero.
    """
    y = block.actv(adain(block.norm1, x, style, positions))
    if upsampled is not None:
        positions = upsampled
        y = positions.mask_gaps(block.pool(y))  # a transposed convolution leaves its bias in the gaps
    y = block.conv1(y)
    y = block.conv2(block.actv(adain(block.norm2, y, style, positions)))
    shortcut = block.upsample(x)
    if block.learned_sc:
        shortcut = block.conv1x1(shortcut)
    return cast(torch.Tensor, (y + shortcut) * _SQRT_HALF)
