"""The generator's layers on a CPU, in tiles along the time axis, so that what lies between them stays in the cache.

Computed operation by operation, every multiplication, sine and sum of the generator reads and writes tens of megabytes
of main memory. Here each layer processes the time axis in tiles: normalize, apply Snake, round, convolve, accumulate
the next layer's statistics. A layer thus reads and writes main memory once, and each thread has tiles of its own. The
convolutions may use bfloat16, which processors with AVX512_BF16 or AMX compute two to eight times as fast; the layers
in between stay in float32, since rounding them would be audible.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

import torch
import torch.nn.functional as F

from kokoro_speech_server.engine.network.convolutions import convolve, convolve_in_blocks
from kokoro_speech_server.engine.network.generator import LastConvolution, StyledConvolution, Upsampling
from kokoro_speech_server.engine.network.styles import LayerStyles
from kokoro_speech_server.engine.network.tile_thread_pool import TileThreadPool

T = TypeVar("T")

_TILE = 2048 * 128
"""Values in a tile: 1 MB of float32, which fits into a core's second-level cache."""


class _Statistics(NamedTuple):
    """Statistics of one tile: its length, the mean over time and the summed squared deviations, each [channels]."""

    length: int
    mean: torch.Tensor
    squares: torch.Tensor

    @classmethod
    def of(cls, tile: torch.Tensor) -> "_Statistics":
        """tile: [time, channels]"""
        mean = tile.mean(0)
        return cls(len(tile), mean, (tile - mean).square_().sum(0))


class _Signal(NamedTuple):
    """values: [time, channels], float32 or the convolutions' dtype; statistics: one per tile."""

    values: torch.Tensor
    statistics: Sequence[_Statistics]

    def mean_and_variance(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Mean and variance over time, combined from the tiles' (Chan, Golub and LeVeque, 1979); float64 [channels]."""
        lengths, every_mean, every_square = zip(*self.statistics, strict=True)
        counts = torch.tensor(lengths, dtype=torch.float64)[:, None]
        means = torch.stack(every_mean).double()
        total = counts.sum()
        mean = (means * counts).sum(0) / total
        squares = torch.stack(every_square).double().sum(0) + ((means - mean).square() * counts).sum(0)
        return mean, squares / total


class TiledLayers:
    """Computes the generator's layers for a single row. styles: of the generator's layers"""

    def __init__(self, pool: TileThreadPool, styles: LayerStyles) -> None:
        self._pool = pool
        self._styles = styles

    def signal(self, values: torch.Tensor) -> _Signal:
        def work(span: tuple[int, int]) -> _Statistics:
            return _Statistics.of(values[slice(*span)])

        return _Signal(values, self._pool.map(work, _tile_spans(*values.shape)))

    def convolve(self, layer: StyledConvolution, x: _Signal) -> _Signal:
        result = torch.empty_like(x.values, dtype=layer.weight.dtype)

        def store(span: slice, tile: torch.Tensor) -> _Statistics:
            result[span] = tile
            return _Statistics.of(tile)

        return _Signal(result, self._map_tiles(layer, x, store))

    def convolve_and_add(
        self, layer: StyledConvolution, y: _Signal, shortcut: _Signal, output: torch.Tensor
    ) -> _Signal:
        def store(span: slice, tile: torch.Tensor) -> _Statistics:
            output[span] = tile.add_(shortcut.values[span])
            return _Statistics.of(tile)

        return _Signal(output, self._map_tiles(layer, y, store))

    def convolve_and_accumulate(
        self,
        layer: StyledConvolution,
        y: _Signal,
        shortcut: _Signal,
        output: torch.Tensor,
        *,
        overwrite: bool,
    ) -> None:
        def store(span: slice, tile: torch.Tensor) -> None:
            tile.add_(shortcut.values[span])
            if overwrite:
                output[span] = tile
            else:
                output[span].add_(tile)

        self._map_tiles(layer, y, store)

    def upsample(self, layer: Upsampling, values: torch.Tensor) -> torch.Tensor:
        x = F.pad(F.leaky_relu(values, 0.1).to(layer.weight.dtype), (0, 0, 1, 1))
        block = _tile_length(len(values), len(layer.bias))
        y = convolve_in_blocks(x, layer.weight, layer.bias, block=block, map_blocks=self._pool.map)
        return y.float().reshape(-1, layer.channels)

    def reflect(self, values: torch.Tensor) -> torch.Tensor:
        return torch.cat([values[1:2], values])

    def last(self, convolution: LastConvolution, values: torch.Tensor) -> torch.Tensor:
        reach = convolution.reach
        x = F.pad(F.leaky_relu(values), (0, 0, reach, reach))
        block = _tile_length(*values.shape)
        return convolve_in_blocks(
            x, convolution.weight, convolution.bias, block=block, map_blocks=self._pool.map
        )

    def _map_tiles(
        self, layer: StyledConvolution, signal: _Signal, consume: Callable[[slice, torch.Tensor], T]
    ) -> list[T]:
        """Compute a layer's result in tiles and return consume(span, tile) for each.

        consume: called by several threads; tile: float32 [time, channels]
        """
        mean, variance = signal.mean_and_variance()
        scale, shift = (
            values[0].float() for values in self._styles.of(layer.norm, mean[None], variance[None])
        )
        length, channels = signal.values.shape
        reach = layer.reach
        step = _tile_length(length, channels)

        def work(span: tuple[int, int]) -> T:
            begin, end = span
            first, last = max(0, begin - reach), min(length, end + reach)
            x = torch.addcmul(shift, signal.values[first:last].float(), scale)
            x.addcmul_((x * layer.alpha).sin_().square_(), layer.inverse)
            x = x.to(layer.weight.dtype)
            if last - first < step + 2 * reach:
                # Positions beyond the ends are zero after Snake, not before the normalization.
                x = F.pad(x, (0, 0, first - begin + reach, begin + step + reach - last))
            y = convolve(x, layer.weight, layer.bias, layer.dilation)[: end - begin]
            return consume(slice(begin, end), y.float())

        return self._pool.map(work, _tile_spans(length, channels))


def _tile_spans(length: int, channels: int) -> list[tuple[int, int]]:
    """Begin and end of each tile; the last one may be shorter."""
    step = _tile_length(length, channels)
    return [(begin, min(length, begin + step)) for begin in range(0, length, step)]


def _tile_length(length: int, channels: int) -> int:
    """Positions in a tile, the same for nearly any length of text, since oneDNN compiles a convolution for each.

    A short signal has tiles of three, two or one quarter of that, since padding would be much of their work.
    """
    quarter = _TILE // channels // 4
    tiles = -(-length // (4 * quarter))
    return quarter * -(-length // (tiles * quarter))
