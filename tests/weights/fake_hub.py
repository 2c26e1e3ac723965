"""A local stand-in for the Hugging Face hub: serves files, records requests, and simulates faults."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from types import TracebackType
from typing import Self


@dataclass(frozen=True)
class HubRequest:
    method: str
    name: str
    range: str | None
    authorization: str | None


class FakeHub(AbstractContextManager["FakeHub"]):
    """Serves `files` (content by name in the repository) at `endpoint`, for any repository and revision.

    requests: all requests so far
    cut:      by name, the numbers of bytes after which the next answers break their connection, one entry per answer
    corrupt:  by name, how many of the next answers have a wrong last byte
    gate:     GET requests wait until it is set; set from the start
    """

    def __init__(self, files: Mapping[str, bytes | memoryview]) -> None:
        self.files = dict(files)
        self.requests: list[HubRequest] = []
        self.cut: dict[str, list[int]] = {}
        self.corrupt: dict[str, int] = {}
        self.gate = Event()
        self.gate.set()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self.endpoint = f"http://127.0.0.1:{self._server.server_address[1]}"

    def gets(self, name: str) -> list[HubRequest]:
        return [request for request in self.requests if request.method == "GET" and request.name == name]

    def __enter__(self) -> Self:
        Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.gate.set()
        self._server.shutdown()
        self._server.server_close()


def _handler(hub: FakeHub) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_HEAD(self) -> None:
            self._start("HEAD")

        def do_GET(self) -> None:
            hub.gate.wait()
            name, body = self._start("GET")
            if cuts := hub.cut.get(name):
                body = body[: cuts.pop(0)]
                self.close_connection = True
            self.wfile.write(body)

        def _start(self, method: str) -> tuple[str, bytes | memoryview]:
            """Send the status and the headers; returns the file's name and the complete body."""
            name = self.path.split("/resolve/", 1)[-1].split("/", 1)[-1]
            span = self.headers.get("Range")
            hub.requests.append(HubRequest(method, name, span, self.headers.get("Authorization")))
            if name not in hub.files:
                self.send_response(404)
                self.send_header("Content-Length", "0")
                self.end_headers()
                return name, b""
            whole = hub.files[name]
            start = int(span.removeprefix("bytes=").removesuffix("-")) if span else 0
            if method == "GET" and hub.corrupt.get(name, 0):
                hub.corrupt[name] -= 1
                whole = bytes(whole[:-1]) + bytes([whole[-1] ^ 1])
            self.send_response(206 if span else 200)
            if span:
                self.send_header("Content-Range", f"bytes {start}-{len(whole) - 1}/{len(whole)}")
            self.send_header("Content-Length", str(len(whole) - start))
            self.send_header("ETag", '"etag"')
            self.send_header("X-Repo-Commit", "0" * 40)
            self.end_headers()
            return name, whole[start:]

        def log_message(self, format: str, *args: object) -> None:
            """Silent, since `hub.requests` records the requests."""

    return Handler
