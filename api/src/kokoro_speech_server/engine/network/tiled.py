"""The generator on a CPU: piece by piece of the time axis, so that what is reckoned stays in the processor's cache.

Done layer by layer, as the library does it, every multiplication, sine and sum of the generator reads and writes
tens of megabytes of main memory, and the convolutions reorder them twice. Here the positions are the rows of the
matrices, [time, channels], the order in which oneDNN's convolutions are fastest, and each layer goes along the time
axis in tiles: normalize, Snake, round, convolve, add up the statistics of the next layer. A layer so reads and writes
main memory once, and each thread does tiles of its own. The convolutions may be in bfloat16, which processors with
AVX512_BF16 or AMX do two to eight times as fast; what is between them stays in float32, where rounding would be heard.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

import torch
import torch.nn.functional as F
from kokoro.istftnet import AdaIN1d, AdaINResBlock1, Generator

from kokoro_speech_server.engine.network.convolutions import convolve, convolve_in_pieces, kernel
from kokoro_speech_server.engine.network.tile_thread_pool import Crew

T = TypeVar("T")

_TILE = 2048 * 128
"""Values in a tile: 1 MB of float32, which a core's second-level cache holds."""


class _Statistics(NamedTuple):
    """Of one tile: its length, the mean over time, and the squares of what deviates from it, each [channels]."""

    length: int
    mean: torch.Tensor
    squares: torch.Tensor

    @classmethod
    def of(cls, tile: torch.Tensor) -> "_Statistics":
        """tile: [time, channels]"""
        mean = tile.mean(0)
        return cls(len(tile), mean, (tile - mean).square_().sum(0))


class _Signal(NamedTuple):
    """values: [time, channels], float32 or the convolutions' dtype; statistics: of each tile."""

    values: torch.Tensor
    statistics: Sequence[_Statistics]

    def mean_and_variance(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Over time, added up from tiles (Chan, Golub and LeVeque, 1979): each float64 [channels]."""
        lengths, every_mean, every_square = zip(*self.statistics, strict=True)
        counts = torch.tensor(lengths, dtype=torch.float64)[:, None]
        means = torch.stack(every_mean).double()
        total = counts.sum()
        mean = (means * counts).sum(0) / total
        squares = torch.stack(every_square).double().sum(0) + ((means - mean).square() * counts).sum(0)
        return mean, squares / total


class _Convolution:
    """A convolution over time that keeps the length, and AdaIN and Snake in front of it."""

    def __init__(
        self,
        norm: AdaIN1d,
        alpha: torch.Tensor,
        convolution: torch.nn.Conv1d,
        *,
        dtype: torch.dtype,
        crew: Crew,
    ) -> None:
        self._crew = crew
        self._norm = norm
        self._alpha = alpha.detach().flatten()
        self._inverse = 1 / self._alpha
        self._weight, self._bias = kernel(convolution.weight, dtype), _rounded(convolution.bias, dtype)
        self._dtype = dtype
        self._dilation = convolution.dilation[0]
        self._reach = (convolution.kernel_size[0] - 1) // 2 * self._dilation

    def tiles(
        self, signal: _Signal, style: torch.Tensor, take: Callable[[slice, torch.Tensor], T]
    ) -> list[T]:
        """Hand over the result in tiles, float32 [time, channels], and where each belongs. style: [1, 128]

        Returns what `take` makes of each; several threads call it.
        """
        scale, shift = self._modulation(signal, style)
        length, channels = signal.values.shape
        reach = self._reach
        step = _step(length, channels)

        def work(span: tuple[int, int]) -> T:
            begin, end = span
            first, last = max(0, begin - reach), min(length, end + reach)
            x = torch.addcmul(shift, signal.values[first:last].float(), scale)
            x.addcmul_((x * self._alpha).sin_().square_(), self._inverse)
            x = x.to(self._dtype)
            if last - first < step + 2 * reach:
                # What is beyond the ends is zero behind Snake, not in front of the normalization.
                x = F.pad(x, (0, 0, first - begin + reach, begin + step + reach - last))
            y = convolve(x, self._weight, self._bias, self._dilation)[: end - begin]
            return take(slice(begin, end), y.float())

        return self._crew.map(work, _spans(length, channels))

    def _modulation(self, signal: _Signal, style: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """What normalization, scale and shift come to, each float32 [channels]."""
        gamma, beta = self._norm.fc(style.to(self._norm.fc.weight.dtype))[0].double().chunk(2)
        mean, variance = signal.mean_and_variance()
        norm = self._norm.norm
        factor = torch.rsqrt(variance + norm.eps)
        scale = (1 + gamma) * norm.weight * factor
        shift = (1 + gamma) * norm.bias + beta - mean * scale
        return scale.float(), shift.float()


class _Residual:
    """Three pairs of convolutions, each with a short cut around it."""

    def __init__(self, block: AdaINResBlock1, dtype: torch.dtype, crew: Crew) -> None:
        self._pairs = [
            (
                _Convolution(norm, alpha, wide, dtype=dtype, crew=crew),
                _Convolution(next_norm, next_alpha, narrow, dtype=dtype, crew=crew),
            )
            for wide, narrow, norm, next_norm, alpha, next_alpha in zip(
                *(block.convs1, block.convs2, block.adain1, block.adain2, block.alpha1, block.alpha2),
                strict=True,
            )
        ]
        self._dtype = dtype

    def into(self, total: torch.Tensor, signal: _Signal, style: torch.Tensor, *, add: bool = True) -> None:
        """Put what comes of the signal, which is left as it is, into `total`, float32 [time, channels], or add it."""
        between = torch.empty_like(signal.values, dtype=self._dtype)
        stream = torch.empty_like(signal.values)

        def round_off(place: slice, tile: torch.Tensor) -> _Statistics:
            between[place] = tile
            return _Statistics.of(tile)

        def go_on(place: slice, tile: torch.Tensor) -> _Statistics:
            stream[place] = tile.add_(x.values[place])
            return _Statistics.of(tile)

        def end(place: slice, tile: torch.Tensor) -> None:
            tile.add_(x.values[place])
            if add:
                total[place].add_(tile)
            else:
                total[place] = tile

        x = signal
        *pairs, (last_wide, last_narrow) = self._pairs
        for wide, narrow in pairs:
            y = _Signal(between, wide.tiles(x, style, round_off))
            x = _Signal(stream, narrow.tiles(y, style, go_on))
        y = _Signal(between, last_wide.tiles(x, style, round_off))
        last_narrow.tiles(y, style, end)


class _Upsampling:
    """A transposed convolution whose kernel is twice its stride, as a convolution of three taps.

    Of the outputs that an input position becomes, the first half depends on it and the one before, the second half
    on it and the one behind. All of them are made as channels of one position, and then stand in order.
    """

    def __init__(self, convolution: torch.nn.ConvTranspose1d, dtype: torch.dtype, crew: Crew) -> None:
        self._crew = crew
        weight = convolution.weight.detach()  # [in, out, 2 * stride]
        inputs, outputs, taps = weight.shape
        stride = taps // 2
        padding = stride // 2
        if convolution.stride != (stride,) or convolution.padding != (padding,) or taps % 4:
            raise ValueError("not an upsampling by a kernel of twice its stride")
        spread = weight.new_zeros(stride, outputs, inputs, 3)
        for phase in range(stride):
            for tap in range(3):  # of the position before, this one, the one behind
                source = phase + padding + stride * (1 - tap)
                if 0 <= source < taps:
                    spread[phase, :, :, tap] = weight[:, :, source].T
        self._weight = kernel(spread.flatten(0, 1), dtype)
        self._bias = _rounded(convolution.bias, dtype).repeat(stride)
        self._outputs, self._dtype = outputs, dtype

    def __call__(self, x: torch.Tensor) -> torch.Tensor:
        """[time, in] -> float32 [stride * time, out]"""
        x = F.pad(F.leaky_relu(x, 0.1).to(self._dtype), (0, 0, 1, 1))
        piece = _step(len(x) - 2, len(self._bias))
        y = convolve_in_pieces(x, self._weight, self._bias, piece=piece, spread=self._crew.map)
        return y.float().reshape(-1, self._outputs)


class _Source:
    """What of the source's spectrum goes into a stage."""

    def __init__(self, convolution: torch.nn.Conv1d) -> None:
        self._convolution = convolution

    def __call__(self, spectrum: torch.Tensor) -> torch.Tensor:
        """[1, 22, size] -> float32 [time, channels]"""
        net = self._convolution
        if net.kernel_size == (1,) and net.bias is not None:
            return torch.addmm(net.bias, spectrum[0].T, net.weight[:, :, 0].T)
        return net(spectrum)[0].T.contiguous()  # type: ignore[no-any-return]


class TiledGenerator:
    """The generator between its source and its inverse transform, for one row alone.

    dtype: of the convolutions, float32 or bfloat16; the last one, whose rounding would be heard, stays in float32
    Its threads are as many as torch's at the time when it is made.
    """

    def __init__(self, generator: Generator, dtype: torch.dtype) -> None:
        self._crew = crew = Crew(torch.get_num_threads())
        self._upsampling = [_Upsampling(convolution, dtype, crew) for convolution in generator.ups]
        self._source = [_Source(convolution) for convolution in generator.noise_convs]
        self._source_residual = [_Residual(block, dtype, crew) for block in generator.noise_res]
        kernels = generator.num_kernels
        blocks = [_Residual(block, dtype, crew) for block in generator.resblocks]
        self._residuals = [blocks[i : i + kernels] for i in range(0, len(blocks), kernels)]
        self._last_weight = kernel(generator.conv_post.weight, torch.float32)
        self._last_bias = _rounded(generator.conv_post.bias, torch.float32)

    def __call__(self, x: torch.Tensor, style: torch.Tensor, spectrum: torch.Tensor) -> torch.Tensor:
        """Log magnitudes over phases, [1, 22, 120 * frames + 1].

        x: features, [1, 512, 2 * frames]; style: [1, 128]; spectrum: of the source, [1, 22, 120 * frames + 1]
        """
        values = x[0].T
        stages = zip(self._upsampling, self._source, self._source_residual, self._residuals, strict=True)
        for upsample, source, source_residual, residuals in stages:
            values = upsample(values)
            heard = source(spectrum)
            if len(heard) > len(values):  # the last stage has one position more, in front: its own second one
                values = torch.cat([values[1:2], values])
            source_residual.into(values, self._signal(heard), style)
            signal, total = self._signal(values), torch.empty_like(values)
            for residual in residuals:
                residual.into(total, signal, style, add=residual is not residuals[0])
            values = total.div_(len(residuals))
        return self._last(values).T[None]

    def _last(self, values: torch.Tensor) -> torch.Tensor:
        """[time, channels] -> [time, 22]"""
        reach = self._last_weight.shape[-1] // 2
        x = F.pad(F.leaky_relu(values), (0, 0, reach, reach))
        piece = _step(*values.shape)
        return convolve_in_pieces(x, self._last_weight, self._last_bias, piece=piece, spread=self._crew.map)

    def _signal(self, values: torch.Tensor) -> _Signal:
        def work(span: tuple[int, int]) -> _Statistics:
            return _Statistics.of(values[slice(*span)])

        return _Signal(values, self._crew.map(work, _spans(*values.shape)))


def _spans(length: int, channels: int) -> list[tuple[int, int]]:
    """Begin and end of each tile; the last one is shorter."""
    step = _step(length, channels)
    return [(begin, min(length, begin + step)) for begin in range(0, length, step)]


def _step(length: int, channels: int) -> int:
    """Positions in a tile: for nearly any length of text the same, since oneDNN compiles a convolution for each.

    A short signal has tiles of three, two or one quarter of that, or much of their work would be for nothing.
    """
    quarter = _TILE // channels // 4
    tiles = -(-length // (4 * quarter))
    return quarter * -(-length // (tiles * quarter))


def _rounded(bias: torch.Tensor | None, dtype: torch.dtype) -> torch.Tensor:
    assert bias is not None  # the generator's convolutions all have one
    return bias.detach().to(dtype)
