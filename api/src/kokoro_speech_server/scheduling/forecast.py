"""When places become free, for Retry-After."""

import math
import statistics
from collections.abc import Callable, Collection
from typing import Any

from kokoro_speech_server.scheduling.admission import AdmissionRecord
from kokoro_speech_server.scheduling.measured_speed import MeasuredSpeed
from kokoro_speech_server.scheduling.simulation import RequestForecast, admission_ends
from kokoro_speech_server.scheduling.slot_pool import SlotPool

_MAX_LISTED = 1_000
"""Places whose times are computed one by one; later ones follow at the mean rate."""

_MAX_AGE_S = 0.1
"""Age at which a forecast is renewed: everybody who is refused in the meantime shares one."""


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
        self._places_of.clear()
        self._ends_of.clear()
        if self._held:
            slots, requests = self._state(now)
            expected = statistics.median(admission.expected for admission in self._held)
            ends = admission_ends(requests, slots, self._speed.current, following=expected)
            self._hold = expected * max(1.0, len(self._held) / max(1, len(slots))) / self._speed.current
            self._places = FreePlaces([now + end for end in ends], self._hold)
            for admission, end in zip(self._held, ends, strict=True):
                self._ends_of.setdefault(admission.caller, []).append(now + end)
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
