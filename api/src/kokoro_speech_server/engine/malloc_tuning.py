"""The C library's heap, as a model on a CPU wants it.

A forward pass takes and frees buffers of many megabytes by the thousand. As glibc is set, it returns them to the system
and has them back page by page: 2.7 million page faults for 15 seconds of audio, nearly 40 % of their time
(docs/benchmarks.md). Kept, they cost nothing, but little by little what is kept grows. So it is kept within a request,
and given back between requests once it is much.
"""

import ctypes
import os
import platform
from pathlib import Path

# Of mallopt(3), from glibc's malloc.h.
_TRIM_THRESHOLD = -1
_MMAP_MAX = -4
_ARENA_MAX = -8

_MUCH = 128 * 1024 * 1024
"""Bytes: what a short sentence takes. Having 500 MB again, for a long one, costs it about 3 % of its time."""


class Heap:
    """This process's heap. To be made before the model's thread begins; where there is no glibc it does nothing."""

    def __init__(self) -> None:
        self._libc = ctypes.CDLL(None) if platform.libc_ver()[0] == "glibc" else None
        self._least = 0
        if self._libc is not None:
            # Threads' own arenas grow by 64 MB at most; what is larger would go to the system and back after all.
            self._libc.mallopt(_ARENA_MAX, 1)
            self._libc.mallopt(_MMAP_MAX, 0)
            self._libc.mallopt(_TRIM_THRESHOLD, -1)

    def is_large(self) -> bool:
        """Whether it has grown by much since `give_back`."""
        return self._libc is not None and _resident() - self._least > _MUCH

    def give_back(self) -> None:
        """Return what is free to the system."""
        if self._libc is not None:
            self._libc.malloc_trim(0)
            self._least = _resident()


def _resident() -> int:
    """Bytes of memory in use that are not mapped from files: proc(5), statm."""
    _, resident, shared, *_ = map(int, Path("/proc/self/statm").read_text(encoding="ascii").split())
    return (resident - shared) * os.sysconf("SC_PAGE_SIZE")
