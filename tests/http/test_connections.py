"""Connections of clients that leave, read slowly, speak HTTP/1.0 or ask for another protocol."""

import asyncio
import ctypes
import http.client
import json
import re
import socket
import struct
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import pytest

from kokoro_speech_server.errors import EngineError
from tests.engines import PATIENCE_S
from tests.servers import SPEECH, FakeServer, joined_events, wait_until
from tests.texts import BOOK, SENTENCES

GET = b"GET /health HTTP/1.1\r\nhost: test\r\n\r\n"
MIB = 1024 * 1024

only_linux = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")


def connect(server: FakeServer) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S)


def post(body: bytes, *, version: str = "1.1", headers: str = "") -> bytes:
    head = f"POST {SPEECH} HTTP/{version}\r\nhost: test\r\n{headers}content-length: {len(body)}\r\n\r\n"
    return head.encode() + body


def speak(input: str, *, version: str = "1.1", headers: str = "", **fields: Any) -> bytes:
    body = json.dumps({"input": input, "response_format": "pcm", **fields}).encode()
    return post(body, version=version, headers=headers)


def all_of(connection: socket.socket) -> bytes:
    """Returns what arrives before the server closes the connection, which must not break."""
    received = b""
    while piece := connection.recv(65536):
        received += piece
    return received


def parts(answer: bytes) -> tuple[int, dict[str, str], bytes]:
    """Returns the status, the headers in lower case, and the body as it was sent."""
    head, _, body = answer.partition(b"\r\n\r\n")
    line, *headers = head.decode().split("\r\n")
    return int(line.split()[1]), dict(header.lower().split(": ", 1) for header in headers), body


# Clients that leave


def close(connection: socket.socket) -> None:
    connection.close()


def half_close(connection: socket.socket) -> None:
    connection.shutdown(socket.SHUT_WR)


def reset(connection: socket.socket) -> None:
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


@pytest.mark.parametrize("leave", [close, half_close, reset])
@pytest.mark.parametrize(
    "later",
    [
        GET,
        GET * 50,
        GET[:20],
        b"\r\n",
        speak("The next one."),
        post(b"x" * 300_000),
        post(b"x" * 300_000)[:200_000],
        f"POST {SPEECH} HTTP/1.1\r\nhost: test\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc".encode(),
    ],
    ids=["get", "gets", "head", "blank_line", "post", "body", "part_of_a_body", "chunk"],
)
def test_a_client_that_leaves_after_sending_more_is_noticed(
    fake: FakeServer, later: bytes, leave: Callable[[socket.socket], None]
) -> None:
    fake.client.get("/health")  # opens the connection that is used again below
    before = fake.connections
    with connect(fake) as connection, fake.engine.hold(1) as gate:
        connection.sendall(speak(SENTENCES))
        fake.engine.wait_for_step(1)
        connection.sendall(later)
        assert (
            fake.client.get("/health").status_code == 200
        )  # the server has begun to read what was sent before
        leave(connection)
        wait_until(lambda: fake.connections == before, "notice of a client disconnect")
        gate.set()
        fake.wait_until_idle()
    assert fake.engine.steps == 1


@pytest.mark.parametrize("leave", [close, half_close, reset])
def test_a_client_that_leaves_without_reading_a_stream_is_noticed(
    fake: FakeServer, leave: Callable[[socket.socket], None]
) -> None:
    """Also while the server cannot write."""
    before = fake.connections
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(("127.0.0.1", fake.port))
        connection.sendall(speak(BOOK))
        fake.engine.wait_for_step(2)
        connection.sendall(GET)
        leave(connection)
        wait_until(lambda: fake.connections == before, "notice of a client disconnect")
        fake.wait_until_idle()


def fill(connection: socket.socket, data: bytes) -> int:
    """Sends until the server has read nothing for a while. Returns the number of bytes sent."""
    sent = 0
    connection.settimeout(0.5)
    try:
        while sent < len(data):
            sent += connection.send(data[sent : sent + 65536])
    except TimeoutError:
        pass
    connection.settimeout(PATIENCE_S)
    return sent


@only_linux
@pytest.mark.parametrize(
    "later",
    [lambda: GET * 500_000, lambda: post(b"x" * 16 * MIB)],
    ids=["many_requests", "a_large_body"],
)
def test_what_is_received_ahead_is_bounded(fake: FakeServer, later: Callable[[], bytes]) -> None:
    before = fake.connections
    with connect(fake) as connection, fake.engine.hold(1) as gate:
        connection.sendall(speak(SENTENCES))
        fake.engine.wait_for_step(1)
        data = later()
        assert fill(connection, data) < len(data) - MIB
        reset(connection)
        wait_until(lambda: fake.connections == before, "notice of a client disconnect")
        gate.set()
        fake.wait_until_idle()
    assert fake.engine.steps == 1


def test_more_pipelined_requests_than_are_received_ahead_are_answered(fake: FakeServer) -> None:
    with connect(fake) as connection, fake.engine.hold(1) as gate:
        connection.sendall(speak("Hello.", stream=False))
        fake.engine.wait_for_step(1)
        for _ in range(20):
            connection.sendall(GET * 10)
        connection.sendall(GET.replace(b"host", b"connection: close\r\nhost"))
        gate.set()
        received = all_of(connection)
    assert received.count(b"HTTP/1.1 200 ") == received.count(b"HTTP/1.1 ") == 202


# Clients that read slowly, or not at all


@pytest.fixture(scope="module")
def impatient(model_files: None) -> Iterator[FakeServer]:
    chunks: dict[str, Any] = {"first_chunk_tokens": 20, "target_min_tokens": 20, "target_max_tokens": 30}
    with FakeServer(stream_buffer_bytes=16 * 1024, send_timeout_s=0.5, **chunks) as server:
        yield server.wait_until_ready()


def test_a_client_that_reads_slowly_gets_everything(impatient: FakeServer) -> None:
    """It takes far longer than SEND_TIMEOUT_S to read what fits into the server's buffers."""
    impatient.engine.forget()
    with closing(impatient.connect(SENTENCES)) as connection:
        answer = connection.getresponse()
        slowly = 0
        while slowly < 200_000:
            slowly += len(answer.read(1024))
            time.sleep(0.02)  # the reader's speed, which is what this test is about
        rest = answer.read()
    assert slowly + len(rest) == 2 * sum(map(impatient.engine.length, impatient.engine.chunks))


@pytest.mark.parametrize("way", [{}, {"stream": False}, {"stream_format": "sse"}])
def test_a_client_that_reads_nothing_is_disconnected(impatient: FakeServer, way: dict[str, Any]) -> None:
    impatient.engine.forget()
    with closing(impatient.connect(SENTENCES, **way)) as connection:
        impatient.engine.wait_for_step(2)
        impatient.wait_until_idle()
        wait_until(lambda: impatient.connections == 0, "end of the connection")
        with pytest.raises((http.client.IncompleteRead, ConnectionError)):
            connection.getresponse().read()


@only_linux
def test_a_client_that_vanishes_is_disconnected(impatient: FakeServer) -> None:
    """It closes nothing and acknowledges nothing, as if its cable were pulled."""
    with closing(impatient.connect(BOOK)) as connection:
        connection.getresponse().read(1000)
        drop_all = ctypes.create_string_buffer(struct.pack("HBBI", 0x06, 0, 0, 0))  # BPF: return 0
        program = struct.pack("HL", 1, ctypes.addressof(drop_all))
        connection.sock.setsockopt(socket.SOL_SOCKET, 26, program)  # SO_ATTACH_FILTER
        wait_until(lambda: impatient.connections == 0, "end of the connection")
        impatient.wait_until_idle()


# HTTP/1.0


@pytest.mark.parametrize("headers", ["", "connection: keep-alive\r\n", "expect: 100-continue\r\n"])
@pytest.mark.parametrize(
    "way", [{"stream": True}, {"stream": False}, {"stream_format": "sse"}], ids=["streamed", "whole", "sse"]
)
def test_http_1_0_gets_the_bare_body(fake: FakeServer, headers: str, way: dict[str, Any]) -> None:
    with connect(fake) as connection:
        connection.sendall(speak(SENTENCES, version="1.0", headers=headers, seed=1, **way))
        status, answered, body = parts(all_of(connection))
    assert status == 200
    assert "transfer-encoding" not in answered
    assert answered["connection"] == "close"
    assert ("content-length" in answered) == (way == {"stream": False})
    audio = joined_events(body.decode())[1] if "stream_format" in way else body
    assert audio == fake.pcm(SENTENCES, seed=1)


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        (b"GET /health HTTP/1.0\r\n\r\n", 200),
        (b"GET /health HTTP/1.0\r\nconnection: keep-alive\r\n\r\n", 200),
        (b"GET /metrics HTTP/1.0\r\n\r\n", 200),
        (b"GET /nothing HTTP/1.0\r\n\r\n", 404),
        (b"DELETE /health HTTP/1.0\r\n\r\n", 405),
        (post(b"{", version="1.0"), 400),
        (speak("", version="1.0"), 400),
        (post(b"", version="1.0").replace(b"content-length: 0", b"content-length: 99999999"), 413),
    ],
)
def test_http_1_0_gets_every_answer(fake: FakeServer, request_: bytes, expected: int) -> None:
    with connect(fake) as connection:
        connection.sendall(request_)
        status, headers, body = parts(all_of(connection))
    assert status == expected
    assert "transfer-encoding" not in headers
    assert headers["connection"] == "close"
    assert headers["content-length"] == str(len(body))


def test_a_stream_to_http_1_0_that_fails_does_not_look_complete(fake: FakeServer) -> None:
    fake.engine.faults = {3: EngineError("Broken."), 4: EngineError("Broken.")}
    with connect(fake) as connection:
        connection.sendall(speak(SENTENCES, version="1.0"))
        with pytest.raises(ConnectionResetError):
            all_of(connection)


# Requests for another protocol

JAVA = (
    "Connection: Upgrade, HTTP2-Settings\r\n{length}\r\nHost: 127.0.0.1:8880\r\n"
    "HTTP2-Settings: AAEAAEAAAAIAAAAAAAMAAAAAAAQBAAAAAAUAAEAAAAYABgAA\r\nUpgrade: h2c\r\n"
    "User-Agent: Java-http-client/17.0.15\r\nContent-Type: application/json\r\n\r\n"
)
"""The headers that java.net.http.HttpClient sends with the first request of each connection."""


def upgrade(method: str, path: str, headers: str, body: bytes, *, chunked: bool = False) -> bytes:
    length = "Transfer-encoding: chunked" if chunked else f"Content-Length: {len(body)}"
    head = f"{method} {path} HTTP/1.1\r\n{headers.format(length=length)}".encode()
    if chunked:
        return head + b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body)
    return head + body


@pytest.mark.parametrize("apart", [False, True], ids=["at_once", "byte_by_byte"])
@pytest.mark.parametrize("chunked", [False, True], ids=["length", "chunked"])
@pytest.mark.parametrize(
    "headers",
    [
        JAVA,
        "Host: test\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n{length}\r\n\r\n",
        "Host: test\r\nUpgrade: quic/9, foo\r\nConnection: keep-alive, upgrade\r\n{length}\r\n\r\n",
        "Host: test\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n{length}\r\n\r\n",
        "Host: test\r\nUpgrade: h2c\r\nConnection: upgrade\r\nUpgrade: foo\r\nConnection: foo\r\n{length}\r\n\r\n",
    ],
    ids=["java", "h2c", "unknown", "websocket", "twice"],
)
def test_a_body_with_an_upgrade_is_read(fake: FakeServer, headers: str, chunked: bool, apart: bool) -> None:
    body = json.dumps({"input": "Hello from Java.", "response_format": "pcm", "stream": False, "seed": 1})
    whole = upgrade("POST", SPEECH, headers, body.encode(), chunked=chunked)
    with connect(fake) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for piece in [whole[i : i + 1] for i in range(len(whole))] if apart else [whole]:
            connection.sendall(piece)
        status, answered, audio = parts(all_of(connection))
    assert status == 200
    assert "upgrade" not in answered
    assert audio == fake.pcm("Hello from Java.", seed=1)


@pytest.mark.parametrize("path", ["/health", "/v1/models", "/nothing"])
def test_a_get_with_an_upgrade_gets_the_usual_answer(fake: FakeServer, path: str) -> None:
    with connect(fake) as connection:
        connection.sendall(upgrade("GET", path, JAVA, b""))
        status, _, body = parts(all_of(connection))
    usual = fake.client.get(path)
    assert status == usual.status_code
    assert re.sub(rb'"created":\d+', b"", body) == re.sub(rb'"created":\d+', b"", usual.content)


def test_an_upgrade_with_two_lengths_is_refused(fake: FakeServer) -> None:
    headers = JAVA.replace("{length}", "{length}\r\nTransfer-Encoding: chunked")
    with connect(fake) as connection:
        connection.sendall(upgrade("POST", SPEECH, headers, b"{}"))
        assert parts(all_of(connection))[0] == 400


def test_a_websocket_can_be_served(fake: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """uvicorn's WebSocket protocol, where one is configured, gets the connection with the whole head."""
    heads: list[bytes] = []

    class WebSocket(asyncio.Protocol):
        def __init__(self, **_: Any) -> None:
            pass

        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            self._transport = transport

        def data_received(self, data: bytes) -> None:
            heads.append(data)
            self._transport.write(b"HTTP/1.1 101 Switching Protocols\r\n\r\n")  # type: ignore[attr-defined]
            self._transport.close()

    monkeypatch.setattr(fake._config, "ws_protocol_class", WebSocket)
    with connect(fake) as connection:
        connection.sendall(
            b"GET /socket HTTP/1.1\r\nhost: test\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n"
        )
        assert parts(all_of(connection))[0] == 101
    (head,) = heads
    assert head.startswith(b"GET /socket HTTP/1.1\r\n")
    assert b"\r\nupgrade: websocket\r\n" in head
