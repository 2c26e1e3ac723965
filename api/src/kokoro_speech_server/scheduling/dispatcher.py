"""Gives waiting chunks to free engine slots and hands out the results."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

from kokoro_speech_server.errors import EngineError, SpeechServerError
from kokoro_speech_server.observability import metrics
from kokoro_speech_server.scheduling.admission import AdmissionRecord
from kokoro_speech_server.scheduling.batch_hold import BatchHold
from kokoro_speech_server.scheduling.chunk_cache import ChunkCache
from kokoro_speech_server.scheduling.chunk_queue import (
    MAX_SLOTS_PER_CHUNK,
    ChunkJob,
    ChunkQueue,
    Waiter,
)
from kokoro_speech_server.scheduling.engine_slot import (
    ChunkResult,
    Demand,
    EngineSlot,
    EngineSlotLostError,
    SynthesizedChunk,
)
from kokoro_speech_server.scheduling.measured_speed import MeasuredSpeed
from kokoro_speech_server.scheduling.model_loading import ModelLoading
from kokoro_speech_server.scheduling.slot_pool import EngineSlotHungError, SlotPool, SlotState

C = TypeVar("C")
A = TypeVar("A")

_MIN_RUN_TIMEOUT_S = 60.0
_RUN_TIMEOUT_FACTOR = 10.0


class Dispatcher(Generic[C, A]):
    """Runs the chunk that is due first whenever a slot is free, for all requests that wait for its audio.

    on_started:        called with each admission whose chunk starts or, if others have started it, is joined
    on_chunk_finished: called when a chunk of the admission has left the engine, or the queue
    on_change:         called after every change of what waits and runs
    See Scheduler for the others.
    """

    def __init__(
        self,
        queue: ChunkQueue[C, A],
        cache: ChunkCache[C, A],
        slots: SlotPool[C, A],
        speed: MeasuredSpeed,
        *,
        engine_timeout_s: float | None,
        batch_wait_s: float,
        cores: int | None,
        on_started: Callable[[AdmissionRecord], None],
        on_chunk_finished: Callable[[AdmissionRecord], None],
        on_change: Callable[[], None],
        on_slot_lost: Callable[[EngineSlot[C, A], str, bool], None],
        models_loaded: int,
        load_timeout_s: float,
        clock: Callable[[], float],
    ) -> None:
        self._queue = queue
        self._cache = cache
        self._slots = slots
        self._speed = speed
        self._engine_timeout_s = engine_timeout_s
        self._cores = cores
        self._batch_hold = BatchHold(batch_wait_s, clock=clock, on_over=self.dispatch)
        self._loading = ModelLoading(
            queue,
            slots,
            limit=models_loaded,
            timeout_s=load_timeout_s,
            clock=clock,
            on_failed=self._finish,
            on_change=self.dispatch,
        )
        self._on_started = on_started
        self._on_chunk_finished = on_chunk_finished
        self._on_change = on_change
        self._on_slot_lost = on_slot_lost
        self._clock = clock

    @property
    def model_faults(self) -> Mapping[str, str]:
        return self._loading.faults

    @property
    def jobs(self) -> list[ChunkJob[C, A]]:
        """The chunks that wait or run."""
        return [*self._queue, *(job for state in self._slots for job in state.jobs)]

    def join(self, waiter: Waiter[A], chunk: C, demand: Demand) -> ChunkJob[C, A]:
        """Let a request wait for a chunk: a new job, or one that another request with the same audio has begun."""
        job = self._cache.job(demand.key)
        if job is None:
            job = ChunkJob(chunk, demand, requested_at=self._clock())
            self._cache.share(job)
            self._queue.push(job)
        elif demand.due < job.demand.due and job.started_at is None:
            self._queue.reschedule(job, demand)
        job.waiters.append(waiter)
        waiter.admission.chunks += 1
        if job.started_at is not None:
            self._on_started(waiter.admission)
        return job

    def leave(self, job: ChunkJob[C, A], waiter: Waiter[A]) -> None:
        """End the wait of a request that was cancelled or refused."""
        if waiter not in job.waiters:
            return  # the run has ended in the meantime
        job.waiters.remove(waiter)
        if job.started_at is not None and not job.waiters:
            job.held.append(waiter.admission)
            return
        if not job.waiters:
            self._cache.discard(job)
            # Removed at once, so that requests that are cancelled soon cannot lengthen the queue.
            self._queue.remove(job)
        self._on_chunk_finished(waiter.admission)
        self._on_change()

    def dispatch(self) -> None:
        """Start a run in every idle slot, as far as chunks wait or memory is to be released, and load models."""
        self._loading.begin()  # first, since a model can leave a slot that does not run it
        for state in self._slots.idle():
            if not state.memory_due and self._batch_hold.holds(self._queue, state):
                continue
            state.begin(self._next_jobs(state))
            if state.jobs or state.memory_due:
                state.task = asyncio.create_task(self._run(state))
        self._loading.begin()
        self._on_change()

    def _next_jobs(self, state: SlotState[C, A]) -> list[ChunkJob[C, A]]:
        jobs = self._queue.pop(
            state.slot.capacity, state.max_seconds, takes=lambda job: self._slots.may_run(job, state)
        )
        for job in jobs:
            job.started_at = self._clock()
            metrics.CHUNK_WAITING.observe(job.started_at - job.requested_at)
            for waiter in job.waiters:
                self._on_started(waiter.admission)
        return jobs

    async def _run(self, state: SlotState[C, A]) -> None:
        """Run the slot's jobs and hand out the results."""
        jobs = state.jobs
        share = None
        if self._cores is not None:
            share = self._slots.cpu_share(state, self._cores, others_wait=len(self._queue) > 0)
            state.threads = share.threads
        try:
            run = await state.run(self._run_timeout_s(jobs), share)
        except EngineSlotLostError as error:
            self._slot_lost(state, error)
            return
        if run.audio_seconds:
            self._speed.record(run.audio_seconds, run.engine_seconds)
        state.jobs, state.task, state.threads = [], None, 0
        for job, result in zip(jobs, run.results, strict=True):
            self._finish(job, result, state.worker, run.engine_seconds)
        self.dispatch()

    def _run_timeout_s(self, jobs: Sequence[ChunkJob[C, A]]) -> float:
        if self._engine_timeout_s is not None:
            return self._engine_timeout_s
        expected = sum(job.demand.seconds for job in jobs) / self._speed.current
        return max(_MIN_RUN_TIMEOUT_S, _RUN_TIMEOUT_FACTOR * expected)

    def _slot_lost(self, state: SlotState[C, A], error: EngineSlotLostError) -> None:
        self._slots.remove(state.slot)
        for job in state.jobs:
            job.slots_lost += not state.faultless
            if job.waiters and job.slots_lost < MAX_SLOTS_PER_CHUNK:
                self._end_held(job)
                job.started_at = None
                self._queue.push(job)
            else:
                self._finish(job, EngineError("The model failed to synthesize a part of the input."))
        try:
            # Before the chunks run again: the owner may remove further slots.
            self._on_slot_lost(state.slot, str(error), isinstance(error, EngineSlotHungError))
        finally:
            self.dispatch()

    def _finish(
        self,
        job: ChunkJob[C, A],
        result: SynthesizedChunk[A] | SpeechServerError,
        worker: str | None = None,
        engine_seconds: float = 0.0,
    ) -> None:
        self._cache.discard(job)
        if isinstance(result, SynthesizedChunk):
            self._cache.keep(job.demand.key, result)
        waiters, job.waiters = job.waiters, []
        for waiter in waiters:
            if waiter.result.done():
                pass  # cancelled, but its task has not run since
            elif isinstance(result, SpeechServerError):
                waiter.result.set_exception(result)
            else:
                waiter.result.set_result(ChunkResult(result.audio, worker, engine_seconds))
            self._on_chunk_finished(waiter.admission)
        self._end_held(job)

    def _end_held(self, job: ChunkJob[C, A]) -> None:
        """End the admissions of requests that were cancelled during the run, which is over."""
        held, job.held = job.held, []
        for admission in held:
            self._on_chunk_finished(admission)
