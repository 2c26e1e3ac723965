"""A client of live speech for tests: JSON out, JSON and audio in, within the tests' patience."""

import base64
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from tests.engines import PATIENCE_S
from tests.servers import FakeServer

STREAM = "/v1/audio/speech/stream"
TOGETHER = "/v1/audio/speech/websocket"
DEEPGRAM = "/v1/speak"
MULTI_STREAM = "/v1/text-to-speech/ef_dora/multi-stream-input"
STREAM_INPUT = "/v1/text-to-speech/ef_dora/stream-input"


class LiveConnection:
    """One connection. Messages that are audio are joined to `audio` while others are awaited."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.audio = b""

    def send(self, type: str, **fields: Any) -> None:
        self.connection.send(json.dumps({"type": type, **fields}))

    def receive(self) -> dict[str, Any]:
        """The next message that is not audio."""
        while isinstance(message := self.connection.recv(PATIENCE_S), bytes):
            self.audio += message
        received: dict[str, Any] = json.loads(message)
        return received

    def until(self, type: str) -> list[dict[str, Any]]:
        """All messages up to one of this type."""
        messages = [self.receive()]
        while messages[-1]["type"] != type:
            messages.append(self.receive())
        return messages

    def closed(self) -> int:
        """Waits for the end of the connection, and returns its code."""
        with suppress(ConnectionClosed):
            while True:
                self.connection.recv(PATIENCE_S)
        assert self.connection.close_code is not None
        return self.connection.close_code


@contextmanager
def live(
    url: str, path: str = STREAM, *, headers: Mapping[str, str] | None = None, **arguments: Any
) -> Iterator[LiveConnection]:
    """A connection to the server at `url`."""
    address = url.replace("http", "ws") + path
    with connect(
        address,
        additional_headers=headers or {},
        compression=None,
        proxy=None,
        max_size=None,
        open_timeout=PATIENCE_S,
        **arguments,
    ) as connection:
        assert isinstance(connection, ClientConnection)
        yield LiveConnection(connection)


@contextmanager
def live_to(server: FakeServer, path: str = STREAM, **arguments: Any) -> Iterator[LiveConnection]:
    with live(server.url, path, **arguments) as connection:
        yield connection


def audio_of(messages: list[dict[str, Any]]) -> bytes:
    """The audio of Together's messages."""
    return b"".join(base64.b64decode(message["delta"]) for message in messages if "delta" in message)


def refusal(server: FakeServer, path: str = STREAM, **arguments: Any) -> tuple[int, str | None]:
    """The status and the code of a refused upgrade."""
    with pytest.raises(InvalidStatus) as refused, live_to(server, path, **arguments):
        pass
    response = refused.value.response
    assert response.headers["x-request-id"]
    return response.status_code, json.loads(response.body or b"")["error"]["code"]
