"""Shared by all sources of the model's files: errors, sha256, atomic writes, a progress bar."""

import errno
import hashlib
import os
import sys
from pathlib import Path
from typing import Any


class AssetError(Exception):
    """The model's files are missing and cannot be fetched; the message explains what to do."""


class SourceError(Exception):
    """A source of the files failed; the next one may succeed."""


DISK_ERRORS = frozenset(
    {
        errno.ENOSPC,
        errno.EDQUOT,
        errno.EFBIG,
        errno.EROFS,
        errno.EACCES,
        errno.EPERM,
        errno.ENOTDIR,
        errno.EIO,
    }
)


def is_disk_error(error: BaseException) -> bool:
    """Whether our own disk is at fault, so that no other source would help."""
    return isinstance(error, OSError) and error.errno in DISK_ERRORS


def sha256_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def put_in_place(written: Path, final: Path) -> None:
    """Rename a finished file, so that a file with the final name is complete even after a power failure."""
    with written.open("rb+") as file:
        os.fsync(file.fileno())
    written.chmod(
        0o644
    )  # safetensors files are readable by their owner only; a server may run as another user
    final.parent.mkdir(parents=True, exist_ok=True)
    written.replace(final)


def progress_bar(label: str, total: int, *, progress: bool, unit: str = "B") -> Any:
    """A progress bar on stderr. Where stderr is no terminal, it prints a line every ten seconds."""
    from tqdm import tqdm  # type: ignore[import-untyped]  # noqa: PLC0415 - only a first start needs it

    interval = 0.1 if sys.stderr.isatty() else 10.0
    return tqdm(
        total=total, desc=label, unit=unit, unit_scale=unit == "B", mininterval=interval, disable=not progress
    )
