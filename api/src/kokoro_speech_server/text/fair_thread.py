"""A thread that many requests share, each with one short piece of work after the other."""

import asyncio
import itertools
from collections.abc import Callable
from concurrent.futures import Future
from queue import PriorityQueue
from threading import Thread
from time import monotonic
from typing import Any, ParamSpec, TypeVar

from kokoro_speech_server.threads import give_way

P = ParamSpec("P")
T = TypeVar("T")

_YIELD_S = 1.0
"""Seconds by which each piece of a long text yields to pieces that come later. A text that has just begun overtakes
long ones, and a piece that has waited for long overtakes newer ones."""


class FairThread:
    """Runs pieces of work one at a time. Work whose caller is cancelled before it begins is dropped."""

    def __init__(self, name: str) -> None:
        self._pieces: PriorityQueue[tuple[float, int, Callable[[], bool]]] = PriorityQueue()
        self._number = itertools.count()
        # A daemon, so that a process that never closes it can end.
        self._thread = Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    async def run(self, already: int, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The result of `work`. already: the pieces of the same text that have been run"""
        future: Future[T] = Future()

        def piece() -> bool:
            if future.set_running_or_notify_cancel():
                _finish(future, lambda: work(*args, **kwargs))
            return True

        self._put(monotonic() + already * _YIELD_S, piece)
        return await asyncio.wrap_future(future)

    def close(self) -> None:
        """End the thread after all pieces that it has."""
        self._put(float("inf"), lambda: False)
        self._thread.join()

    def _put(self, due: float, piece: Callable[[], bool]) -> None:
        self._pieces.put((due, next(self._number), piece))

    def _run(self) -> None:
        give_way()
        while self._pieces.get()[2]():
            pass


def _finish(future: Future[Any], work: Callable[[], Any]) -> None:
    try:
        result = work()
    except BaseException as error:
        future.set_exception(error)
    else:
        future.set_result(result)
