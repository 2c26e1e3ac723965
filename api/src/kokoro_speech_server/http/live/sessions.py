"""All live sessions of a worker."""

import asyncio
from typing import Protocol

from kokoro_speech_server.errors import OverloadedError, StoppingError
from kokoro_speech_server.observability import metrics


class DrainableSession(Protocol):
    """A session that can end by itself."""

    async def drain(self) -> None:
        """Speak the text that there is, and close."""


class LiveSessions:
    """Counts the sessions of a worker, and ends them when the server stops.

    limit: sessions at once
    """

    def __init__(self, limit: int) -> None:
        self.stopping = False
        self._limit = limit
        self._sessions: set[DrainableSession] = set()
        self._draining: set[asyncio.Task[None]] = set()
        self._none = asyncio.Event()
        self._none.set()

    @property
    def count(self) -> int:
        return len(self._sessions)

    def check_open(self) -> None:
        """Raise OverloadedError if there are too many sessions, StoppingError if the server stops."""
        if self.stopping:
            raise StoppingError("The server is stopping.")
        if len(self._sessions) >= self._limit:
            metrics.REFUSALS.labels("sessions").inc()
            raise OverloadedError(f"There are {self._limit} live sessions on this worker, as many as may be.")

    def add(self, session: DrainableSession) -> None:
        self._sessions.add(session)
        self._none.clear()
        metrics.LIVE_SESSIONS.set(len(self._sessions))

    def discard(self, session: DrainableSession) -> None:
        self._sessions.discard(session)
        if not self._sessions:
            self._none.set()
        metrics.LIVE_SESSIONS.set(len(self._sessions))

    async def wait_until_none(self) -> None:
        await self._none.wait()

    def drain(self) -> None:
        """Begin to end all sessions. Each speaks the text that it has got, and takes no more."""
        if self.stopping:
            return
        self.stopping = True
        for session in self._sessions:
            task = asyncio.get_running_loop().create_task(session.drain())
            self._draining.add(task)
            task.add_done_callback(self._draining.discard)
