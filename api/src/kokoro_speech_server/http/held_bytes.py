"""One budget for what responses hold until their last byte is out, in memory and in temporary files."""

import random
from collections.abc import Iterator
from contextlib import contextmanager

from kokoro_speech_server.errors import OverloadedError
from kokoro_speech_server.observability import metrics

_RETRY_AFTER_S = (2, 10)
"""Bounds of the time after which a refused client may return: readers take unknown times, and clients come apart."""


class HeldBytes:
    """Counts the bytes that responses hold.

    limit:  of all workers together
    shares: the bytes that each worker holds, in memory that all workers share; by default, there is only one
    worker: the number of this worker, which writes no share but its own

    Each reservation is published before the sum is compared with the limit, so workers that reserve at the same time
    may both be refused, but never exceed the limit together.
    """

    def __init__(self, limit: int, shares: memoryview | list[int] | None = None, worker: int = 0) -> None:
        self.limit = limit
        self._shares = [0] if shares is None else shares
        self._worker = worker
        self.hold(-self._shares[worker])  # a worker that died may have left its share
        metrics.HELD_BYTES_LIMIT.set(limit)

    @property
    def total(self) -> int:
        """Bytes that all workers hold."""
        return sum(self._shares)

    @contextmanager
    def reserve(self, size: int) -> Iterator["Reservation"]:
        """Reserve bytes for the duration of the context. Raises OverloadedError at once if there is no room."""
        reservation = Reservation(self)
        if not reservation.resize(size):
            raise too_much_held()
        try:
            yield reservation
        finally:
            reservation.count(0)

    def hold(self, more: int) -> None:
        """Count so many bytes more, or fewer if negative, whether there is room or not."""
        self._shares[self._worker] += more
        metrics.HELD_BYTES.set(self._shares[self._worker])


class Reservation:
    """The part of the budget that one response has.

    size: in bytes
    """

    def __init__(self, held: HeldBytes) -> None:
        self.size = 0
        self._held = held

    def resize(self, size: int) -> bool:
        """Change the size if the limit allows it. Returns whether it does."""
        before = self.size
        self.count(size)
        if size > before and self._held.total > self._held.limit:
            self.count(before)
            return False
        return True

    def count(self, size: int) -> None:
        """Change the size even beyond the limit, so that others are refused."""
        self._held.hold(size - self.size)
        self.size = size


def too_much_held() -> OverloadedError:
    """The error of a response for which the budget has no room."""
    metrics.REFUSALS.labels("held").inc()
    return OverloadedError(
        "The server holds too much audio that its clients have not read yet.",
        retry_after=random.uniform(*_RETRY_AFTER_S),
    )
