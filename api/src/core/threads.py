"""Blocking work off the event loop, for work whose objects must not be touched by two at once."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


async def run_to_end(executor: Executor | None, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do `work` in a thread of the executor (None: the event loop's own) and return when it is over.

    A thread can't be stopped: who is cancelled meanwhile hears of it only when the work has ended, and so never
    closes a codec that is encoding, nor takes an engine for free that still computes.
    """
    running = asyncio.get_running_loop().run_in_executor(executor, lambda: work(*args, **kwargs))
    cancelled: asyncio.CancelledError | None = None
    while not running.done():
        try:
            await asyncio.wait([running])
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        raise cancelled from running.exception()
    return running.result()
