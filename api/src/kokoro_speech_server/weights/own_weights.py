"""The weights of a model in MODELS_DIR, brought into the form of the server's own, with every check on the way."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .own_models import LARGEST, OwnModel
from .torch_archive import from_archive
from .untrusted_file import UntrustedFileError, content_of
from .weights_file import folded_weight, identity_norms

if TYPE_CHECKING:
    import torch

    from .weights_file import State

_UNUSED = ("bert.pooler.", "bert.embeddings.position_ids", "bert.embeddings.token_type_ids")
"""Tensors of published checkpoints that no output depends on."""

_FOLDED = (
    ("weight_v", "weight_g"),
    ("parametrizations.weight.original1", "parametrizations.weight.original0"),
)
"""The names of direction and length of a weight with weight norm, by both of torch's implementations."""

Shapes = Mapping[str, tuple[int, ...]]


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
    state = _folded(_flat(_read(model)), shapes)
    state |= {key: norm for key, norm in identity_norms(state).items() if key not in state}
    for key, shape in shapes.items():
        if key not in state:
            raise UntrustedFileError(f"lacks the tensor {key!r}, which Kokoro's architecture has")
        _check(key, state[key], shape)
    if unknown := sorted(state.keys() - shapes.keys()):
        raise UntrustedFileError(
            f"holds the tensor {unknown[0][:100]!r}, which Kokoro's architecture does not have"
        )
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
        key = name.replace(".module.", ".", 1)
        if not isinstance(tensor, torch.Tensor):
            raise UntrustedFileError(f"holds a {type(tensor).__name__} as {key[:100]!r} instead of a tensor")
        if not key.startswith(_UNUSED):
            flat[key] = tensor
    return flat


def _folded(state: "State", shapes: Shapes) -> "State":
    """The state without weight norm."""
    for direction, length in _FOLDED:
        for key in [key for key in state if key.endswith(f".{direction}")]:
            layer = key.removesuffix(direction)
            weight, lengths = f"{layer}weight", f"{layer}{length}"
            if weight not in shapes:
                continue  # whatever it is, it is reported by its own name
            if lengths not in state:
                raise UntrustedFileError(f"lacks the tensor {lengths!r}, which belongs to {key!r}")
            shape = shapes[weight]
            _check(key, state[key], shape)
            _check(lengths, state[lengths], (shape[0], *(1 for _ in shape[1:])))
            state[weight] = folded_weight(state.pop(key), state.pop(lengths))
    return state


def _check(key: str, tensor: "torch.Tensor", shape: tuple[int, ...]) -> None:
    """Raise UntrustedFileError for a tensor that is not one of plain numbers in this shape."""
    import torch  # noqa: PLC0415 - see above

    if tensor.layout is not torch.strided or not tensor.is_floating_point():
        raise UntrustedFileError(
            f"holds the tensor {key!r} of {tensor.dtype} instead of plain floating-point numbers"
        )
    if tuple(tensor.shape) != shape:  # before a copy, since a small storage can have a huge shape
        raise UntrustedFileError(
            f"holds the tensor {key!r} in the shape {list(tensor.shape)} instead of {list(shape)}"
        )


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
