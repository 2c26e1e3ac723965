"""A flood by our own client, which takes little processor time from the server: one thread and uvloop."""

import asyncio
import http.client
import json
import time
from collections.abc import Sequence

import httptools
import uvloop

from benchmarks.clients import SPEECH, Answer, Request

_READ_BYTES = 1 << 16


def rush(port: int, requests: Sequence[Request], *, clients: int) -> list[Answer]:
    """Send all requests from `clients` clients that do not wait after a refusal.

    Each client has a connection, and opens it with its first request. Raises OSError if one breaks.
    """
    sent = [_http(request) for request in requests]

    async def all_clients() -> list[list[Answer]]:
        return await asyncio.gather(*(_one_client(port, sent[i::clients]) for i in range(clients)))

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return [answer for answers in runner.run(all_clients()) for answer in answers]


def _http(request: Request) -> bytes:
    body = json.dumps(request).encode()
    head = f"POST {SPEECH} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


async def _one_client(port: int, requests: Sequence[bytes]) -> list[Answer]:
    answers: list[Answer] = []
    reader: asyncio.StreamReader | None = None
    for data in requests:
        sent = time.perf_counter()
        if reader is None:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(data)
        response = _Response()
        while response.ended is None:
            received = await reader.read(_READ_BYTES)
            if not received:
                raise ConnectionResetError("the server closed a connection without a complete answer")
            response.feed(received)
        first_byte_s, total_s = (response.first_byte or response.ended) - sent, response.ended - sent
        answers.append(Answer(response.status, response.headers, response.body, sent, first_byte_s, total_s))
    if reader is not None:
        writer.close()
    return answers


class _Response:
    """One response while it arrives. Its parser calls the `on_…` methods. first_byte, ended: when"""

    def __init__(self) -> None:
        self.status = 0
        self.headers = http.client.HTTPMessage()
        self.body = b""
        self.first_byte: float | None = None
        self.ended: float | None = None
        self._parser = httptools.HttpResponseParser(self)

    def feed(self, data: bytes) -> None:
        self._parser.feed_data(data)

    def on_header(self, name: bytes, value: bytes) -> None:
        self.headers[name.decode()] = value.decode()

    def on_headers_complete(self) -> None:
        self.status = self._parser.get_status_code()

    def on_body(self, data: bytes) -> None:
        self.first_byte = self.first_byte or time.perf_counter()
        self.body += data

    def on_message_complete(self) -> None:
        self.ended = time.perf_counter()
