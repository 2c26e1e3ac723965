"""The generator's layers on packed rows, for GPUs: any number of rows, whose shapes depend on their total length alone.

What AdaIN adds to a row is two numbers per channel, so a row's values are read once for its statistics and once to be
normalized. Both happen frame by frame: a frame belongs to one row or to a gap, and gaps get zeros from a row of zeros
in the table of scales and shifts. Values in gaps are therefore undefined everywhere else.
"""

from typing import NamedTuple

import torch
import torch.nn.functional as F

from kokoro_speech_server.engine.network.convolutions import convolve
from kokoro_speech_server.engine.network.generator import LastConvolution, StyledConvolution, Upsampling
from kokoro_speech_server.engine.network.packing import PackedFrames, PackedPositions
from kokoro_speech_server.engine.network.styles import LayerStyles


class _Signal(NamedTuple):
    """values: [time, channels]; mean, variance: [rows, channels]"""

    values: torch.Tensor
    mean: torch.Tensor
    variance: torch.Tensor


class PackedLayers:
    """Computes the generator's layers for the rows of one pass.

    packed:    the rows
    styles:    of the generator's layers
    per_frame: positions per frame of the generator's input
    dtype:     of everything but the convolutions
    """

    def __init__(self, packed: PackedFrames, styles: LayerStyles, per_frame: int, dtype: torch.dtype) -> None:
        self._packed = packed
        self._styles = styles
        self._per_frame = per_frame
        self._extra = 0
        self._dtype = dtype

    def signal(self, values: torch.Tensor) -> _Signal:
        return _Signal(values, *self._positions.mean_and_variance(values))

    def convolve(self, layer: StyledConvolution, x: _Signal) -> _Signal:
        return self.signal(self._convolved(layer, x).to(self._dtype))

    def convolve_and_add(
        self, layer: StyledConvolution, y: _Signal, shortcut: _Signal, output: torch.Tensor
    ) -> _Signal:
        torch.add(shortcut.values, self._convolved(layer, y), out=output)
        return self.signal(output)

    def convolve_and_accumulate(
        self,
        layer: StyledConvolution,
        y: _Signal,
        shortcut: _Signal,
        output: torch.Tensor,
        *,
        overwrite: bool,
    ) -> None:
        convolved = self._convolved(layer, y)
        if overwrite:
            torch.add(shortcut.values, convolved, out=output)
        else:
            output.add_(shortcut.values).add_(convolved)

    def upsample(self, layer: Upsampling, values: torch.Tensor) -> torch.Tensor:
        x = self._positions.mask_gaps(F.leaky_relu(values, 0.1)).to(layer.weight.dtype)
        self._per_frame *= layer.stride
        return convolve(x, layer.weight, layer.bias, padding=1).to(self._dtype).reshape(-1, layer.channels)

    def reflect(self, values: torch.Tensor) -> torch.Tensor:
        self._extra += 1
        return self._positions.reflect(values)

    def last(self, convolution: LastConvolution, values: torch.Tensor) -> torch.Tensor:
        x = self._positions.mask_gaps(F.leaky_relu(values))
        return convolve(x, convolution.weight, convolution.bias, padding=convolution.reach)

    def _convolved(self, layer: StyledConvolution, x: _Signal) -> torch.Tensor:
        """[time, channels], in the convolutions' dtype."""
        scale, shift = self._styles.of(layer.norm, x.mean, x.variance)
        y = self._positions.scale_and_shift(x.values, scale, shift)
        y.addcmul_((y * layer.alpha).sin_().square_(), layer.inverse)
        y = y.to(layer.weight.dtype)
        return convolve(y, layer.weight, layer.bias, layer.dilation, padding=layer.reach)

    @property
    def _positions(self) -> PackedPositions:
        return self._packed.positions(self._per_frame, extra=self._extra)
