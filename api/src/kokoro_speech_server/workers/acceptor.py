"""Accepts connections from the listening sockets that all workers share, so that their loads stay even."""

import asyncio
import logging
import socket
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from kokoro_speech_server.workers.connection_counts import ConnectionCounts

logger = logging.getLogger(__name__)

Connect = Callable[[socket.socket, Callable[[], None]], Coroutine[Any, Any, object]]
"""Begins to serve an accepted connection, and calls the function that it also gets at the connection's end."""

_AT_ONCE = 8
"""Connections that a worker takes in one turn of the event loop at most. In a burst a turn may take long, since the
requests that came first are worked on; with one connection a turn, the last ones would wait for all of that work."""

_LEAVE_S = 0.001
"""Seconds after which a worker looks again at a connection that it has left to the others."""

_PATIENCE_S = 0.01
"""Seconds after which a worker takes a connection that none of the less loaded workers has taken."""

_UNNOTICED = 8
"""A worker with an eighth more connections than another does not count as more loaded. In a burst on few cores the
less loaded worker may be one that has no core: the connection would wait for it, and the others with it."""

_EXHAUSTED_S = 0.1
"""Seconds without accepting when descriptors or memory are exhausted."""


class Acceptor:
    """Takes connections one by one, and leaves them to others while they have clearly fewer open ones.

    uvicorn's own way, `loop.create_server`, accepts everything that waits at once: of eight processes the first to wake
    up would get most of a burst. A worker that is stopped or hangs cannot hold up the others: after _PATIENCE_S they
    pass it over until it runs again.

    listeners: not blocking, shared with the other workers, each with what serves its connections
    worker:    the number of this worker
    """

    def __init__(
        self,
        listeners: Mapping[socket.socket, Connect],
        counts: ConnectionCounts,
        worker: int,
    ) -> None:
        self._listeners = dict(listeners)
        self._counts = counts
        self._worker = worker
        self._open: set[socket.socket] = set()
        self._accepting = False
        self._exhausted = False
        self._timer: asyncio.TimerHandle | None = None
        self._left_since = 0.0
        self._accepted_before = -1
        self._connecting: set[asyncio.Task[None]] = set()

    def set_accepting(self, accepting: bool) -> None:
        """Accept connections, or stop doing so. Open connections stay."""
        if accepting == self._accepting:
            return
        self._accepting = accepting
        if accepting:
            self._publish()
            self._watch()
        else:
            self._counts.stop_accepting(self._worker)
            self._pause(None)

    def _publish(self) -> None:
        if self._accepting:
            self._counts.set_open(self._worker, len(self._open))

    def _watch(self) -> None:
        self._timer = None
        loop = asyncio.get_running_loop()
        for listener, connect in self._listeners.items():
            loop.add_reader(listener, self._on_connection, listener, connect)

    def _pause(self, seconds: float | None) -> None:
        """Do not look at the listening sockets for some seconds; None: until `_watch` is called."""
        loop = asyncio.get_running_loop()
        for listener in self._listeners:
            loop.remove_reader(listener)
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if seconds is None else loop.call_later(seconds, self._watch)

    def _on_connection(self, listener: socket.socket, connect: Connect) -> None:
        self._counts.respond(self._worker)
        for _ in range(_AT_ONCE):
            if not (self._is_turn() and self._accept(listener, connect)):
                return

    def _is_turn(self) -> bool:
        """Whether this worker should take the next connection. If not, it looks again soon."""
        connections = len(self._open)
        if others := self._counts.less_loaded(connections - connections // _UNNOTICED):
            if not self._is_patience_over():
                self._pause(_LEAVE_S)
                return False
            self._counts.pass_over(others)
        return True

    def _is_patience_over(self) -> bool:
        """Whether no worker has accepted anything for _PATIENCE_S, although a connection waits."""
        now = asyncio.get_running_loop().time()
        accepted = self._counts.accepted
        if accepted != self._accepted_before:
            self._accepted_before = accepted
            self._left_since = now
        return now - self._left_since > _PATIENCE_S

    def _accept(self, listener: socket.socket, connect: Connect) -> bool:
        """Take a connection. Returns whether there was one."""
        try:
            connection, _ = listener.accept()
        except (BlockingIOError, InterruptedError, ConnectionAbortedError):
            return False  # another worker was faster, or the client has gone
        except OSError as error:
            if not self._exhausted:
                logger.error("Cannot accept connections: %s", error)
            self._exhausted = True
            self._pause(_EXHAUSTED_S)
            return False
        self._exhausted = False
        self._open.add(connection)
        self._counts.count_accepted(self._worker)
        self._publish()
        connection.setblocking(False)
        task = asyncio.create_task(self._serve(connection, connect))
        self._connecting.add(task)
        task.add_done_callback(self._connecting.discard)
        return True

    async def _serve(self, connection: socket.socket, connect: Connect) -> None:
        def ended() -> None:
            self._open.discard(connection)
            self._publish()

        try:
            await connect(connection, ended)
        except Exception as error:
            # On macOS, a connection that the client has reset refuses its options.
            logger.error("A connection failed at its start: %s", error)
            connection.close()
            ended()
