"""What the model's halves have in common: AdaIN and the residual block around it, on an axis of several rows."""

from typing import cast

import torch
from kokoro.istftnet import AdaIN1d, AdainResBlk1d

from kokoro_speech_server.engine.network.packing import Axis

_HALF_POWER = 0.5**0.5


def adain(norm: AdaIN1d, x: torch.Tensor, style: torch.Tensor, axis: Axis) -> torch.Tensor:
    """Adaptive instance normalization (Huang and Belongie, 2017) by each row's own statistics.

    x: [1, channels, size]; style: [rows, 128]. The result is zero in the gaps.
    """
    gamma, beta = norm.fc(style.to(norm.fc.weight.dtype)).to(x.dtype).chunk(2, 1)
    scale = (1 + gamma) * norm.norm.weight
    shift = (1 + gamma) * norm.norm.bias + beta
    return axis.normalize(x, scale, shift, norm.norm.eps)


def adain_resblock(
    block: AdainResBlk1d, x: torch.Tensor, style: torch.Tensor, axis: Axis, upsampled: Axis | None = None
) -> torch.Tensor:
    """StyleTTS 2's residual block, [1, in, size] -> [1, out, size], or twice the size for one that upsamples.

    What is in the gaps of x does not matter, and what is there in the result is not zero.
    """
    y = block.actv(adain(block.norm1, x, style, axis))
    if upsampled is not None:
        axis = upsampled
        y = axis.keep(block.pool(y))  # a transposed convolution leaves its bias in the gaps
    y = block.conv1(y)
    y = block.conv2(block.actv(adain(block.norm2, y, style, axis)))
    shortcut = block.upsample(x)
    if block.learned_sc:
        shortcut = block.conv1x1(shortcut)
    return cast(torch.Tensor, (y + shortcut) * _HALF_POWER)
