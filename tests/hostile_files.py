"""Files of any origin that are dangerous to read."""

import os
import pickle
import zipfile
from pathlib import Path
from typing import Any


class Code:
    """Runs a command, which creates the target, when it is unpickled carelessly."""

    def __init__(self, target: Path) -> None:
        self.target = target

    def __reduce__(self) -> tuple[Any, ...]:
        return os.system, (f"touch {self.target}",)


def zip_bomb(path: Path) -> None:
    """Write an archive like those of PyTorch, of 50 MB unpacked."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mine/data.pkl", pickle.dumps(None))
        archive.writestr("mine/data/0", bytes(50_000_000))


def sparse(path: Path) -> None:
    """Write a file of 10 GB that takes no room."""
    with path.open("wb") as file:
        file.truncate(10 * 1024**3)
