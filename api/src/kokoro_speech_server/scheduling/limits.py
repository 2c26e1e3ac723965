"""What one caller may take: requests in a minute, and at once."""

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from kokoro_speech_server.errors import RateLimitError


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a caller has left of his requests in a minute; reset_s: seconds until he has all of them again."""

    limit: int
    remaining: int
    reset_s: float

    @property
    def headers(self) -> Mapping[str, str]:
        """As OpenAI writes them."""
        return {
            "x-ratelimit-limit-requests": str(self.limit),
            "x-ratelimit-remaining-requests": str(self.remaining),
            "x-ratelimit-reset-requests": f"{math.ceil(self.reset_s)}s",
        }


class CallerLimits:
    """Counts for the server as a whole, by the caller's name.

    per_minute: requests admitted in the 60 seconds that begin with a caller's first; at_once: those that hold a
                place. None: no limit
    """

    def __init__(self, *, per_minute: int | None, at_once: int | None) -> None:
        self._at_once = at_once
        self._minute = None if per_minute is None else RateLimitItemPerMinute(per_minute)
        self._counter = FixedWindowRateLimiter(MemoryStorage())

    def check(self, caller: str, *, at_once: Callable[[], int], seconds_to_next: Callable[[], float]) -> None:
        """Raise RateLimitError if the caller may not take a further place.

        at_once: counts the places that he holds; next_place_s: gives the seconds until one of them comes free
        """
        if self._at_once is not None and at_once() >= self._at_once:
            raise RateLimitError(
                f"The limit of {self._at_once} requests at once is reached.", retry_after=seconds_to_next()
            )
        if self._minute is not None and not self._counter.test(self._minute, caller):
            left = self._allowance(self._minute, caller)
            raise RateLimitError(
                f"The limit of {left.limit} requests a minute is reached.",
                retry_after=left.reset_s,
                headers=left.headers,
            )

    def count(self, caller: str) -> Allowance | None:
        """He has taken a place. What is left to him, if there is a limit."""
        if self._minute is None:
            return None
        self._counter.hit(self._minute, caller)
        return self._allowance(self._minute, caller)

    def _allowance(self, minute: RateLimitItemPerMinute, caller: str) -> Allowance:
        stats = self._counter.get_window_stats(minute, caller)
        return Allowance(minute.amount, stats.remaining, max(0.0, stats.reset_time - time.time()))
