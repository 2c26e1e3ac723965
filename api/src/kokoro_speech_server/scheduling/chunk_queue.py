"""Chunks that wait for an engine slot, in the order of their due times."""

import asyncio
import heapq
import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from kokoro_speech_server.scheduling.admission import AdmissionRecord
from kokoro_speech_server.scheduling.engine_slot import ChunkResult, Demand

C = TypeVar("C")
A = TypeVar("A")


@dataclass(eq=False, slots=True)
class Waiter(Generic[A]):
    """A request that waits for the audio of a chunk."""

    admission: AdmissionRecord
    result: asyncio.Future[ChunkResult[A]]


@dataclass(eq=False, slots=True)
class ChunkJob(Generic[C, A]):
    """A chunk that waits or runs.

    requested_at: when the chunk was requested first, on the scheduler's clock
    started_at:   when its run started; None while it waits
    waiters:      the requests that wait for it, more than one if they share its audio
    held:         admissions of requests that were cancelled during the run; they end with the run
    slots_lost:   slots that were lost while they ran the chunk
    """

    chunk: C
    demand: Demand
    requested_at: float
    started_at: float | None = None
    waiters: list[Waiter[A]] = field(default_factory=list)
    held: list[AdmissionRecord] = field(default_factory=list)
    slots_lost: int = 0


class ChunkQueue(Generic[C, A]):
    """The jobs that wait. Of two that are due at the same time the one that was pushed first runs first.

    A due time never moves back, so that whatever waits is at some time due before everything that arrives later:
    nothing starves.
    """

    def __init__(self) -> None:
        self._entries: list[tuple[float, int, ChunkJob[C, A]]] = []
        self._order = itertools.count()

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[ChunkJob[C, A]]:
        """The jobs, in no particular order."""
        return (job for *_, job in self._entries)

    def push(self, job: ChunkJob[C, A]) -> None:
        heapq.heappush(self._entries, (job.demand.due, next(self._order), job))

    def pop(self, limit: int) -> list[ChunkJob[C, A]]:
        """Remove the jobs that are due first, at most `limit`, and return them in order."""
        return [heapq.heappop(self._entries)[-1] for _ in range(min(limit, len(self._entries)))]

    def remove(self, job: ChunkJob[C, A]) -> None:
        self._entries = [entry for entry in self._entries if entry[-1] is not job]
        heapq.heapify(self._entries)

    def reschedule(self, job: ChunkJob[C, A], demand: Demand) -> None:
        """Move a waiting job to another due time."""
        self.remove(job)
        job.demand = demand
        self.push(job)

    @property
    def oldest(self) -> float | None:
        """When the job that has waited longest was requested."""
        return min((job.requested_at for job in self), default=None)
