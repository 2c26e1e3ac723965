"""What answers hold until their last byte is out is bounded, and so is the length of whole answers."""

import http.client
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from http.client import HTTPConnection
from typing import Any

import httpx
import pytest

from kokoro_speech_server.chunk import SAMPLE_RATE
from kokoro_speech_server.errors import EngineError, OverloadedError
from kokoro_speech_server.http.held_bytes import HeldBytes
from kokoro_speech_server.workers.connection_counts import ConnectionCounts
from tests.engines import FakeEngine
from tests.observability.test_metrics import figures
from tests.servers import SPEECH, FakeServer, assert_error, each_way, wait_until
from tests.texts import BOOK

MB = 1_000_000
BUDGET = 64 * 1024 * 1024
LONGEST = 30 * MB
CAPTIONED = "/dev/captioned_speech"

FRAMES = 80
"""Two seconds for a token, so that a short text makes a long file, 30 times as long as the server expects."""

TEXT = BOOK[:170]
"""Makes a file of about 20 MB: three of them fit into the budget."""

CHUNKS: dict[str, Any] = {"first_chunk_tokens": 20, "target_min_tokens": 20, "target_max_tokens": 30}


@pytest.fixture(scope="module")
def module_server(model_files: None) -> Iterator[FakeServer]:
    settings = {"max_held_bytes": BUDGET, "max_whole_bytes": LONGEST, **CHUNKS}
    with FakeServer(FakeEngine(frames=FRAMES), **settings) as server:
        yield server.wait_until_ready()


@pytest.fixture
def server(module_server: FakeServer) -> Iterator[FakeServer]:
    module_server.engine.forget()
    yield module_server
    module_server.wait_until_idle()
    assert held(module_server) == 0


def held(server: FakeServer) -> float:
    return figures(server.url)["speech_held_bytes"]


def whole(server: FakeServer, text: str, path: str = SPEECH, **fields: Any) -> httpx.Response:
    body = {"input": text, "response_format": "pcm", "stream": False, **fields}
    return server.client.post(path, json=body)


def unread(server: FakeServer, stack: ExitStack) -> HTTPConnection:
    """A request whose whole answer is complete, and of which only the headers are read."""
    connection = stack.enter_context(closing(server.connect(TEXT, stream=False)))
    answer = connection.getresponse()
    assert answer.status == 200
    connection.answer = answer  # type: ignore[attr-defined]
    return connection


def read(server: FakeServer, connection: HTTPConnection) -> None:
    answer: http.client.HTTPResponse = connection.answer  # type: ignore[attr-defined]
    assert len(answer.read()) == int(answer.headers["content-length"])


def leave(server: FakeServer, connection: HTTPConnection) -> None:
    server.leave(connection)


def assert_full(answer: httpx.Response) -> None:
    assert_error(answer, 503, "service_unavailable_error", code="server_is_overloaded")
    assert int(answer.headers["retry-after"]) >= 1


@pytest.mark.parametrize("end", [read, leave])
def test_answers_that_nobody_reads_fill_the_budget(
    server: FakeServer, end: Callable[[FakeServer, HTTPConnection], None]
) -> None:
    with ExitStack() as stack:
        connections = [unread(server, stack) for _ in range(3)]
        assert 3 * 15 * MB < held(server) <= BUDGET
        assert_full(whole(server, TEXT))
        steps = server.engine.steps
        assert_full(whole(server, BOOK[:8000], speed=0.9))
        assert server.engine.steps == steps, "refused at once, by what is expected"
        assert_full(whole(server, TEXT, CAPTIONED))
        assert server.client.get("/health").status_code == 200

        end(server, connections[0])
        wait_until(lambda: held(server) < 45 * MB, "end of the first answer")
        unread(server, stack)
        assert_full(whole(server, TEXT))


def test_an_answer_that_nobody_reads_is_dropped(model_files: None) -> None:
    with FakeServer(FakeEngine(frames=FRAMES), max_held_bytes=BUDGET, send_timeout_s=0.5) as server:
        server.wait_until_ready()
        with ExitStack() as stack:
            for _ in range(2):
                unread(server, stack)
            wait_until(lambda: held(server) == 0, "end of the answers")
            assert whole(server, TEXT).status_code == 200


@each_way
def test_a_client_that_leaves_holds_nothing(server: FakeServer, way: dict[str, object]) -> None:
    with server.engine.hold(1) as gate:
        connection = server.connect(TEXT, **way)
        server.engine.wait_for_step(1)
        assert held(server) > 0
        server.leave(connection)
        gate.set()


@each_way
def test_a_request_that_fails_holds_nothing(server: FakeServer, way: dict[str, object]) -> None:
    server.engine.faults[1] = EngineError("The model failed.")
    assert server.speak(TEXT, **way).status_code == 500
    assert server.speak("...", **way).status_code == 400
    server.engine.forget()
    server.engine.faults[2] = EngineError("The model failed.")
    with suppress(httpx.TransportError):
        assert server.speak(TEXT, **way).status_code == (500 if way == {"stream": False} else 200)


def test_a_finished_stream_counts_only_what_is_not_read(model_files: None) -> None:
    with FakeServer() as server:
        server.wait_until_ready()
        with closing(server.connect(TEXT)) as connection:
            answer = connection.getresponse()
            wait_until(lambda: not figures(server.url)["speech_requests_running"], "end of the synthesis")
            wait_until(lambda: held(server) < 300_000, "end of what the synthesis holds")
            assert held(server) > 0, "not all is read"
            answer.read()
        server.wait_until_idle()
        assert held(server) == 0


@pytest.mark.parametrize(
    "fields",
    [{"response_format": "wav"}, {"response_format": "flac"}, {"response_format": "mp3", "speed": 0.5}],
)
@pytest.mark.parametrize("path", [SPEECH, CAPTIONED])
def test_a_million_characters_are_not_one_file(fake: FakeServer, path: str, fields: dict[str, Any]) -> None:
    text = (BOOK * (1_000_000 // len(BOOK) + 1))[:1_000_000]
    message = assert_error(whole(fake, text, path, **fields), 400, "invalid_request_error", param="stream")
    assert "stream true" in message
    assert fake.engine.steps == 0


def test_a_stream_has_no_greatest_length(server: FakeServer) -> None:
    text = BOOK[:400]
    assert_error(whole(server, text), 400, "invalid_request_error", param="stream")
    server.engine.forget()
    audio = server.pcm(text)
    assert len(audio) > LONGEST
    assert len(audio) == 2 * sum(map(server.engine.length, server.engine.chunks))


@pytest.mark.parametrize("path", [SPEECH, CAPTIONED])
def test_an_answer_that_becomes_longer_than_expected_is_given_up(server: FakeServer, path: str) -> None:
    assert_error(whole(server, BOOK[:3000], path), 400, "invalid_request_error", param="stream")
    made = 2 * sum(map(server.engine.length, server.engine.chunks))
    assert made < LONGEST + 2 * SAMPLE_RATE * 2 * 60


def test_a_wav_file_beyond_its_headers_is_refused(model_files: None) -> None:
    gigabytes: dict[str, Any] = {"max_whole_bytes": 8 * 1024**3, "max_held_bytes": 16 * 1024**3}
    phonemes = {"phonemes": "a" * 1_000_000, "speed": 0.5, "stream": False}
    with FakeServer(**gigabytes) as server:
        server.wait_until_ready()
        answer = server.client.post(
            "/dev/generate_from_phonemes", json={**phonemes, "response_format": "wav"}
        )
        assert_error(answer, 400, "invalid_request_error", param="stream")
        assert server.engine.steps == 0


def test_workers_share_one_budget() -> None:
    counts = ConnectionCounts.create(2)
    first, second = (
        HeldBytes(100, ConnectionCounts(counts.descriptor, 2).held, worker) for worker in range(2)
    )
    with first.reserve(60) as reservation:
        assert second.total == 60
        with pytest.raises(OverloadedError), second.reserve(50):
            pass
        assert second.total == 60
        with second.reserve(40):
            assert not reservation.resize(61)
            assert reservation.resize(50)
            assert reservation.resize(60)
        # A worker that takes the place of one that has died holds nothing yet.
        assert HeldBytes(100, counts.held, 0).total == 0
