"""Admits requests and gives their chunks to the engine slots in the order in which they are due.

One scheduler serves the whole server. With workers it runs in their supervisor, where a chunk is a few bytes on the
way from one worker to another; without them it runs in the process that serves.
"""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from typing import Generic, TypeVar

from kokoro_speech_server.errors import OverloadedError, StoppingError
from kokoro_speech_server.observability import metrics
from kokoro_speech_server.scheduling.admission import AdmissionCapacity, AdmissionRecord, QueueStatus
from kokoro_speech_server.scheduling.admission_control import AdmissionControl
from kokoro_speech_server.scheduling.chunk_cache import ChunkCache
from kokoro_speech_server.scheduling.chunk_queue import ChunkJob, ChunkQueue, Waiter
from kokoro_speech_server.scheduling.dispatcher import Dispatcher
from kokoro_speech_server.scheduling.engine_slot import (
    ChunkResult,
    Demand,
    EngineSlot,
    WarmUp,
)
from kokoro_speech_server.scheduling.forecast import AdmissionForecast
from kokoro_speech_server.scheduling.limits import CallerLimits
from kokoro_speech_server.scheduling.measured_speed import MeasuredSpeed
from kokoro_speech_server.scheduling.session_places import SessionPlaces
from kokoro_speech_server.scheduling.slot_pool import SlotPool
from kokoro_speech_server.scheduling.text_admission import TextAdmission

C = TypeVar("C")
A = TypeVar("A")

_STOPPED = "The server stopped before the request was complete."

_BUSY_SLOTS, _FREE_SLOTS = (
    [gauge.labels(state) for gauge in (metrics.ENGINE_SLOTS, metrics.LANES)] for state in ("busy", "free")
)


class Scheduler(Generic[C, A]):
    """Admits a bounded number of requests and gives their chunks to free engine slots, the chunk that is due first.

    capacity:         requests for speech that are admitted at once, running and waiting
    text_capacity:    requests without audio that are admitted at once
    limits:           limits of each caller
    queue_timeout_s:  a request whose first chunk has not started after this time is refused
    engine_timeout_s: longest run of a slot; None: the larger of 60 s and 10 times the expected duration
    batch_wait_s:     longest wait of a chunk for others that fill its batch
    cache_bytes:      of audio that is kept for requests that need the same; 0: requests share nothing
    models_loaded:    models besides its own that a slot has loaded at once
    load_timeout_s:   requests wait no longer for a model that is being loaded
    cores:            that the runs of all slots divide among them; None: every engine keeps the threads it has
    on_slot_lost:     called with a slot that is lost, the reason, and whether its run hangs; the slot's owner ends it
    clock:            the clock of due times; timers run on the event loop's own clock
    jitter:           returns a random number from 0 to 1, for the waits of those who are refused
    """

    def __init__(
        self,
        *,
        capacity: int,
        text_capacity: int,
        limits: CallerLimits,
        queue_timeout_s: float,
        engine_timeout_s: float | None,
        batch_wait_s: float,
        cache_bytes: int,
        on_slot_lost: Callable[[EngineSlot[C, A], str, bool], None],
        cores: int | None = None,
        models_loaded: int = 1,
        load_timeout_s: float = 120.0,
        clock: Callable[[], float] = time.monotonic,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        by_caller = Counter[str]()
        self.capacity = AdmissionCapacity(capacity, by_caller)
        self.text_capacity = AdmissionCapacity(text_capacity, by_caller)
        self._aborted = False
        self._queue_timeout_s = queue_timeout_s
        self._clock = clock
        # With a cache, a request may turn out to need no engine.
        self._text_admission = TextAdmission(unlimited=cache_bytes > 0)
        self._queue = ChunkQueue[C, A]()
        self._cache = ChunkCache[C, A](cache_bytes)
        self._slots = SlotPool[C, A]()
        self._speed = MeasuredSpeed()
        self._dispatcher = Dispatcher[C, A](
            self._queue,
            self._cache,
            self._slots,
            self._speed,
            engine_timeout_s=engine_timeout_s,
            batch_wait_s=batch_wait_s,
            cores=cores,
            on_started=self._mark_started,
            on_chunk_finished=self.capacity.chunk_finished,
            on_change=self._update_gauges,
            on_slot_lost=on_slot_lost,
            models_loaded=models_loaded,
            load_timeout_s=load_timeout_s,
            clock=clock,
        )
        self.sessions = SessionPlaces(limits.sessions)
        forecast = AdmissionForecast(
            self.capacity.held, self.text_capacity.held, self._slots, self._speed, clock
        )
        self._control = AdmissionControl(
            self.capacity, self.text_capacity, self.sessions, limits, forecast, clock=clock, jitter=jitter
        )
        metrics.QUEUE_CAPACITY.set(capacity)
        self._update_gauges()

    # Requests

    @property
    def stopping(self) -> bool:
        """Whether every new request is refused."""
        return self._control.stopping

    @stopping.setter
    def stopping(self, stopping: bool) -> None:
        self._control.stopping = stopping

    def has_place(self, caller: str, capacity: AdmissionCapacity) -> bool:
        """Whether neither all places of the capacity nor those of the caller are taken."""
        return self._control.has_place(caller, capacity)

    def admit(self, owner: Hashable, caller: str, *, due: float, remaining: float) -> AdmissionRecord:
        """Admit a request for speech. Raises one of the UnavailableErrors or RateLimitError at once."""
        admission = self._control.admit(owner, caller, due=due, remaining=remaining)
        self._text_admission.add(admission)
        self._text_admission.admit(self._slots.total_capacity)
        self._update_gauges()
        return admission

    def admit_text(self, owner: Hashable, caller: str) -> AdmissionRecord:
        """Admit a request that needs no audio. Raises StoppingError, OverloadedError or RateLimitError at once."""
        return self._control.admit_text(owner, caller)

    def admit_session(self, owner: Hashable, caller: str) -> AdmissionRecord:
        """Count a live session of a caller. Raises StoppingError or RateLimitError at once."""
        return self._control.admit_session(owner, caller)

    def announce(self, admission: AdmissionRecord, due: float, remaining: float) -> None:
        """Replace the estimates with which a request was admitted, since its text is known now."""
        admission.due, admission.remaining, admission.expected = due, remaining, remaining
        self._text_admission.reschedule(admission)
        self._text_admission.admit(self._slots.total_capacity)

    async def wait_for_text_slot(self, admission: AdmissionRecord) -> None:
        """Return when the request's text may be prepared, because the request is among those that are due first.

        Raises OverloadedError if that takes too long, StoppingError if the server ends before.
        """
        try:
            async with asyncio.timeout(self._seconds_left_to_wait(admission)):
                await admission.text_admitted.wait()
        except TimeoutError as error:
            raise self._waited_too_long(admission) from error
        if self._aborted:
            raise StoppingError(_STOPPED)

    def release(self, admission: AdmissionRecord) -> None:
        """End an admission whose request needs no further chunk. Releasing it again does nothing."""
        if admission.released:
            return
        if admission in self.text_capacity.held:
            self.text_capacity.release(admission)
            return
        if admission in self.sessions.held:
            self.sessions.release(admission)
            return
        self.capacity.release(admission)
        self._leave_text_admission(admission)
        self._slots.request_memory_release()
        self._dispatcher.dispatch()

    def abort_all(self) -> None:
        """Fail every request that still needs audio: the server ends before it can be synthesized."""
        self._aborted = True
        self._text_admission.admit_all()
        for job in self._dispatcher.jobs:
            for waiter in list(job.waiters):
                if not waiter.result.done():
                    waiter.result.set_exception(StoppingError(_STOPPED))
                self._dispatcher.leave(job, waiter)

    async def synthesize(self, admission: AdmissionRecord, chunk: C, demand: Demand) -> ChunkResult[A]:
        """Synthesize a chunk in its turn.

        Raises EngineError, OverloadedError if it waited too long, StoppingError if the server ends before. A chunk
        that is cancelled while it waits never reaches an engine. If it is cancelled while it runs, its request
        counts as admitted until the run is over.
        """
        if self._aborted:
            raise StoppingError(_STOPPED)
        admission.due, admission.remaining = demand.due, demand.remaining
        if (cached := self._cache.audio(demand.key)) is not None:
            self._mark_started(admission)
            self._update_gauges()
            return ChunkResult(cached.audio)
        loop = asyncio.get_running_loop()
        waiter: Waiter[A] = Waiter(admission, loop.create_future())
        job = self._dispatcher.join(waiter, chunk, demand)
        if demand.model:
            self._leave_text_admission(admission)  # it may wait for its model, and nobody has to wait with it
        timer = (
            None
            if admission.waited is not None
            else loop.call_later(self._seconds_left_to_wait(admission), self._time_out, job, waiter)
        )
        self._dispatcher.dispatch()
        try:
            return await waiter.result
        except asyncio.CancelledError:
            self._dispatcher.leave(job, waiter)
            raise
        finally:
            if timer is not None:
                timer.cancel()

    def _mark_started(self, admission: AdmissionRecord) -> None:
        if admission.waited is None:
            waited = self._clock() - admission.admitted_at
            self.capacity.started(admission, waited)
            metrics.WAITING.observe(waited)
            self._leave_text_admission(admission)

    def _leave_text_admission(self, admission: AdmissionRecord) -> None:
        """Let the next request prepare its text, since this one no longer awaits its first chunk."""
        self._text_admission.remove(admission)
        self._text_admission.admit(self._slots.total_capacity)

    def _seconds_left_to_wait(self, admission: AdmissionRecord) -> float:
        """Seconds for which the request may still wait for the start of its first chunk."""
        return admission.admitted_at + self._queue_timeout_s - self._clock()

    def _waited_too_long(self, admission: AdmissionRecord) -> OverloadedError:
        metrics.REFUSALS.labels("timeout").inc()
        message = f"The request could not be started within {self._queue_timeout_s:g} s."
        return self._control.overloaded(admission.caller, message)

    def _time_out(self, job: ChunkJob[C, A], waiter: Waiter[A]) -> None:
        if waiter.admission.waited is not None or waiter.result.done():
            return
        waiter.result.set_exception(self._waited_too_long(waiter.admission))
        self._dispatcher.leave(job, waiter)

    # Slots

    def add_slot(self, slot: EngineSlot[C, A], worker: int, warm_up: WarmUp) -> None:
        """Use a slot that is warm."""
        if not self._speed.is_known:
            self._speed.record(warm_up.audio_seconds, warm_up.engine_seconds)
        self._slots.add(slot, str(worker), warm_up)
        self._text_admission.admit(self._slots.total_capacity)
        self._dispatcher.dispatch()

    def remove_slot(self, slot: EngineSlot[C, A], *, faultless: bool = False) -> None:
        """Give the slot no more chunks. Its running chunks return to the queue when its `run` raises.

        faultless: whether these chunks cannot be the cause of its loss, however often they lose a slot
        """
        self._slots.remove(slot, faultless=faultless)
        self._update_gauges()

    # Figures

    @property
    def model_faults(self) -> Mapping[str, str]:
        """Why models besides the engines' own turned out to be unusable when they were loaded, by their keys."""
        return self._dispatcher.model_faults

    @property
    def queue_status(self) -> QueueStatus:
        oldest = self._queue.oldest
        longest_wait_s = 0.0 if oldest is None else self._clock() - oldest
        running = self.capacity.running
        waiting = len(self.capacity.held) - running
        return QueueStatus(self.capacity.total, running, waiting, len(self._queue), longest_wait_s)

    def _update_gauges(self) -> None:
        running = self.capacity.running
        metrics.REQUESTS_RUNNING.set(running)
        metrics.REQUESTS_WAITING.set(len(self.capacity.held) - running)
        metrics.QUEUE_DEPTH.set(len(self.capacity.held))
        metrics.CHUNKS_WAITING.set(len(self._queue))
        busy = self._slots.busy
        for gauge in _BUSY_SLOTS:
            gauge.set(busy)
        for gauge in _FREE_SLOTS:
            gauge.set(len(self._slots) - busy)
