"""First uses of what may end the process, such as kernels that no GPU has run yet.

A process that ends in one leaves a file behind, so that the process that replaces it does without.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from kokoro_speech_server.version import VERSION

FUSED_KERNELS = f"kokoro-speech-server-{VERSION}-fused-kernels"
"""The trial of kernels that fused_check.py makes."""


class TrialFailedError(Exception):
    """An earlier process has ended in the same trial."""


@contextmanager
def trial(folder: Path, name: str, *, fatal: type[Exception]) -> Iterator[None]:
    """The context of a first use: raises TrialFailedError instead if an earlier process with this name ended in it.

    The lock on the file tells a process that is in the trial right now from one that has ended. An exception ends the
    trial, and leaves no file unless it is of a kind after which the process cannot go on.

    folder: writable; common to the processes
    name:   what is tried, with everything on which the result depends
    fatal:  exceptions after which the process cannot go on
    """
    for path in folder.glob(f"{name}.*.trial"):
        with suppress(FileNotFoundError, PermissionError, BlockingIOError), path.open() as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            raise TrialFailedError(f"An earlier start ended in the trial of {name}; {path} remembers it.")
    own = _path(folder, name, os.getpid())
    with own.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        try:
            yield
        except fatal:
            raise
        except BaseException:
            own.unlink(missing_ok=True)
            raise
        own.unlink(missing_ok=True)


def ended_in_trial(folder: Path, name: str, process: int) -> bool:
    """Whether a process, which has ended, did so in the trial."""
    return _path(folder, name, process).exists()


def _path(folder: Path, name: str, process: int) -> Path:
    return folder / f"{name}.{process}.trial"
