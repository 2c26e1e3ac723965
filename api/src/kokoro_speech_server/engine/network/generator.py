"""The generator's layers and their order, from the decoder's features to the inverse transform: 85 % of a pass's work.

Signals are [time, channels], which is the order that convolutions are fastest in. Two modules compute the layers:
tiled.py on a CPU, packed_layers.py on a GPU.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Protocol, TypeVar

import torch
import torch.nn.functional as F

from kokoro_speech_server.engine.kokoro_library import AdaIN1d, AdaINResBlock1
from kokoro_speech_server.engine.kokoro_library import Generator as KokoroGenerator
from kokoro_speech_server.engine.network.convolutions import kernel
from kokoro_speech_server.engine.network.tile_operations import TileOperations

S = TypeVar("S")

_UPSAMPLED = 2**14 * 10
"""Values that an upsampling computes at a time on a CPU: few enough to share them evenly among threads."""


class StyledConvolution(torch.nn.Module):
    """AdaIN (Huang and Belongie, 2017), Snake (Ziyin et al., 2020), and a convolution over time that keeps the length.

    norm:     the AdaIN layer
    alpha:    Snake's parameter, and `inverse` its reciprocal, each [channels]
    weight:   in the form that convolutions.convolve needs, or the operations of tiles
    dilation: positions between two taps
    reach:    positions before and after its own that a result depends on
    """

    alpha: torch.Tensor
    inverse: torch.Tensor
    weight: torch.Tensor
    bias: torch.Tensor

    def __init__(
        self,
        norm: AdaIN1d,
        alpha: torch.Tensor,
        convolution: torch.nn.Conv1d,
        dtype: torch.dtype,
        *,
        tiles: TileOperations | None,
    ) -> None:
        super().__init__()
        self.norm = norm
        self.register_buffer("alpha", alpha.detach().flatten())
        self.register_buffer("inverse", 1 / self.alpha)
        self.dilation = convolution.dilation[0]
        weight = convolution.weight
        if tiles is not None:
            self.register_buffer("weight", tiles.weight(convolution, dtype))
        elif dtype is weight.dtype:  # shared
            self.register_buffer("weight", weight.detach()[:, :, None])
        else:
            self.register_buffer("weight", kernel(weight, dtype))
        self.register_buffer("bias", _bias(convolution, dtype))
        self.reach = (convolution.kernel_size[0] - 1) // 2 * self.dilation


class ResidualBlock(torch.nn.Module):
    """Pairs of convolutions, a dilated one and a narrow one, with a shortcut around each pair."""

    def __init__(self, block: AdaINResBlock1, dtype: torch.dtype, *, tiles: TileOperations | None) -> None:
        super().__init__()

        def layers(norms: Any, alphas: Any, convolutions: Any) -> list[StyledConvolution]:
            parts = zip(norms, alphas, convolutions, strict=True)
            return [StyledConvolution(*part, dtype, tiles=tiles) for part in parts]

        dilated = layers(block.adain1, block.alpha1, block.convs1)
        narrow = layers(block.adain2, block.alpha2, block.convs2)
        self._pairs = list(zip(dilated, narrow, strict=True))
        self._layers = torch.nn.ModuleList([*dilated, *narrow])

    def add_to(
        self, output: torch.Tensor, x: S, backend: "LayerBackend[S]", *, overwrite: bool = False
    ) -> None:
        """Add the block's result to `output`, [time, channels], or overwrite it; `x` stays unchanged."""
        *pairs, (last_dilated, last_narrow) = self._pairs
        stream = torch.empty_like(output)
        for dilated, narrow in pairs:
            x = backend.convolve_and_add(narrow, backend.convolve(dilated, x), x, stream)
        y = backend.convolve(last_dilated, x)
        backend.convolve_and_accumulate(last_narrow, y, x, output, overwrite=overwrite)


class Upsampling(torch.nn.Module):
    """A transposed convolution whose kernel is twice its stride, computed as a convolution of three taps.

    Each input position yields `stride` outputs. The first half of them depends on that position and the one before, the
    second half on that position and the one after. The convolution computes all of them as channels of the position;
    reshaping puts them in order.

    stride:   results per position
    channels: of a result
    block:    positions that are computed at a time on a CPU. The weight's order is that of this length: with 768
              outputs, AMX would reorder it for others, which took most of a pass's time.
    """

    def __init__(self, convolution: torch.nn.ConvTranspose1d, dtype: torch.dtype, *, ordered: bool) -> None:
        super().__init__()
        [taps] = convolution.kernel_size
        self.stride = taps // 2
        self.channels = convolution.out_channels
        self.block = _UPSAMPLED // (self.stride * self.channels) // 16 * 16
        self._convolution = convolution
        self._dtype = dtype
        self._ordered = ordered
        if convolution.stride != (self.stride,) or convolution.padding != (self.stride // 2,) or taps % 4:
            raise ValueError("The kernel of the upsampling is not twice its stride.")

    @cached_property
    def weight(self) -> torch.Tensor:
        """Of the convolution of three taps. Made when it is first needed, as a style table's."""
        weight = self._convolution.weight.detach()  # [in, out, 2 * stride]
        inputs, outputs, taps = weight.shape
        spread = weight.new_zeros(self.stride, outputs, inputs, 3)
        for phase in range(self.stride):
            for tap in range(3):  # the position before, this one, the one after
                original = phase + self.stride // 2 + self.stride * (1 - tap)
                if 0 <= original < taps:
                    spread[phase, :, :, tap] = weight[:, :, original].T
        return kernel(spread.flatten(0, 1), self._dtype, ordered=self._ordered, length=self.block)

    @cached_property
    def channel_bias(self) -> torch.Tensor:
        """Of a result, [channels]."""
        return _bias(self._convolution, self._dtype)

    @cached_property
    def bias(self) -> torch.Tensor:
        """Of the convolution of three taps."""
        return self.channel_bias.repeat(self.stride)


class SourceConvolution(torch.nn.Module):
    """The convolution that brings the harmonic source's spectrum to the resolution of a stage."""

    def __init__(self, convolution: torch.nn.Conv1d) -> None:
        super().__init__()
        self._convolution = convolution

    def forward(self, source_spectrum: torch.Tensor) -> torch.Tensor:
        """[size, 22] -> [time, channels]"""
        net = self._convolution
        if net.kernel_size == (1,):
            return F.linear(source_spectrum, net.weight[:, :, 0], net.bias)
        return net(source_spectrum.T[None])[0].T.contiguous()  # type: ignore[no-any-return]


class LastConvolution(torch.nn.Module):
    """The convolution to log magnitudes and phases, in float32, since rounding would be audible."""

    weight: torch.Tensor
    bias: torch.Tensor

    def __init__(self, convolution: torch.nn.Conv1d) -> None:
        super().__init__()
        self.register_buffer("weight", convolution.weight.detach()[:, :, None])
        self.register_buffer("bias", _bias(convolution, convolution.weight.dtype))
        self.reach = (convolution.kernel_size[0] - 1) // 2


class LayerBackend(Protocol[S]):
    """Computes layers for the rows and styles of one pass. A signal S is values and what AdaIN must know of them."""

    def signal(self, values: torch.Tensor) -> S:
        """values: float32 [time, channels]"""

    def convolve(self, layer: StyledConvolution, x: S) -> S:
        """The layer's result, which may be rounded to the convolutions' dtype."""

    def convolve_and_add(self, layer: StyledConvolution, y: S, shortcut: S, output: torch.Tensor) -> S:
        """The layer's result and the shortcut, added up in `output`, which may be the shortcut's values."""

    def convolve_and_accumulate(
        self, layer: StyledConvolution, y: S, shortcut: S, output: torch.Tensor, *, overwrite: bool
    ) -> None:
        """Add the layer's result and the shortcut to `output`, or overwrite it with their sum."""

    def upsample(self, layer: Upsampling, values: torch.Tensor) -> torch.Tensor:
        """[time, in] -> float32 [stride * time, out], from the values after a leaky rectifier of slope 0.1."""

    def reflect(self, values: torch.Tensor) -> torch.Tensor:
        """The values with one position more: each row is preceded by a copy of its second position."""

    def last(self, convolution: LastConvolution, values: torch.Tensor) -> torch.Tensor:
        """[time, in] -> [time, 22], from the values after a leaky rectifier."""


class GeneratorStage(torch.nn.Module):
    """Upsampling, the harmonic source at the new resolution, and the mean of several residual blocks."""

    def __init__(
        self,
        upsampling: Upsampling,
        source_convolution: SourceConvolution,
        source_block: ResidualBlock,
        blocks: Sequence[ResidualBlock],
    ) -> None:
        super().__init__()
        self._upsampling = upsampling
        self._source_convolution = source_convolution
        self._source_block = source_block
        self._blocks = blocks
        self._registered = torch.nn.ModuleList(blocks)

    def forward(
        self, x: torch.Tensor, source_spectrum: torch.Tensor, backend: LayerBackend[Any]
    ) -> torch.Tensor:
        """[time, in] -> [stride * time, out], or one position more in the last stage."""
        harmonics = self._source_convolution(source_spectrum)
        x = backend.upsample(self._upsampling, x)
        if len(harmonics) > len(x):
            x = backend.reflect(x)
        self._source_block.add_to(x, backend.signal(harmonics), backend)
        signal, total = backend.signal(x), torch.empty_like(x)
        for i, block in enumerate(self._blocks):
            block.add_to(total, signal, backend, overwrite=i == 0)
        return total.div_(len(self._blocks))


class Generator(torch.nn.Module):
    """All layers of the generator, in two stages. The second one, which computes most of the sound's details, is more
    than half of a pass's work.

    dtype: of the convolutions, except for the last one
    tiles: the operations of a backend that works in tiles, which need weights in their own form; None: weights that
           have the dtype share the library's memory
    """

    def __init__(
        self, generator: KokoroGenerator, dtype: torch.dtype, *, tiles: TileOperations | None
    ) -> None:
        super().__init__()

        def block(one: AdaINResBlock1) -> ResidualBlock:
            return ResidualBlock(one, dtype, tiles=tiles)

        kernels = generator.num_kernels
        self._first, self._second = (
            GeneratorStage(
                Upsampling(upsampling, dtype, ordered=tiles is not None),
                SourceConvolution(source_convolution),
                block(source_block),
                [block(one) for one in generator.resblocks[i * kernels : (i + 1) * kernels]],
            )
            for i, (upsampling, source_convolution, source_block) in enumerate(
                zip(generator.ups, generator.noise_convs, generator.noise_res, strict=True)
            )
        )
        self._last = LastConvolution(generator.conv_post)

    @property
    def stage_norms(self) -> Sequence[Sequence[AdaIN1d]]:
        """The AdaIN layers of each stage, in the order of voices' moments."""
        return [
            [module for module in stage.modules() if isinstance(module, AdaIN1d)]
            for stage in (self._first, self._second)
        ]

    def forward(
        self, x: torch.Tensor, source_spectrum: torch.Tensor, backend: LayerBackend[Any]
    ) -> torch.Tensor:
        """Log magnitudes and phases, [120 * frames + 1, 22]; undefined in the gaps between rows.

        x: features, [2 * frames, 512]; source_spectrum: [120 * frames + 1, 22]
        """
        return self.second_stage(self.first_stage(x, source_spectrum, backend), source_spectrum, backend)

    def first_stage(
        self, x: torch.Tensor, source_spectrum: torch.Tensor, backend: LayerBackend[Any]
    ) -> torch.Tensor:
        """[20 * frames, 256]; arguments as in `forward`."""
        return self._first(x, source_spectrum, backend)  # type: ignore[no-any-return]

    def second_stage(
        self, x: torch.Tensor, source_spectrum: torch.Tensor, backend: LayerBackend[Any]
    ) -> torch.Tensor:
        """As `forward`, of the first stage's result."""
        return backend.last(self._last, self._second(x, source_spectrum, backend))


def _bias(convolution: torch.nn.Conv1d | torch.nn.ConvTranspose1d, dtype: torch.dtype) -> torch.Tensor:
    assert convolution.bias is not None  # all of the generator's convolutions have one
    return convolution.bias.detach().to(dtype)
