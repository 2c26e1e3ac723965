"""The generator's layers on packed rows with fused kernels: what packed_layers.py computes, with less memory traffic.

Between two convolutions there are three launches: the row's statistics become a scale and a shift, these and the
activation are applied, and the convolution's result is added to its shortcut while the next statistics are taken.
Before a normalization, a bias is left out: subtracting the mean would remove it again.
"""

from typing import NamedTuple

import torch

from kokoro_speech_server.engine.network.convolutions import convolve
from kokoro_speech_server.engine.network.fused_operations import FrameStatistics, FusedOperations, Snake
from kokoro_speech_server.engine.network.generator import LastConvolution, StyledConvolution, Upsampling
from kokoro_speech_server.engine.network.packing import PackedFrames, PackedPositions
from kokoro_speech_server.engine.network.styles import LayerStyles


class _Signal(NamedTuple):
    """values: [size, channels], undefined in the gaps"""

    values: torch.Tensor
    statistics: FrameStatistics


class FusedLayers:
    """Computes the generator's layers for the rows of one pass. Arguments as in PackedLayers; styles in float32."""

    def __init__(
        self, operations: FusedOperations, packed: PackedFrames, styles: LayerStyles, per_frame: int
    ) -> None:
        self._operations = operations
        self._packed = packed
        self._styles = styles
        self._per_frame = per_frame
        self._extra = 0

    def signal(self, values: torch.Tensor) -> _Signal:
        return self._with_statistics(values)

    def convolve(self, layer: StyledConvolution, x: _Signal) -> _Signal:
        return self._with_statistics(self._convolved(layer, x))

    def convolve_and_add(
        self, layer: StyledConvolution, y: _Signal, shortcut: _Signal, output: torch.Tensor
    ) -> _Signal:
        statistics = self._operations.combine(
            self._positions,
            self._convolved(layer, y),
            bias=layer.bias,
            shortcut=shortcut.values,
            output=output,
            statistics=True,
        )
        assert statistics is not None
        return _Signal(output, statistics)

    def convolve_and_accumulate(
        self,
        layer: StyledConvolution,
        y: _Signal,
        shortcut: _Signal,
        output: torch.Tensor,
        *,
        overwrite: bool,
    ) -> None:
        self._operations.combine(
            self._positions,
            self._convolved(layer, y),
            bias=layer.bias,
            shortcut=shortcut.values,
            output=output,
            accumulates=not overwrite,
        )

    def upsample(self, layer: Upsampling, values: torch.Tensor) -> torch.Tensor:
        x = self._operations.activate(self._positions, values, layer.weight.dtype, 0.1)
        self._per_frame *= layer.stride
        y = convolve(x, layer.weight, None, padding=1).reshape(-1, layer.channels)
        output = torch.empty_like(y, dtype=torch.float32)
        self._operations.combine(self._positions, y, bias=layer.channel_bias, output=output)
        return output

    def reflect(self, values: torch.Tensor) -> torch.Tensor:
        self._extra += 1
        return self._positions.reflect(values)

    def last(self, convolution: LastConvolution, values: torch.Tensor) -> torch.Tensor:
        x = self._operations.activate(self._positions, values, convolution.weight.dtype, 0.01)
        return convolve(x, convolution.weight, convolution.bias, padding=convolution.reach)

    def _with_statistics(self, values: torch.Tensor) -> _Signal:
        statistics = self._operations.combine(self._positions, values, statistics=True)
        assert statistics is not None
        return _Signal(values, statistics)

    def _convolved(self, layer: StyledConvolution, x: _Signal) -> torch.Tensor:
        """[size, channels], in the convolutions' dtype, without the bias."""
        scaling = self._operations.scale_rows(self._positions, x.statistics, self._styles, layer.norm)
        snake = Snake(layer.alpha, layer.inverse)
        y = self._operations.activate(self._positions, x.values, layer.weight.dtype, snake, scaling)
        return convolve(y, layer.weight, None, layer.dilation, padding=layer.reach)

    @property
    def _positions(self) -> PackedPositions:
        return self._packed.positions(self._per_frame, extra=self._extra)
