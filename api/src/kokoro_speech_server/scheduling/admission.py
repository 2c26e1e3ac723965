"""The bounded number of admitted requests, and the scheduler's record of each."""

import asyncio
from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import NamedTuple

from kokoro_speech_server.scheduling.limits import Allowance


@dataclass(eq=False, slots=True)
class AdmissionRecord:
    """The scheduler's record of one admitted request, which counts until it is released and none of its chunks runs.

    owner:         the worker that serves the request; when that worker dies, its admissions are released
    caller:        the name under which the limits of the caller are counted
    due:           when the request's listener runs out of audio, on the scheduler's clock
    remaining:     seconds of audio that the request is expected to need still
    expected:      seconds of audio that it is expected to need in all
    admitted_at:   when the request was admitted, on the same clock
    allowance:     the rest of the caller's requests per minute, if they are limited
    waited:        seconds from the admission until the first chunk started; None before
    released:      whether the request needs no further chunk
    chunks:        chunks of the request that are waiting or running
    text_admitted: set when the request's text may be prepared
    """

    owner: Hashable
    caller: str
    due: float
    remaining: float
    expected: float
    admitted_at: float
    allowance: Allowance | None = None
    waited: float | None = None
    released: bool = False
    chunks: int = 0
    text_admitted: asyncio.Event = field(default_factory=asyncio.Event)


class QueueStatus(NamedTuple):
    """The state of the queue.

    capacity:       admitted requests at most, running and waiting together
    running:        admitted requests whose first chunk has started
    waiting:        admitted requests whose first chunk has not started
    waiting_chunks: chunks that wait for an engine slot
    longest_wait_s: seconds since the oldest of these chunks was requested
    """

    capacity: int
    running: int
    waiting: int
    waiting_chunks: int
    longest_wait_s: float


class AdmissionCapacity:
    """Bounds the number of admitted requests. A request that finds no free place is refused and does not wait.

    by_caller: the callers' admitted requests, counted here and by other capacities
    held:      the admitted requests
    running:   those of them whose first chunk has started
    """

    def __init__(self, total: int, by_caller: Counter[str]) -> None:
        self.total = total
        self.held: set[AdmissionRecord] = set()
        self.running = 0
        self.by_caller = by_caller
        self._free: asyncio.Queue[None] = asyncio.Queue(total)
        for _ in range(total):
            self._free.put_nowait(None)
        self._empty = asyncio.Event()
        self._empty.set()

    @property
    def is_full(self) -> bool:
        return self._free.empty()

    def acquire(self, admission: AdmissionRecord) -> bool:
        """Count the request as admitted if there is room. Returns whether there was."""
        try:
            self._free.get_nowait()
        except asyncio.QueueEmpty:
            return False
        self.held.add(admission)
        self.by_caller[admission.caller] += 1
        self._empty.clear()
        return True

    def started(self, admission: AdmissionRecord, waited: float) -> None:
        """Note that the first chunk of the request has started. waited: seconds since the admission"""
        admission.waited = waited
        self.running += admission in self.held

    def release(self, admission: AdmissionRecord) -> None:
        """Note that the request needs no further chunk. Releasing it again does nothing."""
        admission.released = True
        self._free_if_done(admission)

    def chunk_finished(self, admission: AdmissionRecord) -> None:
        """Note that a chunk of the request has left the engine, or the queue."""
        admission.chunks -= 1
        self._free_if_done(admission)

    async def wait_until_empty(self) -> None:
        await self._empty.wait()

    def _free_if_done(self, admission: AdmissionRecord) -> None:
        if admission.released and not admission.chunks and admission in self.held:
            self.held.remove(admission)
            self.running -= admission.waited is not None
            self.by_caller[admission.caller] -= 1
            if not self.by_caller[admission.caller]:
                del self.by_caller[admission.caller]
            self._free.put_nowait(None)
            if not self.held:
                self._empty.set()
