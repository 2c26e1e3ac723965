"""When the next admission ends, for Retry-After: a simulation of the scheduler."""

import heapq
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kokoro_speech_server.retry_after import RETRY_AFTER_MAX_S
from kokoro_speech_server.scheduling.admission import AdmissionRecord
from kokoro_speech_server.scheduling.measured_speed import MeasuredSpeed
from kokoro_speech_server.scheduling.slot_pool import SlotPool

_CHUNK_S = 8.0
"""Seconds of audio in a typical chunk."""

_MAX_STEPS = 2_000

_MAX_AGE_S = 0.1
"""Age at which a forecast is renewed: the refusals of a burst share one, so that they stay cheap."""


@dataclass(slots=True)
class RequestForecast:
    """An admitted request, in seconds from now.

    due:       until its listener runs out of audio; negative if that has happened
    remaining: of audio that are neither synthesized nor in an engine
    busy:      until its running chunk is done; 0 if none runs
    counts:    whether the forecast is about its end, besides those of others
    """

    due: float
    remaining: float
    busy: float
    counts: bool = True


class AdmissionForecast:
    """Predicts the end of the next admission from the state of the scheduler."""

    def __init__(
        self,
        held: Collection[AdmissionRecord],
        slots: SlotPool[Any, Any],
        speed: MeasuredSpeed,
        clock: Callable[[], float],
    ) -> None:
        self._held = held
        self._slots = slots
        self._speed = speed
        self._clock = clock
        self._made_at = float("-inf")
        self._seconds = 0.0

    def seconds_to_next(self) -> float:
        """Seconds until any admission ends, at most RETRY_AFTER_MAX_S."""
        now = self._clock()
        if now - self._made_at > _MAX_AGE_S:
            self._made_at, self._seconds = now, self._predict(now, caller=None)
        return self._seconds

    def seconds_to_next_of(self, caller: str) -> float:
        """Seconds until an admission of the caller ends, at most RETRY_AFTER_MAX_S."""
        return self._predict(self._clock(), caller)

    def _predict(self, now: float, caller: str | None) -> float:
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
            counts = caller is None or admission.caller == caller
            requests.append(RequestForecast(admission.due - now, remaining, left, counts))
        return seconds_to_next_admission(requests, slots, self._speed.current)


def seconds_to_next_admission(
    requests: Sequence[RequestForecast], slots: Sequence[float], speed: float
) -> float:
    """Seconds until the first request that counts is done, at most RETRY_AFTER_MAX_S.

    slots: seconds until each slot is free; speed: audio seconds that one slot produces in a second
    """
    # A request whose last chunk is in an engine needs no further slot.
    soonest = min(
        (one.busy for one in requests if one.remaining <= 0 and one.counts), default=RETRY_AFTER_MAX_S
    )
    waiting = [replace(one) for one in requests if one.remaining > 0]
    free = list(slots)
    heapq.heapify(free)
    for _ in range(_MAX_STEPS):
        if not free or not waiting or free[0] >= soonest:
            break
        now = free[0]
        ready = [one for one in waiting if one.busy <= now]
        if not ready:
            heapq.heapreplace(free, min(one.busy for one in waiting))
            continue
        one = min(ready, key=lambda request: request.due)
        chunk_s = min(one.remaining, _CHUNK_S)
        one.busy = now + chunk_s / speed
        one.due = max(one.due, one.busy) + chunk_s
        one.remaining -= chunk_s
        if one.remaining <= 0:
            waiting.remove(one)
            if one.counts:
                soonest = min(soonest, one.busy)
        heapq.heapreplace(free, one.busy)
    return min(soonest, RETRY_AFTER_MAX_S)
