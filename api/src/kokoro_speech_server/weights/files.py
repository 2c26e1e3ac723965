"""What every road to the model's files needs: errors, sha256, putting files in place, a progress bar."""

import errno
import hashlib
import os
import sys
from pathlib import Path
from typing import Any


class AssetError(Exception):
    """The model's files are not there and can't be had; the message says what to do about it."""


class SourceError(Exception):
    """One source of the files can't serve; the next one may."""


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
    """Whether the fault lies with our own disk: no other source of the files would help."""
    return isinstance(error, OSError) and error.errno in DISK_ERRORS


def sha256_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def put_in_place(written: Path, final: Path) -> None:
    """Give a finished file its final name, so that whatever has that name is whole even after a power cut."""
    with written.open("rb+") as file:
        os.fsync(file.fileno())
    written.chmod(0o644)  # safetensors writes for its own user only; a server may run as another
    final.parent.mkdir(parents=True, exist_ok=True)
    written.replace(final)


def bar(label: str, total: int, *, progress: bool, unit: str = "B") -> Any:
    """A progress bar on stderr; in a log file rather than a terminal it speaks up every ten seconds only."""
    from tqdm import tqdm  # type: ignore[import-untyped]  # noqa: PLC0415 - only a first start needs it

    interval = 0.1 if sys.stderr.isatty() else 10.0
    return tqdm(
        total=total, desc=label, unit=unit, unit_scale=unit == "B", mininterval=interval, disable=not progress
    )
