"""The operations on a tile: normalization and Snake, a convolution, and sums and statistics of its result."""

from typing import NamedTuple

import torch

from kokoro_speech_server.engine.network.convolutions import convolve, kernel


class TileStatistics(NamedTuple):
    """Statistics of a piece: its length, the mean over time and the summed squared deviations, each [channels]."""

    length: int
    mean: torch.Tensor
    squares: torch.Tensor


class Scaling(NamedTuple):
    """What normalizes a row of a signal and applies its style; float32 [channels]."""

    scale: torch.Tensor
    shift: torch.Tensor


class Snake(NamedTuple):
    """The activation x + sin²(alpha * x) / alpha. alpha, inverse: float32 [channels]"""

    alpha: torch.Tensor
    inverse: torch.Tensor


class TileOperations:
    """Computes pieces of a signal, each [time, channels] and of one row, in torch's operations.

    Pieces are contiguous, and in float32 or the convolutions' dtype. Several threads may call it at once.
    """

    def activate(self, values: torch.Tensor, scaling: Scaling, snake: Snake, output: torch.Tensor) -> None:
        """Write Snake of the scaled and shifted values to `output`, rounded to its dtype."""
        is_rounded = output.dtype is not torch.float32
        x = torch.addcmul(scaling.shift, values.float(), scaling.scale, out=None if is_rounded else output)
        x.addcmul_((x * snake.alpha).sin_().square_(), snake.inverse)
        if is_rounded:
            output.copy_(x)

    def weight(self, convolution: torch.nn.Conv1d, dtype: torch.dtype) -> torch.Tensor:
        """The convolution's weight in the form that `convolve` needs. dtype: in which it computes"""
        return kernel(convolution.weight, dtype, dilation=convolution.dilation[0], ordered=True)

    def convolve(
        self, x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor, *, dilation: int, reach: int
    ) -> torch.Tensor:
        """[reach + time + reach, in] -> [time, out], in the dtype of the weight."""
        return convolve(x, weight, bias, dilation)

    def takes_any_length(self, weight: torch.Tensor) -> bool:
        """Whether `convolve` is prepared for any length; else it prepares for each one that it has not seen before."""
        return False

    def statistics(self, values: torch.Tensor) -> TileStatistics:
        values = values.float()
        mean = values.mean(0)
        return TileStatistics(len(values), mean, (values - mean).square_().sum(0))

    def store(self, values: torch.Tensor, output: torch.Tensor) -> TileStatistics:
        """Write a convolution's result to `output`, which has its dtype."""
        output.copy_(values)
        return self.statistics(values)

    def add(self, values: torch.Tensor, shortcut: torch.Tensor, output: torch.Tensor) -> TileStatistics:
        """Write the sum of a convolution's result and a shortcut to `output`, which may be the shortcut; float32."""
        torch.add(values, shortcut, out=output)
        return self.statistics(output)

    def accumulate(
        self, values: torch.Tensor, shortcut: torch.Tensor, output: torch.Tensor, *, overwrite: bool
    ) -> None:
        """Add the sum of a convolution's result and a shortcut to `output`, or overwrite it with the sum; float32."""
        if overwrite:
            torch.add(values, shortcut, out=output)
        else:
            output.add_(torch.add(values, shortcut))
