"""Blocking work off the event loop, for work whose objects must not be touched by two at once."""

import asyncio
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Executor
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_NICER = 10


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


def give_way() -> None:
    """Let event loops, who need little, go before this thread where both want the same cores.

    Without it a server whose cores are all busy takes long to answer that it is full. Threads that this one
    starts, OpenMP's, inherit it. Only Linux has a priority for each thread.
    """
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICER)
