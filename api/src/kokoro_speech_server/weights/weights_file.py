"""The weights file: safetensors, float32, weight norm folded, keys as in `kokoro.KModel`.

It contains every key of a KModel after `torch.nn.utils.remove_weight_norm`, except `bert.pooler.*`, whose output is
unused. It contains the AdaIN layers' `norm.weight` and `norm.bias` as ones and zeros, although the published checkpoint
leaves them to their defaults, so that the model does not depend on initial values.
"""

# ruff: noqa: PLC0415 - late imports are slow, and only a first start needs them

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .files import AssetError, put_in_place
from .manifest import Manifest, layout_digest

if TYPE_CHECKING:
    import torch

    State = dict[str, torch.Tensor]

WEIGHTS_NAME = "kokoro-v1_0.safetensors"

_ADAIN = re.compile(r"(?P<layer>.+\.(?:norm\d|adain\d\.\d))\.fc\.bias")
_LARGEST_HEADER = 1 << 24


def read_checkpoint(path: Path) -> "State":
    """The published .pth, {part: {key: tensor}}, flattened, with its weight norm folded by torch's own formula."""
    import torch

    parts: dict[str, State] = torch.load(path, map_location="cpu", weights_only=True)
    flat = {
        f"{part}.{key.removeprefix('module.')}": tensor
        for part, tensors in parts.items()
        for key, tensor in tensors.items()
    }
    for key in [key for key in flat if key.endswith(".weight_v")]:
        layer = key.removesuffix("_v")
        flat[layer] = folded_weight(flat.pop(key), flat.pop(f"{layer}_g"))
    return {key: tensor for key, tensor in flat.items() if not key.startswith("bert.pooler.")}


def folded_weight(direction: "torch.Tensor", length: "torch.Tensor") -> "torch.Tensor":
    """A weight without weight norm, by torch's own formula. length: of the direction's first axis"""
    import torch

    return torch._weight_norm(direction, length, 0)


def write_weights(state: "State", final: Path, *, work: Path, manifest: Manifest, source: str) -> None:
    """Complete the state dict and write it to `final`, through a temporary file in `work`.

    Raises AssetError if these are not the model's weights or the disk is full, and OSError for other disk errors.
    """
    from safetensors import SafetensorError
    from safetensors.torch import save_file

    state = {key: tensor.float().contiguous() for key, tensor in (state | identity_norms(state)).items()}
    if layout_digest((key, tensor.shape) for key, tensor in state.items()) != manifest.layout_sha256:
        raise AssetError(f"The tensors from {source} are not those of Kokoro-82M v1.0.")
    metadata = {
        "model": manifest.repo,
        "revision": manifest.revision,
        "source": source,
        "content_sha256": content_digest(state, lambda key: state[key].numpy()),
    }
    temporary = work / f"{WEIGHTS_NAME}.tmp"
    try:
        save_file(state, temporary, metadata)
    except SafetensorError as error:  # how it reports a full disk
        raise AssetError(f"Can't write {temporary}: {error}") from error
    put_in_place(temporary, final)


def identity_norms(state: "State") -> "State":
    """The AdaIN layers' norms, which published checkpoints lack."""
    import torch

    norms: State = {}
    for key, bias in state.items():
        if match := _ADAIN.fullmatch(key):  # scale and shift of each channel
            norms[f"{match['layer']}.norm.weight"] = torch.ones(len(bias) // 2)
            norms[f"{match['layer']}.norm.bias"] = torch.zeros(len(bias) // 2)
    return norms


def content_digest(keys: Iterable[str], array: Callable[[str], Any]) -> str:
    """sha256 of the keys and their arrays' bytes, in the order of the keys."""
    digest = hashlib.sha256()
    for key in sorted(keys):
        digest.update(key.encode())
        digest.update(array(key))
    return digest.hexdigest()


def offsets(path: Path) -> dict[str, int]:
    """Where each tensor begins in a file that `write_weights` has written, in bytes."""
    header, size = _read_header(path)
    begin = path.stat().st_size - size
    return {key: begin + tensor["data_offsets"][0] for key, tensor in header.items() if key != "__metadata__"}


def shapes(path: Path) -> dict[str, tuple[int, ...]]:
    """The shape of each tensor in a file that `write_weights` has written. Raises OSError, ValueError."""
    header, _ = _read_header(path)
    return {key: tuple(tensor["shape"]) for key, tensor in header.items() if key != "__metadata__"}


def weights_in_place(path: Path, manifest: Manifest) -> bool:
    """Whether `path` is a weights file of the manifest's revision with its full length. Reads only the header."""
    try:
        header, size = _read_header(path)
    except (FileNotFoundError, ValueError):
        return False
    metadata = header.pop("__metadata__", {})
    end = max((tensor["data_offsets"][1] for tensor in header.values()), default=0)
    layout = layout_digest((key, tensor["shape"]) for key, tensor in header.items())
    return metadata.get("revision") == manifest.revision and layout == manifest.layout_sha256 and size == end


def _read_header(path: Path) -> tuple[dict[str, Any], int]:
    """The safetensors header and the number of bytes after it. Raises ValueError if it is no safetensors file."""
    with path.open("rb") as file:
        length = int.from_bytes(file.read(8), "little")
        if length > _LARGEST_HEADER:
            raise ValueError(f"{path} is not a safetensors file")
        header = json.loads(file.read(length))
    if not isinstance(header, dict):
        raise ValueError(f"{path} is not a safetensors file")
    return header, path.stat().st_size - 8 - length


def weights_intact(path: Path, manifest: Manifest) -> bool:
    """Whether every byte of the weights is as it was written. Reads the whole file."""
    from safetensors import safe_open

    if not weights_in_place(path, manifest):
        return False
    with safe_open(path, framework="numpy") as file:
        metadata: Mapping[str, str] = file.metadata()
        return content_digest(file.keys(), file.get_tensor) == metadata.get("content_sha256")
