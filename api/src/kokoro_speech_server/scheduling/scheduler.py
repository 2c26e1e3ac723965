"""Who speaks next: places for requests, their chunks in the order in which they are due, lanes that speak them.

One scheduler serves the whole server. With workers it lives in their supervisor, where a chunk is a few bytes
on its way from one worker to another; without them it is in the process that serves.
"""

import asyncio
import heapq
import itertools
import logging
import time
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from cachetools import LRUCache

from kokoro_speech_server.chunk import SAMPLE_RATE
from kokoro_speech_server.errors import EngineError, NotReadyError, OverloadedError, StoppingError
from kokoro_speech_server.observability import metrics
from kokoro_speech_server.scheduling.admission import AdmissionCapacity, AdmissionRecord, QueueStatus
from kokoro_speech_server.scheduling.engine_slot import (
    ChunkResult,
    Demand,
    EngineSlot,
    EngineSlotLostError,
    SlotRun,
    SynthesizedChunk,
    WarmUp,
)
from kokoro_speech_server.scheduling.forecast import RequestForecast, seconds_to_next_admission
from kokoro_speech_server.scheduling.limits import CallerLimits
from kokoro_speech_server.scheduling.text_admission import TextAdmission

logger = logging.getLogger(__name__)

C = TypeVar("C")
A = TypeVar("A")

_MAX_SLOTS_PER_CHUNK = 2
"""A chunk over which two lanes were lost is not given to a third: it may be what kills them."""

_NOT_SPOKEN = "The server stopped before this was spoken."

_LEAST_TIMEOUT_S = 60.0
_TIMEOUT_FACTOR = 10.0

_FORECAST_AGE_S = 0.1
"""Seconds for which a forecast is told again: a crowd that is refused must not cost much."""

_MEMORY = 0.9
"""What a run's figures weigh in the measured speed when the next one comes in."""


@dataclass(eq=False, slots=True)
class _Waiter(Generic[A]):
    """A request that waits for a chunk."""

    admission: AdmissionRecord
    result: asyncio.Future[ChunkResult[A]]


@dataclass(eq=False, slots=True)
class _Job(Generic[C, A]):
    """A chunk that waits or is being spoken, and all who wait for it.

    held: places of those who left while it was being spoken
    """

    chunk: C
    demand: Demand
    waiters: list[_Waiter[A]] = field(default_factory=list)
    held: list[AdmissionRecord] = field(default_factory=list)
    asked: float = field(default_factory=time.monotonic)
    begun: float | None = None
    slots_lost: int = 0


@dataclass(eq=False, slots=True)
class _SlotState(Generic[C, A]):
    """A lane and what it does; `made`: seconds of audio, since the first lane began."""

    slot: EngineSlot[C, A]
    worker: str
    made: float
    jobs: list[_Job[C, A]] = field(default_factory=list)
    memory_is_high: bool = False
    release: bool = False
    work: asyncio.Task[None] | None = None


class Scheduler(Generic[C, A]):
    """Admits requests to a fixed number of places and hands their chunks to free lanes, due first.

    places:           requests admitted at once, waiting or in work
    limits:           of one caller
    queue_timeout_s:  one whose first chunk has not begun by then is refused after all
    engine_timeout_s: longest run of a lane; None: the larger of 60 s and 10 times what is expected
    batch_wait_s:     for which a chunk waits for company that fills its lane
    cache_bytes:      for spoken chunks, kept for those who want to hear the same; with 0 nothing is shared
    lose:             called with a lane that is lost, why, and whether it hangs; its owner sees to its end

    A due time never moves, so whatever waits is some day due before all that comes later: nothing starves.
    """

    def __init__(
        self,
        *,
        capacity: int,
        limits: CallerLimits,
        queue_timeout_s: float,
        engine_timeout_s: float | None,
        batch_wait_s: float,
        cache_bytes: int,
        on_slot_lost: Callable[[EngineSlot[C, A], str, bool], None],
    ) -> None:
        self.capacity = AdmissionCapacity(capacity)
        self._limits = limits
        # With a cache a text may turn out to need no lane.
        self._text_admission = TextAdmission(unlimited=cache_bytes > 0)
        self.stopping = False
        self._aborted = False
        self._queue_timeout_s = queue_timeout_s
        self._engine_timeout_s = engine_timeout_s
        self._batch_wait_s = batch_wait_s
        self._batch_timer: asyncio.TimerHandle | None = None
        self._cache: LRUCache[bytes, SynthesizedChunk[A]] = LRUCache(
            cache_bytes, getsizeof=lambda spoken: spoken.seconds * SAMPLE_RATE * 4
        )
        self._on_slot_lost = on_slot_lost
        self._waiting: list[tuple[float, int, _Job[C, A]]] = []
        self._order = itertools.count()
        self._shared: dict[bytes, _Job[C, A]] = {}
        self._slots: dict[EngineSlot[C, A], _SlotState[C, A]] = {}
        self._audio_seconds = 0.0
        self._engine_seconds = 0.0
        self._forecast = (-1.0, 0.0)
        metrics.QUEUE_CAPACITY.set(capacity)
        self._update_gauges()

    # Requests

    def admit(self, owner: Hashable, caller: str, *, due: float, remaining: float) -> AdmissionRecord:
        """A admission for a request, or one of the UnavailableErrors or RateLimitError at once."""
        if self.stopping:
            metrics.REFUSALS.labels("stopping").inc()
            raise StoppingError("The server is stopping.")
        if not self._engine_seconds:
            metrics.REFUSALS.labels("starting").inc()
            raise NotReadyError("The model is still loading.")
        self._limits.check(
            caller,
            at_once=lambda: sum(admission.caller == caller for admission in self.capacity.held),
            seconds_to_next=lambda: self._forecast_seconds(time.monotonic(), caller),
        )
        admission = AdmissionRecord(owner, caller, due=due, remaining=remaining, admitted_at=time.monotonic())
        if not self.capacity.acquire(admission):
            metrics.REFUSALS.labels("full").inc()
            raise OverloadedError(
                f"All {self.capacity.total} places of the server are taken.",
                retry_after=self._seconds_to_next_admission(),
            )
        admission.allowance = self._limits.count(caller)
        self._text_admission.add(admission)
        self._text_admission.admit(self._total_capacity)
        self._update_gauges()
        return admission

    async def wait_for_text_slot(self, admission: AdmissionRecord) -> None:
        """Return when it is time to make the text ready: the request is among those that are due first.

        Raises OverloadedError if that takes too long, StoppingError if the server ends before.
        """
        try:
            async with asyncio.timeout(self._seconds_left_to_wait(admission)):
                await admission.text_admitted.wait()
        except TimeoutError as error:
            raise self._waited_too_long() from error
        if self._aborted:
            raise StoppingError(_NOT_SPOKEN)

    def release(self, admission: AdmissionRecord) -> None:
        """The request wants no more chunks. Doing it again does nothing."""
        if admission.released:
            return
        self.capacity.release(admission)
        self._leave_text_admission(admission)
        for state in self._slots.values():
            state.release |= state.memory_is_high
        self._dispatch()

    def abort_all(self) -> None:
        """Fail every request that still wants something: the server ends before it can be spoken."""
        self._aborted = True
        self._text_admission.admit_all()
        jobs = [job for *_, job in self._waiting]
        for state in self._slots.values():
            jobs += state.jobs
        for job in jobs:
            for waiter in list(job.waiters):
                if not waiter.result.done():
                    waiter.result.set_exception(StoppingError(_NOT_SPOKEN))
                self._remove_waiter(job, waiter)

    async def synthesize(self, admission: AdmissionRecord, chunk: C, demand: Demand) -> ChunkResult[A]:
        """Speak a chunk when it is its turn.

        Raises EngineError, OverloadedError if it waited too long, StoppingError if the server ends before.
        Who is cancelled while the chunk waits never reaches a lane; the admission of one who is cancelled later
        stays taken until the lane is done.
        """
        if self._aborted:
            raise StoppingError(_NOT_SPOKEN)
        admission.due, admission.remaining = demand.due, demand.remaining
        if (kept := self._cache.get(demand.key)) is not None:
            metrics.CACHE_HITS.inc()
            self._mark_started(admission)
            return ChunkResult(kept.audio)
        loop = asyncio.get_running_loop()
        job = self._job(chunk, demand)
        waiter: _Waiter[A] = _Waiter(admission, loop.create_future())
        job.waiters.append(waiter)
        admission.chunks += 1
        timer = (
            None
            if admission.waited is not None
            else loop.call_later(self._seconds_left_to_wait(admission), self._time_out, job, waiter)
        )
        if job.begun is not None:
            self._mark_started(waiter.admission)
        self._dispatch()
        try:
            return await waiter.result
        except asyncio.CancelledError:
            self._remove_waiter(job, waiter)
            raise
        finally:
            if timer is not None:
                timer.cancel()

    def _job(self, chunk: C, demand: Demand) -> _Job[C, A]:
        job = self._shared.get(demand.key)
        if job is not None:
            metrics.CACHE_HITS.inc()
            if demand.due < job.demand.due and job.begun is None:
                job.demand = demand
                self._push(job)
            return job
        job = _Job(chunk, demand)
        if self._cache.maxsize:
            metrics.CACHE_MISSES.inc()
            self._shared[demand.key] = job
        self._push(job)
        return job

    def _mark_started(self, admission: AdmissionRecord) -> None:
        if admission.waited is None:
            admission.waited = time.monotonic() - admission.admitted_at
            metrics.WAITING.observe(admission.waited)
            self._leave_text_admission(admission)

    def _leave_text_admission(self, admission: AdmissionRecord) -> None:
        """It is a newcomer no more; the next may make his text ready."""
        self._text_admission.remove(admission)
        self._text_admission.admit(self._total_capacity)

    def _seconds_left_to_wait(self, admission: AdmissionRecord) -> float:
        """Seconds for which it may still wait for its first chunk to begin."""
        return admission.admitted_at + self._queue_timeout_s - time.monotonic()

    def _waited_too_long(self) -> OverloadedError:
        metrics.REFUSALS.labels("timeout").inc()
        waited = f"The request has waited for {self._queue_timeout_s:g} s without its turn."
        return OverloadedError(waited, retry_after=self._seconds_to_next_admission())

    def _time_out(self, job: _Job[C, A], waiter: _Waiter[A]) -> None:
        if waiter.admission.waited is not None or waiter.result.done():
            return
        waiter.result.set_exception(self._waited_too_long())
        self._remove_waiter(job, waiter)

    def _remove_waiter(self, job: _Job[C, A], waiter: _Waiter[A]) -> None:
        if waiter not in job.waiters:
            return  # its audio came at the same moment
        job.waiters.remove(waiter)
        if job.begun is not None and not job.waiters:
            job.held.append(waiter.admission)
            return
        if not job.waiters:
            self._shared.pop(job.demand.key, None)
            # At once, or those who come and go would make the queue long.
            self._waiting = [entry for entry in self._waiting if entry[-1] is not job]
            heapq.heapify(self._waiting)
        self.capacity.chunk_finished(waiter.admission)
        self._update_gauges()

    # Lanes

    def add_slot(self, slot: EngineSlot[C, A], worker: int, warm_up: WarmUp) -> None:
        """A lane that is ready."""
        if not self._engine_seconds:
            self._audio_seconds, self._engine_seconds = warm_up.audio_seconds, warm_up.engine_seconds
        # A newcomer does not have to catch up with what others did before it came.
        made = min((state.made for state in self._slots.values()), default=0.0)
        self._slots[slot] = _SlotState(slot, str(worker), made)
        self._text_admission.admit(self._total_capacity)
        self._dispatch()

    def remove_slot(self, slot: EngineSlot[C, A]) -> None:
        """No more chunks for it. Those that it has come back when its `run` raises."""
        self._slots.pop(slot, None)
        self._update_gauges()

    def _push(self, job: _Job[C, A]) -> None:
        heapq.heappush(self._waiting, (job.demand.due, next(self._order), job))

    def _next_jobs(self, most: int) -> list[_Job[C, A]]:
        jobs: list[_Job[C, A]] = []
        while self._waiting and len(jobs) < most:
            *_, job = heapq.heappop(self._waiting)
            # Some stand in the queue twice, since they became due earlier.
            if job.begun is None:
                job.begun = time.monotonic()
                metrics.CHUNK_WAITING.observe(job.begun - job.asked)
                jobs.append(job)
        return jobs

    def _dispatch(self) -> None:
        """Give every free lane something to do, the one first that has made least: the load stays even."""
        for state in sorted(self._slots.values(), key=lambda state: state.made):
            if state.work is not None or self._should_hold_batch(state):
                continue
            state.jobs = self._next_jobs(state.slot.capacity)
            for job in state.jobs:
                for waiter in job.waiters:
                    self._mark_started(waiter.admission)
            if state.jobs or state.release:
                state.work = asyncio.create_task(self._work(state, state.jobs))
        self._update_gauges()

    def _should_hold_batch(self, state: _SlotState[C, A]) -> bool:
        """Whether what waits should wait for company, until it has waited long enough or fills the lane."""
        if not self._batch_wait_s or state.release:
            return False
        asked = self._waiting_since()
        if not asked or len(asked) >= state.slot.capacity:
            return False
        left = min(asked) + self._batch_wait_s - time.monotonic()
        if left > 0 and self._batch_timer is None:
            self._batch_timer = asyncio.get_running_loop().call_later(left, self._batch_wait_over)
        return left > 0

    def _batch_wait_over(self) -> None:
        self._batch_timer = None
        self._dispatch()

    async def _work(self, state: _SlotState[C, A], jobs: list[_Job[C, A]]) -> None:
        limit = self._limit(jobs)
        run = asyncio.ensure_future(self._run(state, jobs))
        # Not cancelled at the limit: what hangs would not notice.
        done, _ = await asyncio.wait([run], timeout=limit)
        if not done:
            run.add_done_callback(lambda run: run.cancelled() or run.exception())
            self._slot_lost(state, jobs, f"a run has taken longer than {limit:g} s", hung=True)
            return
        try:
            result = run.result()
        except EngineSlotLostError as error:
            self._slot_lost(state, jobs, str(error))
            return
        except Exception:
            logger.exception("A lane failed")
            failure = EngineError("The model failed to speak a part of the input.")
            result = SlotRun([failure] * len(jobs), engine_seconds=0.0, memory_is_high=False)
        self._record_run(state, result)
        state.jobs, state.work = [], None
        for job, spoken in zip(jobs, result.results, strict=True):
            self._finish(job, spoken, state.worker, result.engine_seconds)
        self._dispatch()

    async def _run(self, state: _SlotState[C, A], jobs: list[_Job[C, A]]) -> SlotRun[A]:
        if state.release:
            await state.slot.release_memory()
            state.release = state.memory_is_high = False
        if not jobs:
            return SlotRun((), engine_seconds=0.0, memory_is_high=False)
        return await state.slot.run([job.chunk for job in jobs])

    def _record_run(self, state: _SlotState[C, A], run: SlotRun[A]) -> None:
        made = sum(one.seconds for one in run.results if isinstance(one, SynthesizedChunk))
        state.made += made
        state.memory_is_high = run.memory_is_high
        metrics.CHUNKS.labels(state.worker).inc(len(run.results))
        metrics.AUDIO_SECONDS.labels(state.worker).inc(made)
        metrics.ENGINE_SECONDS.labels(state.worker).inc(run.engine_seconds)
        if made:
            metrics.REAL_TIME_FACTOR.observe(run.engine_seconds / made)
            self._audio_seconds = _MEMORY * self._audio_seconds + made
            self._engine_seconds = _MEMORY * self._engine_seconds + run.engine_seconds

    def _slot_lost(
        self, state: _SlotState[C, A], jobs: list[_Job[C, A]], why: str, *, hung: bool = False
    ) -> None:
        self._slots.pop(state.slot, None)
        self._on_slot_lost(state.slot, why, hung)
        for job in jobs:
            job.slots_lost += 1
            if job.waiters and job.slots_lost < _MAX_SLOTS_PER_CHUNK:
                job.begun = None
                self._push(job)
            else:
                self._finish(job, EngineError("The model failed to speak a part of the input."))
        self._dispatch()

    def _finish(
        self,
        job: _Job[C, A],
        result: SynthesizedChunk[A] | EngineError,
        worker: str | None = None,
        engine_seconds: float = 0.0,
    ) -> None:
        if self._shared.get(job.demand.key) is job:
            del self._shared[job.demand.key]
        if isinstance(result, SynthesizedChunk) and 0 < self._cache.getsizeof(result) <= self._cache.maxsize:
            self._cache[job.demand.key] = result
        waiters, job.waiters = job.waiters, []
        for waiter in waiters:
            if waiter.result.done():
                pass  # cancelled; its task has not run since
            elif isinstance(result, EngineError):
                waiter.result.set_exception(result)
            else:
                waiter.result.set_result(ChunkResult(result.audio, worker, engine_seconds))
            self.capacity.chunk_finished(waiter.admission)
        for admission in job.held:
            self.capacity.chunk_finished(admission)

    # Figures

    @property
    def queue_status(self) -> QueueStatus:
        asked = self._waiting_since()
        longest = time.monotonic() - min(asked) if asked else 0.0
        return QueueStatus(self.capacity.total, self._running, self._waiting_requests, len(asked), longest)

    @property
    def _running(self) -> int:
        """Admitted requests whose first chunk has started."""
        return sum(admission.waited is not None for admission in self.capacity.held)

    @property
    def _waiting_requests(self) -> int:
        """Admitted requests whose first chunk has not started."""
        return len(self.capacity.held) - self._running

    def _waiting_since(self) -> list[float]:
        """When each chunk that waits was asked for."""
        return [job.asked for *_, job in self._waiting if job.waiters and job.begun is None]

    @property
    def _speed(self) -> float:
        """Audio seconds that one lane makes in a second, lately."""
        return self._audio_seconds / self._engine_seconds

    @property
    def _total_capacity(self) -> int:
        """Chunks that all lanes speak at once."""
        return sum(state.slot.capacity for state in self._slots.values())

    def _limit(self, jobs: Sequence[_Job[C, A]]) -> float:
        if self._engine_timeout_s is not None:
            return self._engine_timeout_s
        expected = sum(job.demand.seconds for job in jobs) / self._speed
        return max(_LEAST_TIMEOUT_S, _TIMEOUT_FACTOR * expected)

    def _seconds_to_next_admission(self) -> float:
        """Seconds until a admission comes free."""
        now = time.monotonic()
        made_at, seconds = self._forecast
        if now - made_at > _FORECAST_AGE_S:
            seconds = self._forecast_seconds(now)
            self._forecast = (now, seconds)
        return seconds

    def _forecast_seconds(self, now: float, caller: str | None = None) -> float:
        """Seconds until a admission comes free, of all or of those that the caller holds."""
        busy: dict[AdmissionRecord, tuple[float, float]] = {}
        slots: list[float] = []
        for state in self._slots.values():
            seconds = sum(job.demand.seconds for job in state.jobs)
            begun = min((job.begun or now for job in state.jobs), default=now)
            left = max(0.0, begun + seconds / self._speed - now)
            slots.append(left)
            for job in state.jobs:
                for waiter in job.waiters:
                    busy[waiter.admission] = (left, job.demand.seconds)
        forecasts = []
        for admission in self.capacity.held:
            left, seconds = busy.get(admission, (0.0, 0.0))
            awaited = caller is None or admission.caller == caller
            forecasts.append(
                RequestForecast(admission.due - now, max(0.0, admission.remaining - seconds), left, awaited)
            )
        return seconds_to_next_admission(forecasts, slots, self._speed)

    def _update_gauges(self) -> None:
        running = self._running
        metrics.REQUESTS_RUNNING.set(running)
        metrics.REQUESTS_WAITING.set(len(self.capacity.held) - running)
        metrics.QUEUE_DEPTH.set(len(self.capacity.held))
        metrics.CHUNKS_WAITING.set(len(self._waiting_since()))
        busy = sum(bool(state.jobs) for state in self._slots.values())
        for gauge in (metrics.ENGINE_SLOTS, metrics.LANES):
            gauge.labels("busy").set(busy)
            gauge.labels("free").set(len(self._slots) - busy)
