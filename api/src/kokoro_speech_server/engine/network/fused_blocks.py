"""StyleTTS 2's residual block with fused kernels; see blocks.py."""

import torch

from kokoro_speech_server.engine.kokoro_library import AdainResBlk1d
from kokoro_speech_server.engine.network.blocks import SQRT_HALF, block_shortcut
from kokoro_speech_server.engine.network.convolutions import convolution_dtype, convolve_without_bias
from kokoro_speech_server.engine.network.fused_operations import FusedOperations
from kokoro_speech_server.engine.network.packing import PackedPositions
from kokoro_speech_server.engine.network.styles import LayerStyles


class FusedBlocks:
    """Computes residual blocks in float32, except for convolutions that are rounded."""

    def __init__(self, operations: FusedOperations) -> None:
        self._operations = operations

    def __call__(
        self,
        block: AdainResBlk1d,
        x: torch.Tensor,
        styles: LayerStyles,
        positions: PackedPositions,
        upsampled: PackedPositions | None = None,
    ) -> torch.Tensor:
        """[size, in] -> [size, out], or twice the size if it upsamples.

        styles: in float32
        The values in the gaps of x do not matter, and those in the gaps of the result are undefined.
        """
        operations, slope = self._operations, block.actv.negative_slope
        dtype = convolution_dtype(block.conv1)
        scaling = operations.scale_rows(positions, x, styles, block.norm1)
        if upsampled is None:
            y = operations.activate(positions, x, dtype, slope, scaling)
        else:
            y = operations.activate_and_double(
                positions, x, dtype, slope=slope, scaling=scaling, convolution=block.pool
            )
            positions = upsampled
        y = convolve_without_bias(block.conv1, y)  # the next normalization would remove a bias
        scaling = operations.scale_rows(positions, y, styles, block.norm2)
        y = convolve_without_bias(block.conv2, operations.activate(positions, y, dtype, slope, scaling))
        output = torch.empty_like(y, dtype=torch.float32)
        operations.combine(
            positions,
            y,
            bias=block.conv2.bias,
            shortcut=block_shortcut(block, x, upsampled),
            factor=SQRT_HALF,
            output=output,
        )
        return output
