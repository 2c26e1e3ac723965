"""Blocking work in threads beside the event loop."""

import asyncio
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_LOWEST = 19
"""The niceness of the lowest priority. With 10, refusals in a flood take longer."""

FILES_PATIENCE_S = 5.0
"""Seconds for which anybody waits for files that may hang: those of a share whose server does not answer."""


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


async def run_apart(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run `work` in a thread of its own, which a process that ends does not wait for, and return its result.

    It is for work that may never end. If the task is cancelled, the work goes on, and nobody gets its result.
    """
    loop = asyncio.get_running_loop()
    result: asyncio.Future[T] = loop.create_future()

    def report(method: Callable[[Any], None], value: object) -> None:
        if not result.done():
            method(value)

    def run() -> None:
        try:
            give_way()
            outcome = result.set_result, work(*args, **kwargs)
        except BaseException as error:
            outcome = result.set_exception, error  # type: ignore[assignment]
        with suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(report, *outcome)

    threading.Thread(target=run, name="apart", daemon=True).start()
    return await result


class PatientCalls:
    """Blocking calls that read files which may hang, one at a time, each in a thread of its own.

    While one hangs, further ones fail at once, so that no more than one thread is lost.
    """

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._running: asyncio.Task[Any] | None = None
        self._hangs = False

    async def call(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return the result of `work`. Raises TimeoutError after FILES_PATIENCE_S, and what `work` raises."""
        async with self._lock:
            if self._running is not None:  # perhaps that of a task that was cancelled
                await self._wait(self._running)
            self._hangs = False
            running: asyncio.Task[T] = asyncio.create_task(run_apart(work, *args, **kwargs))
            self._running = running
            running.add_done_callback(lambda task: task.cancelled() or task.exception())
            await self._wait(running)
        return running.result()

    async def _wait(self, running: asyncio.Task[Any]) -> None:
        timeout = 0 if self._hangs else FILES_PATIENCE_S
        if not (await asyncio.wait([running], timeout=timeout))[0]:
            self._hangs = True
            raise TimeoutError


def seconds_without_core() -> float:
    """For how long the threads of this process, all together, have been ready to run while others had the cores.

    Threads that have ended do not count. 0 where the system does not tell: only Linux does (proc(5), schedstat).
    """
    waited_ns = 0
    for thread in Path("/proc/self/task").glob("*/schedstat"):
        with suppress(OSError, ValueError, IndexError):  # it may end meanwhile
            waited_ns += int(thread.read_text(encoding="ascii").split()[1])
    return waited_ns / 1e9


def give_way() -> None:
    """Lower the priority of this thread, so that event loops, which need little time, get a core immediately.

    Without it, a server whose cores are all busy responds slowly, even with a refusal. Threads that this thread
    starts, such as OpenMP's, inherit the priority. Only Linux has priorities per thread.
    """
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _LOWEST)
