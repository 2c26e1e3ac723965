"""Style packs as files of any origin: read with every check that untrusted files need, and written."""

import io
import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt

from .manifest import VOICE_BYTES, VOICE_SHAPE
from .torch_archive import from_archive
from .untrusted_file import UntrustedFileError, content_of

SUFFIXES = (".safetensors", ".pt", ".bin")

_MAX_BYTES = 4 * 1024 * 1024
"""A pack of float64 takes a quarter of it."""

_LIMIT = 16.0
"""No style of Kokoro's 54 voices has a value beyond 3.2."""

_ROWS, _, _COLUMNS = VOICE_SHAPE
_MOST_ROWS = 512
"""Voices of Kokoro 0.19 have 511 rows, of which the last is not used."""


def read(path: Path) -> tuple[npt.NDArray[np.float32], Mapping[str, str]]:
    """The style pack of a file, float32 [510, 256], and the metadata of a .safetensors file.

    A .pt file is read without running code. Raises UntrustedFileError, OSError.
    """
    return parsed(content_of(path, _MAX_BYTES, "a voice"), path.suffix)


def parsed(content: bytes, suffix: str) -> tuple[npt.NDArray[np.float32], Mapping[str, str]]:
    """The same of a file's content. suffix: of its name, one of SUFFIXES. Raises UntrustedFileError"""
    if len(content) > _MAX_BYTES:
        raise UntrustedFileError(f"has {len(content)} bytes; a voice has at most {_MAX_BYTES}")
    metadata: Mapping[str, str] = {}
    if suffix == ".bin":
        if len(content) != VOICE_BYTES:
            raise UntrustedFileError(f"has {len(content)} bytes instead of {VOICE_BYTES}")
        array = np.frombuffer(content, "<f4").reshape(VOICE_SHAPE)
    elif suffix == ".pt":
        array = _from_torch(content)
    else:
        array, metadata = _from_safetensors(content)
    return _checked(array), metadata


def written(pack: npt.NDArray[np.float32]) -> bytes:
    """A style pack, float32 [510, 256], as a .pt file of PyTorch with the shape of Kokoro's voices, [510, 1, 256]."""
    import torch  # noqa: PLC0415 - it takes seconds, and a worker without a model has not loaded it

    file = io.BytesIO()
    torch.save(torch.from_numpy(pack.copy()).reshape(VOICE_SHAPE), file)
    return file.getvalue()


def safetensors_of(pack: npt.NDArray[np.float32], metadata: dict[str, str]) -> bytes:
    """A style pack, float32 [510, 256], as a .safetensors file."""
    from safetensors.numpy import save  # noqa: PLC0415 - only this needs it

    return save({"voice": np.ascontiguousarray(pack).reshape(VOICE_SHAPE)}, metadata)


def _from_torch(content: bytes) -> npt.NDArray[np.float64]:
    import torch  # noqa: PLC0415 - it takes seconds, and most servers have no such files

    tensor = from_archive(content, _MAX_BYTES, "a voice")
    if not isinstance(tensor, torch.Tensor):
        raise UntrustedFileError(f"holds a {type(tensor).__name__} instead of one tensor")
    if tensor.layout is not torch.strided or not tensor.is_floating_point():
        raise UntrustedFileError("holds a tensor that is not one of plain floating-point numbers")
    _check_shape(tuple(tensor.shape))  # before a copy, since a small storage can have a huge shape
    return tensor.detach().double().numpy()


def _from_safetensors(content: bytes) -> tuple[npt.NDArray[np.float64], Mapping[str, str]]:
    from safetensors import SafetensorError  # noqa: PLC0415 - most servers have no such files
    from safetensors.numpy import load  # noqa: PLC0415

    try:
        tensors = load(content)
        length = int.from_bytes(content[:8], "little")
        metadata = json.loads(content[8 : 8 + length]).get("__metadata__") or {}
    except (SafetensorError, KeyError, ValueError, TypeError, AttributeError) as error:
        raise UntrustedFileError(
            f"is not a .safetensors file with plain numbers: {str(error)[:200]}"
        ) from error
    if len(tensors) != 1:
        raise UntrustedFileError(f"holds {len(tensors)} tensors instead of one")
    [(name, array)] = tensors.items()
    if array.dtype.kind != "f":
        raise UntrustedFileError(
            f"holds the tensor {name[:60]!r} of {array.dtype} instead of floating-point numbers"
        )
    return array.astype(np.float64), metadata


def _checked(array: npt.NDArray[np.floating]) -> npt.NDArray[np.float32]:
    _check_shape(array.shape)
    if not np.isfinite(array).all():
        raise UntrustedFileError("holds values that are not finite")
    largest = float(np.abs(array).max())
    if largest > _LIMIT:
        raise UntrustedFileError(f"holds the value {largest:g}; a voice has values up to {_LIMIT:g}")
    return array.reshape(-1, _COLUMNS)[:_ROWS].astype(np.float32)


def _check_shape(shape: tuple[int, ...]) -> None:
    rows, *rest = shape or (0,)
    if not (_ROWS <= rows <= _MOST_ROWS and tuple(rest) in ((1, _COLUMNS), (_COLUMNS,))):
        raise UntrustedFileError(f"has the shape {list(shape)} instead of {list(VOICE_SHAPE)}")
