"""An HTTP client that sees what SDKs hide: whether an answer is whole, which connection it came on; and misbehaves."""

import asyncio
import json
import socket
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from types import TracebackType
from typing import Any, Self

import httptools

from tests.servers import SPEECH

PATIENCE_S = 120.0
"""Longest wait for anything that must happen; reached only where a test is about to fail."""


class Answer:
    """What came of one answer so far. Its parser calls the `on_…` methods.

    whole: it ended as its framing says; what breaks off before is never whole
    """

    def __init__(self) -> None:
        self.status = 0
        self.headers: dict[str, str] = {}
        self.body = b""
        self.whole = False
        self._parser = httptools.HttpResponseParser(self)

    def feed(self, data: bytes) -> None:
        self._parser.feed_data(data)

    def on_header(self, name: bytes, value: bytes) -> None:
        self.headers[name.decode().lower()] = value.decode()

    def on_headers_complete(self) -> None:
        self.status = self._parser.get_status_code()

    def on_body(self, data: bytes) -> None:
        self.body += data

    def on_message_complete(self) -> None:
        self.whole = True

    @property
    def error(self) -> dict[str, Any]:
        error: dict[str, Any] = json.loads(self.body)["error"]
        return error

    def __repr__(self) -> str:
        state = "whole" if self.whole else "broken"
        return f"<{self.status} {state} {len(self.body)} bytes {self.body[:200]!r}>"


class Client(AbstractAsyncContextManager["Client"]):
    """One connection, kept from exchange to exchange. buffer: bytes that its kernel holds for a reader who rests."""

    def __init__(self, port: int, *, buffer: int = 0) -> None:
        self._address = ("127.0.0.1", port)
        self._buffer = buffer
        self.port = 0
        """Our end's, which tells the server's processes' connections apart."""

    async def __aenter__(self) -> Self:
        connection = socket.socket()
        connection.setblocking(False)
        if self._buffer:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, self._buffer)
        try:
            await asyncio.get_running_loop().sock_connect(connection, self._address)
        except OSError:
            connection.close()
            raise
        self.port = connection.getsockname()[1]
        self._reader, self._writer = await asyncio.open_connection(
            sock=connection, limit=self._buffer or 1 << 20
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # A reset, so that nothing lingers; the server must stand what clients do.
        self._writer.transport.abort()

    async def speak(self, input: str, **fields: Any) -> Answer:
        await self.ask(input, **fields)
        return await self.answer()

    async def get(self, path: str) -> Answer:
        await self.send(b"GET " + path.encode() + b" HTTP/1.1\r\nhost: test\r\n\r\n")
        return await self.answer()

    async def ask(self, input: str, **fields: Any) -> None:
        """Send a request for speech and read nothing."""
        await self.send(request({"input": input, **fields}))

    async def send(self, data: bytes) -> None:
        self._writer.write(data)
        await self._writer.drain()

    async def answer(
        self, until: Callable[[Answer], object] = lambda _: False, *, begun: Answer | None = None
    ) -> Answer:
        """The answer, or what came of it until the condition held or the connection broke.

        begun: the answer to go on with
        """
        answer = begun or Answer()
        async with asyncio.timeout(PATIENCE_S):
            while not answer.whole and not until(answer):
                try:
                    data = await self._reader.read(1 << 16)
                except ConnectionError:
                    break
                if not data:
                    break
                answer.feed(data)
        return answer


def request(body: object, *, path: str = SPEECH) -> bytes:
    """A request, for speech if nothing else is said, as it goes over the wire; bytes are sent as they are."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    head = f"POST {path} HTTP/1.1\r\nhost: test\r\ncontent-type: application/json\r\n"
    return f"{head}content-length: {len(content)}\r\n\r\n".encode() + content


def heard(answer: Answer) -> bool:
    """The first sound is there."""
    return bool(answer.body)
