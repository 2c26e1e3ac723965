"""The times at which refused callers were told to come back."""

import heapq
from collections import Counter
from typing import NamedTuple

_MAX_PER_CALLER = 1_000
"""Promises to a caller that are counted. Whoever gets more at once obeys none of them."""


class _Promise(NamedTuple):
    time: float
    caller: str


class Promises:
    """Counts the promises whose time has not passed, so that each refused request is told another time.

    Promises of one caller stand one behind the other. Those of different callers take turns, so that a caller that
    does not wait, and is refused a thousand times, cannot postpone the return of the others.
    """

    def __init__(self) -> None:
        self._open: list[_Promise] = []
        self._counts: Counter[str] = Counter()
        self._with_more_than: list[int] = []  # callers with more than i promises, at index i

    def add(self, caller: str, time: float) -> None:
        """Note that the caller may come back at this time."""
        count = self._counts[caller]
        if count == _MAX_PER_CALLER:
            return
        heapq.heappush(self._open, _Promise(time, caller))
        self._counts[caller] += 1
        if count == len(self._with_more_than):
            self._with_more_than.append(0)
        self._with_more_than[count] += 1

    def of(self, caller: str, now: float) -> int:
        """Promises to the caller."""
        self._expire(now)
        return self._counts.get(caller, 0)

    def before(self, caller: str, now: float) -> int:
        """Promises, to whomever, that stand before a further one to the caller."""
        return sum(self._with_more_than[: self.of(caller, now) + 1])

    def _expire(self, now: float) -> None:
        while self._open and self._open[0].time <= now:
            caller = heapq.heappop(self._open).caller
            self._counts[caller] -= 1
            self._with_more_than[self._counts[caller]] -= 1
            if not self._counts[caller]:
                del self._counts[caller]
