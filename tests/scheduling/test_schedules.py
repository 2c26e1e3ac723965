"""Random schedules of events in virtual time, in which the scheduler is compared with a simple model of itself.

A failure names the seed of its schedule; `run_schedule(seed)` repeats it.
"""

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from kokoro_speech_server.errors import (
    EngineError,
    NotReadyError,
    OverloadedError,
    RateLimitError,
    StoppingError,
)
from kokoro_speech_server.observability import metrics
from kokoro_speech_server.scheduling.admission import AdmissionRecord
from kokoro_speech_server.scheduling.engine_slot import (
    CpuShare,
    Demand,
    EngineSlot,
    EngineSlotLostError,
    SlotRun,
    SynthesizedChunk,
    WarmUp,
)
from kokoro_speech_server.scheduling.limits import CallerLimits
from kokoro_speech_server.scheduling.scheduler import Scheduler
from kokoro_speech_server.scheduling.text_admission import REQUESTS_PER_CHUNK
from tests.scheduling.virtual_time import VirtualTimeLoop

pytestmark = pytest.mark.exhaustive

SCHEDULES = 600
PROOF_SCHEDULES = 6_000
EVENTS = 50
_BLOCK = 150

_SPEED = 4.0
"""Audio seconds per second of a slot."""

_MAX_SECONDS = 16.0
"""Audio of a run of several chunks at most, at such a speed."""

_LIMITS = {at_once: CallerLimits(per_minute=None, at_once=at_once) for at_once in (None, 2)}

_EVENTS = {
    "admit": 34,
    "burst": 4,
    "announce": 4,
    "admit_text": 4,
    "release_text": 4,
    "cancel": 12,
    "abandon_shared": 3,
    "release": 6,
    "add_slot": 3,
    "lose_slot": 4,
    "hang_slot": 2,
    "remove_slot": 1,
    "change_capacity": 3,
    "lose_results": 1,
    "wait": 6,
    "stop": 0.5,
}
"""Events, and how often each occurs relative to the others."""

_GAUGES: tuple[Any, ...] = (
    metrics.REQUESTS_RUNNING,
    metrics.REQUESTS_WAITING,
    metrics.QUEUE_DEPTH,
    metrics.CHUNKS_WAITING,
    metrics.ENGINE_SLOTS.labels("busy"),
    metrics.ENGINE_SLOTS.labels("free"),
)


@pytest.mark.parametrize(
    "first",
    [
        *range(0, SCHEDULES, _BLOCK),
        *(
            pytest.param(first, marks=pytest.mark.proof)
            for first in range(SCHEDULES, PROOF_SCHEDULES, _BLOCK)
        ),
    ],
)
def test_the_scheduler_agrees_with_the_model(first: int) -> None:
    for seed in range(first, first + _BLOCK):
        try:
            run_schedule(seed)
        except BaseException as error:
            error.add_note(f"in the schedule with seed {seed}")
            raise


def run_schedule(seed: int) -> None:
    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(Schedule(random.Random(seed)).run())


@dataclass(eq=False)
class Job:
    """A chunk, as the model sees it: running in a slot, or waiting if requests wait for it.

    since:   when it began to wait, or to wait with its present due time
    waiters: requests that wait for it
    held:    requests that were cancelled during the run and count until its end
    """

    chunk: str
    key: str
    due: float
    seconds: float
    created: float
    since: float
    slot: "Slot | None" = None
    waiters: set["Request"] = field(default_factory=set)
    held: set["Request"] = field(default_factory=set)
    slots_lost: int = 0
    failed: bool = False
    over: bool = False


@dataclass(eq=False)
class Request:
    """A request of the schedule.

    keys:      of the audio of its chunks
    remaining: chunks that it has not requested
    job:       the chunk that it waits for
    """

    caller: str
    admission: AdmissionRecord
    admitted_at: float
    due: float
    keys: list[str]
    task: asyncio.Task[None] | None = None
    job: Job | None = None
    remaining: int = 0
    started: bool = False
    cancelled: bool = False
    released: bool = False
    outcome: str | None = None


@dataclass(eq=False)
class Text:
    """A request that only processes text."""

    caller: str
    admission: AdmissionRecord
    released: bool = False


class Slot:
    """An engine whose runs take virtual time."""

    def __init__(self, schedule: "Schedule", capacity: int) -> None:
        self.capacity = capacity
        self.jobs: list[Job] = []
        self.loses_result = False
        self._schedule = schedule
        self._end: asyncio.Future[None] | None = None
        self._timer: asyncio.TimerHandle | None = None

    @property
    def busy(self) -> bool:
        return self._end is not None

    async def run(self, chunks: Sequence[str], share: CpuShare | None = None) -> SlotRun[str]:
        schedule, loop = self._schedule, asyncio.get_running_loop()
        schedule.check(not self.busy, "a slot has two runs at once")
        self.jobs = schedule.run_started(self, chunks)
        seconds = len(chunks) * schedule.chance.uniform(0.1, 1.5)
        self._end = loop.create_future()
        self._timer = loop.call_later(seconds, self._end.set_result, None)
        try:
            await self._end
            results = schedule.run_ended(self)
        finally:
            self.loses_result = False
            self._end = None
        return SlotRun(results, seconds, memory_is_high=schedule.chance.random() < 0.1)

    async def use_models(self, models: Sequence[str]) -> None:
        assert not models

    async def release_memory(self) -> None:
        self._schedule.check(not self.busy, "memory is released during a run")

    def lose(self) -> None:
        """Fail the run, since the worker ends."""
        assert self._end is not None
        assert self._timer is not None
        self._timer.cancel()
        self._schedule.slot_lost(self)
        if not self._end.done():
            self._end.set_exception(EngineSlotLostError("lost"))

    def hang(self) -> None:
        """Let the run never end."""
        assert self._timer is not None
        self._timer.cancel()


class Schedule:
    """A scheduler, events for it at random, and the model that it has to agree with."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.capacity = chance.choice([1, 2, 5, 10])
        self.text_capacity = chance.choice([0, 1, 3])
        self.sounds = chance.choice([2, 8])
        self.at_once = chance.choice([None, None, 2])
        self.caches = chance.random() < 0.5
        self.batch_wait_s = chance.choice([0.0, 0.0, 0.5])
        self.queue_timeout_s = chance.choice([2.0, 10.0, 1_000.0])
        self.slots: list[Slot] = []
        self.requests: list[Request] = []
        self.texts: list[Text] = []
        self.jobs: list[Job] = []
        self.cached: set[str] = set()
        self.violations: list[str] = []
        self.ready = False
        self.aborted = False
        self.calm = False
        self.capacities_changed = False
        self._chunks = 0

    async def run(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.scheduler = Scheduler[str, str](
            capacity=self.capacity,
            text_capacity=self.text_capacity,
            limits=_LIMITS[self.at_once],
            queue_timeout_s=self.queue_timeout_s,
            engine_timeout_s=self.chance.choice([None, 5.0, 20.0]),
            batch_wait_s=self.batch_wait_s,
            cache_bytes=2**40 if self.caches else 0,
            on_slot_lost=self.on_slot_lost,
            clock=self.loop.time,
        )
        if self.chance.random() < 0.9:
            self.add_slot()
        kinds = self.chance.choices(list(_EVENTS), list(_EVENTS.values()), k=EVENTS)
        for kind in kinds:
            # When the clock moves on, every task has done what it can do at the present time.
            await asyncio.sleep(self.chance.expovariate(4.0))
            self.compare()
            getattr(self, kind)()
        await self.finish()

    def check(self, agrees: bool, violation: str) -> None:
        """Note a violation. It is raised later, since the scheduler logs what a slot raises."""
        if not agrees:
            self.violations.append(f"at {self.loop.time():.3f} s: {violation}")

    # Events

    def admit(self) -> None:
        keys = [
            f"key{self.chance.randrange(self.sounds)}" for _ in range(self.chance.choice([1, 1, 1, 2, 5]))
        ]
        caller = self.chance.choice(["ann", "bob"])
        due = self.loop.time() + self.chance.choice([0.0, 10.0, 60.0]) + self.chance.random()
        held = self.held()
        expected: type[Exception] | None = None
        if self.scheduler.stopping:
            expected = StoppingError
        elif not self.ready:
            expected = NotReadyError
        elif self.is_limited(caller):
            expected = RateLimitError
        elif len(held) >= self.capacity:
            expected = OverloadedError
        try:
            admission = self.scheduler.admit(None, caller, due=due, remaining=4.0 * len(keys))
        except Exception as error:
            self.check(type(error) is expected, f"{error!r} where {expected} is expected")
            return
        self.check(expected is None, f"a request is admitted where {expected} is expected")
        request = Request(caller, admission, self.loop.time(), due, keys, remaining=len(keys))
        self.requests.append(request)
        request.task = asyncio.create_task(self.serve(request))

    def is_limited(self, caller: str) -> bool:
        """Whether the caller has as many requests as it may have at once, for speech and for text."""
        admitted = [request.caller for request in self.held()] + [text.caller for text in self.held_texts()]
        return self.at_once is not None and admitted.count(caller) >= self.at_once

    def held_texts(self) -> list[Text]:
        return [text for text in self.texts if not text.released]

    def announce(self) -> None:
        """The text of a request becomes known, which was estimated when it was admitted."""
        if new := [one for one in self.requests if one.remaining == len(one.keys) and one.outcome is None]:
            request = self.chance.choice(new)
            request.due = self.loop.time() + self.chance.choice([0.0, 10.0, 60.0]) + self.chance.random()
            self.scheduler.announce(request.admission, request.due, 4.0 * len(request.keys))

    def admit_text(self) -> None:
        caller = self.chance.choice(["ann", "bob"])
        expected: type[Exception] | None = None
        if self.scheduler.stopping:
            expected = StoppingError
        elif self.is_limited(caller):
            expected = RateLimitError
        elif len(self.held_texts()) >= self.text_capacity:
            expected = OverloadedError
        try:
            self.texts.append(Text(caller, self.scheduler.admit_text(None, caller)))
        except Exception as error:
            self.check(type(error) is expected, f"{error!r} where {expected} is expected")
        else:
            self.check(expected is None, f"a text is admitted where {expected} is expected")

    def release_text(self) -> None:
        """A request that processes text ends, or one that has ended does so again."""
        if self.texts:
            text = self.chance.choice(self.texts)
            text.released = True
            self.scheduler.release(text.admission)

    def burst(self) -> None:
        for _ in range(self.chance.randint(2, 5)):
            self.admit()

    def cancel(self) -> None:
        live = [request for request in self.requests if request.outcome is None]
        for request in self.chance.sample(live, min(len(live), self.chance.choice([1, 1, 3]))):
            assert request.task is not None
            request.cancelled = True
            request.task.cancel()

    def abandon_shared(self) -> None:
        """All requests for a chunk are cancelled, that of a chunk which has lost its slot if there is one."""
        if jobs := [job for job in self.jobs if job.waiters]:
            job = self.chance.choice([job for job in jobs if job.slots_lost] or jobs)
            for request in job.waiters:
                assert request.task is not None
                request.cancelled = True
                request.task.cancel()

    def release(self) -> None:
        """A request releases its admission while its last chunk is synthesized."""
        last = [
            request
            for request in self.requests
            if request.job and not request.remaining and not request.released
        ]
        if last:
            request = self.chance.choice(last)
            request.released = True
            self.scheduler.release(request.admission)

    def add_slot(self) -> None:
        slot = Slot(self, self.chance.choice([1, 1, 3]))
        self.ready = True
        self.slots.append(slot)
        self.scheduler.add_slot(slot, len(self.slots), WarmUp(_SPEED, 1.0))

    def lose_slot(self) -> None:
        if busy := [slot for slot in self.slots if slot.busy]:
            slot = self.chance.choice(busy)
            first = self.chance.random() < 0.5
            if first:  # a supervisor removes the slot of a worker that has ended
                self.scheduler.remove_slot(slot)
            slot.lose()

    def hang_slot(self) -> None:
        if busy := [slot for slot in self.slots if slot.busy]:
            self.chance.choice(busy).hang()

    def remove_slot(self) -> None:
        if idle := [slot for slot in self.slots if not slot.busy]:
            slot = self.chance.choice(idle)
            self.slots.remove(slot)
            self.scheduler.remove_slot(slot)

    def change_capacity(self) -> None:
        """The capacity of a slot changes while it runs, as an engine's does that falls back to another network."""
        self.capacities_changed = True
        if busy := [slot for slot in self.slots if slot.busy]:
            self.chance.choice(busy).capacity = self.chance.choice([1, 2, 4])

    def lose_results(self) -> None:
        """A run will return fewer results than it has chunks."""
        if busy := [slot for slot in self.slots if slot.busy]:
            self.chance.choice(busy).loses_result = True

    def wait(self) -> None:
        """Nothing happens for this time."""

    def stop(self) -> None:
        if self.scheduler.stopping:
            self.aborted = True
            self.scheduler.abort_all()
        self.scheduler.stopping = True

    # The model

    async def serve(self, request: Request) -> None:
        """What the server does for a request."""
        try:
            await self.scheduler.wait_for_text_slot(request.admission)
            for key in request.keys:
                await asyncio.sleep(self.chance.choice([0.01, 0.01, 1.5]))
                await self.synthesize(request, key)
            request.outcome = "completed"
        except OverloadedError:
            request.outcome = "timed out"
            waited = self.loop.time() - request.admitted_at
            self.check(not request.started, "a request times out after its first chunk has started")
            self.check(waited > self.queue_timeout_s - 1e-6, f"a request times out after {waited} s")
        except StoppingError:
            request.outcome = "stopped"
            self.check(self.aborted, "a request is stopped while the server runs")
        except EngineError:
            request.outcome = "failed"
            self.check(request.job is not None and request.job.failed, "a request fails without a cause")
        except asyncio.CancelledError:
            request.outcome = "cancelled"
            self.check(request.cancelled, "a request is cancelled without a cause")
        finally:
            if request.job is not None:
                self.abandon(request, request.job)
            request.released = True
            self.scheduler.release(request.admission)

    async def synthesize(self, request: Request, key: str) -> None:
        now, seconds = self.loop.time(), self.chance.choice([4.0, 4.0, 4.0, 12.0, 40.0])
        chunk = f"{key}#{self._chunks}"
        self._chunks += 1
        request.remaining -= 1
        if self.caches and key in self.cached and not self.aborted:
            request.started = True
        elif not self.aborted:
            request.job = self.job(chunk, key, request.due, seconds)
            request.job.waiters.add(request)
            request.started |= request.job.slot is not None
        demand = Demand(request.due, seconds, seconds * (request.remaining + 1), key.encode())
        result = await self.scheduler.synthesize(request.admission, chunk, demand)
        self.check(result.audio == key.upper(), "a request gets the audio of another")
        if request.job is not None:
            self.check(request.job.over, "a request gets audio before its run ends")
        else:
            self.check(result.worker is None and self.loop.time() == now, "cached audio is synthesized")
        request.job = None
        request.due = max(request.due, self.loop.time()) + seconds

    def job(self, chunk: str, key: str, due: float, seconds: float) -> Job:
        now = self.loop.time()
        if self.caches:
            for job in self.jobs:
                if job.key == key:
                    if due < job.due and job.slot is None:
                        job.due, job.seconds, job.since = due, seconds, now
                    return job
        self.jobs.append(Job(chunk, key, due, seconds, created=now, since=now))
        return self.jobs[-1]

    def abandon(self, request: Request, job: Job) -> None:
        """A request ends before its chunk does."""
        job.waiters.discard(request)
        if not job.waiters and not job.over:
            if job.slot is not None:
                job.held.add(request)
            else:
                self.jobs.remove(job)
                job.over = True

    def run_started(self, slot: Slot, chunks: Sequence[str]) -> list[Job]:
        now = self.loop.time()
        jobs = [next(job for job in self.jobs if job.chunk == chunk) for chunk in chunks]
        self.check(len(jobs) <= slot.capacity, "a run has more chunks than the slot's capacity")
        fits = sum(job.seconds for job in jobs) <= _MAX_SECONDS or len(jobs) == 1
        self.check(fits, "a run of several chunks has more audio than the limit")
        for job in jobs:
            self.check(job.slot is None, "a chunk runs in two slots")
            job.slot = slot
            for request in job.waiters:
                request.started = True
        # The run was chosen at this time, before or after what else happens at it.
        known = [job.due for job in jobs if job.since < now]
        self.check(known == sorted(known), "the chunks of a run are not in the order of their due times")
        waiting = [job.due for job in self.waiting() if job.since < now]
        if known and waiting:
            self.check(max(known) <= min(waiting), "a chunk runs before another that is due earlier")
        return jobs

    def run_ended(self, slot: Slot) -> list[SynthesizedChunk[str] | EngineError]:
        results: list[SynthesizedChunk[str] | EngineError] = []
        if not self.calm and self.chance.random() < 0.02:
            for job in slot.jobs:
                job.failed = True
                self.end(job)
            raise ValueError("unexpected")
        if slot.loses_result:
            for job in slot.jobs:
                job.failed = True
                self.end(job)
            slot.jobs = []
            return []
        for job in slot.jobs:
            job.failed = not self.calm and self.chance.random() < 0.03
            self.end(job)
            if job.failed:
                results.append(EngineError("failed"))
            else:
                results.append(SynthesizedChunk(job.key.upper(), 4.0))
                if self.caches:
                    self.cached.add(job.key)
        slot.jobs = []
        return results

    def on_slot_lost(self, slot: EngineSlot[str, str], reason: str, hung: bool) -> None:
        if hung:
            assert isinstance(slot, Slot)
            self.slot_lost(slot)

    def slot_lost(self, slot: Slot) -> None:
        self.slots.remove(slot)
        for job in slot.jobs:
            job.slot = None
            job.since = self.loop.time()
            job.slots_lost += 1
            job.held.clear()
            if not job.waiters or job.slots_lost == 2:
                job.failed = True
                self.end(job)
        slot.jobs = []

    def end(self, job: Job) -> None:
        self.jobs.remove(job)
        job.over = True
        job.slot = None
        job.waiters.clear()
        job.held.clear()

    def waiting(self) -> list[Job]:
        return [job for job in self.jobs if job.slot is None]

    def held(self) -> set[Request]:
        """The requests that count as admitted."""
        held = {request for request in self.requests if not request.released}
        for job in self.jobs:
            held |= job.waiters | job.held
        return held

    # Comparison

    def compare(self) -> None:
        """Compare the scheduler with the model, at a moment at which no task can go on."""
        now, held, waiting, scheduler = self.loop.time(), self.held(), self.waiting(), self.scheduler
        self.check(len(held) <= self.capacity, "more requests are admitted than the capacity allows")
        self.check(
            scheduler.capacity.held == {request.admission for request in held},
            "other requests count as admitted than in the model",
        )
        self.check(
            scheduler.text_capacity.held == {text.admission for text in self.held_texts()},
            "other texts count as admitted than in the model",
        )
        self.check_text_admission(held)
        for slot in self.slots:
            if waiting and not slot.busy:
                held_until = min(job.created for job in waiting) + self.batch_wait_s + 1e-6
                self.check(
                    len(waiting) < slot.capacity
                    and sum(job.seconds for job in waiting) < _MAX_SECONDS
                    and now <= held_until
                    and self.batch_wait_s > 0,
                    "a slot is idle while chunks wait",
                )
        for request in held:
            if not request.started and request.job is not None and request.job.slot is None:
                waited = now - request.admitted_at
                self.check(waited <= self.queue_timeout_s + 1e-6, "a request waits past the timeout")
        running, busy = sum(request.started for request in held), sum(slot.busy for slot in self.slots)
        expected = (self.capacity, running, len(held) - running, len(waiting))
        if (status := scheduler.queue_status)[:-1] != expected:
            self.check(False, f"{status}, not {expected}")
        values = (running, len(held) - running, len(held), len(waiting), busy, len(self.slots) - busy)
        for gauge, value in zip(_GAUGES, values, strict=True):
            if gauge._value.get() != value:
                self.check(False, f"{gauge} shows {gauge._value.get():g}, not {value}")
        assert not self.violations, "\n".join(self.violations)

    def check_text_admission(self, held: set[Request]) -> None:
        """A request that may not prepare its text has enough others before it that await their first chunk."""
        if self.capacities_changed or not self.ready:
            return
        new = [request for request in held if not request.started and not request.released]
        limit = 0 if self.caches else REQUESTS_PER_CHUNK * sum(slot.capacity for slot in self.slots)
        for request in new:
            before = sum(other.due <= request.due for other in new) - 1
            if not request.admission.text_admitted.is_set():
                self.check(before >= limit and not self.caches, "a request waits to prepare its text")

    async def finish(self) -> None:
        """Let everything end with an engine that works, and look for what is left."""
        await asyncio.sleep(0.001)
        self.calm = True
        for text in self.texts:
            text.released = True
            self.scheduler.release(text.admission)
        if not any(self.slots):
            self.add_slot()
        self.add_slot()
        tasks = [request.task for request in self.requests if request.task is not None]
        if tasks:
            _, pending = await asyncio.wait(tasks, timeout=10_000)
            self.check(not pending, "a request never ends")
        await asyncio.sleep(10_000)  # engines that hang are given up
        for task in tasks:
            task.result()
        self.compare()
        self.check(not self.held() and not self.jobs, "the model itself is not empty")
        assert self.scheduler.queue_status[1:] == (0, 0, 0, 0.0)
        await self.scheduler.capacity.wait_until_empty()
        assert all(request.outcome for request in self.requests)
        if not self.scheduler.stopping:
            for number in range(self.capacity):
                self.scheduler.admit(None, f"caller {number}", due=0.0, remaining=1.0)
            with pytest.raises(OverloadedError):
                self.scheduler.admit(None, "one too many", due=0.0, remaining=1.0)
