"""The generator's layers on a CPU, in tiles along the time axis, so that what lies between them stays in the cache.

Computed operation by operation, every multiplication, sine and sum of the generator reads and writes tens of megabytes
of main memory. Here each layer processes the time axis in tiles: normalize, apply Snake, round, convolve, accumulate
the next layer's statistics. A layer thus reads and writes main memory once, and each thread has tiles of its own. The
convolutions may use bfloat16, which processors with AVX512_BF16 or AMX compute two to eight times as fast; the layers
in between stay in float32, since rounding them would be audible.

The rows of a pass lie end to end, so a tile may hold the end of one row and the beginning of the next. One convolution
serves both; everything else is computed piece by piece, with the scale and shift of the piece's row.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt
import torch
import torch.nn.functional as F

from kokoro_speech_server.engine.network.convolutions import convolve_in_blocks
from kokoro_speech_server.engine.network.generator import LastConvolution, StyledConvolution, Upsampling
from kokoro_speech_server.engine.network.packing import PackedFrames
from kokoro_speech_server.engine.network.styles import LayerScalings, LayerStyles
from kokoro_speech_server.engine.network.tile_operations import (
    Scaling,
    Snake,
    TileOperations,
    TileStatistics,
)
from kokoro_speech_server.engine.network.tile_thread_pool import TileThreadPool

T = TypeVar("T")

_TILE = 2048 * 128
"""Values in a tile: 1 MB of float32, which fits into a core's second-level cache."""


class _Piece(NamedTuple):
    """The part of a row that is in a tile. span: its positions on the time axis"""

    row: int
    span: slice


class _Signal(NamedTuple):
    """values: [time, channels], float32 or the convolutions' dtype; statistics: of every piece, with its row."""

    values: torch.Tensor
    statistics: Sequence[tuple[int, TileStatistics]]

    def mean_and_variance(self, rows: int) -> tuple[torch.Tensor, torch.Tensor]:
        """Mean and variance of each row over time, combined from its pieces' (Chan, Golub and LeVeque, 1979).

        Both are float64 [rows, channels].
        """
        row_of_piece, pieces = zip(*self.statistics, strict=True)
        lengths, every_mean, every_square = zip(*pieces, strict=True)
        # In numpy, since torch's operations on so few values take ten times as long beside its other threads.
        counts = np.array(lengths, dtype=np.float64)[:, None]
        means, squares = (
            torch.stack(values).numpy().astype(np.float64) for values in (every_mean, every_square)
        )

        def row_sums(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
            sums = np.zeros((rows, values.shape[1]))
            np.add.at(sums, np.array(row_of_piece), values)
            return sums

        totals = row_sums(counts)
        mean = row_sums(means * counts) / totals
        squares += np.square(means - mean[np.array(row_of_piece)]) * counts
        return torch.from_numpy(mean), torch.from_numpy(row_sums(squares) / totals)


class TiledLayers:
    """Computes the generator's layers for the rows of one pass.

    pool:       computes the tiles
    operations: on pieces of a tile
    styles:     of the generator's layers; LayerScalings: every signal is scaled and shifted by them, whatever it is, so
                that a part of a row sounds as it does in the whole
    packed:     the rows
    per_frame:  positions per frame of the generator's input
    """

    def __init__(
        self,
        pool: TileThreadPool,
        operations: TileOperations,
        styles: LayerStyles | LayerScalings,
        packed: PackedFrames,
        per_frame: int,
    ) -> None:
        self._pool = pool
        self._operations = operations
        self._styles = styles
        self._packed = packed
        self._per_frame = per_frame
        self._extra = 0

    def signal(self, values: torch.Tensor) -> _Signal:
        def work(tile: slice) -> list[tuple[int, TileStatistics]]:
            return [
                (piece.row, self._operations.statistics(values[piece.span])) for piece in self._pieces(tile)
            ]

        results = self._pool.map(work, _tiles(len(values), self._tile_length(*values.shape)))
        return _Signal(values, [one for result in results for one in result])

    def convolve(self, layer: StyledConvolution, x: _Signal) -> _Signal:
        result = torch.empty_like(x.values, dtype=layer.weight.dtype)

        def store(span: slice, y: torch.Tensor) -> TileStatistics:
            return self._operations.store(y, result[span])

        return _Signal(result, self._map_pieces(layer, x, store))

    def convolve_and_add(
        self, layer: StyledConvolution, y: _Signal, shortcut: _Signal, output: torch.Tensor
    ) -> _Signal:
        def store(span: slice, y: torch.Tensor) -> TileStatistics:
            return self._operations.add(y, shortcut.values[span], output[span])

        return _Signal(output, self._map_pieces(layer, y, store))

    def convolve_and_accumulate(
        self,
        layer: StyledConvolution,
        y: _Signal,
        shortcut: _Signal,
        output: torch.Tensor,
        *,
        overwrite: bool,
    ) -> None:
        def store(span: slice, y: torch.Tensor) -> None:
            self._operations.accumulate(y, shortcut.values[span], output[span], overwrite=overwrite)

        self._map_pieces(layer, y, store)

    def upsample(self, layer: Upsampling, values: torch.Tensor) -> torch.Tensor:
        x = self._rectified(values, 0.1, layer.weight.dtype, margin=1)
        y = convolve_in_blocks(x, layer.weight, layer.bias, block=layer.block, map_blocks=self._pool.map)
        self._per_frame *= layer.stride
        return y.float().reshape(-1, layer.channels)

    def reflect(self, values: torch.Tensor) -> torch.Tensor:
        self._extra += 1
        result = values.new_empty(len(values) + 1, values.shape[1])
        for row in self._rows:
            result[row.start] = values[row.start + 1]
            result[row.start + 1 : row.stop] = values[row.start : row.stop - 1]
        return result

    def last(self, convolution: LastConvolution, values: torch.Tensor) -> torch.Tensor:
        x = self._rectified(values, 0.01, values.dtype, margin=convolution.reach)
        return convolve_in_blocks(
            x,
            convolution.weight,
            convolution.bias,
            block=self._tile_length(*values.shape),
            map_blocks=self._pool.map,
        )

    def _tile_length(self, length: int, channels: int, *, any_length: bool = False) -> int:
        return _tile_length(length, channels, self._pool.threads, any_length=any_length)

    @property
    def _rows(self) -> Sequence[slice]:
        """The positions of each row at the present resolution."""
        return self._packed.positions(self._per_frame, extra=self._extra).rows

    def _rectified(
        self, values: torch.Tensor, slope: float, dtype: torch.dtype, *, margin: int
    ) -> torch.Tensor:
        """The values after a leaky rectifier, with zeros in the gaps and, as a margin, before and after them."""
        x = values.new_zeros(len(values) + 2 * margin, values.shape[1], dtype=dtype)
        for row in self._rows:
            x[row.start + margin : row.stop + margin] = F.leaky_relu(values[row], slope)
        return x

    def _map_pieces(
        self, layer: StyledConvolution, signal: _Signal, consume: Callable[[slice, torch.Tensor], T]
    ) -> list[tuple[int, T]]:
        """Compute a layer's result in tiles. Returns the row of each piece and consume(span, result of the piece).

        consume: called by several threads; the result is [time, channels], in the convolution's dtype
        """
        scalings = self.scalings(layer, signal)
        snake = Snake(layer.alpha, layer.inverse)
        length, channels = signal.values.shape
        reach = layer.reach
        any_length = self._operations.takes_any_length(layer.weight)
        step = self._tile_length(length, channels, any_length=any_length)

        def work(tile: slice) -> list[tuple[int, T]]:
            positions = tile.stop - tile.start if any_length else step
            x = torch.empty(positions + 2 * reach, channels, dtype=layer.weight.dtype)
            first, filled = tile.start - reach, 0
            for row, span in self._pieces(slice(first, tile.stop + reach)):
                inside = slice(span.start - first, span.stop - first)
                # Positions beyond a row's ends are zero after Snake, not before the normalization.
                x[filled : inside.start].zero_()
                self._operations.activate(signal.values[span], scalings[row], snake, x[inside])
                filled = inside.stop
            x[filled:].zero_()
            y = self._operations.convolve(
                x, layer.weight, layer.bias, dilation=layer.dilation, reach=layer.reach
            )
            return [
                (row, consume(span, y[span.start - tile.start : span.stop - tile.start]))
                for row, span in self._pieces(tile)
            ]

        return [one for result in self._pool.map(work, _tiles(length, step)) for one in result]

    def scalings(self, layer: StyledConvolution, signal: _Signal) -> list[Scaling]:
        """Of each row."""
        if isinstance(self._styles, LayerScalings):
            scales, shifts = self._styles.of(layer.norm)
        else:
            scales, shifts = self._styles.of(layer.norm, *signal.mean_and_variance(len(self._rows)))
        return [Scaling(*row) for row in zip(scales.float(), shifts.float(), strict=True)]

    def _pieces(self, span: slice) -> Iterator[_Piece]:
        """What each row has in this part of the time axis."""
        for number, row in enumerate(self._rows):
            begin, end = max(row.start, span.start), min(row.stop, span.stop)
            if begin < end:
                yield _Piece(number, slice(begin, end))


def _tiles(length: int, step: int) -> list[slice]:
    """The positions of each tile; the last one may be shorter."""
    return [slice(begin, min(length, begin + step)) for begin in range(0, length, step)]


def _tile_length(length: int, channels: int, threads: int, *, any_length: bool) -> int:
    """Positions in a tile.

    any_length: whether a convolution takes any; then each thread has as many tiles of the same length. Otherwise a full
                one or whole quarters of it, since oneDNN compiles a convolution for each length: the one with which the
                threads are done first, since part of the last tile is padding, and some threads may have one tile less
                than others.
    """
    if any_length:
        tiles_per_thread = -(-length // (_TILE // channels * threads))
        return -(-length // (tiles_per_thread * threads))
    quarter = _TILE // channels // 4
    # Of each tile: its operations take time to begin, and read positions of its neighbors.
    overhead = quarter // 8

    def work(step: int) -> int:
        tiles_per_thread = -(-length // (step * threads))
        return tiles_per_thread * (step + overhead)

    return min((count * quarter for count in (4, 3, 2, 1)), key=work)
