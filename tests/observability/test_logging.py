"""The log: one line for each request, as JSON or console text, without the spoken text, and without forged records."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from tests.servers import ROOT, SPEECH, ServerProcess, each_way, http_client, wait_until

FORGED = "2026-01-01 00:00:00,000 ERROR   root [-] forged"
HOSTILE = (
    f'A "b"\n{FORGED}\r{FORGED}\x0b\x1b[31m\x7f\x85{FORGED}\u2028{FORGED}\u202e \\n status=500 日本 é 🎉'
)

RECORD = re.compile(
    r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} (?:INFO|WARNING|ERROR|CRITICAL) +[\w.]+ \[[\w.:-]+\] \S[ -~]*"
)


class Log:
    """The log of a server so far. It checks that every line has the configured format."""

    def __init__(self, server: ServerProcess, log_format: str) -> None:
        self.server = server
        self._is_json = log_format == "json"

    def lines(self) -> list[str]:
        # splitlines() splits at every character that some reader may interpret as the end of a line.
        whole, _, _ = self.server.stderr.rpartition("\n")
        return whole.splitlines()

    def records(self) -> list[dict[str, Any]]:
        """The records of a JSON log."""
        records = [json.loads(line) for line in self.lines()]
        for record in records:
            assert {"time", "level", "logger", "request_id", "message"} <= set(record), record
            assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", record["time"])
        return records

    def of_request(self, request_id: str) -> dict[str, Any]:
        """The fields of the only line of a request."""
        wait_until(lambda: self._of_request(request_id), "log line")
        [fields] = self._of_request(request_id)
        return fields

    def _of_request(self, request_id: str) -> list[dict[str, Any]]:
        if self._is_json:
            return [record for record in self.records() if record["request_id"] == request_id]
        for line in self.lines():
            assert RECORD.fullmatch(line), line
        return [_fields(line) for line in self.lines() if f" [{request_id}] speech " in line]


def _fields(line: str) -> dict[str, Any]:
    """The fields after the message, which are plain words or JSON."""
    fields = re.findall(r' (\w+)=("(?:[^"\\]|\\.)*"|\S+)', line.partition("] speech")[2])
    number_or_text = re.compile(r'".*"|-?\d+(\.\d+)?(e-?\d+)?')
    return {name: json.loads(value) if number_or_text.fullmatch(value) else value for name, value in fields}


@pytest.fixture(scope="module", params=["console", "json"])
def log(model_files: None, request: pytest.FixtureRequest) -> Iterator[Log]:
    """The log of a server without LOG_TEXT."""
    with logging_server(request.param) as log:
        yield log


@contextmanager
def logging_server(log_format: str, **settings: str) -> Iterator[Log]:
    settings = {"LOG_FORMAT": log_format, "WORKERS": "1", **settings}
    with ServerProcess(module="tests.fake_serve", **settings) as server:
        server.wait_until_ready()
        yield Log(server, log_format)


def speak(log: Log, input: str, **fields: Any) -> httpx.Response:
    body = {"input": input, "response_format": "pcm", **fields}
    return http_client.post(log.server.url + SPEECH, json=body)


@each_way
def test_a_request_is_one_line_without_its_text(log: Log, way: dict[str, object]) -> None:
    text = "Abracadabra, this text is private."
    answer = speak(log, text, voice="em_alex", **way)
    fields = log.of_request(answer.headers["x-request-id"])
    assert answer.status_code == fields["status"] == 200
    assert fields["outcome"] == "spoken"
    assert fields["characters"] == len(text)
    assert fields["caller"] == "127.0.0.1"
    assert fields["voice"] == "em_alex"
    assert 0 <= fields["waiting_s"] <= fields["first_byte_s"] <= fields["total_s"] < 60
    assert 0 < fields["audio_s"] < 60
    # The text is not in the log of invalid requests either.
    assert speak(log, text, voice="nobody").status_code == 400
    hostile = speak(log, text + HOSTILE)
    assert log.of_request(hostile.headers["x-request-id"])["status"] == 200
    assert "bracadabra" not in log.server.stderr
    assert "forged" not in log.server.stderr


def test_a_client_cannot_forge_records(log: Log) -> None:
    for name in ("voice", "model", "response_format", "lang_code"):
        assert speak(log, "Hello.", **{name: f"af_heart\n{FORGED}"}).status_code in {400, 404}
    assert http_client.get(f"{log.server.url}/a%0A{FORGED}").status_code == 404
    answer = speak(log, "Hello.")
    assert log.of_request(answer.headers["x-request-id"])["status"] == 200
    assert not [line for line in log.lines() if line.startswith(FORGED)]


@pytest.mark.parametrize("log_format", ["console", "json"])
def test_the_text_is_logged_on_request(model_files: None, log_format: str) -> None:
    with logging_server(log_format, LOG_TEXT="true") as log:
        answer = speak(log, HOSTILE)
        fields = log.of_request(answer.headers["x-request-id"])
        assert (fields["status"], fields["text"]) == (200, HOSTILE)
        assert fields["characters"] == len(HOSTILE)
        assert log.server.stderr.isascii()
        assert not [line for line in log.lines() if line.startswith(FORGED)]


@pytest.mark.parametrize("log_format", [pytest.param("console", marks=pytest.mark.proof), "json"])
def test_an_exception_is_distinguishable_from_records(model_files: None, log_format: str) -> None:
    """An exception is indented on the console, and one field in JSON."""
    with ServerProcess(
        module="tests.fake_serve",
        LOG_FORMAT=log_format,
        WORKERS="1",
        FAKE_LOAD_ERROR=f"no such weights\n{FORGED}",
    ) as server:
        assert server.wait() != 0
        log = Log(server, log_format)
        if log_format == "json":
            [failed] = [record for record in log.records() if "exception" in record]
            assert failed["level"] == "ERROR"
            assert failed["exception"].endswith(f"RuntimeError: no such weights\n{FORGED}")
        else:
            lines = log.lines()
            assert all(line.startswith("  ") or RECORD.fullmatch(line) for line in lines), lines
            message = lines.index("  RuntimeError: no such weights")
            assert lines[message + 1] == f"  {FORGED}"


def test_processes_that_share_stderr_do_not_mix_their_lines() -> None:
    """A pipe is atomic up to 4 KiB; a text may be longer."""
    program = (
        "import logging; from kokoro_speech_server.observability.logging import configure_logging\n"
        "configure_logging('info', 'json')\n"
        "for _ in range(100): logging.info('speech', extra={'text': 'long' * 10_000})"
    )
    reader, writer = os.pipe()
    writers = [subprocess.Popen([sys.executable, "-c", program], cwd=ROOT, stderr=writer) for _ in range(3)]
    os.close(writer)
    with open(reader) as pipe:
        lines = pipe.read().splitlines()
    assert [process.wait() for process in writers] == [0] * 3
    assert len(lines) == 300
    assert {len(json.loads(line)["text"]) for line in lines} == {40_000}


@pytest.mark.parametrize("log_format", ["json", "console"])
def test_a_key_in_the_address_of_a_websocket_is_not_logged(log_format: str) -> None:
    """As uvicorn logs it, where it runs without this server's protocols."""
    program = f"""
import logging
from kokoro_speech_server.observability.logging import configure_logging, flush_log
configure_logging("info", {log_format!r})
address = "/v1/speak?a=1&api_key=sk-secret&b=2"
logging.getLogger("uvicorn.error").info('%s - "WebSocket %s" [accepted]', "127.0.0.1:1", address)
flush_log()
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "a=1&api_key=***&b=2" in ran.stderr
    assert "sk-secret" not in ran.stderr
