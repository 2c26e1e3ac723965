"""Drains the live sessions of a server without a supervisor before a signal stops it."""

import asyncio
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from types import FrameType

from kokoro_speech_server.http.app_state import AppState

Handler = Callable[[int, FrameType | None], object]

_SIGNALS = (signal.SIGTERM, signal.SIGINT)


@contextmanager
def sessions_drained_on_signals(state: AppState) -> Iterator[None]:
    """Hold a signal that would stop the server back until all live sessions have ended, at most GRACE_S.

    uvicorn itself would close their connections at once. It gets the signal in the end, and at once if there is no
    session or if it is the second one. Signals reach the main thread alone, so that nothing is done in others.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    loop = asyncio.get_running_loop()
    sessions = state.live_sessions
    handlers: dict[int, Handler] = {}
    draining: set[asyncio.Task[None]] = set()

    async def drain(number: int) -> None:
        state.status = replace(state.status, stopping=True)
        sessions.drain()
        with suppress(TimeoutError):
            async with asyncio.timeout(state.settings.grace_s):
                await sessions.wait_until_none()
        handlers[number](number, None)

    def begin(number: int) -> None:
        task = loop.create_task(drain(number))
        draining.add(task)
        task.add_done_callback(draining.discard)

    def on_signal(number: int, frame: FrameType | None) -> None:
        if sessions.stopping or not sessions.count:
            handlers[number](number, frame)
        else:
            loop.call_soon_threadsafe(begin, number)

    for number in _SIGNALS:
        handler = signal.getsignal(number)
        if callable(handler):
            handlers[number] = handler
            signal.signal(number, on_signal)
    try:
        yield
    finally:
        for held_back, handler in handlers.items():
            if signal.getsignal(held_back) is on_signal:
                signal.signal(held_back, handler)
