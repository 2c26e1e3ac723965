"""A thread that does the work of many requests in short steps."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from time import monotonic
from typing import TypeVar

from kokoro_speech_server.errors import OverloadedError
from kokoro_speech_server.observability import metrics
from kokoro_speech_server.text.steps import Steps
from kokoro_speech_server.threads import give_way, run_to_end

T = TypeVar("T")

_SLICE_S = 0.003
"""Seconds of steps before it is decided anew whose work goes on."""

_OLDEST_EVERY = 4
"""Every fourth slice goes to the oldest work, so that no amount of shorter work stops it."""


class StepThread:
    """Does the work of many requests in one thread, in slices of a few milliseconds: the shortest work first.

    Admission bounds how many requests have work here.

    time_limit_s: seconds after which work is given up
    """

    def __init__(self, name: str, *, time_limit_s: float) -> None:
        self._time_limit_s = time_limit_s
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name, initializer=give_way)
        self._jobs: list[_Job] = []  # oldest first
        self._running: _Job | None = None
        self._slices = 0

    async def run(self, length: int, steps: Steps[T]) -> T:
        """The result of work. If the caller is cancelled, the work ends with its current slice.

        length: of the input, in characters
        Raises the errors of the work, and OverloadedError if it has not ended within the time limit.
        """
        job = _Job(length)
        self._jobs.append(job)
        if self._running is None:
            self._choose()
        try:
            async with asyncio.timeout(self._time_limit_s):
                while True:
                    await job.may_run.wait()
                    if result := await run_to_end(self._thread, _slice, steps):
                        return result[0]
                    job.may_run.clear()
                    self._choose()
        except TimeoutError as error:
            metrics.REFUSALS.labels("timeout").inc()
            raise OverloadedError(
                f"The directives of the input could not be read within {self._time_limit_s:g} s."
            ) from error
        finally:
            self._jobs.remove(job)
            if self._running is job:
                self._choose()

    def close(self) -> None:
        """End the thread after its current slice."""
        self._thread.shutdown()

    def _choose(self) -> None:
        """Choose whose work goes on."""
        self._slices += 1
        self._running = None
        if self._jobs:
            is_oldest = self._slices % _OLDEST_EVERY == 0
            self._running = self._jobs[0] if is_oldest else min(self._jobs, key=lambda job: job.length)
            self._running.may_run.set()


@dataclass(slots=True, eq=False)
class _Job:
    """The work of one request."""

    length: int
    may_run: asyncio.Event = field(default_factory=asyncio.Event)


def _slice(steps: Steps[T]) -> tuple[T] | None:
    """Do steps for _SLICE_S, at least one. Returns the result if the work has ended."""
    end = monotonic() + _SLICE_S
    try:
        next(steps)
        while monotonic() < end:
            next(steps)
    except StopIteration as stop:
        return (stop.value,)
    return None
