"""The one file that the weights end in: safetensors, float32, weight norm folded, keys as in `kokoro.KModel`.

It holds every key of a KModel from which `torch.nn.utils.remove_weight_norm` took the weight norm, but for
`bert.pooler.*`, whose output nothing uses. The AdaIN layers' `norm.weight` and `norm.bias`, which the
published checkpoint leaves to their defaults, are in it as ones and zeros: nothing depends on a model's own
initial values.
"""

# ruff: noqa: PLC0415 - what is imported late is slow to import, and only a first start needs it

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
    """The published .pth, {part: {key: tensor}}, flattened, its weight norm folded by torch's own formula."""
    import torch

    parts: dict[str, State] = torch.load(path, map_location="cpu", weights_only=True)
    flat = {
        f"{part}.{key.removeprefix('module.')}": tensor
        for part, tensors in parts.items()
        for key, tensor in tensors.items()
    }
    for key in [key for key in flat if key.endswith(".weight_v")]:
        layer = key.removesuffix("_v")
        flat[layer] = torch._weight_norm(flat.pop(key), flat.pop(f"{layer}_g"), 0)
    return {key: tensor for key, tensor in flat.items() if not key.startswith("bert.pooler.")}


def write_weights(state: "State", final: Path, *, work: Path, manifest: Manifest, source: str) -> None:
    """Complete the state dict and put it in place as `final`, by way of a temporary file in `work`.

    Raises AssetError where these are not the model's weights, OSError where the disk refuses.
    """
    from safetensors import SafetensorError
    from safetensors.torch import save_file

    state = {key: tensor.float().contiguous() for key, tensor in (state | _identity_norms(state)).items()}
    if layout_digest((key, tensor.shape) for key, tensor in state.items()) != manifest.layout:
        raise AssetError(f"The tensors from {source} are not the ones that Kokoro-82M v1.0 has.")
    metadata = {
        "model": manifest.repo,
        "revision": manifest.revision,
        "source": source,
        "content_sha256": content_digest(state, lambda key: state[key].numpy()),
    }
    temporary = work / f"{WEIGHTS_NAME}.tmp"
    try:
        save_file(state, temporary, metadata)
    except SafetensorError as error:  # its way to report a full disk
        raise AssetError(f"Can't write {temporary}: {error}") from error
    put_in_place(temporary, final)


def _identity_norms(state: "State") -> "State":
    import torch

    norms: State = {}
    for key, bias in state.items():
        if match := _ADAIN.fullmatch(key):  # one scale and one shift for each channel
            norms[f"{match['layer']}.norm.weight"] = torch.ones(len(bias) // 2)
            norms[f"{match['layer']}.norm.bias"] = torch.zeros(len(bias) // 2)
    return norms


def content_digest(keys: Iterable[str], array: Callable[[str], Any]) -> str:
    """sha256 over the keys and their arrays' bytes, in the keys' order."""
    digest = hashlib.sha256()
    for key in sorted(keys):
        digest.update(key.encode())
        digest.update(array(key))
    return digest.hexdigest()


def weights_in_place(path: Path, manifest: Manifest) -> bool:
    """Whether `path` is our file, of the manifest's revision and of full length; reads its header only."""
    try:
        header, size = _read_header(path)
    except (FileNotFoundError, ValueError):
        return False
    metadata = header.pop("__metadata__", {})
    end = max((tensor["data_offsets"][1] for tensor in header.values()), default=0)
    layout = layout_digest((key, tensor["shape"]) for key, tensor in header.items())
    return metadata.get("revision") == manifest.revision and layout == manifest.layout and size == end


def _read_header(path: Path) -> tuple[dict[str, Any], int]:
    """The safetensors header and the number of bytes behind it. ValueError where it is no such file."""
    with path.open("rb") as file:
        length = int.from_bytes(file.read(8), "little")
        if length > _LARGEST_HEADER:
            raise ValueError(f"{path} is not a safetensors file")
        header = json.loads(file.read(length))
    if not isinstance(header, dict):
        raise ValueError(f"{path} is not a safetensors file")
    return header, path.stat().st_size - 8 - length


def weights_intact(path: Path, manifest: Manifest) -> bool:
    """Whether every byte of the weights is as it was written: reads the whole file."""
    from safetensors import safe_open

    if not weights_in_place(path, manifest):
        return False
    with safe_open(path, framework="numpy") as file:
        metadata: Mapping[str, str] = file.metadata()
        return content_digest(file.keys(), file.get_tensor) == metadata.get("content_sha256")
