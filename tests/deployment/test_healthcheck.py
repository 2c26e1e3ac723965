"""The images' health check, against a server that answers as told."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from tests.engines import PATIENCE_S
from tests.servers import ROOT, free_port


class _Server(HTTPServer):
    status = 200


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_GET(self) -> None:
        self.send_response(self.server.status if self.path == "/ready" else 404)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[_Server]:
    with _Server(("127.0.0.1", 0), _Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def check(port: int, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, ROOT / "docker/scripts/healthcheck.py"],
        env={**os.environ, "PORT": str(port), **environment},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


@pytest.mark.parametrize("name", ["http_proxy", "HTTP_PROXY", "all_proxy"])
def test_a_proxy_does_not_make_a_ready_server_unhealthy(server: _Server, name: str) -> None:
    proxy = f"http://127.0.0.1:{free_port()}"
    checked = check(server.server_port, **{name: proxy, "no_proxy": "", "NO_PROXY": ""})
    assert checked.returncode == 0, checked.stderr


@pytest.mark.parametrize("status", [301, 404, 503])
def test_a_server_that_is_not_ready_is_unhealthy(server: _Server, status: int) -> None:
    server.status = status
    checked = check(server.server_port)
    assert (checked.returncode, checked.stderr) == (1, f"Not ready: status {status}\n")


def test_without_a_server_the_check_says_why() -> None:
    checked = check(free_port())
    assert checked.returncode == 1
    assert checked.stderr.startswith("Not ready: ")
    assert "Traceback" not in checked.stderr
