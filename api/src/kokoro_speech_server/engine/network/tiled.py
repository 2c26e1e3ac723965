"""The generator on a CPU, tile by tile along the time axis, so that intermediate results stay in the processor's cache.

Computed layer by layer, as the library does, every multiplication, sine and sum of the generator reads and writes
tens of megabytes of main memory, and the convolutions reorder them twice. Here the positions are the rows of the
matrices, [time, channels], which is the order that oneDNN's convolutions are fastest in, and each layer processes the
time axis in tiles: normalize, apply Snake, round, convolve, accumulate the next layer's statistics. A layer thus reads
and writes main memory once, and each thread has tiles of its own. The convolutions may use bfloat16, which processors
with AVX512_BF16 or AMX compute two to eight times as fast; the layers in between stay in float32, since rounding them
would be audible.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

import torch
import torch.nn.functional as F

from kokoro_speech_server.engine.kokoro_library import AdaIN1d, AdaINResBlock1, Generator
from kokoro_speech_server.engine.network.convolutions import convolve, convolve_in_blocks, kernel
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


class _Convolution:
    """AdaIN, Snake and a convolution over time that keeps the length."""

    def __init__(
        self,
        norm: AdaIN1d,
        alpha: torch.Tensor,
        convolution: torch.nn.Conv1d,
        *,
        dtype: torch.dtype,
        pool: TileThreadPool,
    ) -> None:
        self._pool = pool
        self._norm = norm
        self._alpha = alpha.detach().flatten()
        self._inverse = 1 / self._alpha
        self._weight, self._bias = kernel(convolution.weight, dtype), _rounded(convolution.bias, dtype)
        self._dtype = dtype
        self._dilation = convolution.dilation[0]
        self._reach = (convolution.kernel_size[0] - 1) // 2 * self._dilation

    def map_tiles(
        self, signal: _Signal, style: torch.Tensor, consume: Callable[[slice, torch.Tensor], T]
    ) -> list[T]:
        """Compute the result in tiles and return consume(span, tile) for each.

        style:   [1, 128]
        consume: called by several threads; tile: float32 [time, channels]
        """
        scale, shift = self._modulation(signal, style)
        length, channels = signal.values.shape
        reach = self._reach
        step = _tile_length(length, channels)

        def work(span: tuple[int, int]) -> T:
            begin, end = span
            first, last = max(0, begin - reach), min(length, end + reach)
            x = torch.addcmul(shift, signal.values[first:last].float(), scale)
            x.addcmul_((x * self._alpha).sin_().square_(), self._inverse)
            x = x.to(self._dtype)
            if last - first < step + 2 * reach:
                # Positions beyond the ends are zero after Snake, not before the normalization.
                x = F.pad(x, (0, 0, first - begin + reach, begin + step + reach - last))
            y = convolve(x, self._weight, self._bias, self._dilation)[: end - begin]
            return consume(slice(begin, end), y.float())

        return self._pool.map(work, _tile_spans(length, channels))

    def _modulation(self, signal: _Signal, style: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Normalization and AdaIN combined into one scale and one shift, each float32 [channels]."""
        gamma, beta = self._norm.fc(style.to(self._norm.fc.weight.dtype))[0].double().chunk(2)
        mean, variance = signal.mean_and_variance()
        norm = self._norm.norm
        factor = torch.rsqrt(variance + norm.eps)
        scale = (1 + gamma) * norm.weight * factor
        shift = (1 + gamma) * norm.bias + beta - mean * scale
        return scale.float(), shift.float()


class _ResidualBlock:
    """Three pairs of convolutions with a shortcut around each pair."""

    def __init__(self, block: AdaINResBlock1, dtype: torch.dtype, pool: TileThreadPool) -> None:
        self._pairs = [
            (
                _Convolution(norm, alpha, dilated, dtype=dtype, pool=pool),
                _Convolution(next_norm, next_alpha, narrow, dtype=dtype, pool=pool),
            )
            for dilated, narrow, norm, next_norm, alpha, next_alpha in zip(
                *(block.convs1, block.convs2, block.adain1, block.adain2, block.alpha1, block.alpha2),
                strict=True,
            )
        ]
        self._dtype = dtype

    def apply(
        self, signal: _Signal, style: torch.Tensor, *, output: torch.Tensor, accumulate: bool = True
    ) -> None:
        """Add the block's result to `output`, float32 [time, channels], or overwrite it; `signal` stays unchanged."""
        between = torch.empty_like(signal.values, dtype=self._dtype)
        stream = torch.empty_like(signal.values)

        def store_rounded(span: slice, tile: torch.Tensor) -> _Statistics:
            between[span] = tile
            return _Statistics.of(tile)

        def store_sum(span: slice, tile: torch.Tensor) -> _Statistics:
            stream[span] = tile.add_(x.values[span])
            return _Statistics.of(tile)

        def store_output(span: slice, tile: torch.Tensor) -> None:
            tile.add_(x.values[span])
            if accumulate:
                output[span].add_(tile)
            else:
                output[span] = tile

        x = signal
        *pairs, (last_dilated, last_narrow) = self._pairs
        for dilated, narrow in pairs:
            y = _Signal(between, dilated.map_tiles(x, style, store_rounded))
            x = _Signal(stream, narrow.map_tiles(y, style, store_sum))
        y = _Signal(between, last_dilated.map_tiles(x, style, store_rounded))
        last_narrow.map_tiles(y, style, store_output)


class _Upsampling:
    """A transposed convolution whose kernel is twice its stride, computed as a convolution of three taps.

    Each input position yields `stride` outputs. The first half of them depends on that position and the one before, the
    second half on that position and the one after. The convolution computes all of them as channels of the position;
    reshaping puts them in order.
    """

    def __init__(
        self, convolution: torch.nn.ConvTranspose1d, dtype: torch.dtype, pool: TileThreadPool
    ) -> None:
        self._pool = pool
        weight = convolution.weight.detach()  # [in, out, 2 * stride]
        inputs, outputs, taps = weight.shape
        stride = taps // 2
        padding = stride // 2
        if convolution.stride != (stride,) or convolution.padding != (padding,) or taps % 4:
            raise ValueError("The kernel of the upsampling is not twice its stride.")
        spread = weight.new_zeros(stride, outputs, inputs, 3)
        for phase in range(stride):
            for tap in range(3):  # the position before, this one, the one after
                original = phase + padding + stride * (1 - tap)
                if 0 <= original < taps:
                    spread[phase, :, :, tap] = weight[:, :, original].T
        self._weight = kernel(spread.flatten(0, 1), dtype)
        self._bias = _rounded(convolution.bias, dtype).repeat(stride)
        self._outputs, self._dtype = outputs, dtype

    def __call__(self, x: torch.Tensor) -> torch.Tensor:
        """[time, in] -> float32 [stride * time, out]"""
        x = F.pad(F.leaky_relu(x, 0.1).to(self._dtype), (0, 0, 1, 1))
        block = _tile_length(len(x) - 2, len(self._bias))
        y = convolve_in_blocks(x, self._weight, self._bias, block=block, map_blocks=self._pool.map)
        return y.float().reshape(-1, self._outputs)


class _SourceConvolution:
    """The convolution that brings the harmonic source's spectrum to the resolution of a stage."""

    def __init__(self, convolution: torch.nn.Conv1d) -> None:
        self._convolution = convolution

    def __call__(self, source_spectrum: torch.Tensor) -> torch.Tensor:
        """[1, 22, size] -> float32 [time, channels]"""
        net = self._convolution
        if net.kernel_size == (1,) and net.bias is not None:
            return torch.addmm(net.bias, source_spectrum[0].T, net.weight[:, :, 0].T)
        return net(source_spectrum)[0].T.contiguous()  # type: ignore[no-any-return]


class TiledGenerator:
    """The generator from the decoder's features to the inverse transform, for a single row.

    It uses as many threads as torch does at the time of its construction.

    dtype: of the convolutions, float32 or bfloat16; the last one, where rounding would be audible, stays in float32
    """

    def __init__(self, generator: Generator, dtype: torch.dtype) -> None:
        self._pool = pool = TileThreadPool(torch.get_num_threads())
        self._upsamplings = [_Upsampling(convolution, dtype, pool) for convolution in generator.ups]
        self._source_convolutions = [_SourceConvolution(convolution) for convolution in generator.noise_convs]
        self._source_blocks = [_ResidualBlock(block, dtype, pool) for block in generator.noise_res]
        kernels = generator.num_kernels
        blocks = [_ResidualBlock(block, dtype, pool) for block in generator.resblocks]
        self._stage_blocks = [blocks[i : i + kernels] for i in range(0, len(blocks), kernels)]
        self._last_weight = kernel(generator.conv_post.weight, torch.float32)
        self._last_bias = _rounded(generator.conv_post.bias, torch.float32)

    def __call__(self, x: torch.Tensor, style: torch.Tensor, source_spectrum: torch.Tensor) -> torch.Tensor:
        """Log magnitudes above phases, [1, 22, 120 * frames + 1].

        x: features, [1, 512, 2 * frames]; style: [1, 128]; source_spectrum: [1, 22, 120 * frames + 1]
        """
        values = x[0].T
        stages = zip(
            *(self._upsamplings, self._source_convolutions, self._source_blocks, self._stage_blocks),
            strict=True,
        )
        for upsample, convolve_source, source_block, blocks in stages:
            values = upsample(values)
            harmonics = convolve_source(source_spectrum)
            if len(harmonics) > len(values):  # the last stage starts with a copy of its second position
                values = torch.cat([values[1:2], values])
            source_block.apply(self._signal(harmonics), style, output=values)
            signal, total = self._signal(values), torch.empty_like(values)
            for block in blocks:
                block.apply(signal, style, output=total, accumulate=block is not blocks[0])
            values = total.div_(len(blocks))
        return self._last(values).T[None]

    def _last(self, values: torch.Tensor) -> torch.Tensor:
        """[time, channels] -> [time, 22]"""
        reach = self._last_weight.shape[-1] // 2
        x = F.pad(F.leaky_relu(values), (0, 0, reach, reach))
        block = _tile_length(*values.shape)
        return convolve_in_blocks(
            x, self._last_weight, self._last_bias, block=block, map_blocks=self._pool.map
        )

    def _signal(self, values: torch.Tensor) -> _Signal:
        def work(span: tuple[int, int]) -> _Statistics:
            return _Statistics.of(values[slice(*span)])

        return _Signal(values, self._pool.map(work, _tile_spans(*values.shape)))


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


def _rounded(bias: torch.Tensor | None, dtype: torch.dtype) -> torch.Tensor:
    assert bias is not None  # all of the generator's convolutions have one
    return bias.detach().to(dtype)
