"""Torch's side of the fused kernels: allocates their results and chooses their constants and blocks."""

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

import torch

from kokoro_speech_server.engine.kokoro_library import AdaIN1d
from kokoro_speech_server.engine.network.packing import PackedPositions
from kokoro_speech_server.engine.network.styles import LayerStyles

_BLOCK_ELEMENTS = 2048
"""Elements that a program computes at once: sixteen for each of its 128 threads."""

_MAX_BLOCK_POSITIONS = 16
_MAX_BLOCK_CHANNELS = 512

_ROW_BLOCK = (32, 32)
"""Entries and channels that a program over rows computes at once: few channels, since there are few rows."""


class KernelLauncher(Protocol):
    """Launches fused kernels. Only its implementations import Triton, which torch's build for CUDA brings.

    kernel:    name of a function in fused_kernels.py
    grid:      number of programs: frames or rows, and blocks of channels
    arguments: tensors, integers, or None for a tensor that the constants exclude, by the parameters' names
    constants: the parameters in capitals
    """

    def __call__(
        self,
        kernel: str,
        grid: tuple[int, int],
        arguments: Mapping[str, torch.Tensor | int | None],
        constants: Mapping[str, Any],
    ) -> None: ...


class FrameStatistics(NamedTuple):
    """Of each frame of a signal over its positions, each float32 [frames, channels]; 0 in the gaps."""

    means: torch.Tensor
    variances: torch.Tensor


class RowScales(NamedTuple):
    """Scale and shift of each row, each float32 [rows, channels]."""

    scales: torch.Tensor
    shifts: torch.Tensor


class Snake(NamedTuple):
    """The activation x + sin²(alpha * x) / alpha. alpha, inverse: float32 [channels]"""

    alpha: torch.Tensor
    inverse: torch.Tensor


class FusedOperations:
    """Fused kernels on packed rows. Signals are [size, channels] and contiguous. Styles must be in float32."""

    def __init__(self, launch: KernelLauncher) -> None:
        self._launch = launch

    def combine(
        self,
        positions: PackedPositions,
        values: torch.Tensor,
        *,
        bias: torch.Tensor | None = None,
        shortcut: torch.Tensor | None = None,
        factor: float = 1.0,
        output: torch.Tensor | None = None,
        accumulates: bool = False,
        statistics: bool = False,
    ) -> FrameStatistics | None:
        """(values + bias + shortcut) * factor, written to `output` or added to it, and the result's statistics.

        output: float32, undefined in the gaps; None: only the statistics are needed. It may be the shortcut.
        """
        channels = values.shape[1]
        result = None
        if statistics:
            means = values.new_empty(_frames(positions), channels, dtype=torch.float32)
            result = FrameStatistics(means, torch.empty_like(means))
        self._launch_over_frames(
            "combine",
            positions,
            channels,
            {
                "values": values,
                "bias": bias,
                "shortcut": shortcut,
                "output": output,
                "means": None if result is None else result.means,
                "variances": None if result is None else result.variances,
            },
            {
                "HAS_BIAS": bias is not None,
                "HAS_SHORTCUT": shortcut is not None,
                "ACCUMULATES": accumulates,
                "STORES": output is not None,
                "HAS_STATISTICS": statistics,
                "FACTOR": factor,
            },
        )
        return result

    def scale_rows(
        self,
        positions: PackedPositions,
        signal: FrameStatistics | torch.Tensor,
        styles: LayerStyles,
        norm: AdaIN1d,
    ) -> RowScales:
        """What normalizes each row of a signal and applies its style.

        signal: its statistics, or itself if it has few positions per frame and none extra
        """
        means, variances = signal if isinstance(signal, FrameStatistics) else (signal, None)
        assert variances is not None or not positions.extra
        packed = positions.packed
        rows, channels = len(packed.starts), means.shape[1]
        scales = means.new_empty(rows, channels, dtype=torch.float32)
        result = RowScales(scales, torch.empty_like(scales))
        block_positions, block_channels = _ROW_BLOCK
        self._launch(
            "scale_rows",
            (rows, _ceil_divide(channels, block_channels)),
            {
                "means": means,
                "variances": variances,
                "style_scales": styles.scales,
                "style_shifts": styles.shifts,
                "scales": result.scales,
                "shifts": result.shifts,
                "starts": packed.starts,
                "lengths": packed.lengths,
                "style_width": styles.scales.shape[1],
                "style_begin": styles.slices[norm].start,
            },
            {
                "PER_FRAME": positions.per_frame,
                "EXTRA": positions.extra,
                "CHANNELS": channels,
                "HAS_VARIANCES": variances is not None,
                "EPSILON": norm.norm.eps,
                "BLOCK_POSITIONS": block_positions,
                "BLOCK_CHANNELS": block_channels,
            },
        )
        return result

    def activate(
        self,
        positions: PackedPositions,
        values: torch.Tensor,
        dtype: torch.dtype,
        activation: Snake | float,
        scaling: RowScales | None = None,
    ) -> torch.Tensor:
        """The activation of the values, scaled and shifted, in the dtype; zero in the gaps.

        activation: Snake, or the slope below zero of a leaky rectifier
        """
        channels = values.shape[1]
        snake = activation if isinstance(activation, Snake) else None
        output = values.new_empty(positions.size, channels, dtype=dtype)
        self._launch_over_frames(
            "activate",
            positions,
            channels,
            {
                "values": values,
                "scales": None if scaling is None else scaling.scales,
                "shifts": None if scaling is None else scaling.shifts,
                "alpha": None if snake is None else snake.alpha,
                "inverse": None if snake is None else snake.inverse,
                "output": output,
                "size": positions.size,
            },
            {
                "IS_SCALED": scaling is not None,
                "IS_SNAKE": snake is not None,
                "SLOPE": 0.0 if isinstance(activation, Snake) else activation,
            },
        )
        return output

    def activate_and_double(
        self,
        positions: PackedPositions,
        values: torch.Tensor,
        dtype: torch.dtype,
        *,
        slope: float,
        scaling: RowScales,
        convolution: torch.nn.ConvTranspose1d,
    ) -> torch.Tensor:
        """The same, and a transposed convolution of each channel on its own: [2 * size, channels].

        slope:       below zero, of a leaky rectifier
        convolution: of three taps and stride 2, which drops the first result
        """
        channels = values.shape[1]
        assert (convolution.kernel_size, convolution.stride, convolution.padding) == ((3,), (2,), (1,))
        assert convolution.groups == channels
        output = values.new_empty(2 * positions.size, channels, dtype=dtype)
        self._launch_over_frames(
            "activate_and_double",
            positions,
            channels,
            {
                "values": values,
                "scales": scaling.scales,
                "shifts": scaling.shifts,
                "weight": convolution.weight,
                "bias": convolution.bias,
                "output": output,
            },
            {"SLOPE": slope},
        )
        return output

    def _launch_over_frames(
        self,
        kernel: str,
        positions: PackedPositions,
        channels: int,
        arguments: Mapping[str, torch.Tensor | int | None],
        constants: Mapping[str, Any],
    ) -> None:
        block_positions = min(_MAX_BLOCK_POSITIONS, _power_of_two(positions.per_frame))
        block_channels = min(_MAX_BLOCK_CHANNELS, _BLOCK_ELEMENTS // block_positions, _power_of_two(channels))
        packed = positions.packed
        self._launch(
            kernel,
            (_frames(positions), _ceil_divide(channels, block_channels)),
            {**arguments, "rows": packed.frame_rows, "starts": packed.starts, "lengths": packed.lengths},
            {
                "PER_FRAME": positions.per_frame,
                "EXTRA": positions.extra,
                "CHANNELS": channels,
                **constants,
                "BLOCK_POSITIONS": block_positions,
                "BLOCK_CHANNELS": block_channels,
            },
        )


def _frames(positions: PackedPositions) -> int:
    """Frames, and an additional one if a row's additional position may follow the last."""
    return positions.packed.total + positions.extra


def _power_of_two(minimum: int) -> int:
    return 1 << (minimum - 1).bit_length()


def _ceil_divide(n: int, divisor: int) -> int:
    return -(-n // divisor)
