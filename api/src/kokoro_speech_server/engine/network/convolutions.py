"""Convolutions over time in the memory format and precision that the device computes fastest; float32 in and out."""

from collections.abc import Callable, Iterable, Sequence
from typing import cast

import torch
import torch.nn.functional as F

from kokoro_speech_server.engine.network.onednn import (
    TYPICAL_LENGTH,
    convolve_image,
    has_onednn,
    ordered_kernel,
)


def convolve(
    x: torch.Tensor,
    weight: torch.Tensor,
    bias: torch.Tensor | None,
    dilation: int = 1,
    *,
    padding: int = 0,
) -> torch.Tensor:
    """[time, in] -> [time less the kernel's reach, out].

    The signal is treated as an image one pixel high in channels-last order, so that neither x nor the result need
    reordering.

    weight:  from `kernel`
    padding: zeros before and after x
    """
    image = x[None, None].permute(0, 3, 1, 2)
    if weight.is_mkldnn:
        result = convolve_image(image, weight, bias, dilation, padding)
    else:
        result = F.conv2d(image, weight, bias, padding=(0, padding), dilation=(1, dilation))
    return result[0, :, 0].T


def convolve_in_blocks(
    x: torch.Tensor,
    weight: torch.Tensor,
    bias: torch.Tensor | None,
    dilation: int = 1,
    *,
    block: int,
    map_blocks: Callable[[Callable[[int], torch.Tensor], Sequence[int]], Iterable[torch.Tensor]] = map,
) -> torch.Tensor:
    """The same as `convolve`, computed `block` positions at a time; the last block is padded with zeros.

    oneDNN compiles a convolution for each length, which takes longer than most of them run; one length serves all.

    map_blocks: applies a function to each block, as `map` does
    """
    length = len(x) - (weight.shape[-1] - 1) * dilation

    def convolve_block(begin: int) -> torch.Tensor:
        part = x[begin : begin + block + len(x) - length]
        missing = max(0, begin + block - length)
        return convolve(F.pad(part, (0, 0, 0, missing)), weight, bias, dilation)[: block - missing]

    return torch.cat(list(map_blocks(convolve_block, range(0, length, block))))


def kernel(
    weight: torch.Tensor,
    dtype: torch.dtype,
    *,
    dilation: int = 1,
    ordered: bool = False,
    length: int = TYPICAL_LENGTH,
) -> torch.Tensor:
    """A weight, [out, in, taps], in the form that `convolve` needs.

    ordered: whether oneDNN, if there is one, brings it into its own order, which serves no other library
    length:  results of a convolution, for which the order is best
    """
    result = weight.detach()[:, :, None].to(dtype).contiguous(memory_format=torch.channels_last)
    return ordered_kernel(result, dilation, length) if ordered and has_onednn(dtype) else result


def convolve_layer(layer: torch.nn.Module, x: torch.Tensor) -> torch.Tensor:
    """A convolution with one stride and one group that keeps the length: [time, in] -> [time, out]."""
    if isinstance(layer, RoundedConvolution):
        return layer(x)  # type: ignore[no-any-return]
    assert isinstance(layer, torch.nn.Conv1d)
    if layer.kernel_size == (1,):
        return F.linear(x, layer.weight[:, :, 0], layer.bias)
    reach = (layer.kernel_size[0] - 1) // 2 * layer.dilation[0]
    return convolve(x, layer.weight[:, :, None], layer.bias, layer.dilation[0], padding=reach)


def convolution_dtype(layer: torch.nn.Module) -> torch.dtype:
    """In which `convolve_layer` computes."""
    return cast(torch.Tensor, layer.weight).dtype


def convolve_without_bias(layer: torch.nn.Module, x: torch.Tensor) -> torch.Tensor:
    """The same as `convolve_layer`, without the bias. x and the result have the dtype of the convolution."""
    if isinstance(layer, RoundedConvolution):
        return convolve(x, layer.weight, None, layer.dilation, padding=layer.padding)
    assert isinstance(layer, torch.nn.Conv1d)
    reach = (layer.kernel_size[0] - 1) // 2 * layer.dilation[0]
    return convolve(x, layer.weight[:, :, None], None, layer.dilation[0], padding=reach)


class RoundedConvolution(torch.nn.Module):
    """A convolution whose input and weights are rounded to `dtype`: [time, in] -> [time, out].

    It replaces convolutions with one stride and one group that keep the length.

    weight:   in the form that `convolve` needs
    dilation: positions between two taps
    padding:  zeros before and after the input
    block:    positions that it computes at a time, on a CPU; None: all
    """

    weight: torch.Tensor
    bias: torch.Tensor | None

    def __init__(self, convolution: torch.nn.Conv1d, dtype: torch.dtype, block: int | None) -> None:
        super().__init__()
        bias = convolution.bias
        self.dilation = convolution.dilation[0]
        self.register_buffer(
            "weight", kernel(convolution.weight, dtype, dilation=self.dilation, ordered=block is not None)
        )
        self.register_buffer("bias", None if bias is None else bias.detach().to(dtype))
        self.padding = (convolution.kernel_size[0] - 1) // 2 * self.dilation
        self._dtype = dtype
        self._block = block

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        rounded = x.to(self._dtype)
        if self._block is None:
            y = convolve(rounded, self.weight, self.bias, self.dilation, padding=self.padding)
        else:
            padded = F.pad(rounded, (0, 0, self.padding, self.padding))
            y = convolve_in_blocks(padded, self.weight, self.bias, self.dilation, block=self._block)
        return y.to(x.dtype)


def round_convolutions(module: torch.nn.Module, dtype: torch.dtype, *, block: int | None = None) -> None:
    """Replace every convolution in the module that a RoundedConvolution can replace."""
    for name, child in module.named_children():
        if type(child) is torch.nn.Conv1d and child.stride == (1,) and child.groups == 1:
            setattr(module, name, RoundedConvolution(child, dtype, block))
        else:
            round_convolutions(child, dtype, block=block)
