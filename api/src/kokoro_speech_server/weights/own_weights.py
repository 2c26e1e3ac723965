"""The weights of a model in MODELS_DIR, brought into the form of the server's own, with every check on the way."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .own_layout import WEIGHT_NORM, Layout, Shapes, check_layout, used_name
from .own_models import LARGEST, OwnModel
from .torch_archive import from_archive
from .untrusted_file import UntrustedFileError, content_of
from .weights_file import folded_weight, identity_norms

if TYPE_CHECKING:
    import torch

    from .weights_file import State

_ALIGNMENT = 64
"""Bytes that a processor's widest registers hold."""


def own_weights(model: OwnModel, shapes: Shapes, offsets: Mapping[str, int]) -> "State":
    """A model's weights, in float32 and without weight norm.

    They are read into memory, and not mapped: a mapped file that somebody shortens would end the process.

    shapes:  of all tensors that there have to be
    offsets: in bytes, of the tensors in the file of the server's own model. How a sum is rounded depends on where its
             operands are relative to a register's size, so that a copy of that model is equal to it, to the bit
    Raises UntrustedFileError, which names the tensor that is at fault, or OSError.
    """
    state = _flat(_read(model))
    check_layout({key: _layout(tensor) for key, tensor in state.items()}, shapes)
    state = _folded(state)
    state |= {key: norm for key, norm in identity_norms(state).items() if key not in state}
    return {key: _placed(_finite(key, state.pop(key)), offsets.get(key, 0)) for key in list(state)}


def _read(model: OwnModel) -> Any:
    from safetensors import SafetensorError  # noqa: PLC0415 - most servers have no such files
    from safetensors.torch import load  # noqa: PLC0415

    content = content_of(model.weights, LARGEST, "a model")
    if model.weights.suffix == ".pth":
        return from_archive(content, LARGEST, "a model")
    try:
        return load(content)
    except (SafetensorError, KeyError, ValueError, TypeError) as error:
        raise UntrustedFileError(f"is not a .safetensors file: {str(error)[:200]}") from error


def _flat(read: Any) -> "State":
    """{part: {key: tensor}} or {part.key: tensor} as the latter, without the "module." of parallel training."""
    import torch  # noqa: PLC0415 - see above

    if not isinstance(read, dict):
        raise UntrustedFileError(f"holds a {type(read).__name__} instead of tensors with names")
    named: dict[str, Any] = {}
    for part, value in read.items():
        inner = {f"{part}.{key}": one for key, one in value.items()} if isinstance(value, dict) else None
        named |= {str(part): value} if inner is None else inner
    flat: State = {}
    for name, tensor in named.items():
        if not isinstance(tensor, torch.Tensor):
            raise UntrustedFileError(f"holds a {type(tensor).__name__} as {name[:100]!r} instead of a tensor")
        if (key := used_name(name)) is not None:
            flat[key] = tensor
    return flat


def _folded(state: "State") -> "State":
    """The state, whose layout is checked, without weight norm."""
    for direction, length in WEIGHT_NORM:
        for key in [key for key in state if key.endswith(f".{direction}")]:
            layer = key.removesuffix(direction)
            state[f"{layer}weight"] = folded_weight(state.pop(key), state.pop(f"{layer}{length}"))
    return state


def _layout(tensor: "torch.Tensor") -> Layout:
    import torch  # noqa: PLC0415 - see above

    plain = tensor.layout is torch.strided and tensor.is_floating_point()
    return Layout(tuple(tensor.shape), "" if plain else f"{tensor.dtype}")


def _finite(key: str, tensor: "torch.Tensor") -> "torch.Tensor":
    import torch  # noqa: PLC0415 - see above

    plain = tensor.detach().float()
    if not torch.isfinite(plain).all():
        raise UntrustedFileError(f"holds values that are not finite in the tensor {key!r}")
    return plain


def _placed(tensor: "torch.Tensor", offset: int) -> "torch.Tensor":
    """A copy at an address that has the offset's rest by the alignment."""
    import torch  # noqa: PLC0415 - see above

    room = torch.empty(tensor.numel() * 4 + _ALIGNMENT, dtype=torch.uint8)
    start = (offset - room.data_ptr()) % _ALIGNMENT
    placed = room[start : start + tensor.numel() * 4].view(torch.float32).view(tensor.shape)
    return placed.copy_(tensor)
