"""When places become free, for Retry-After: a simulation of the scheduler."""

import heapq
import math
import statistics
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

from kokoro_speech_server.retry_after import RETRY_AFTER_MAX_S
from kokoro_speech_server.scheduling.admission import AdmissionRecord
from kokoro_speech_server.scheduling.measured_speed import MeasuredSpeed
from kokoro_speech_server.scheduling.slot_pool import SlotPool

_CHUNK_S = 8.0
"""Seconds of audio in a typical chunk."""

_MAX_STEPS = 500
"""Chunks that are simulated one by one. What follows is far enough away to be estimated."""

_MAX_LISTED = 1_000
"""Places whose times are computed one by one; later ones follow at the mean rate."""

_MAX_AGE_S = 0.1
"""Age at which a forecast is renewed: everybody who is refused in the meantime shares one."""


@dataclass(slots=True)
class RequestForecast:
    """An admitted request, in seconds from now.

    due:       until its listener runs out of audio; negative if that has happened
    remaining: of audio that are neither synthesized nor in an engine
    busy:      until its running chunk is done; 0 if none runs
    """

    due: float
    remaining: float
    busy: float


class FreePlaces:
    """The times at which places become free, again and again.

    ends: times at which the present holders of the places leave
    hold: seconds for which whoever comes next holds a place
    """

    def __init__(self, ends: Collection[float], hold: float) -> None:
        self._ends = sorted(ends)
        self._hold = hold
        self._times: list[float] = []
        self._ended = 0
        self._taken = 0

    def time(self, number: int) -> float:
        """When the place with this number, from 0, becomes free; infinite without places."""
        if not self._ends:
            return math.inf
        while len(self._times) <= min(number, _MAX_LISTED):
            self._times.append(self._next())
        beyond = max(0, number - _MAX_LISTED)
        return self._times[min(number, _MAX_LISTED)] + beyond * self._hold / len(self._ends)

    def _next(self) -> float:
        """The next end, of a present holder or of one that comes after it."""
        again = self._times[self._taken] + self._hold if self._taken < len(self._times) else math.inf
        if self._ended < len(self._ends) and self._ends[self._ended] <= again:
            self._ended += 1
            return self._ends[self._ended - 1]
        self._taken += 1
        return again


class AdmissionForecast:
    """Predicts when places become free from the state of the scheduler, at most every `_MAX_AGE_S`.

    held:      admitted requests for speech
    text_held: admitted requests that only process text, which is over almost at once
    """

    def __init__(
        self,
        held: Collection[AdmissionRecord],
        text_held: Collection[AdmissionRecord],
        slots: SlotPool[Any, Any],
        speed: MeasuredSpeed,
        clock: Callable[[], float],
    ) -> None:
        self._held = held
        self._text_held = text_held
        self._slots = slots
        self._speed = speed
        self._clock = clock
        self._made_at = float("-inf")
        self._hold = 0.0
        self._places = FreePlaces((), 0.0)
        self._ends_of: dict[str, list[float]] = {}
        self._places_of: dict[str, FreePlaces] = {}

    @property
    def is_possible(self) -> bool:
        """Whether the speed of the engine slots is known."""
        return self._speed.is_known

    def time(self, number: int) -> float:
        """When the place with this number, from 0, becomes free, on the clock."""
        self._renew()
        return self._places.time(number)

    def time_of(self, caller: str, number: int) -> float:
        """When the place with this number becomes free among those that the caller holds, on the clock."""
        self._renew()
        if caller not in self._places_of:
            # The forecast may be older than the caller's first admission.
            ends = self._ends_of.get(caller) or [self._made_at + self._hold]
            self._places_of[caller] = FreePlaces(ends, self._hold)
        return self._places_of[caller].time(number)

    def _renew(self) -> None:
        now = self._clock()
        if now - self._made_at <= _MAX_AGE_S:
            return
        self._made_at = now
        slots, requests = self._state(now)
        expected = statistics.median(admission.expected for admission in self._held) if self._held else 0.0
        ends = [now + end for end in admission_ends(requests, slots, self._speed.current, following=expected)]
        self._hold = expected * max(1.0, len(self._held) / max(1, len(slots))) / self._speed.current
        self._places = FreePlaces(ends, self._hold)
        self._places_of.clear()
        self._ends_of.clear()
        for admission, end in zip(self._held, ends, strict=True):
            self._ends_of.setdefault(admission.caller, []).append(end)
        for admission in self._text_held:
            self._ends_of.setdefault(admission.caller, []).append(now)

    def _state(self, now: float) -> tuple[list[float], list[RequestForecast]]:
        """Seconds until each slot is free, and the admitted requests."""
        running: dict[AdmissionRecord, tuple[float, float]] = {}
        slots: list[float] = []
        for state in self._slots:
            left = state.seconds_until_free(now, self._speed.current)
            slots.append(left)
            for job in state.jobs:
                for waiter in job.waiters:
                    running[waiter.admission] = (left, job.demand.seconds)
        requests = []
        for admission in self._held:
            left, seconds = running.get(admission, (0.0, 0.0))
            remaining = max(0.0, admission.remaining - seconds)
            requests.append(RequestForecast(admission.due - now, remaining, left))
        return slots, requests


def admission_ends(
    requests: Sequence[RequestForecast], slots: Sequence[float], speed: float, *, following: float = 0.0
) -> list[float]:
    """Seconds until each request is done, in their order, at most RETRY_AFTER_MAX_S.

    slots:     seconds until each slot is free
    speed:     audio seconds that one slot produces in a second
    following: seconds of audio that a request needs that takes the place of one that is done; 0: nobody takes it
    """
    simulation = _Simulation(requests, slots, speed, following)
    for _ in range(_MAX_STEPS):
        if simulation.is_over:
            break
        simulation.step()
    else:
        simulation.estimate_rest()
    return [min(end, RETRY_AFTER_MAX_S) for end in simulation.ends]


class _Simulation:
    """Gives chunk after chunk to the slots, as the scheduler does. See admission_ends for the parameters.

    ends: seconds until each request is done, infinite where this is not known yet
    """

    def __init__(
        self, requests: Sequence[RequestForecast], slots: Sequence[float], speed: float, following: float
    ) -> None:
        # A request whose last chunk is in an engine needs no further slot.
        self.ends = [one.busy if one.remaining <= 0 else math.inf for one in requests]
        self._unfinished = sum(one.remaining > 0 for one in requests)
        self._speed = speed
        self._following = following
        self._due = [one.due for one in requests]
        self._remaining = [one.remaining for one in requests]
        self._ready: list[tuple[float, int]] = []  # by due time
        self._busy = [
            (one.busy, i) for i, one in enumerate(requests) if one.remaining > 0
        ]  # by end of their chunk
        self._free = list(slots)
        heapq.heapify(self._busy)
        heapq.heapify(self._free)
        for end in self.ends:
            if end < math.inf:
                self._follow(end)

    @property
    def is_over(self) -> bool:
        return not self._free or not self._unfinished or self._free[0] >= RETRY_AFTER_MAX_S

    def step(self) -> None:
        """Give a chunk to the slot that is free first, or let it wait for one."""
        now = self._free[0]
        while self._busy and self._busy[0][0] <= now:
            i = heapq.heappop(self._busy)[1]
            heapq.heappush(self._ready, (self._due[i], i))
        if not self._ready:
            heapq.heapreplace(self._free, self._busy[0][0])
            return
        i = heapq.heappop(self._ready)[1]
        chunk_s = min(self._remaining[i], _CHUNK_S)
        end = now + chunk_s / self._speed
        self._due[i] = max(self._due[i], end) + chunk_s
        self._remaining[i] -= chunk_s
        heapq.heapreplace(self._free, end)
        if self._remaining[i] > 0:
            heapq.heappush(self._busy, (end, i))
        else:
            self._end(i, end)
            self._follow(end)

    def estimate_rest(self) -> None:
        """Set the ends that are not known yet."""
        now, rest = self._free[0], [i for _, i in (*self._ready, *self._busy)]
        requests = [(self._due[i], self._remaining[i], i) for i in rest]
        for i, seconds in _ends_of_rest(requests, len(self._free) * self._speed):
            self._end(i, now + max(seconds, self._remaining[i] / self._speed))

    def _end(self, i: int, end: float) -> None:
        if i < len(self.ends):
            self.ends[i] = end
            self._unfinished -= 1

    def _follow(self, now: float) -> None:
        """Add the request that takes a place that is free now."""
        if self._following:
            heapq.heappush(self._busy, (now, len(self._due)))
            self._due.append(now)
            self._remaining.append(self._following)


def _ends_of_rest(requests: Sequence[tuple[float, float, int]], speed: float) -> list[tuple[int, float]]:
    """Estimates as if audio were produced evenly, always for the requests that are due first.

    requests: due time, remaining audio and number of each; speed: audio seconds per second of all slots together
    Returns numbers and seconds until the end. All requests below a due time have advanced to it when the first request
    beyond it gets audio, so the audio produced until then is a sum over the requests below.
    """
    steps = sorted(step for due, remaining, i in requests for step in ((due, 1, i), (due + remaining, -1, i)))
    ends = []
    produced, active, last = 0.0, 0, -math.inf
    for due, change, i in steps:
        if active:
            produced += active * (due - last)
        active += change
        last = due
        if change < 0:
            ends.append((i, produced / speed))
    return ends
