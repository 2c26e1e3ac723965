"""A reverse proxy that publishes a server under a path, as nginx does: `location /tts/ { proxy_pass http://…/; }`."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from tests.engines import PATIENCE_S

_HOP_BY_HOP = ("connection", "keep-alive", "transfer-encoding")


@contextmanager
def published_under(prefix: str, port: int) -> Iterator[str]:
    """The address, with a final slash, under which the proxy has the server at a port of this machine."""

    class Handler(BaseHTTPRequestHandler):
        def forward(self) -> None:
            if not self.path.startswith(prefix):
                self.send_error(404)
                return
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)) as upstream:
                upstream.request(self.command, "/" + self.path.removeprefix(prefix), body, dict(self.headers))
                answer = upstream.getresponse()
                self.send_response(answer.status)
                for name, value in answer.getheaders():
                    if name.lower() not in _HOP_BY_HOP:
                        self.send_header(name, value)
                self.send_header("connection", "close")
                self.end_headers()
                while piece := answer.read1(64 * 1024):
                    self.wfile.write(piece)
            self.close_connection = True

        do_GET = do_HEAD = do_POST = forward

        def log_message(self, format: str, *args: object) -> None:
            """Is silent."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}{prefix}"
        finally:
            server.shutdown()
            thread.join()
