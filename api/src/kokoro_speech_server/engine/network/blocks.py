"""StyleTTS 2's residual block on packed rows, [time, channels]. The prosody predictor and the decoder share it."""

from typing import Protocol, cast

import torch
import torch.nn.functional as F

from kokoro_speech_server.engine.kokoro_library import AdaIN1d, AdainResBlk1d
from kokoro_speech_server.engine.network.convolutions import convolve_layer
from kokoro_speech_server.engine.network.packing import PackedPositions
from kokoro_speech_server.engine.network.styles import LayerStyles

SQRT_HALF = 0.5**0.5


class ResidualBlock(Protocol):
    """Computes a residual block, as `adain_resblock` does."""

    def __call__(
        self,
        block: AdainResBlk1d,
        x: torch.Tensor,
        styles: LayerStyles,
        positions: PackedPositions,
        upsampled: PackedPositions | None = None,
    ) -> torch.Tensor: ...


def adain_resblock(
    block: AdainResBlk1d,
    x: torch.Tensor,
    styles: LayerStyles,
    positions: PackedPositions,
    upsampled: PackedPositions | None = None,
) -> torch.Tensor:
    """[size, in] -> [size, out], or twice the size if it upsamples.

    The values in the gaps of x do not matter, and those in the gaps of the result are not zero.
    """
    y = block.actv(_adain(block.norm1, x, styles, positions))
    if upsampled is not None:
        positions = upsampled
        y = positions.mask_gaps(_upsampled(block.pool, y))  # its bias is in the gaps, too
    y = convolve_layer(block.conv1, y)
    y = block.actv(_adain(block.norm2, y, styles, positions))
    y = convolve_layer(block.conv2, y)
    return (y + block_shortcut(block, x, upsampled)) * SQRT_HALF


def block_shortcut(block: AdainResBlk1d, x: torch.Tensor, upsampled: PackedPositions | None) -> torch.Tensor:
    """What is added to the block's convolutions: [size, out], or twice the size if it upsamples."""
    shortcut = convolve_layer(block.conv1x1, x) if block.learned_sc else x
    return shortcut if upsampled is None else shortcut.repeat_interleave(2, 0)


def _adain(norm: AdaIN1d, x: torch.Tensor, styles: LayerStyles, positions: PackedPositions) -> torch.Tensor:
    """Zero in the gaps."""
    return positions.scale_and_shift(x, *styles.of(norm, *positions.mean_and_variance(x)))


def _upsampled(pool: torch.nn.ConvTranspose1d, x: torch.Tensor) -> torch.Tensor:
    """A transposed convolution of each channel on its own, with three taps and stride 2: twice the size.

    Every other result depends on one position, the others on two.
    """
    assert (pool.kernel_size, pool.stride, pool.padding, pool.groups) == ((3,), (2,), (1,), x.shape[1])
    of_next, of_own, of_own_odd = pool.weight[:, 0].unbind(1)
    bias = cast(torch.Tensor, pool.bias)
    even = torch.addcmul(bias, x, of_own)
    odd = torch.addcmul(torch.addcmul(bias, x, of_own_odd), F.pad(x[1:], (0, 0, 0, 1)), of_next)
    return torch.stack([even, odd], 1).flatten(0, 1)
