"""glibc's malloc, tuned for a model on a CPU.

A forward pass allocates and frees thousands of buffers of many megabytes. By default glibc returns them to the system
and obtains them again page by page: 2.7 million page faults for 15 seconds of audio, nearly 40 % of the time
(docs/benchmarks.md). Retaining freed memory costs no time, but the retained amount grows slowly. Freed memory is
therefore retained during a request and released between requests once it has grown large.
"""

import ctypes
import os
import platform
from pathlib import Path

# Parameters of mallopt(3), from glibc's malloc.h.
_TRIM_THRESHOLD = -1
_MMAP_MAX = -4
_ARENA_MAX = -8

_MAX_GROWTH = 128 * 1024 * 1024
"""Bytes that a short sentence needs. Obtaining 500 MB again, for a long one, costs about 3 % of its time."""


class MallocTuning:
    """This process's malloc settings. Create it before the model's thread starts. Without glibc it has no effect."""

    def __init__(self) -> None:
        self._libc = ctypes.CDLL(None) if platform.libc_ver()[0] == "glibc" else None
        self._baseline = 0
        if self._libc is not None:
            # An arena of another thread is limited to 64 MB; larger buffers would return to the system after all.
            self._libc.mallopt(_ARENA_MAX, 1)
            self._libc.mallopt(_MMAP_MAX, 0)
            self._libc.mallopt(_TRIM_THRESHOLD, -1)

    def has_grown(self) -> bool:
        """Whether the process's private memory has grown considerably since `release`."""
        return self._libc is not None and _private_bytes() - self._baseline > _MAX_GROWTH

    def release(self) -> None:
        """Return freed memory to the system."""
        if self._libc is not None:
            self._libc.malloc_trim(0)
            self._baseline = _private_bytes()


def _private_bytes() -> int:
    """Resident memory that is not mapped from files: proc(5), statm."""
    _, resident, shared, *_ = map(int, Path("/proc/self/statm").read_text(encoding="ascii").split())
    return (resident - shared) * os.sysconf("SC_PAGE_SIZE")
