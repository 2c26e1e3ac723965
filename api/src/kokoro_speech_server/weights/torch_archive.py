"""Files of PyTorch of any origin, read without running the code that they may hold."""

import io
import zipfile
from collections.abc import Iterable
from typing import Any

from .untrusted_file import UntrustedFileError


def from_archive(content: bytes, most: int, what: str) -> Any:
    """What `torch.save` of PyTorch 1.6 or newer has written, with tensors on the CPU.

    most: bytes that it may have unpacked
    what: it is, as the message names it: "a voice"
    Raises UntrustedFileError.
    """
    import torch  # noqa: PLC0415 - it takes seconds, and most servers have no such files

    # The format before PyTorch 1.6 names sizes that nothing limits, and entries of a zip file may be compressed.
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            check_unpacked(archive.infolist(), most, what)
    except UntrustedFileError:
        raise
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise UntrustedFileError("is not a file as PyTorch writes it since 1.6") from error
    try:
        return torch.load(io.BytesIO(content), map_location="cpu", weights_only=True)
    except Exception as error:  # whatever a damaged or hostile file makes it raise
        reason = str(error).partition("\n")[0][:200]
        raise UntrustedFileError(f"can't be read without running code, or is damaged: {reason}") from error


def check_unpacked(entries: Iterable[zipfile.ZipInfo], most: int, what: str) -> None:
    """Raise UntrustedFileError if these entries of an archive have more bytes unpacked than `most`."""
    unpacked = sum(entry.file_size for entry in entries)
    if unpacked > most:
        raise UntrustedFileError(f"has {unpacked} bytes unpacked; {what} has at most {most}")
