"""Slow, malicious or confused HTTP clients: their resources are bounded, and their errors are clear."""

import json
import socket
from collections.abc import Iterator

import httpx
import pytest

from tests.engines import PATIENCE_S
from tests.servers import SPEECH, ServerProcess, http_client

LINE = b"GET /health HTTP/1.1\r\nhost: test\r\n"
SPEAK = {"input": "Hello."}


@pytest.fixture(scope="module")
def hurried(model_files: None) -> Iterator[ServerProcess]:
    with ServerProcess(module="tests.fake_serve", RECEIVE_TIMEOUT_S="1") as process:
        process.wait_until_ready()
        yield process


def connect(server: ServerProcess) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S)


def ask(connection: socket.socket) -> None:
    """Sends a complete request and reads its response."""
    connection.sendall(LINE + b"\r\n")
    received = b""
    while not received.endswith(b'{"status":"ok"}'):
        piece = connection.recv(65536)
        assert piece
        received += piece
    assert received.startswith(b"HTTP/1.1 200")


def all_of(connection: socket.socket) -> bytes:
    """Returns what arrives before the server closes the connection."""
    received = b""
    while piece := connection.recv(65536):
        received += piece
    return received


def assert_answer(answer: bytes, status: int) -> str:
    """Asserts that the response is an error in OpenAI's shape. Returns its message."""
    head, _, body = answer.partition(b"\r\n\r\n")
    line, *headers = head.decode().lower().split("\r\n")
    assert line.startswith(f"http/1.1 {status} ")
    names = {header.partition(":")[0]: header.partition(": ")[2] for header in headers}
    assert names["content-type"] == "application/json"
    assert names["content-length"] == str(len(body))
    assert names["connection"] == "close"
    assert names["x-request-id"]
    error = json.loads(body)["error"]
    assert (error["type"], error["param"], error["code"]) == ("invalid_request_error", None, None)
    message: str = error["message"]
    return message


def test_a_connection_without_a_request_is_closed(hurried: ServerProcess) -> None:
    with connect(hurried) as connection:
        assert all_of(connection) == b""


@pytest.mark.parametrize("begun", [b"G", b"POST /v1/audio/speech HTTP/1.1\r\nhost: te", LINE])
def test_headers_must_arrive_in_time(hurried: ServerProcess, begun: bytes) -> None:
    with connect(hurried) as connection:
        connection.sendall(begun)
        assert "within 1 s" in assert_answer(all_of(connection), 408)


def test_slow_headers_do_not_extend_the_time(hurried: ServerProcess) -> None:
    with connect(hurried) as connection:
        connection.sendall(LINE)
        connection.settimeout(0.05)
        received = b""
        for _ in range(int(PATIENCE_S / 0.05)):
            try:
                connection.sendall(b"x-slow: y\r\n")
                received = connection.recv(65536)
                break
            except TimeoutError:
                continue
        assert_answer(received, 408)


def test_headers_must_arrive_in_time_on_a_persistent_connection(hurried: ServerProcess) -> None:
    with connect(hurried) as connection:
        ask(connection)
        connection.sendall(LINE)
        assert "within 1 s" in assert_answer(all_of(connection), 408)


def test_blank_lines_do_not_start_a_request(hurried: ServerProcess) -> None:
    with connect(hurried) as connection:
        ask(connection)
        connection.sendall(b"\r\n\r\n")
        assert_answer(all_of(connection), 408)


def test_a_persistent_connection_may_be_idle_for_longer(hurried: ServerProcess) -> None:
    with connect(hurried) as idle, connect(hurried) as hasty:
        ask(idle)
        assert all_of(hasty) == b""  # the time in which a request must arrive
        ask(idle)


def test_a_response_may_take_longer(hurried: ServerProcess) -> None:
    with (
        connect(hurried) as hasty,
        httpx.Client(base_url=hurried.url, timeout=PATIENCE_S, trust_env=False) as client,
    ):
        request = {"input": "It goes on. " * 2000, "response_format": "pcm"}
        with client.stream("POST", SPEECH, json=request, timeout=PATIENCE_S) as answer:
            pieces = answer.iter_raw()
            size = len(next(pieces))
            assert all_of(hasty) == b""
            size += sum(len(piece) for piece in pieces)
        assert size > 10_000_000


@pytest.mark.parametrize(
    "header", [b"x-long: " + b"a" * 100_000, b"\r\n".join(b"x-%d: y" % i for i in range(9000))]
)
def test_headers_beyond_the_limit_are_refused(hurried: ServerProcess, header: bytes) -> None:
    with connect(hurried) as connection:
        connection.sendall(LINE + header)
        assert "65536 bytes" in assert_answer(connection.recv(65536), 431)


def test_long_headers_and_a_long_body_in_one_packet_are_accepted(hurried: ServerProcess) -> None:
    body = json.dumps({**SPEAK, "instructions": "x" * 100_000}).encode()
    head = f"POST {SPEECH} HTTP/1.1\r\nhost: test\r\nx-long: {'a' * 30_000}\r\ncontent-length: {len(body)}\r\n\r\n"
    with connect(hurried) as connection:
        connection.sendall(head.encode() + body)
        assert connection.recv(65536).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize(
    "what",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # TLS
        b"EHLO example\r\n",
        LINE + b"content-length: 5\r\ncontent-length: 6\r\n\r\n",
        LINE + b"content-length: five\r\n\r\n",
        LINE + b"transfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n",
        LINE + b"no colon\r\n\r\n",
        LINE + b"bad name: y\r\n\r\n",
        LINE + b"x: a\x00b\r\n\r\n",
        b"POST /v1/audio/speech HTTP/1.1\r\nhost: test\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
    ],
)
def test_input_that_is_not_http_gets_400(hurried: ServerProcess, what: bytes) -> None:
    with connect(hurried) as connection:
        connection.sendall(what)
        assert_answer(all_of(connection), 400)


def test_no_header_names_the_servers_software(hurried: ServerProcess) -> None:
    answer = http_client.get(f"{hurried.url}/health")
    assert "server" not in answer.headers
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("name", ["req\r\nx-evil: 1", "req\nx-evil: 1", "a" * 1000, "é"])
def test_a_client_s_request_id_can_t_add_headers(hurried: ServerProcess, name: str) -> None:
    line = f"GET /health HTTP/1.1\r\nhost: test\r\nx-request-id: {name}\r\nconnection: close\r\n\r\n"
    with connect(hurried) as connection:
        connection.sendall(line.encode("latin-1"))
        head = all_of(connection).partition(b"\r\n\r\n")[0].lower()
    assert b"\r\nx-evil" not in head
    assert name[:100].encode("latin-1").lower() not in head
