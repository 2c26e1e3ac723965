"""Servers for the tests: one as a process, and one with a fake engine in a thread of pytest's process."""

import asyncio
import base64
import functools
import itertools
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from http.client import HTTPConnection
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, Self

import httpx
import psutil  # type: ignore[import-untyped]
import pytest
import uvicorn

from kokoro_speech_server.app import create_app
from kokoro_speech_server.config import Settings
from kokoro_speech_server.http.uvicorn_protocol import HttpProtocol
from kokoro_speech_server.http.websocket_protocol import WEBSOCKET_CONFIG
from kokoro_speech_server.text.phonemizer import ThreadPhonemizer
from kokoro_speech_server.weights import assets
from tests.engines import PATIENCE_S, FakeEngine

ROOT = Path(__file__).parent.parent
SPEECH = "/v1/audio/speech"
DEFAULT_VOICE = "ef_dora"
"""Spanish, the fake server's default: each process that processes English text loads it for seconds."""

http_client = httpx.Client(
    timeout=PATIENCE_S, trust_env=False, limits=httpx.Limits(max_keepalive_connections=0)
)
"""Sends each request on a connection of its own, as httpx.get() does, which would load the machine's certificates each
time: 20 ms of CPU."""

each_way = pytest.mark.parametrize(
    "way", [{"stream": True}, {"stream": False}, {"stream_format": "sse"}], ids=["streamed", "whole", "sse"]
)


def wait_until(condition: Callable[[], object], what: str) -> None:
    """Polls until the condition holds, and fails with `what` if it does not within PATIENCE_S.

    It polls less often the longer it waits, since the processes that it waits for need the cores.
    """
    start = time.monotonic()
    while not condition():
        waited = time.monotonic() - start
        assert waited < PATIENCE_S, f"no {what} within {PATIENCE_S:g} s"
        time.sleep(0.01 + waited / 20)


def is_ready(url: str) -> bool:
    try:
        return http_client.get(f"{url}/ready", timeout=5).status_code == 200
    except httpx.TransportError:
        return False


_FIRST_PORT, _LAST_PORT = 10_000, 32_000
"""Below the ports that Linux and macOS give to clients' connections, which might take one before its server does."""

_ports = itertools.count(random.SystemRandom().randrange(_LAST_PORT - _FIRST_PORT))


def free_port() -> int:
    """A port that nobody listens on, and another one in each call."""
    while True:
        port = _FIRST_PORT + next(_ports) % (_LAST_PORT - _FIRST_PORT)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


def worker_processes(server: int, *, name: str = "(?:web )?worker") -> list[psutil.Process]:
    """The workers of a server: all, those with a model ("worker"), or those without ("web worker")."""
    children = psutil.Process(server).children(recursive=True)
    return [child for child in children if re.fullmatch(rf"{name} \d+", child.name())]


class ServerProcess(AbstractContextManager["ServerProcess"]):
    """`python -m <module> serve`, or another command, with settings from the environment, and its output."""

    allowed: ClassVar[bool] = True
    """False in a test that must not start a server."""

    def __init__(
        self, *, module: str = "kokoro_speech_server", command: Sequence[str] = (), **settings: str
    ) -> None:
        assert self.allowed, "mark this test with pytest.mark.server"
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._stdout = tempfile.TemporaryFile()
        self._stderr = tempfile.TemporaryFile()
        # A server that is killed leaves its temporary files, and may still be ending when they are removed.
        self._folder = tempfile.TemporaryDirectory(prefix="speech-server-", ignore_cleanup_errors=True)
        self.process = subprocess.Popen(
            command or [sys.executable, "-m", module, "serve"],
            cwd=ROOT,
            env={
                **os.environ,
                "HOST": "127.0.0.1",
                "PORT": str(self.port),
                "TMPDIR": self._folder.name,
                "WORKERS": "1",  # by default their number depends on the machine
                **settings,
            },
            stdin=subprocess.DEVNULL,
            stdout=self._stdout,
            stderr=self._stderr,
        )

    def wait_until_ready(self) -> None:
        wait_until(lambda: self.process.poll() is not None or is_ready(self.url), "readiness")
        assert self.process.poll() is None, self.stderr

    def wait(self) -> int:
        """Returns the exit code."""
        return self.process.wait(PATIENCE_S)

    def stop(self) -> int:
        """Ends the server by SIGTERM, as a process manager does. Returns the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.wait()

    @property
    def temporary_files(self) -> list[str]:
        """The names in the server's temporary folder."""
        return os.listdir(self._folder.name)

    @property
    def stdout(self) -> str:
        return _all_of(self._stdout)

    @property
    def stderr(self) -> str:
        return _all_of(self._stderr)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            # Killing a shell alone would leave its server running.
            for process in [*psutil.Process(self.process.pid).children(recursive=True), self.process]:
                process.kill()
            self.process.wait()
        self._stdout.close()
        self._stderr.close()
        self._folder.cleanup()


def _all_of(file: Any) -> str:
    # At a position, since the writing process shares the file's offset.
    return os.pread(file.fileno(), 1 << 20, 0).decode()


class _SharedPhonemizer(ThreadPhonemizer):
    """A phonemizer that outlives the servers that use it."""

    def close(self) -> None:
        """Does nothing: a server that stops must not close it."""

    def really_close(self) -> None:
        super().close()


@functools.cache
def shared_phonemizer() -> _SharedPhonemizer:
    """The real phonemizer, whose English takes seconds and 150 MB to load."""
    return _SharedPhonemizer(frozenset(assets.config()["vocab"]))


def close_shared_phonemizer() -> None:
    """Ends the shared phonemizer's thread and its espeak-ng process, if a server has used it."""
    if shared_phonemizer.cache_info().currsize:
        shared_phonemizer().really_close()


class FakeServer(AbstractContextManager["FakeServer"]):
    """The application with a fake engine, on a real socket, in a thread of pytest's process.

    Its sockets have small buffers, so that the server soon notices a client that does not read. All fake servers of a
    process share one phonemizer, since English takes seconds to load.
    """

    allowed: ClassVar[bool] = True
    """False in a test that must not start a server."""

    def __init__(self, engine: FakeEngine | None = None, *, root_path: str = "", **settings: Any) -> None:
        assert self.allowed, "mark this test with pytest.mark.server"
        self.engine = engine or FakeEngine()
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 16 * 1024)
        self._socket.bind(("127.0.0.1", 0))
        self.port: int = self._socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        # No pauses between sentences, so that tests can count samples.
        defaults = {
            "log_level": "error",
            "sentence_pause_s": 0,
            "paragraph_pause_s": 0,
            "default_voice": DEFAULT_VOICE,
            "live_patience_ms": 1e9,  # a busy machine must not change what is spoken together
        }
        self.app = create_app(
            Settings(**{**defaults, **settings}), engine=self.engine, phonemizer=shared_phonemizer()
        )
        # As a worker does.
        protocol: Any = functools.partial(HttpProtocol, Settings(**settings).receive_timeout_s)
        self._config = uvicorn.Config(
            self.app, http=protocol, log_config=None, root_path=root_path, **WEBSOCKET_CONFIG
        )
        self._server = uvicorn.Server(self._config)
        self._thread = threading.Thread(target=self._run, name="server")
        self.loop: asyncio.AbstractEventLoop | None = None
        # Without TLS, for which each client would load the machine's certificates.
        self.client = httpx.Client(base_url=self.url, timeout=PATIENCE_S, trust_env=False, verify=False)

    def wait_until_ready(self) -> Self:
        wait_until(lambda: is_ready(self.url), "readiness")
        self.wait_until_idle()
        self.engine.forget()  # the warm-up
        return self

    def speak(self, input: str, **fields: Any) -> httpx.Response:
        """Returns the response; raises an error of httpx if the connection breaks."""
        return self.client.post(SPEECH, json={"input": input, **fields})

    def pcm(self, input: str, **fields: Any) -> bytes:
        answer = self.speak(input, response_format="pcm", **fields)
        assert answer.status_code == 200, answer.text
        return answer.content

    def connect(self, input: str, **fields: Any) -> HTTPConnection:
        """Sends a request on a new connection with a small receive buffer, and reads nothing."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        connection.sock = socket.socket()
        connection.sock.settimeout(PATIENCE_S)
        connection.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.sock.connect(("127.0.0.1", self.port))
        body = json.dumps({"input": input, "response_format": "pcm", **fields})
        connection.request("POST", SPEECH, body, {"Content-Type": "application/json"})
        return connection

    @property
    def connections(self) -> int:
        return len(self._server.server_state.connections)

    @property
    def tasks(self) -> int:
        """Requests in progress."""
        return len(self._server.server_state.tasks)

    def wait_until_idle(self) -> None:
        wait_until(lambda: not self.tasks, "end of all requests")

    def leave(self, connection: HTTPConnection) -> None:
        """Closes the connection, and returns once the server has noticed."""
        before = self.connections
        connection.sock.close()
        connection.close()
        wait_until(lambda: self.connections < before, "notice of a client disconnect")

    def __enter__(self) -> Self:
        self._thread.start()
        wait_until(lambda: self._server.started, "listening server")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.client.close()
        self.engine.loading.set()
        self._server.should_exit = True
        self._server.force_exit = kind is not None
        self._thread.join(PATIENCE_S)
        self._socket.close()
        assert not self._thread.is_alive(), "the server does not stop"

    def _run(self) -> None:
        async def serve() -> None:
            self.loop = asyncio.get_running_loop()
            await self._server.serve(sockets=[self._socket])

        with asyncio.Runner(loop_factory=self._config.get_loop_factory()) as runner:
            runner.run(serve())


def joined_events(body: str) -> tuple[list[dict[str, Any]], bytes]:
    """Returns the events of a server-sent-events response and the joined audio of its deltas."""
    events = []
    for event in body.split("\n\n"):
        if event:
            assert event.startswith("data: "), event[:80]
            events.append(json.loads(event.removeprefix("data: ")))
    audio = b"".join(
        base64.b64decode(event["audio"], validate=True)
        for event in events
        if event["type"] == "speech.audio.delta"
    )
    return events, audio


def assert_error(
    answer: httpx.Response, status: int, type: str, *, code: str | None = None, param: str | None = None
) -> str:
    """Asserts that the response is this error in OpenAI's shape. Returns its message."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-request-id"]
    body = answer.json()
    assert set(body) == {"error"}
    assert set(body["error"]) - {"position"} == {"message", "type", "param", "code"}
    assert (body["error"]["type"], body["error"]["code"], body["error"]["param"]) == (type, code, param), body
    message = body["error"]["message"]
    assert isinstance(message, str)
    assert 0 < len(message) < 600
    return message
