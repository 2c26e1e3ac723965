"""Convolutions over time in the form and precision that the device does fastest, with float32 going in and out."""

from collections.abc import Callable, Iterable, Sequence

import torch
import torch.nn.functional as F


def convolve(
    x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor | None, dilation: int = 1
) -> torch.Tensor:
    """[time, in] -> [time less what the kernel reaches, out].

    It is done as an image one pixel high in channels-last order: so neither x nor the result are reordered.
    weight: from `kernel`
    """
    image = x[None, None].permute(0, 3, 1, 2)
    return F.conv2d(image, weight, bias, dilation=(1, dilation))[0, :, 0].T


def convolve_in_pieces(
    x: torch.Tensor,
    weight: torch.Tensor,
    bias: torch.Tensor | None,
    dilation: int = 1,
    *,
    piece: int,
    spread: Callable[[Callable[[int], torch.Tensor], Sequence[int]], Iterable[torch.Tensor]] = map,
) -> torch.Tensor:
    """As `convolve`, but `piece` positions at a time, and the last ones with zeros behind them.

    oneDNN compiles a convolution for each length, which takes longer than most of them do; so one serves for all.
    spread: does the work on each piece, as `map` does
    """
    length = len(x) - (weight.shape[-1] - 1) * dilation

    def convolved(begin: int) -> torch.Tensor:
        part = x[begin : begin + piece + len(x) - length]
        missing = max(0, begin + piece - length)
        return convolve(F.pad(part, (0, 0, 0, missing)), weight, bias, dilation)[: piece - missing]

    return torch.cat(list(spread(convolved, range(0, length, piece))))


def kernel(weight: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """A weight, [out, in, taps], for `convolve`."""
    return weight.detach()[:, :, None].to(dtype).contiguous(memory_format=torch.channels_last)


class RoundedConvolution(torch.nn.Module):
    """A convolution whose input and weights are rounded to `dtype`, [1, in, length] -> [1, out, length].

    For those of one stride and one group that keep the length.

    piece: how many positions it does at a time; None: all of them
    """

    _weight: torch.Tensor
    _bias: torch.Tensor | None

    def __init__(self, convolution: torch.nn.Conv1d, dtype: torch.dtype, piece: int | None) -> None:
        super().__init__()
        bias = convolution.bias
        self.register_buffer("_weight", kernel(convolution.weight, dtype))
        self.register_buffer("_bias", None if bias is None else bias.detach().to(dtype))
        self._dilation = convolution.dilation[0]
        self._padding = (convolution.kernel_size[0] - 1) // 2 * self._dilation
        self._dtype = dtype
        self._piece = piece

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        rounded = F.pad(x[0].T.to(self._dtype), (0, 0, self._padding, self._padding))
        piece = self._piece or x.shape[-1]
        y = convolve_in_pieces(rounded, self._weight, self._bias, self._dilation, piece=piece)
        return y.T[None].to(x.dtype)


def round_convolutions(module: torch.nn.Module, dtype: torch.dtype, *, piece: int | None = None) -> None:
    """Put a RoundedConvolution in the place of every one in the module that can be one."""
    for name, child in module.named_children():
        if type(child) is torch.nn.Conv1d and child.stride == (1,) and child.groups == 1:
            setattr(module, name, RoundedConvolution(child, dtype, piece))
        else:
            round_convolutions(child, dtype, piece=piece)
