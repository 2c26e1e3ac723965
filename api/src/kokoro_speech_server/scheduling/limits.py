"""Limits of each caller: requests per minute, and requests at once."""

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
    """The rest of a caller's requests per minute.

    reset_s: seconds until all of them are available again
    """

    limit: int
    remaining: int
    reset_s: float

    @property
    def headers(self) -> Mapping[str, str]:
        """OpenAI's headers for rate limits."""
        return {
            "x-ratelimit-limit-requests": str(self.limit),
            "x-ratelimit-remaining-requests": str(self.remaining),
            "x-ratelimit-reset-requests": f"{math.ceil(self.reset_s)}s",
        }


class CallerLimits:
    """Counts the requests of each caller over all workers.

    per_minute: requests of a caller that are admitted in the 60 seconds after its first; None: no limit
    at_once:    requests of a caller that are admitted at the same time; None: no limit
    """

    def __init__(self, *, per_minute: int | None, at_once: int | None) -> None:
        self._at_once = at_once
        self._minute = None if per_minute is None else RateLimitItemPerMinute(per_minute)
        self._counter = FixedWindowRateLimiter(MemoryStorage())

    def check(self, caller: str, *, at_once: Callable[[], int], seconds_to_next: Callable[[], float]) -> None:
        """Raise RateLimitError if a further request of the caller would exceed a limit.

        at_once:         counts the caller's admitted requests
        seconds_to_next: predicts the seconds until one of them ends
        """
        if self._at_once is not None and at_once() >= self._at_once:
            raise RateLimitError(
                f"The limit of {self._at_once} requests at once is reached.", retry_after=seconds_to_next()
            )
        if self._minute is not None and not self._counter.test(self._minute, caller):
            allowance = self._allowance(self._minute, caller)
            raise RateLimitError(
                f"The limit of {allowance.limit} requests a minute is reached.",
                retry_after=allowance.reset_s,
                headers=allowance.headers,
            )

    def count(self, caller: str) -> Allowance | None:
        """Count an admitted request. Returns the rest of the caller's requests per minute, if they are limited."""
        if self._minute is None:
            return None
        self._counter.hit(self._minute, caller)
        return self._allowance(self._minute, caller)

    def _allowance(self, minute: RateLimitItemPerMinute, caller: str) -> Allowance:
        stats = self._counter.get_window_stats(minute, caller)
        return Allowance(minute.amount, stats.remaining, max(0.0, stats.reset_time - time.time()))
