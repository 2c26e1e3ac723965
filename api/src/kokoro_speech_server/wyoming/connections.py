"""Wyoming's connections of a worker."""

import asyncio
import logging
import socket
from collections.abc import Callable
from typing import Any, cast

from kokoro_speech_server.http.app_state import AppState
from kokoro_speech_server.http.middleware.api_key import network_of
from kokoro_speech_server.http.reader_watch import ReaderGuard, reset
from kokoro_speech_server.observability.request_id import current_request_id, new_request_id
from kokoro_speech_server.wyoming.session import WyomingSession

logger = logging.getLogger(__name__)

_READ_AHEAD = 64 * 1024
"""Bytes after which no more are read from a connection until its session takes some; half of what it may hold."""


class WyomingConnections:
    """Serves accepted connections.

    tasks: that the worker waits for at its end, among them those of the sessions
    """

    def __init__(self, state: AppState, tasks: set[asyncio.Task[Any]]) -> None:
        self._state = state
        self._tasks = tasks
        self._sessions: set[WyomingSession] = set()

    async def connect(self, connection: socket.socket, ended: Callable[[], None]) -> None:
        """Begin to serve a connection. ended: called when it is gone"""
        await asyncio.get_running_loop().connect_accepted_socket(
            lambda: _Connection(self._begin, ended, self._state.settings.send_timeout_s), connection
        )

    def leave(self) -> None:
        """Begin to end all sessions. Each speaks the text that it has got."""
        for session in self._sessions:
            self._keep(asyncio.create_task(session.drain()))

    def _begin(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._keep(asyncio.create_task(self._serve(reader, writer)))

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        current_request_id.set(new_request_id())
        peer = writer.get_extra_info("peername")
        session = WyomingSession(self._state, network_of(peer[0] if peer else "-"), reader, writer)
        self._sessions.add(session)
        try:
            await session.run()
        except Exception:
            logger.exception("A live session failed")
        finally:
            self._sessions.discard(session)
            await self._close(writer)

    async def _close(self, writer: asyncio.StreamWriter) -> None:
        """Close when the client has taken what was written, or reset if it does not take it."""
        writer.close()
        try:
            async with asyncio.timeout(self._state.settings.send_timeout_s):
                await writer.wait_closed()
        except TimeoutError:
            reset(cast(asyncio.Transport, writer.transport))
        except OSError:
            pass  # the client has reset it


class _Connection(asyncio.StreamReaderProtocol):
    """One connection, which is reset if its client takes nothing for SEND_TIMEOUT_S."""

    def __init__(
        self,
        begin: Callable[[asyncio.StreamReader, asyncio.StreamWriter], None],
        ended: Callable[[], None],
        send_timeout_s: float,
    ) -> None:
        super().__init__(asyncio.StreamReader(limit=_READ_AHEAD), begin)
        self._ended = ended
        self._send_timeout_s = send_timeout_s
        self._guard: ReaderGuard | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # uvloop's transports have asyncio's methods and not its classes.
        self._guard = ReaderGuard(cast(asyncio.Transport, transport), self._send_timeout_s)
        super().connection_made(transport)

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._guard is not None:
            self._guard.start()

    def resume_writing(self) -> None:
        if self._guard is not None:
            self._guard.stop()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._guard is not None:
            self._guard.stop()
        self._ended()
        super().connection_lost(exc)
