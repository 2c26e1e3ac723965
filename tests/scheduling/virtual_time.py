"""An event loop with virtual time: when every task waits, its clock jumps to the next timer."""

import asyncio
import functools
import selectors
from collections.abc import Callable, Coroutine
from typing import Any, ParamSpec

P = ParamSpec("P")


class DeadlockError(Exception):
    """Every task waits, and no timer is set that could wake one of them."""


class VirtualTimeLoop(asyncio.SelectorEventLoop):
    """Starts at 0 s and does no input or output. Raises DeadlockError instead of waiting forever.

    with_sockets: input and output work too, between tasks of this loop: only when no socket is ready does time pass
    """

    def __init__(self, *, with_sockets: bool = False) -> None:
        self._clock = _PatientClock() if with_sockets else _JumpingClock()
        super().__init__(self._clock)

    def time(self) -> float:
        return self._clock.now


class _JumpingClock(selectors.SelectSelector):
    """The selector of the loop, which calls it with the seconds until its next timer."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise DeadlockError
        self.now += max(0.0, timeout)
        return []


class _PatientClock(_JumpingClock):
    """The clock of a loop whose tasks also wait for sockets."""

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        return selectors.SelectSelector.select(self, 0) or super().select(timeout)


def in_virtual_time(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Make a test of a coroutine function: it runs on a VirtualTimeLoop of its own."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
            runner.run(test(*args, **kwargs))

    return run
