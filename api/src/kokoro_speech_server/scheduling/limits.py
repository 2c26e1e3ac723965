"""Limits of each caller: requests per minute, and requests at once."""

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple


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


class LimitReached(NamedTuple):
    """The reason why a caller is refused.

    allowance: the caller's requests per minute, if this is the limit
    """

    message: str
    allowance: Allowance | None = None

    @property
    def headers(self) -> Mapping[str, str]:
        return {} if self.allowance is None else self.allowance.headers


class CallerLimits:
    """Counts the requests of each caller over all workers.

    per_minute: requests of a caller that are admitted in the 60 seconds after its first; None: no limit
    at_once:    requests of a caller that are admitted at the same time; None: no limit
    sessions:   live sessions of a caller at the same time, which are counted elsewhere; None: no limit
    """

    def __init__(self, *, per_minute: int | None, at_once: int | None, sessions: int | None = None) -> None:
        self.sessions = sessions
        self._at_once = at_once
        self._per_minute = None if per_minute is None else _RequestsPerMinute(per_minute)

    def reached(self, caller: str, admitted: int) -> LimitReached | None:
        """The limit that a further request of the caller would exceed. admitted: its requests that are admitted now"""
        if self._at_once is not None and admitted >= self._at_once:
            return LimitReached(f"The limit of {self._at_once} requests at once is reached.")
        if self._per_minute is not None and self._per_minute.are_used_up(caller):
            return LimitReached(
                f"The limit of {self._per_minute.limit} requests a minute is reached.",
                self._per_minute.allowance(caller),
            )
        return None

    def count(self, caller: str) -> Allowance | None:
        """Count an admitted request. Returns the rest of the caller's requests per minute, if they are limited."""
        if self._per_minute is None:
            return None
        self._per_minute.count(caller)
        return self._per_minute.allowance(caller)


class _RequestsPerMinute:
    """Counts the requests of each caller in the 60 seconds after its first."""

    def __init__(self, limit: int) -> None:
        # Most servers have no RATE_LIMIT, and all of them start sooner without this package.
        from limits import RateLimitItemPerMinute  # noqa: PLC0415
        from limits.storage import MemoryStorage  # noqa: PLC0415
        from limits.strategies import FixedWindowRateLimiter  # noqa: PLC0415

        self.limit = limit
        self._minute = RateLimitItemPerMinute(limit)
        self._counter = FixedWindowRateLimiter(MemoryStorage())

    def are_used_up(self, caller: str) -> bool:
        return not self._counter.test(self._minute, caller)

    def count(self, caller: str) -> None:
        self._counter.hit(self._minute, caller)

    def allowance(self, caller: str) -> Allowance:
        stats = self._counter.get_window_stats(self._minute, caller)
        return Allowance(self.limit, stats.remaining, max(0.0, stats.reset_time - time.time()))
