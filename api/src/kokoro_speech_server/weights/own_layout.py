"""What a file of weights says that it holds, checked against Kokoro's architecture without reading the weights."""

import io
import json
import re
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any, BinaryIO

from .torch_archive import check_unpacked
from .untrusted_file import UntrustedFileError, opened

Shapes = Mapping[str, tuple[int, ...]]

WEIGHT_NORM = (
    ("weight_v", "weight_g"),
    ("parametrizations.weight.original1", "parametrizations.weight.original0"),
)
"""The names of direction and length of a weight with weight norm, by both of torch's implementations."""

_UNUSED = ("bert.pooler.", "bert.embeddings.position_ids", "bert.embeddings.token_type_ids")
"""Tensors of published checkpoints that no output depends on."""

_EMBEDDINGS = ("bert.embeddings.word_embeddings.weight", "text_encoder.embedding.weight")
"""Tensors with a row for each phoneme symbol."""

_IDENTITY = re.compile(r"(?P<layer>.+\.(?:norm\d|adain\d\.\d))\.norm\.(?:weight|bias)")
"""Tensors that files may lack, since they are always ones and zeros."""

_MOST_HEADER_BYTES = 4 * 1024 * 1024
"""Of a file's list of its tensors. Kokoro's has 70 kB."""

_BYTES = {"F64": 8, "F32": 4, "F16": 2, "BF16": 2, "F8_E4M3": 1, "F8_E5M2": 1}
"""Of the floating-point numbers in a .safetensors file, by their types."""

_STORAGE = re.compile(r".+/data/\d+")


@dataclass(frozen=True, slots=True)
class Layout:
    """Of one tensor. fault: why it is not one of plain floating-point numbers, as its type; empty if it is"""

    shape: tuple[int, ...]
    fault: str = ""


def expected_shapes(kokoros: Shapes, symbols: int) -> dict[str, tuple[int, ...]]:
    """The shapes of a model with this number of phoneme symbols. kokoros: those of Kokoro-82M v1.0"""
    return {key: (symbols, *shape[1:]) if key in _EMBEDDINGS else shape for key, shape in kokoros.items()}


def used_name(name: str) -> str | None:
    """A tensor's name without the "module." of parallel training, or None if no output depends on the tensor."""
    key = name.replace(".module.", ".", 1)
    return None if key.startswith(_UNUSED) else key


def check_layout(tensors: Mapping[str, Layout], shapes: Shapes) -> None:
    """Raise UntrustedFileError, which names a tensor, unless these are the tensors of such a model.

    tensors: by their used names, with weight norm or without it
    """
    names = set(tensors)
    for direction, length in WEIGHT_NORM:
        for key in [key for key in tensors if key.endswith(f".{direction}")]:
            layer = key.removesuffix(direction)
            weight, lengths = f"{layer}weight", f"{layer}{length}"
            if weight not in shapes:
                continue  # whatever it is, it is reported by its own name
            if lengths not in tensors:
                raise UntrustedFileError(f"lacks the tensor {lengths!r}, which belongs to {key!r}")
            shape = shapes[weight]
            _check(key, tensors[key], shape)
            _check(lengths, tensors[lengths], (shape[0], *(1 for _ in shape[1:])))
            names = names - {key, lengths} | {weight}
    for key, shape in shapes.items():
        if key in tensors:
            _check(key, tensors[key], shape)
        elif key not in names and not _IDENTITY.fullmatch(key):
            raise UntrustedFileError(f"lacks the tensor {key!r}, which Kokoro's architecture has")
    if unknown := sorted(names - shapes.keys()):
        raise UntrustedFileError(
            f"holds the tensor {unknown[0][:100]!r}, which Kokoro's architecture does not have"
        )


def check_file(path: Path, shapes: Shapes, most: int) -> None:
    """Check what can be known of a file without reading its weights: of a .safetensors file names, types and shapes, of
    a .pth file its length. Both have to be complete.

    most: bytes that it may have, unpacked
    Raises UntrustedFileError, OSError.
    """
    with opened(path, most, "a model") as (file, size):
        if path.suffix == ".pth":
            _check_archive(file, sum(map(prod, shapes.values())), most)
        else:
            check_layout(_header(file, size), shapes)


def _check(key: str, tensor: Layout, shape: tuple[int, ...]) -> None:
    if tensor.fault:
        raise UntrustedFileError(
            f"holds the tensor {key!r} of {tensor.fault} instead of plain floating-point numbers"
        )
    if tensor.shape != shape:
        raise UntrustedFileError(
            f"holds the tensor {key!r} in the shape {list(tensor.shape)} instead of {list(shape)}"
        )


def _header(file: BinaryIO, size: int) -> dict[str, Layout]:
    """The tensors that a .safetensors file of this size says it holds, by their used names."""
    length = int.from_bytes(file.read(8), "little")
    if not 0 < length <= min(_MOST_HEADER_BYTES, size - 8):
        raise UntrustedFileError("is not a .safetensors file")
    try:
        header = json.loads(file.read(length))
        tensors = {str(name): _entry(one) for name, one in header.items() if name != "__metadata__"}
    except (ValueError, OverflowError, TypeError, LookupError, AttributeError, RecursionError) as error:
        raise UntrustedFileError(f"is not a .safetensors file: {str(error)[:200]}") from error
    needed = 8 + length + max((end for _, end in tensors.values()), default=0)
    if size < needed:
        raise UntrustedFileError(f"is not complete: it has {size} of {needed} bytes")
    return {key: layout for name, (layout, _) in tensors.items() if (key := used_name(name)) is not None}


def _entry(entry: Mapping[str, Any]) -> tuple[Layout, int]:
    """The layout of a tensor, and where its numbers end."""
    kind, shape = str(entry["dtype"]), tuple(int(size) for size in entry["shape"])
    return Layout(shape, "" if kind in _BYTES else kind[:20]), int(entry["data_offsets"][1])


def _check_archive(file: BinaryIO, numbers: int, most: int) -> None:
    """Check that an archive of torch may hold as many numbers."""
    try:
        with zipfile.ZipFile(_Bounded(file)) as archive:
            entries = archive.infolist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError, EOFError) as error:
        if isinstance(error, UntrustedFileError):
            raise
        raise UntrustedFileError(
            "is not a file as PyTorch writes it since 1.6, or is not complete"
        ) from error
    check_unpacked(entries, most, "a model")
    held = sum(entry.file_size for entry in entries if _STORAGE.fullmatch(entry.filename))
    if held < numbers * min(_BYTES.values()):
        raise UntrustedFileError(
            f"holds {held} bytes of tensors; Kokoro's architecture has {numbers} numbers"
        )


class _Bounded(io.BufferedIOBase):
    """A file of which only a limited number of bytes can be read: a list of contents can be as long as the file."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._left = _MOST_HEADER_BYTES

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = 0) -> int:
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        return self._file.tell()

    def read(self, size: int | None = -1) -> bytes:
        most = self._left + 1
        read = self._file.read(most if size is None or size < 0 else min(size, most))
        self._left -= len(read)
        if self._left < 0:
            raise UntrustedFileError("is an archive with too many entries")
        return read
