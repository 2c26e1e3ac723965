"""Wyoming's own client for tests, and Wyoming beside a fake server's application."""

import asyncio
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Self

from wyoming.client import AsyncTcpClient
from wyoming.error import Error
from wyoming.event import Event, Eventable
from wyoming.tts import Synthesize, SynthesizeChunk, SynthesizeStart, SynthesizeStop, SynthesizeVoice

from kokoro_speech_server.http.app_state import state_of
from kokoro_speech_server.workers.acceptor import Acceptor
from kokoro_speech_server.workers.connection_counts import ConnectionCounts
from kokoro_speech_server.wyoming.connections import WyomingConnections
from tests.engines import PATIENCE_S, FakeEngine, symbols
from tests.servers import FakeServer

END_OF_STREAM = "synthesize-stopped"
ONE = "Hola, amigo mío."
TWO = "Buenos días a todos."
THREE = "Esto es la tercera frase."
SENTENCE = ["audio-start", "audio-chunk", "audio-stop"]


class WyomingClient:
    """The package's client, unpatched, on a loop of its own. audio: the payloads of all events that were received"""

    def __init__(self, port: int) -> None:
        self._runner = asyncio.Runner()
        self._client = AsyncTcpClient("127.0.0.1", port, read_timeout=PATIENCE_S)
        self.audio = b""

    def __enter__(self) -> Self:
        self._runner.run(self._client.connect())
        return self

    def __exit__(self, *_: object) -> None:
        self._runner.run(self._disconnect())
        self._runner.close()

    async def _disconnect(self) -> None:
        with suppress(ConnectionError):  # the server was faster
            await self._client.disconnect()

    def send(self, *messages: Eventable) -> None:
        for message in messages:
            self.send_event(message.event())

    def send_event(self, event: Event) -> None:
        self._runner.run(self._client.write_event(event))

    def receive(self) -> Event:
        event = self._runner.run(self._client.read_event())
        assert event is not None, "the server has closed the connection"
        self.audio += event.payload or b""
        return event

    def until(self, type: str) -> list[Event]:
        """All events up to one of this type."""
        events = [self.receive()]
        while events[-1].type != type:
            events.append(self.receive())
        return events

    def closed(self) -> bool:
        """Whether the server closes the connection, without further events."""
        return self._runner.run(self._client.read_event()) is None

    def stream(self, text: str, voice: str | None = None, *, pieces_of: int = 3) -> None:
        """What Home Assistant sends while a language model writes."""
        chosen = None if voice is None else SynthesizeVoice(name=voice)
        self.send(SynthesizeStart(voice=chosen))
        for start in range(0, len(text), pieces_of):
            self.send(SynthesizeChunk(text[start : start + pieces_of]))
        self.send(Synthesize(text, voice=chosen), SynthesizeStop())


def kinds(events: Sequence[Event]) -> list[str]:
    """The types of the events, those of audio once for each stretch of it."""
    types = [event.type for event in events]
    return [
        type for i, type in enumerate(types) if (type, types[i - 1 : i]) != ("audio-chunk", ["audio-chunk"])
    ]


class WyomingService:
    """What serves Wyoming. tasks: of its connections"""

    def __init__(self, server: FakeServer) -> None:
        assert server.loop is not None
        self.tasks: set[asyncio.Task[Any]] = set()
        self._loop = server.loop
        self._listener = socket.socket()
        self._listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 16 * 1024)
        self._listener.bind(("127.0.0.1", 0))
        self._listener.listen()
        self._listener.setblocking(False)
        self.port: int = self._listener.getsockname()[1]
        self.connections = WyomingConnections(state_of(server.app), self.tasks)
        acceptor = Acceptor({self._listener: self.connections.connect}, ConnectionCounts.create(1), 0)
        self._set_accepting = acceptor.set_accepting
        self.in_loop(lambda: self._set_accepting(True))

    def in_loop(self, work: Callable[[], object]) -> None:
        """Does something in the loop of the server."""

        async def do() -> None:
            work()

        asyncio.run_coroutine_threadsafe(do(), self._loop).result(PATIENCE_S)

    def client(self) -> WyomingClient:
        return WyomingClient(self.port)

    def close(self) -> None:
        self.in_loop(lambda: self._set_accepting(False))
        self._listener.close()


@contextmanager
def wyoming(server: FakeServer) -> Iterator[WyomingService]:
    """Wyoming beside a fake server's application, as a worker has it."""
    service = WyomingService(server)
    try:
        yield service
    finally:
        service.close()


@contextmanager
def server_with(
    engine: FakeEngine | None = None, **settings: Any
) -> Iterator[tuple[FakeServer, WyomingService]]:
    with FakeServer(engine, **settings) as server, wyoming(server.wait_until_ready()) as service:
        yield server, service


def is_free(server: FakeServer) -> bool:
    queue = server.client.get("/dev/engine").json()["queue"]
    return bool(queue["running"] + queue["waiting"] == 0)


def spoken(server: FakeServer) -> str:
    """What the engine has spoken, without the spaces between words."""
    return "".join(symbols(chunk.tokens) for chunk in server.engine.chunks).replace(" ", "")


def error_of(event: Event) -> str | None:
    assert Error.is_type(event.type)
    error = Error.from_event(event)
    assert error.text
    code: str | None = error.code
    return code
