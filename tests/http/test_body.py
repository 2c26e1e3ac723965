"""A request body must arrive in time; the response may take any time."""

import json
import socket

import httpx
import pytest

from tests.engines import PATIENCE_S
from tests.servers import SPEECH, FakeServer, wait_until


def test_a_body_that_does_not_arrive_gets_408(model_files: None) -> None:
    with FakeServer(receive_timeout_s=0.3) as server:
        server.wait_until_ready()
        body = json.dumps({"input": "Hello."}).encode()
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S) as client:
            head = f"POST {SPEECH} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n\r\n"
            client.sendall(head.encode() + body[:-1])
            answer = client.recv(65536).decode()
        assert answer.startswith("HTTP/1.1 408 ")
        error = json.loads(answer.partition("\r\n\r\n")[2])["error"]
        assert error["type"] == "invalid_request_error"
        assert "0.3 s" in error["message"]
        server.wait_until_idle()
        assert server.engine.steps == 0


@pytest.mark.parametrize("stream", [True, False])
def test_the_time_of_the_response_does_not_count(model_files: None, stream: bool) -> None:
    with FakeServer(receive_timeout_s=0.3) as server:
        server.wait_until_ready()
        with server.engine.hold(1) as gate:
            connection = server.connect("Hello there.", stream=stream)
            server.engine.wait_for_step(1)
            patience = httpx.Timeout(PATIENCE_S, read=1.5)
            with pytest.raises(httpx.ReadTimeout):  # several times as long as a body may take
                httpx.post(server.url + SPEECH, json={"input": "Hello."}, timeout=patience, trust_env=False)
            gate.set()
            answer = connection.getresponse()
            assert answer.status == 200
            assert answer.read()
            connection.close()


def test_a_disconnect_within_the_body_logs_no_error(
    fake: FakeServer, caplog: pytest.LogCaptureFixture
) -> None:
    with socket.create_connection(("127.0.0.1", fake.port), timeout=PATIENCE_S) as client:
        client.sendall(f"POST {SPEECH} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{{".encode())
        wait_until(lambda: fake.tasks == 1, "request in progress")
    fake.wait_until_idle()
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
