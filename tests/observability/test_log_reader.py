"""A log that nobody reads, or that another process has locked, does not stop the server."""

import fcntl
import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from kokoro_speech_server.observability import logging as speech_logging
from tests.engines import PATIENCE_S
from tests.servers import SPEECH, ServerProcess, http_client, wait_until

LONG_TEXT = "Hola." + 500_000 * "\n"
"""A text that is soon spoken, and makes a long line with LOG_TEXT."""

DROPPED = re.compile(r"(\d+) log lines were dropped")


class UnreadPipe:
    """A pipe that a server has as its stderr, next to other servers."""

    def __init__(self, path: Path) -> None:
        os.mkfifo(path)
        self._fd = os.open(path, os.O_RDWR | os.O_NONBLOCK)
        self.text = ""

    def fill(self) -> None:
        """Write until nothing more fits."""
        for size in (1024, 1):
            try:
                while os.write(self._fd, b"\n" * size):
                    pass
            except BlockingIOError:
                pass

    def read(self) -> str:
        """Returns all that was ever read."""
        try:
            while part := os.read(self._fd, 1 << 16):
                self.text += part.decode()
        except BlockingIOError:
            pass
        return self.text

    def try_lock(self) -> bool:
        """Reads what is in the pipe, so that a server that holds the lock can go on; returns whether it is locked."""
        self.read()
        try:
            fcntl.lockf(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):
            return False
        return True

    def close(self) -> None:
        os.close(self._fd)


@pytest.fixture
def pipe(tmp_path: Path) -> Iterator[UnreadPipe]:
    pipe = UnreadPipe(tmp_path / "stderr")
    yield pipe
    pipe.close()


def start(folder: Path) -> ServerProcess:
    program = f'exec "{sys.executable}" -m tests.fake_serve serve 2>"{folder}/stderr" >"{folder}/stderr"'
    return ServerProcess(command=["sh", "-c", program], WORKERS="1", LOG_TEXT="true")


def reported(log: str) -> int:
    """The number of dropped lines that the log reports."""
    lines = [line for line in log.splitlines() if len(line) < 1000]  # without the long texts
    return sum(int(count) for line in lines for count in DROPPED.findall(line))


def dropped(server: ServerProcess) -> float:
    metrics = http_client.get(f"{server.url}/metrics").text
    [count] = re.findall(r"^speech_log_lines_dropped_total (\S+)$", metrics, re.MULTILINE)
    return float(count)


def assert_it_serves(server: ServerProcess) -> None:
    assert http_client.get(f"{server.url}/health").status_code == 200
    answer = http_client.post(server.url + SPEECH, json={"input": "Hola."})
    assert answer.status_code == 200


def assert_it_serves_and_drops_lines(server: ServerProcess) -> None:
    before = dropped(server)
    with httpx.Client(base_url=server.url, trust_env=False, timeout=PATIENCE_S) as client:
        for _ in range(100):
            assert client.get("/health").status_code == 200
            assert client.post(SPEECH, json={"input": LONG_TEXT}).status_code == 200
            if dropped(server) > before:
                return
    pytest.fail("no line was dropped")


def test_a_log_that_nobody_reads_costs_lines_and_nothing_else(
    model_files: None, pipe: UnreadPipe, tmp_path: Path
) -> None:
    pipe.fill()
    with start(tmp_path) as server:
        server.wait_until_ready()
        assert_it_serves_and_drops_lines(server)
        wait_until(lambda: reported(pipe.read()), "line about the dropped ones")
        wait_until(lambda: reported(pipe.read()) == dropped(server), "all dropped lines")
        lines = [line for line in pipe.text.splitlines() if line]
        text = json.dumps(LONG_TEXT)
        assert sum("] speech " in line and text in line for line in lines) > 5
        assert any(line.startswith("Try:") for line in lines)
        # Neither do the locks of another process, nor a pipe that is full until the end.
        assert speech_logging.__file__ is not None
        with open(speech_logging.__file__, "rb") as source:
            fcntl.flock(source, fcntl.LOCK_EX)
            wait_until(pipe.try_lock, "lock")
            assert_it_serves(server)
        pipe.fill()
        assert server.stop() == 0
