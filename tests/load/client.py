"""An HTTP client that shows what SDKs hide, such as an incomplete response, and that can misbehave."""

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
"""Longest wait for anything that must happen; a test that reaches it fails."""


class Answer:
    """What has been received of one response. Its parser calls the `on_…` methods.

    whole: whether the response is complete by its framing
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
    """One persistent connection. buffer: the size of its receive buffer; 0 is the kernel's default."""

    def __init__(self, port: int, *, buffer: int = 0) -> None:
        self._address = ("127.0.0.1", port)
        self._buffer = buffer
        self.port = 0
        """The local port, which identifies the connection in the server's processes."""

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
        self.reset()

    def reset(self) -> None:
        """Ends the connection by a reset, so that nothing lingers."""
        self._writer.transport.abort()

    async def speak(self, input: str, **fields: Any) -> Answer:
        await self.ask(input, **fields)
        return await self.answer()

    async def get(self, path: str) -> Answer:
        await self.send(b"GET " + path.encode() + b" HTTP/1.1\r\nhost: test\r\n\r\n")
        return await self.answer()

    async def ask(self, input: str, **fields: Any) -> None:
        """Sends a speech request and reads nothing."""
        await self.send(request({"input": input, **fields}))

    async def send(self, data: bytes) -> None:
        self._writer.write(data)
        await self._writer.drain()

    async def answer(
        self, until: Callable[[Answer], object] = lambda _: False, *, begun: Answer | None = None
    ) -> Answer:
        """Returns the response, or what was received before the condition held or the connection broke.

        begun: the response to continue
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
    """Returns the bytes of a request, by default for speech. A body of type bytes is sent unchanged."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    head = f"POST {path} HTTP/1.1\r\nhost: test\r\ncontent-type: application/json\r\n"
    return f"{head}content-length: {len(content)}\r\n\r\n".encode() + content


def has_audio(answer: Answer) -> bool:
    """Whether the first audio has arrived."""
    return bool(answer.body)
