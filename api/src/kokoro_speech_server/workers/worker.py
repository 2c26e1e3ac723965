"""The process of a worker: uvicorn runs the application on connections from the listening sockets of all workers."""

import asyncio
import signal
import socket
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

import uvicorn
from fastapi import FastAPI
from uvicorn.importer import import_from_string

from kokoro_speech_server.http.app_state import state_of
from kokoro_speech_server.http.held_bytes import HeldBytes
from kokoro_speech_server.http.uvicorn_protocol import HttpProtocol
from kokoro_speech_server.http.websocket_protocol import WEBSOCKET_CONFIG, WebSocketProtocol
from kokoro_speech_server.observability import metrics
from kokoro_speech_server.observability.logging import configure_logging
from kokoro_speech_server.workers.acceptor import Acceptor, Connect
from kokoro_speech_server.workers.audio_memory import AudioMemory
from kokoro_speech_server.workers.connection_counts import ConnectionCounts
from kokoro_speech_server.workers.link import Link
from kokoro_speech_server.workers.setup import WorkerSetup
from kokoro_speech_server.workers.worker_calls import ConnectionServer, WorkerCalls

if TYPE_CHECKING:
    from kokoro_speech_server.wyoming.connections import WyomingConnections

_KEEP_ALIVE_S = 75
"""Longer than any Retry-After, so that a client can retry on the same connection."""

_SWITCH_INTERVAL_S = 0.001


class WorkerServer(uvicorn.Server, ConnectionServer):
    """uvicorn with connections from an Acceptor. The supervisor decides when it accepts and when it ends.

    listeners: of HTTP and, with WYOMING_PORT, of Wyoming; none if the worker accepts no connections
    """

    def __init__(
        self,
        config: uvicorn.Config,
        listeners: Sequence[socket.socket],
        counts: ConnectionCounts,
        link: Link[WorkerCalls],
        setup: WorkerSetup,
    ) -> None:
        super().__init__(config)
        self._link = link
        self._receive_timeout_s = setup.settings.receive_timeout_s
        services: list[Connect] = [self._connect]
        self._wyoming: WyomingConnections | None = None
        if setup.settings.wyoming_port is not None:
            self._wyoming = _wyoming_connections(config, self.server_state.tasks)
            services.append(self._wyoming.connect)
        self._acceptor: Acceptor | None = None
        if listeners:
            self._acceptor = Acceptor(dict(zip(listeners, services, strict=True)), counts, setup.worker)

    def set_accepting(self, accepting: bool) -> None:
        if self._acceptor is not None:
            self._acceptor.set_accepting(accepting and not self.should_exit)

    def leave(self, timeout_s: float) -> None:
        self.set_accepting(False)
        self.config.timeout_graceful_shutdown = timeout_s  # type: ignore[assignment]  # uvicorn expects whole seconds
        # uvicorn closes idle connections then, and the others after their response, which has `Connection: close`.
        self.should_exit = True
        if self._wyoming is not None:
            self._wyoming.leave()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to the supervisor: a process manager may send them to all processes at once."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=[])
        self._link.notify("serving")

    async def _connect(self, connection: socket.socket, ended: Callable[[], None]) -> None:
        loop = asyncio.get_running_loop()
        # As in uvicorn's own startup for listening sockets.
        await loop.connect_accepted_socket(
            lambda: _CountedProtocol(
                ended,
                self._receive_timeout_s,
                config=self.config,
                server_state=self.server_state,
                app_state=self.lifespan.state,
                _loop=loop,
            ),
            connection,
        )


def _wyoming_connections(config: uvicorn.Config, tasks: set[asyncio.Task[Any]]) -> "WyomingConnections":
    from kokoro_speech_server.wyoming.connections import WyomingConnections  # noqa: PLC0415 - most do without

    return WyomingConnections(state_of(cast(FastAPI, config.app)), tasks)


class _CountedProtocol(HttpProtocol):
    """A connection that calls a function at its end."""

    def __init__(
        self, ended: Callable[[], None], receive_timeout_s: float, **uvicorn_arguments: object
    ) -> None:
        super().__init__(receive_timeout_s, **uvicorn_arguments)
        self._ended = ended

    def connection_lost(self, exc: Exception | None) -> None:
        self._ended()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        super().handle_websocket_upgrade()
        upgraded = self.transport.get_protocol()
        assert isinstance(upgraded, WebSocketProtocol)
        upgraded.on_lost = self._ended


async def _serve(
    factory: Callable[..., FastAPI],
    link_socket: socket.socket,
    counts_fd: int,
    audio_fd: int,
    listeners: Sequence[socket.socket],
) -> None:
    link = Link(link_socket, WorkerCalls(AudioMemory(audio_fd)))
    await link.open()
    reading = asyncio.create_task(link.run())
    setup: WorkerSetup = await link.call("setup")
    _name_process(f"worker {setup.worker}" if setup.has_engine else f"web worker {setup.worker}")
    settings = setup.settings
    configure_logging(settings.log_level, settings.log_format)
    counts = ConnectionCounts(counts_fd, setup.workers)
    app = factory(
        settings=settings,
        link=link,
        has_engine=setup.has_engine,
        api_keys=setup.api_keys,
        lexicon=setup.lexicon,
        held_bytes=HeldBytes(settings.max_held_bytes, counts.held, setup.worker),
    )
    config = uvicorn.Config(
        app,
        **WEBSOCKET_CONFIG,
        server_header=False,
        headers=[("x-content-type-options", "nosniff")],
        log_config=None,
        access_log=False,
        timeout_keep_alive=_KEEP_ALIVE_S,
    )
    server = WorkerServer(config, listeners, counts, link, setup)
    link.handler.server = server
    # Without a supervisor there is no scheduler, so that no request could be answered.
    reading.add_done_callback(lambda _: server.leave(0))
    await server.serve()


def run(
    factory: str, worker: int, descriptors: Sequence[int], shared: Mapping[str, Any] = MappingProxyType({})
) -> None:
    """Run a worker until the supervisor ends it.

    factory:     "module:callable" that creates the application
    worker:      its number
    descriptors: of the link, the connection counts, the memory for audio and, if it accepts connections, the listeners
    shared:      further arguments of the factory: what the workers share
    """
    _ignore_signals()
    metrics.begin(worker)
    link_fd, counts_fd, audio_fd, *listener_fds = descriptors
    link_socket = _inherited(link_fd)
    listeners = [_inherited(descriptor) for descriptor in listener_fds]
    # The phonemizer's thread runs Python code all the time; by default the event loop would wait 5 ms for each switch.
    sys.setswitchinterval(_SWITCH_INTERVAL_S)
    # The event loop that uvicorn would choose.
    loop_factory = uvicorn.Config("", log_config=None).get_loop_factory()
    with asyncio.Runner(loop_factory=loop_factory) as runner:
        runner.run(
            _serve(
                partial(import_from_string(factory), **shared), link_socket, counts_fd, audio_fd, listeners
            )
        )


def _ignore_signals() -> None:
    """Leave signals to the supervisor. Child processes, such as espeak-ng's, ignore them too."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)


def _name_process(name: str) -> None:
    """Name this process in tools such as `top`, where forks of one process look alike otherwise. 15 characters."""
    with suppress(OSError):  # only Linux has this file
        Path("/proc/self/comm").write_text(name, encoding="ascii")


def _inherited(descriptor: int) -> socket.socket:
    """A socket of the supervisor, which child processes of this one do not inherit."""
    inherited = socket.socket(fileno=descriptor)
    inherited.set_inheritable(False)
    inherited.setblocking(False)
    return inherited


if __name__ == "__main__":
    _factory, _worker, *_descriptors = sys.argv[1:]
    run(_factory, int(_worker), [int(number) for number in _descriptors])
