"""Memory through which audio gets from the worker that synthesizes it to the worker that sends it.

The supervisor lends a region to each chunk that runs, and only says where the audio is. Otherwise a batch would be a
message of ten megabytes, which the supervisor would receive and send while everything else waits.
"""

import mmap
import os
import tempfile
from bisect import insort
from collections import deque
from typing import NamedTuple

import numpy as np

from kokoro_speech_server.chunk import Samples

_BYTES_PER_SAMPLE = 4
_ALIGNMENT = 16
"""Samples in one line of a processor's cache, in which no two regions should meet."""


class AudioSpan(NamedTuple):
    """A part of the audio memory. offset, length: in samples"""

    offset: int
    length: int


class AudioMemory:
    """The memory, in one process. It has no name, so nothing is left of it when the last process has ended.

    descriptor: of the memory, which child processes inherit
    size:       in samples; 0 where the system has no such memory
    """

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        size = os.fstat(descriptor).st_size
        self._samples: Samples = (
            np.frombuffer(mmap.mmap(descriptor, size), np.float32) if size else np.empty(0, np.float32)
        )
        self.size = len(self._samples)

    @classmethod
    def create(cls, size: int) -> "AudioMemory":
        """Memory for so many samples, which takes room only where it has been written."""
        try:
            # In a container, /dev/shm may be too small, and what is beyond its size would kill.
            descriptor = os.memfd_create("speech-audio")
        except (AttributeError, OSError):  # not on Linux, or forbidden
            with tempfile.TemporaryFile() as file:
                return cls(os.dup(file.fileno()))
        os.truncate(descriptor, size * _BYTES_PER_SAMPLE)
        return cls(descriptor)

    def write(self, span: AudioSpan, samples: Samples) -> AudioSpan | None:
        """Write the samples to the begin of the span. Returns where they are, or None if they are too many for it."""
        if len(samples) > span.length:
            return None
        self._samples[span.offset : span.offset + len(samples)] = samples
        return AudioSpan(span.offset, len(samples))

    def view(self, span: AudioSpan) -> Samples:
        """The samples, which change when the span is lent again."""
        return self._samples[span.offset : span.offset + span.length]


class AudioRegion:
    """A span that is lent until nothing refers to this object any more.

    So it is freed once, whoever was last: a run that failed, a request that was cancelled, a worker that died.
    """

    def __init__(self, span: AudioSpan, returned: deque[AudioSpan]) -> None:
        self.span = span
        self._returned = returned

    def __del__(self) -> None:
        self._returned.append(self.span)

    def shrink(self, length: int) -> None:
        """Return all but the first samples."""
        kept = min(self.span.length, _aligned(length))
        if kept < self.span.length:
            offset, total = self.span
            self.span = AudioSpan(offset, kept)
            self._returned.append(AudioSpan(offset + kept, total - kept))


class AudioRegions:
    """The supervisor's record of which parts of the memory are lent.

    kept: whether the supervisor keeps audio for later requests, so that it needs a copy of its own
    """

    def __init__(self, memory: AudioMemory, *, kept: bool) -> None:
        self.memory = memory
        self.kept = kept
        self._free = [AudioSpan(0, memory.size)] if memory.size else []  # by offset, none next to another
        # Objects may be deleted at any moment, also in the midst of `lend`.
        self._returned = deque[AudioSpan]()

    @property
    def free(self) -> int:
        """Samples that are not lent."""
        self._collect()
        return sum(span.length for span in self._free)

    def lend(self, length: int) -> AudioRegion | None:
        """Lend a region of this length, or None if no part of the memory has room for it.

        The first that has room is taken, so that an idle server's audio does not spread over all of the memory.
        """
        self._collect()
        length = _aligned(length)
        for position, (offset, available) in enumerate(self._free):
            if available >= length:
                if available == length:
                    del self._free[position]
                else:
                    self._free[position] = AudioSpan(offset + length, available - length)
                return AudioRegion(AudioSpan(offset, length), self._returned)
        return None

    def _collect(self) -> None:
        """Join what was returned with the free parts beside it."""
        if not self._returned:
            return
        while self._returned:
            insort(self._free, self._returned.popleft())
        joined: list[AudioSpan] = []
        for offset, length in self._free:
            if joined and joined[-1].offset + joined[-1].length == offset:
                before = joined.pop()
                joined.append(AudioSpan(before.offset, before.length + length))
            else:
                joined.append(AudioSpan(offset, length))
        self._free = joined


def _aligned(length: int) -> int:
    return -(-max(1, length) // _ALIGNMENT) * _ALIGNMENT
