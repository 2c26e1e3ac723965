"""The generator on a CPU: piece by piece of the time axis, so that what is reckoned stays in the processor's cache.

Done layer by layer, as the library does it, every multiplication, sine and sum of the generator reads and writes
tens of megabytes of main memory, and the convolutions reorder them twice. Here the positions are the rows of the
matrices, [time, channels], the order in which oneDNN's convolutions are fastest, and each layer goes along the time
axis in tiles: normalize, Snake, round, convolve, add up the statistics of the next layer. A layer so reads and writes
main memory once. The convolutions may be in bfloat16, which processors with AVX512_BF16 or AMX do two to eight times
as fast; everything between them stays in float32, where rounding would be heard.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

import torch
import torch.nn.functional as F
from kokoro.istftnet import AdaIN1d, AdaINResBlock1, Generator

from api.src.inference.convolutions import convolve, convolve_in_pieces, kernel

_TILE = 2048 * 128
"""Values in a tile: 1 MB of float32, which a core's second-level cache holds."""


@dataclass(slots=True)
class _Statistics:
    """Mean and variance over time, added up from tiles (Chan, Golub and LeVeque, 1979), in float64."""

    counts: list[int] = field(default_factory=list)
    means: list[torch.Tensor] = field(default_factory=list)
    squares: list[torch.Tensor] = field(default_factory=list)

    def add(self, tile: torch.Tensor) -> None:
        """tile: [time, channels]"""
        mean = tile.mean(0)
        self.counts.append(len(tile))
        self.means.append(mean)
        self.squares.append((tile - mean).square_().sum(0))

    def mean_and_variance(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Each float64 [channels]."""
        counts = torch.tensor(self.counts, dtype=torch.float64)[:, None]
        means = torch.stack(self.means).double()
        total = counts.sum()
        mean = (means * counts).sum(0) / total
        squares = torch.stack(self.squares).double().sum(0) + ((means - mean).square() * counts).sum(0)
        return mean, squares / total


@dataclass(slots=True)
class _Signal:
    """values: [time, channels], float32 or the convolutions' dtype; statistics: of all of them."""

    values: torch.Tensor
    statistics: _Statistics


class _Convolution:
    """A convolution over time that keeps the length, and AdaIN and Snake in front of it."""

    def __init__(
        self, norm: AdaIN1d, alpha: torch.Tensor, convolution: torch.nn.Conv1d, dtype: torch.dtype
    ) -> None:
        self._norm = norm
        self._alpha = alpha.detach().flatten()
        self._inverse = 1 / self._alpha
        self._weight, self._bias = kernel(convolution.weight, dtype), _rounded(convolution.bias, dtype)
        self._dtype = dtype
        self._dilation = convolution.dilation[0]
        self._reach = (convolution.kernel_size[0] - 1) // 2 * self._dilation

    def tiles(self, signal: _Signal, style: torch.Tensor) -> Iterator[tuple[slice, torch.Tensor]]:
        """The result in tiles, float32 [time, channels], and where each belongs. style: [1, 128]"""
        scale, shift = self._modulation(signal, style)
        length, channels = signal.values.shape
        reach = self._reach
        step = _step(channels)
        for begin, end in _spans(length, channels):
            first, last = max(0, begin - reach), min(length, end + reach)
            x = torch.addcmul(shift, signal.values[first:last].float(), scale)
            x.addcmul_((x * self._alpha).sin_().square_(), self._inverse)
            x = x.to(self._dtype)
            if last - first < step + 2 * reach:
                # What is beyond the ends is zero behind Snake, not in front of the normalization.
                x = F.pad(x, (0, 0, first - begin + reach, begin + step + reach - last))
            y = convolve(x, self._weight, self._bias, self._dilation)[: end - begin]
            yield slice(begin, end), y.float()

    def _modulation(self, signal: _Signal, style: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """What normalization, scale and shift come to, each float32 [channels]."""
        gamma, beta = self._norm.fc(style.to(self._norm.fc.weight.dtype))[0].double().chunk(2)
        mean, variance = signal.statistics.mean_and_variance()
        norm = self._norm.norm
        factor = torch.rsqrt(variance + norm.eps)
        scale = (1 + gamma) * norm.weight * factor
        shift = (1 + gamma) * norm.bias + beta - mean * scale
        return scale.float(), shift.float()


class _Residual:
    """Three pairs of convolutions, each with a short cut around it."""

    def __init__(self, block: AdaINResBlock1, dtype: torch.dtype) -> None:
        self._pairs = [
            (_Convolution(norm, alpha, wide, dtype), _Convolution(next_norm, next_alpha, narrow, dtype))
            for wide, narrow, norm, next_norm, alpha, next_alpha in zip(
                *(block.convs1, block.convs2, block.adain1, block.adain2, block.alpha1, block.alpha2),
                strict=True,
            )
        ]
        self._dtype = dtype

    def into(self, total: torch.Tensor, signal: _Signal, style: torch.Tensor, *, add: bool = True) -> None:
        """Put what comes of the signal, which is left as it is, into `total`, float32 [time, channels], or add it."""
        x = signal
        between = torch.empty_like(signal.values, dtype=self._dtype)
        stream = torch.empty_like(signal.values)
        for wide, narrow in self._pairs:
            y = _Signal(between, _Statistics())
            for place, tile in wide.tiles(x, style):
                y.statistics.add(tile)
                between[place] = tile
            statistics = _Statistics()
            last = narrow is self._pairs[-1][1]
            for place, tile in narrow.tiles(y, style):
                tile.add_(x.values[place])
                if last and add:
                    total[place].add_(tile)
                elif last:
                    total[place] = tile
                else:
                    statistics.add(tile)
                    stream[place] = tile
            x = _Signal(stream, statistics)


class _Upsampling:
    """A transposed convolution whose kernel is twice its stride, as a convolution of three taps.

    Of the outputs that an input position becomes, the first half depends on it and the one before, the second half
    on it and the one behind. All of them are made as channels of one position, and then stand in order.
    """

    def __init__(self, convolution: torch.nn.ConvTranspose1d, dtype: torch.dtype) -> None:
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
        y = convolve_in_pieces(x, self._weight, self._bias, piece=_step(len(self._bias)))
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
    """

    def __init__(self, generator: Generator, dtype: torch.dtype) -> None:
        self._upsampling = [_Upsampling(convolution, dtype) for convolution in generator.ups]
        self._source = [_Source(convolution) for convolution in generator.noise_convs]
        self._source_residual = [_Residual(block, dtype) for block in generator.noise_res]
        kernels = generator.num_kernels
        blocks = [_Residual(block, dtype) for block in generator.resblocks]
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
            source_residual.into(values, _signal(heard), style)
            signal, total = _signal(values), torch.empty_like(values)
            for residual in residuals:
                residual.into(total, signal, style, add=residual is not residuals[0])
            values = total.div_(len(residuals))
        return self._last(values).T[None]

    def _last(self, values: torch.Tensor) -> torch.Tensor:
        """[time, channels] -> [time, 22]"""
        reach = self._last_weight.shape[-1] // 2
        x = F.pad(F.leaky_relu(values), (0, 0, reach, reach))
        return convolve_in_pieces(x, self._last_weight, self._last_bias, piece=_step(values.shape[1]))


def _signal(values: torch.Tensor) -> _Signal:
    statistics = _Statistics()
    for begin, end in _spans(*values.shape):
        statistics.add(values[begin:end])
    return _Signal(values, statistics)


def _spans(length: int, channels: int) -> Iterator[tuple[int, int]]:
    """Begin and end of each tile; the last one is shorter."""
    step = _step(channels)
    for begin in range(0, length, step):
        yield begin, min(length, begin + step)


def _step(channels: int) -> int:
    """Positions in a tile: for any length of text the same, since oneDNN compiles a convolution for each."""
    return _TILE // channels


def _rounded(bias: torch.Tensor | None, dtype: torch.dtype) -> torch.Tensor:
    assert bias is not None  # the generator's convolutions all have one
    return bias.detach().to(dtype)
