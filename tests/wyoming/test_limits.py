"""Wyoming's clients that leave, do not read, send what is no event, or stay too long."""

import socket

import pytest
from wyoming.info import Describe
from wyoming.tts import Synthesize, SynthesizeChunk, SynthesizeStart, SynthesizeStop

from kokoro_speech_server.http.app_state import state_of
from kokoro_speech_server.observability import metrics
from tests.engines import PATIENCE_S
from tests.servers import FakeServer, wait_until
from tests.wyoming.client import (
    ONE,
    SENTENCE,
    THREE,
    TWO,
    WyomingService,
    error_of,
    is_free,
    kinds,
    server_with,
    spoken,
)

pytestmark = pytest.mark.server


def test_a_client_that_leaves_frees_the_place(server: FakeServer, service: WyomingService) -> None:
    with server.engine.hold(1) as gate:
        with service.client() as client:
            client.send(SynthesizeStart(), SynthesizeChunk(f"{ONE} {TWO} {THREE}"), SynthesizeStop())
            server.engine.wait_for_step(1)
            assert not is_free(server)
        wait_until(lambda: not service.tasks, "notice of the disconnect")
        gate.set()
        wait_until(lambda: is_free(server), "free place")
    assert server.engine.steps == 1
    assert not state_of(server.app).requests_in_flight.count
    assert metrics.LIVE_SESSIONS._value.get() == 0
    assert server.pcm(TWO)


def test_a_client_that_leaves_a_text_that_waits_behind_another_is_noticed(
    server: FakeServer, service: WyomingService
) -> None:
    with server.engine.hold(1) as gate:
        with service.client() as client:
            client.send(Synthesize(f"{ONE} {TWO} " * 50), Synthesize(THREE))
            server.engine.wait_for_step(1)
        gate.set()
        wait_until(lambda: not service.tasks and is_free(server), "free place")
    assert "tercera" not in spoken(server)


def test_a_client_that_reads_nothing_is_disconnected(model_files: None) -> None:
    with server_with(send_timeout_s=1) as (server, service):
        with socket.socket() as client:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.connect(("127.0.0.1", service.port))
            text = f"{ONE} {TWO} {THREE} " * 400
            client.sendall(b'{"type": "synthesize", "data": {"text": "%s"}}\n' % text.encode())
            server.engine.wait_for_step(1)
            wait_until(lambda: not service.tasks, "disconnection")
            wait_until(lambda: is_free(server), "free place")
        assert server.engine.seconds < 120


@pytest.mark.parametrize(
    "sent",
    [
        b"\n",
        b"GET / HTTP/1.1\r\n",
        b"{\n",
        b"[]\n",
        b"\xff\xfe\n",
        b"[" * 100_000 + b"\n",
        b'{"type": "describe", "data_length": 10000000000}\n',
        b'{"type": "describe", "data_length": -1}\n',
        b'{"type": "describe", "payload_length": 10000000000}\n',
        b'{"type": "describe", "data_length": 3}\n[1]',
    ],
    ids=lambda sent: repr(sent[:40]),
)
def test_what_is_no_event_ends_the_connection(service: WyomingService, sent: bytes) -> None:
    with socket.create_connection(("127.0.0.1", service.port), PATIENCE_S) as client:
        client.sendall(sent)
        answer = b"".join(iter(lambda: client.recv(4096), b""))
    assert b'"type": "error"' in answer
    assert b'"code": "invalid_request_error"' in answer
    wait_until(lambda: not service.tasks, "end of the connection")


@pytest.mark.parametrize("head", [b"", b'{"type": "a", "data_length": 200000}\n'], ids=["line", "data"])
def test_what_never_ends_is_not_read(service: WyomingService, head: bytes) -> None:
    client = socket.create_connection(("127.0.0.1", service.port), PATIENCE_S)
    with client, pytest.raises(ConnectionError):  # the server closes while the client still sends
        client.sendall(head + b"x" * 100_000_000)
    wait_until(lambda: not service.tasks, "end of the connection")


@pytest.mark.parametrize("sent", [b'{"type": ', b'{"type": "a", "data_length": 9}\n{'], ids=["line", "data"])
def test_an_event_must_be_complete_in_time(model_files: None, sent: bytes) -> None:
    with server_with(receive_timeout_s=0.2) as (_, service):
        with socket.create_connection(("127.0.0.1", service.port), PATIENCE_S) as client:
            client.sendall(sent)
            answer = b"".join(iter(lambda: client.recv(4096), b""))
        assert b"The event was not complete after 0.2 s." in answer


@pytest.mark.parametrize(("idle_s", "total_s"), [(3, 100), (100, 3)], ids=["idle", "old"])
def test_a_connection_ends_when_it_is_idle_or_old(model_files: None, idle_s: float, total_s: float) -> None:
    with (
        server_with(live_idle_timeout_s=idle_s, live_max_session_s=total_s) as (_, service),
        service.client() as client,
    ):
        client.send(Describe())
        client.receive()
        assert client.closed()


def test_a_connection_that_speaks_is_not_idle(model_files: None) -> None:
    with (
        server_with(live_idle_timeout_s=3) as (server, service),
        service.client() as client,
        service.client() as silent,
        server.engine.hold(1) as gate,
    ):
        client.send(Synthesize(ONE))
        server.engine.wait_for_step(1)
        assert silent.closed()
        gate.set()
        assert kinds(client.until("audio-stop")) == SENTENCE


def test_a_text_that_waits_behind_another_does_not_prolong_the_session(model_files: None) -> None:
    with (
        server_with(live_max_session_s=1) as (server, service),
        service.client() as client,
        server.engine.hold(1),
    ):
        client.send(Synthesize(ONE), Synthesize(TWO))
        assert client.closed()
        assert server.engine.steps <= 1


def test_connections_are_limited_with_other_live_sessions(model_files: None) -> None:
    with server_with(live_max_sessions=1) as (_, service):
        with service.client() as one, service.client() as two:
            one.send(Describe())
            one.receive()
            error = two.receive()
            assert error_of(error) == "server_is_overloaded"
            assert error.data["retry_after"] >= 1
            assert two.closed()
        wait_until(lambda: not service.tasks, "end of the connections")
        with service.client() as three:
            three.send(Synthesize(ONE))
            three.until("audio-stop")
