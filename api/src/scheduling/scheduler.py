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

from api.src.core import metrics
from api.src.core.errors import EngineError, NotReadyError, OverloadedError, StoppingError
from api.src.inference.base import SAMPLE_RATE
from api.src.scheduling.forecast import Outlook, seconds_to_next_place
from api.src.scheduling.lane import Demand, Heard, Lane, LaneLostError, Run, Spoken, WarmUp
from api.src.scheduling.limits import CallerLimits
from api.src.scheduling.newcomers import Newcomers
from api.src.scheduling.places import Place, Places, Queue

logger = logging.getLogger(__name__)

C = TypeVar("C")
A = TypeVar("A")

_LANES_PER_CHUNK = 2
"""A chunk over which two lanes were lost is not given to a third: it may be what kills them."""

_NOT_SPOKEN = "The server stopped before this was spoken."

_LEAST_TIMEOUT_S = 60.0
_TIMEOUT_FACTOR = 10.0

_FORECAST_AGE_S = 0.1
"""Seconds for which a forecast is told again: a crowd that is refused must not cost much."""

_MEMORY = 0.9
"""What a run's figures weigh in the measured speed when the next one comes in."""


@dataclass(eq=False, slots=True)
class _Listener(Generic[A]):
    """A request that waits for a chunk."""

    place: Place
    hears: asyncio.Future[Heard[A]]


@dataclass(eq=False, slots=True)
class _Job(Generic[C, A]):
    """A chunk that waits or is being spoken, and all who wait for it.

    held: places of those who left while it was being spoken
    """

    chunk: C
    demand: Demand
    listeners: list[_Listener[A]] = field(default_factory=list)
    held: list[Place] = field(default_factory=list)
    asked: float = field(default_factory=time.monotonic)
    begun: float | None = None
    lanes_lost: int = 0


@dataclass(eq=False, slots=True)
class _Station(Generic[C, A]):
    """A lane and what it does; `made`: seconds of audio, since the first lane began."""

    lane: Lane[C, A]
    worker: str
    made: float
    jobs: list[_Job[C, A]] = field(default_factory=list)
    crowded: bool = False
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
        places: int,
        limits: CallerLimits,
        queue_timeout_s: float,
        engine_timeout_s: float | None,
        batch_wait_s: float,
        cache_bytes: int,
        lose: Callable[[Lane[C, A], str, bool], None],
    ) -> None:
        self.places = Places(places)
        self._limits = limits
        # With a cache a text may turn out to need no lane.
        self._newcomers = Newcomers(everyone=cache_bytes > 0)
        self.stopping = False
        self._broken_off = False
        self._queue_timeout_s = queue_timeout_s
        self._engine_timeout_s = engine_timeout_s
        self._batch_wait_s = batch_wait_s
        self._gathering: asyncio.TimerHandle | None = None
        self._cache: LRUCache[bytes, Spoken[A]] = LRUCache(
            cache_bytes, getsizeof=lambda spoken: spoken.seconds * SAMPLE_RATE * 4
        )
        self._lose = lose
        self._waiting: list[tuple[float, int, _Job[C, A]]] = []
        self._order = itertools.count()
        self._shared: dict[bytes, _Job[C, A]] = {}
        self._stations: dict[Lane[C, A], _Station[C, A]] = {}
        self._audio_seconds = 0.0
        self._engine_seconds = 0.0
        self._forecast = (-1.0, 0.0)
        metrics.QUEUE_CAPACITY.set(places)
        self._show()

    # Requests

    def take(self, owner: Hashable, caller: str, *, due: float, remaining: float) -> Place:
        """A place for a request, or one of the UnavailableErrors or RateLimitError at once."""
        if self.stopping:
            metrics.REFUSALS.labels("stopping").inc()
            raise StoppingError("The server is stopping.")
        if not self._engine_seconds:
            metrics.REFUSALS.labels("starting").inc()
            raise NotReadyError("The model is still loading.")
        self._limits.check(
            caller,
            at_once=lambda: sum(place.caller == caller for place in self.places.taken),
            next_place_s=lambda: self._look_ahead(time.monotonic(), caller),
        )
        place = Place(owner, caller, due=due, remaining=remaining, taken=time.monotonic())
        if not self.places.take(place):
            metrics.REFUSALS.labels("full").inc()
            raise OverloadedError(
                f"All {self.places.number} places of the server are taken.", retry_after=self._next_place()
            )
        place.allowance = self._limits.count(caller)
        self._newcomers.add(place)
        self._newcomers.let_in(self._breadth)
        self._show()
        return place

    async def approach(self, place: Place) -> None:
        """Return when it is time to make the text ready: the request is among those that are due first.

        Raises OverloadedError if that takes too long, StoppingError if the server ends before.
        """
        try:
            async with asyncio.timeout(self._patience(place)):
                await place.let_in.wait()
        except TimeoutError as error:
            raise self._waited_too_long() from error
        if self._broken_off:
            raise StoppingError(_NOT_SPOKEN)

    def give_back(self, place: Place) -> None:
        """The request wants no more chunks. Doing it again does nothing."""
        if place.given_back:
            return
        self.places.give_back(place)
        self._welcome(place)
        for station in self._stations.values():
            station.release |= station.crowded
        self._match()

    def break_off(self) -> None:
        """Fail every request that still wants something: the server ends before it can be spoken."""
        self._broken_off = True
        self._newcomers.let_everyone_in()
        jobs = [job for *_, job in self._waiting]
        for station in self._stations.values():
            jobs += station.jobs
        for job in jobs:
            for listener in list(job.listeners):
                if not listener.hears.done():
                    listener.hears.set_exception(StoppingError(_NOT_SPOKEN))
                self._leave(job, listener)

    async def synthesize(self, place: Place, chunk: C, demand: Demand) -> Heard[A]:
        """Speak a chunk when it is its turn.

        Raises EngineError, OverloadedError if it waited too long, StoppingError if the server ends before.
        Who is cancelled while the chunk waits never reaches a lane; the place of one who is cancelled later
        stays taken until the lane is done.
        """
        if self._broken_off:
            raise StoppingError(_NOT_SPOKEN)
        place.due, place.remaining = demand.due, demand.remaining
        if (kept := self._cache.get(demand.key)) is not None:
            metrics.CACHE_HITS.inc()
            self._begin(place)
            return Heard(kept.audio)
        loop = asyncio.get_running_loop()
        job = self._job(chunk, demand)
        listener: _Listener[A] = _Listener(place, loop.create_future())
        job.listeners.append(listener)
        place.chunks += 1
        timer = (
            None
            if place.waited is not None
            else loop.call_later(self._patience(place), self._give_up, job, listener)
        )
        if job.begun is not None:
            self._begin(listener.place)
        self._match()
        try:
            return await listener.hears
        except asyncio.CancelledError:
            self._leave(job, listener)
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

    def _begin(self, place: Place) -> None:
        if place.waited is None:
            place.waited = time.monotonic() - place.taken
            metrics.WAITING.observe(place.waited)
            self._welcome(place)

    def _welcome(self, place: Place) -> None:
        """It is a newcomer no more; the next may make his text ready."""
        self._newcomers.remove(place)
        self._newcomers.let_in(self._breadth)

    def _patience(self, place: Place) -> float:
        """Seconds for which it may still wait for its first chunk to begin."""
        return place.taken + self._queue_timeout_s - time.monotonic()

    def _waited_too_long(self) -> OverloadedError:
        metrics.REFUSALS.labels("timeout").inc()
        waited = f"The request has waited for {self._queue_timeout_s:g} s without its turn."
        return OverloadedError(waited, retry_after=self._next_place())

    def _give_up(self, job: _Job[C, A], listener: _Listener[A]) -> None:
        if listener.place.waited is not None or listener.hears.done():
            return
        listener.hears.set_exception(self._waited_too_long())
        self._leave(job, listener)

    def _leave(self, job: _Job[C, A], listener: _Listener[A]) -> None:
        if listener not in job.listeners:
            return  # its audio came at the same moment
        job.listeners.remove(listener)
        if job.begun is not None and not job.listeners:
            job.held.append(listener.place)
            return
        if not job.listeners:
            self._shared.pop(job.demand.key, None)
            # At once, or those who come and go would make the queue long.
            self._waiting = [entry for entry in self._waiting if entry[-1] is not job]
            heapq.heapify(self._waiting)
        self.places.chunk_over(listener.place)
        self._show()

    # Lanes

    def add_lane(self, lane: Lane[C, A], worker: int, warm_up: WarmUp) -> None:
        """A lane that is ready."""
        if not self._engine_seconds:
            self._audio_seconds, self._engine_seconds = warm_up.audio_seconds, warm_up.engine_seconds
        # A newcomer does not have to catch up with what others did before it came.
        made = min((station.made for station in self._stations.values()), default=0.0)
        self._stations[lane] = _Station(lane, str(worker), made)
        self._newcomers.let_in(self._breadth)
        self._match()

    def remove_lane(self, lane: Lane[C, A]) -> None:
        """No more chunks for it. Those that it has come back when its `run` raises."""
        self._stations.pop(lane, None)
        self._show()

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

    def _match(self) -> None:
        """Give every free lane something to do, the one first that has made least: the load stays even."""
        for station in sorted(self._stations.values(), key=lambda station: station.made):
            if station.work is not None or self._gathers(station):
                continue
            station.jobs = self._next_jobs(station.lane.capacity)
            for job in station.jobs:
                for listener in job.listeners:
                    self._begin(listener.place)
            if station.jobs or station.release:
                station.work = asyncio.create_task(self._work(station, station.jobs))
        self._show()

    def _gathers(self, station: _Station[C, A]) -> bool:
        """Whether what waits should wait for company, until it has waited long enough or fills the lane."""
        if not self._batch_wait_s or station.release:
            return False
        asked = self._asked()
        if not asked or len(asked) >= station.lane.capacity:
            return False
        left = min(asked) + self._batch_wait_s - time.monotonic()
        if left > 0 and self._gathering is None:
            self._gathering = asyncio.get_running_loop().call_later(left, self._gathered)
        return left > 0

    def _gathered(self) -> None:
        self._gathering = None
        self._match()

    async def _work(self, station: _Station[C, A], jobs: list[_Job[C, A]]) -> None:
        limit = self._limit(jobs)
        run = asyncio.ensure_future(self._run(station, jobs))
        # Not cancelled at the limit: what hangs would not notice.
        done, _ = await asyncio.wait([run], timeout=limit)
        if not done:
            run.add_done_callback(lambda run: run.cancelled() or run.exception())
            self._lost(station, jobs, f"a run has taken longer than {limit:g} s", hung=True)
            return
        try:
            result = run.result()
        except LaneLostError as error:
            self._lost(station, jobs, str(error))
            return
        except Exception:
            logger.exception("A lane failed")
            failure = EngineError("The model failed to speak a part of the input.")
            result = Run([failure] * len(jobs), engine_seconds=0.0, crowded=False)
        self._learn(station, result)
        station.jobs, station.work = [], None
        for job, spoken in zip(jobs, result.results, strict=True):
            self._finish(job, spoken, station.worker, result.engine_seconds)
        self._match()

    async def _run(self, station: _Station[C, A], jobs: list[_Job[C, A]]) -> Run[A]:
        if station.release:
            await station.lane.release_memory()
            station.release = station.crowded = False
        if not jobs:
            return Run((), engine_seconds=0.0, crowded=False)
        return await station.lane.run([job.chunk for job in jobs])

    def _learn(self, station: _Station[C, A], run: Run[A]) -> None:
        made = sum(one.seconds for one in run.results if isinstance(one, Spoken))
        station.made += made
        station.crowded = run.crowded
        metrics.CHUNKS.labels(station.worker).inc(len(run.results))
        metrics.AUDIO_SECONDS.labels(station.worker).inc(made)
        metrics.ENGINE_SECONDS.labels(station.worker).inc(run.engine_seconds)
        if made:
            metrics.REAL_TIME_FACTOR.observe(run.engine_seconds / made)
            self._audio_seconds = _MEMORY * self._audio_seconds + made
            self._engine_seconds = _MEMORY * self._engine_seconds + run.engine_seconds

    def _lost(self, station: _Station[C, A], jobs: list[_Job[C, A]], why: str, *, hung: bool = False) -> None:
        self._stations.pop(station.lane, None)
        self._lose(station.lane, why, hung)
        for job in jobs:
            job.lanes_lost += 1
            if job.listeners and job.lanes_lost < _LANES_PER_CHUNK:
                job.begun = None
                self._push(job)
            else:
                self._finish(job, EngineError("The model failed to speak a part of the input."))
        self._match()

    def _finish(
        self,
        job: _Job[C, A],
        result: Spoken[A] | EngineError,
        worker: str | None = None,
        engine_seconds: float = 0.0,
    ) -> None:
        if self._shared.get(job.demand.key) is job:
            del self._shared[job.demand.key]
        if isinstance(result, Spoken) and 0 < self._cache.getsizeof(result) <= self._cache.maxsize:
            self._cache[job.demand.key] = result
        listeners, job.listeners = job.listeners, []
        for listener in listeners:
            if listener.hears.done():
                pass  # cancelled; its task has not run since
            elif isinstance(result, EngineError):
                listener.hears.set_exception(result)
            else:
                listener.hears.set_result(Heard(result.audio, worker, engine_seconds))
            self.places.chunk_over(listener.place)
        for place in job.held:
            self.places.chunk_over(place)

    # Figures

    @property
    def queue(self) -> Queue:
        asked = self._asked()
        longest = time.monotonic() - min(asked) if asked else 0.0
        return Queue(self.places.number, len(self.places.taken), len(asked), longest)

    def _asked(self) -> list[float]:
        """When each chunk that waits was asked for."""
        return [job.asked for *_, job in self._waiting if job.listeners and job.begun is None]

    @property
    def _speed(self) -> float:
        """Audio seconds that one lane makes in a second, lately."""
        return self._audio_seconds / self._engine_seconds

    @property
    def _breadth(self) -> int:
        """Chunks that all lanes speak at once."""
        return sum(station.lane.capacity for station in self._stations.values())

    def _limit(self, jobs: Sequence[_Job[C, A]]) -> float:
        if self._engine_timeout_s is not None:
            return self._engine_timeout_s
        expected = sum(job.demand.seconds for job in jobs) / self._speed
        return max(_LEAST_TIMEOUT_S, _TIMEOUT_FACTOR * expected)

    def _next_place(self) -> float:
        """Seconds until a place comes free."""
        now = time.monotonic()
        made_at, seconds = self._forecast
        if now - made_at > _FORECAST_AGE_S:
            seconds = self._look_ahead(now)
            self._forecast = (now, seconds)
        return seconds

    def _look_ahead(self, now: float, caller: str | None = None) -> float:
        """Seconds until a place comes free, of all or of those that the caller holds."""
        busy: dict[Place, tuple[float, float]] = {}
        lanes: list[float] = []
        for station in self._stations.values():
            seconds = sum(job.demand.seconds for job in station.jobs)
            begun = min((job.begun or now for job in station.jobs), default=now)
            left = max(0.0, begun + seconds / self._speed - now)
            lanes.append(left)
            for job in station.jobs:
                for listener in job.listeners:
                    busy[listener.place] = (left, job.demand.seconds)
        outlooks = []
        for place in self.places.taken:
            left, seconds = busy.get(place, (0.0, 0.0))
            awaited = caller is None or place.caller == caller
            outlooks.append(Outlook(place.due - now, max(0.0, place.remaining - seconds), left, awaited))
        return seconds_to_next_place(outlooks, lanes, self._speed)

    def _show(self) -> None:
        metrics.QUEUE_DEPTH.set(len(self.places.taken))
        metrics.CHUNKS_WAITING.set(len(self._asked()))
        busy = sum(bool(station.jobs) for station in self._stations.values())
        metrics.LANES.labels("busy").set(busy)
        metrics.LANES.labels("free").set(len(self._stations) - busy)
