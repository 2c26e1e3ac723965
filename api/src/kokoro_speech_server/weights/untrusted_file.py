"""Files of any origin, read with the checks that they need."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

Stamp = tuple[int, int, int]
"""Of a file: when it changed, its size, its number."""


class UntrustedFileError(ValueError):
    """The file can't be used. The message continues a sentence that names the file."""


def stamp_of(path: Path) -> Stamp | None:
    """The stamp of a file, or None if there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


@contextmanager
def opened(path: Path, most: int, what: str) -> Iterator[tuple[BinaryIO, int]]:
    """A regular file that is open for reading, and its size in bytes. See content_of."""
    # Without waiting for a writer, if it is a pipe.
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    with open(descriptor, "rb") as file:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise UntrustedFileError("is not a regular file")
        if status.st_size > most:
            raise UntrustedFileError(f"has {status.st_size} bytes; {what} has at most {most}")
        yield file, status.st_size


def content_of(path: Path, most: int, what: str) -> bytes:
    """The bytes of a regular file.

    most: bytes that it may have
    what: it is, as the message names it: "a voice"
    Raises UntrustedFileError, OSError.
    """
    with opened(path, most, what) as (file, _):
        content = file.read(most + 1)
    if len(content) > most:
        raise UntrustedFileError(f"has more than {most} bytes")
    return content


def check_inside(path: Path, folder: Path) -> None:
    """Raise UntrustedFileError for a link out of the folder."""
    if not path.resolve().is_relative_to(folder.resolve()):
        raise UntrustedFileError("is a link out of the folder")


def reason_of(error: Exception) -> str:
    """Why a file can't be used, to continue a sentence that names it."""
    return f"can't be read: {error.strerror}" if isinstance(error, OSError) else str(error)
