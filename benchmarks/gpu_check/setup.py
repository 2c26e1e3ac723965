"""What a check runs on, and by which its results are known to be of the same code, packages and device."""

import hashlib
import importlib.metadata
import platform
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks import nvidia

CHECKOUT = Path(__file__).parents[2]

_CODE = ("api/src", "benchmarks", "docker/scripts")
"""Folders whose content decides the results."""

_PACKAGES = ("torch", "triton", "numpy", "safetensors", "transformers", "kokoro")


@dataclass(frozen=True, slots=True)
class Setup:
    """device: "cuda", "cuda:1" or "cpu"; inputs: the folder that `prepare` wrote, if any"""

    device: str
    inputs: Path | None = None

    @property
    def small(self) -> bool:
        """Whether sizes are small, since the check is only tried, on a CPU."""
        return not self.device.startswith("cuda")


def identity(setup: Setup) -> dict[str, Any]:
    """What results depend on. Results with another identity are measured again."""
    gpu = nvidia.about(setup.device) if setup.device.startswith("cuda") else {}
    return {
        "code": _digest(path for folder in _CODE for path in _files(CHECKOUT / folder)),
        "device": setup.device,
        "gpu": gpu.get("gpu"),
        "driver": gpu.get("driver"),
        "python": platform.python_version(),
        "packages": {name: _version(name) for name in _PACKAGES},
        "inputs": None if setup.inputs is None else _digest(_files(setup.inputs)),
    }


def commit() -> str | None:
    """The checkout's commit; None if git does not know it."""
    command = ["git", "-C", str(CHECKOUT), "describe", "--always", "--dirty"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return None


def _files(folder: Path) -> list[Path]:
    return sorted(
        path for path in folder.rglob("*") if path.suffix in {".py", ".json", ".sh", ".safetensors"}
    )


def _digest(paths: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        with path.open("rb") as file:
            digest.update(f"{path.name}\n{hashlib.file_digest(file, 'sha256').hexdigest()}\n".encode())
    return digest.hexdigest()[:12]


def _version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None
