"""The process of a worker: uvicorn runs the application on connections that the supervisor has accepted."""

import asyncio
import logging
import socket
import sys
from typing import Any

import uvicorn
from uvicorn.importer import import_from_string

from kokoro_speech_server.config import Settings
from kokoro_speech_server.http.app_state import state_of
from kokoro_speech_server.http.uvicorn_protocol import HttpProtocol
from kokoro_speech_server.observability.logging import configure_logging
from kokoro_speech_server.workers.link import Link
from kokoro_speech_server.workers.worker_calls import WorkerCalls

logger = logging.getLogger(__name__)

_SHUTDOWN_TIMEOUT_S = 1
"""Seconds for which uvicorn waits for requests when the supervisor, which has waited for them before, stops it."""

_KEEP_ALIVE_S = 75
"""Longer than any Retry-After, so that a client can retry on the same connection."""

_SWITCH_INTERVAL_S = 0.001


class WorkerServer(uvicorn.Server):
    """uvicorn without a listening socket: it receives accepted connections over a socket pair."""

    def __init__(
        self,
        config: uvicorn.Config,
        connections: socket.socket,
        link: Link[WorkerCalls],
        *,
        receive_timeout_s: float,
    ) -> None:
        super().__init__(config)
        self._receive_timeout_s = receive_timeout_s
        self._connections = connections
        self._link = link
        self._starting: set[asyncio.Task[Any]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=[])
        asyncio.get_running_loop().add_reader(self._connections, self._receive)
        self._link.notify("serving")

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().remove_reader(self._connections)
        await super().shutdown(sockets=sockets)

    def _receive(self) -> None:
        while True:
            try:
                # One byte and one descriptor per connection, see WorkerProcess.hand_over.
                data, descriptors, _, _ = socket.recv_fds(self._connections, 1, 1)
            except BlockingIOError:
                return
            if not data:
                asyncio.get_running_loop().remove_reader(self._connections)
                return
            if not descriptors:
                logger.error("Lost a connection: this process has too many open files")
            for descriptor in descriptors:
                task = asyncio.create_task(self._start_connection(socket.socket(fileno=descriptor)))
                self._starting.add(task)
                task.add_done_callback(self._starting.discard)

    async def _start_connection(self, connection: socket.socket) -> None:
        connection.setblocking(False)
        loop = asyncio.get_running_loop()
        # As in uvicorn's own startup for listening sockets.
        await loop.connect_accepted_socket(
            lambda: HttpProtocol(
                self._receive_timeout_s,
                config=self.config,
                server_state=self.server_state,
                app_state=self.lifespan.state,
                _loop=loop,
            ),
            connection,
        )


async def _serve(
    factory: str, link_socket: socket.socket, connections: socket.socket, *, has_engine: bool
) -> int:
    settings = Settings()
    configure_logging(settings.log_level, settings.log_format)
    link = Link(link_socket, WorkerCalls())
    await link.open()
    app = import_from_string(factory)(settings=settings, link=link, has_engine=has_engine)
    config = uvicorn.Config(
        app,
        ws="none",
        server_header=False,
        headers=[("x-content-type-options", "nosniff")],
        log_config=None,
        timeout_graceful_shutdown=_SHUTDOWN_TIMEOUT_S,
        timeout_keep_alive=_KEEP_ALIVE_S,
    )
    server = WorkerServer(config, connections, link, receive_timeout_s=settings.receive_timeout_s)
    reading = asyncio.create_task(link.run())

    def end(_: object) -> None:
        server.should_exit = True  # the supervisor has ended

    reading.add_done_callback(end)
    await server.serve()
    return 1 if state_of(app).failed else 0


def main() -> int:
    """Run a worker. Arguments: FACTORY LINK CONNECTIONS [--no-model], where LINK and CONNECTIONS are descriptors."""
    factory, link_fd, connections_fd, *flags = sys.argv[1:]
    link_socket, connections = socket.socket(fileno=int(link_fd)), socket.socket(fileno=int(connections_fd))
    for inherited in (link_socket, connections):
        inherited.set_inheritable(False)
        inherited.setblocking(False)
    # The phonemizer's thread runs Python code all the time; by default the event loop would wait 5 ms for each switch.
    sys.setswitchinterval(_SWITCH_INTERVAL_S)
    # The event loop that uvicorn would choose.
    loop_factory = uvicorn.Config("", log_config=None).get_loop_factory()
    with asyncio.Runner(loop_factory=loop_factory) as runner:
        return runner.run(_serve(factory, link_socket, connections, has_engine="--no-model" not in flags))


if __name__ == "__main__":
    sys.exit(main())
