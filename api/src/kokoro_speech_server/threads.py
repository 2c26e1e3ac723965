"""Blocking work in threads beside the event loop."""

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
    """Run `work` in a thread of the executor (None: the event loop's default one) and return its result.

    A thread cannot be stopped. A task that is cancelled meanwhile therefore gets its CancelledError only when the work
    has ended, so that it never closes a codec during encoding, nor releases an engine that is still computing.
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
    """Lower the priority of this thread, so that event loops, which need little time, get a core immediately.

    Without it, a server whose cores are all busy responds slowly, even with a refusal. Threads that this thread
    starts, such as OpenMP's, inherit the priority. Only Linux has priorities per thread.
    """
    if sys.platform == "linux":
        thread = threading.get_native_id()
        # Only root may raise a priority, so that of a process started with `nice -n 15` stays.
        niceness = max(_NICER, os.getpriority(os.PRIO_PROCESS, thread))
        os.setpriority(os.PRIO_PROCESS, thread, niceness)
