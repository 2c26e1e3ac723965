"""oneDNN's convolutions and products with weights that lie in memory as oneDNN's code reads them.

Through torch's public functions, oneDNN brings the weights into that order in each call, which takes a tenth of the
time where a signal is short. These operators take them in order; torch.compile uses them too.
"""

import torch

TYPICAL_LENGTH, _ROWS = 256, 128
"""Typical sizes of what the weights are used for. Results do not depend on it, but sometimes their order does."""


_OPERATORS = (
    "_convolution_pointwise",
    "_is_mkldnn_bf16_supported",
    "_linear_pointwise",
    "_reorder_linear_weight",
)


def has_onednn(dtype: torch.dtype) -> bool:
    """Whether oneDNN computes in this dtype here, and torch has the operators, which its public interface lacks."""
    operators = torch.ops.mkldnn
    return (
        torch.backends.mkldnn.is_available()  # type: ignore[no-untyped-call]
        and hasattr(torch._C._nn, "mkldnn_reorder_conv2d_weight")
        and all(hasattr(operators, name) for name in _OPERATORS)
        and (dtype is torch.float32 or (dtype is torch.bfloat16 and operators._is_mkldnn_bf16_supported()))
    )


def ordered_kernel(weight: torch.Tensor, dilation: int, length: int) -> torch.Tensor:
    """The weight of a convolution, [out, in, 1, taps], for `convolve_image` only; it takes no other operations.

    length: results of a call. Where others would have another order, oneDNN brings the weight into that in each call,
            one value at a time; AMX has two orders if the outputs can be divided by 48.
    """
    size = [1, weight.shape[1], 1, length + (weight.shape[3] - 1) * dilation]
    result: torch.Tensor = torch._C._nn.mkldnn_reorder_conv2d_weight(  # type: ignore[call-arg]
        weight.to_mkldnn(), [0, 0], [1, 1], [1, dilation], 1, size
    )
    return result


def convolve_image(
    image: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor | None, dilation: int, padding: int
) -> torch.Tensor:
    """[1, in, 1, time] -> [1, out, 1, time]. weight: from `ordered_kernel`"""
    result: torch.Tensor = torch.ops.mkldnn._convolution_pointwise(
        image, weight, bias, (0, padding), (1, 1), (1, dilation), 1, "none", [], ""
    )
    return result


def order_linear_layers(module: torch.nn.Module) -> None:
    """Replace every linear layer in the module by an OrderedLinear."""
    for name, child in module.named_children():
        if isinstance(child, torch.nn.Linear):
            setattr(module, name, OrderedLinear(child))
        else:
            order_linear_layers(child)


class OrderedLinear(torch.nn.Module):
    """A linear layer, whose weight is copied. Raises RuntimeError for types other than float32 and bfloat16."""

    def __init__(self, layer: torch.nn.Linear) -> None:
        super().__init__()
        self.register_buffer("weight", torch.ops.mkldnn._reorder_linear_weight(layer.weight.detach(), _ROWS))
        self.register_buffer("bias", layer.bias.detach())

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """[..., in] -> [..., out]"""
        return torch.ops.mkldnn._linear_pointwise(  # type: ignore[no-any-return]
            x, self.weight, self.bias, "none", [], ""
        )
