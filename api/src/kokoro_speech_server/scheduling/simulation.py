"""When admitted requests are done: a simulation of the scheduler."""

import heapq
import math
from collections.abc import Sequence
from dataclasses import dataclass

from kokoro_speech_server.retry_after import RETRY_AFTER_MAX_S

_CHUNK_S = 8.0
"""Seconds of audio in a typical chunk."""

_MAX_STEPS = 500
"""Chunks that are simulated one by one. What follows is far enough away to be estimated."""


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
