"""Chunks that wait for an engine slot, in the order of their due times."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from kokoro_speech_server.scheduling.admission import AdmissionRecord
from kokoro_speech_server.scheduling.engine_slot import ChunkResult, Demand
from kokoro_speech_server.scheduling.removable_heap import RemovableHeap

C = TypeVar("C")
A = TypeVar("A")


MAX_SLOTS_PER_CHUNK = 2
"""A chunk during which two slots were lost fails and is not given to a third: it may be the cause."""


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
        self._by_due = RemovableHeap[ChunkJob[C, A]]()
        self._by_age = RemovableHeap[ChunkJob[C, A]]()
        self._models: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._by_due)

    def __iter__(self) -> Iterator[ChunkJob[C, A]]:
        """The jobs, in no particular order."""
        return iter(self._by_due)

    @property
    def models(self) -> Sequence[str]:
        """The models besides the engines' own that the jobs need, the one that was needed first at the beginning."""
        return list(self._models)

    def push(self, job: ChunkJob[C, A]) -> None:
        if model := job.demand.model:
            self._models[model] = self._models.get(model, 0) + 1
        self._by_due.push(job.demand.due, job)
        self._by_age.push(job.requested_at, job)

    def pop(
        self, limit: int, max_seconds: float, *, takes: Callable[[ChunkJob[C, A]], bool]
    ) -> list[ChunkJob[C, A]]:
        """Remove the jobs that are due first and return them in order: at most `limit`, with at most `max_seconds`.

        The first is returned however long it is. None of its model is passed over for a shorter one that is due later;
        those of other models stay.

        takes: whether a job may be removed; others stay
        """
        jobs: list[ChunkJob[C, A]] = []
        left: list[ChunkJob[C, A]] = []
        seconds = 0.0
        while len(jobs) < limit and (job := self._by_due.first) is not None:
            if not takes(job) or (jobs and job.demand.model != jobs[0].demand.model):
                self._by_due.remove(job)
                left.append(job)
                continue
            seconds += job.demand.seconds
            if jobs and seconds > max_seconds:
                break
            self.remove(job)
            jobs.append(job)
        for job in left:
            self._by_due.push(job.demand.due, job)
        return jobs

    def fills(self, limit: int, max_seconds: float) -> bool:
        """Whether the jobs reach one of the limits of `pop`."""
        return len(self) >= limit or sum(job.demand.seconds for job in self) >= max_seconds

    def remove(self, job: ChunkJob[C, A]) -> None:
        if model := job.demand.model:
            self._models[model] -= 1
            if not self._models[model]:
                del self._models[model]
        self._by_due.remove(job)
        self._by_age.remove(job)

    def reschedule(self, job: ChunkJob[C, A], demand: Demand) -> None:
        """Move a waiting job to another due time."""
        job.demand = demand
        self._by_due.push(demand.due, job)

    @property
    def oldest(self) -> float | None:
        """When the job that has waited longest was requested."""
        job = self._by_age.first
        return None if job is None else job.requested_at
