"""Wyoming with its own client, unpatched, event by event as Home Assistant exchanges them."""

import logging
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
from wyoming.error import Error
from wyoming.event import Event
from wyoming.info import Describe, Info
from wyoming.ping import Ping
from wyoming.tts import Synthesize, SynthesizeChunk, SynthesizeStart, SynthesizeStop, SynthesizeVoice

from kokoro_speech_server.errors import EngineError
from kokoro_speech_server.http.app_state import state_of
from kokoro_speech_server.observability import metrics
from kokoro_speech_server.voices import VOICES
from tests.engines import PATIENCE_S, symbols
from tests.servers import FakeServer, wait_until
from tests.wyoming.client import END_OF_STREAM, WyomingService, kinds, wyoming

pytestmark = pytest.mark.server

ONE = "Hola, amigo mío."
TWO = "Buenos días a todos."
THREE = "Esto es la tercera frase."
SENTENCE = ["audio-start", "audio-chunk", "audio-stop"]


@pytest.fixture(scope="module")
def single(model_files: None) -> Iterator[tuple[FakeServer, WyomingService]]:
    """A server with one place."""
    with FakeServer(queue_size=1) as server, wyoming(server.wait_until_ready()) as service:
        yield server, service


@pytest.fixture
def server(single: tuple[FakeServer, WyomingService]) -> FakeServer:
    server, service = single
    wait_until(lambda: not service.tasks, "end of all connections")
    server.wait_until_idle()
    server.engine.forget()
    return server


@pytest.fixture
def service(single: tuple[FakeServer, WyomingService], server: FakeServer) -> WyomingService:
    return single[1]


@contextmanager
def server_with(**settings: Any) -> Iterator[tuple[FakeServer, WyomingService]]:
    with FakeServer(**settings) as server, wyoming(server.wait_until_ready()) as service:
        yield server, service


def is_free(server: FakeServer) -> bool:
    queue = server.client.get("/dev/engine").json()["queue"]
    return bool(queue["running"] + queue["waiting"] == 0)


def spoken(server: FakeServer) -> str:
    """What the engine has spoken, without the spaces between words."""
    return "".join(symbols(chunk.tokens) for chunk in server.engine.chunks).replace(" ", "")


def spoken_over_http(server: FakeServer, text: str) -> str:
    server.engine.forget()
    server.pcm(text)
    return spoken(server)


def error_of(event: Event) -> str | None:
    assert Error.is_type(event.type)
    error = Error.from_event(event)
    assert error.text
    code: str | None = error.code
    return code


def test_all_voices_are_described(service: WyomingService) -> None:
    with service.client() as client:
        client.send(Describe())
        info = Info.from_event(client.receive())
    [program] = info.tts
    assert program.installed
    assert program.supports_synthesize_streaming
    assert {voice.name for voice in program.voices} == set(VOICES)
    heart, dora = (next(v for v in program.voices if v.name == name) for name in ("af_heart", "ef_dora"))
    assert (heart.description, heart.languages) == ("Heart (American English, female)", ["en-US"])
    assert (dora.description, dora.languages) == ("Dora (Spanish, female)", ["es"])
    assert all(len(voice.languages) == 1 and voice.installed for voice in program.voices)
    assert len({voice.description for voice in program.voices}) == len(VOICES)
    assert [info.asr, info.wake, info.handle, info.intent, info.satellite] == [[], [], [], [], None]


def test_home_assistants_text_is_spoken_once_and_before_it_ends(
    server: FakeServer, service: WyomingService
) -> None:
    text = f"{ONE} {TWO} {THREE}"
    voice = SynthesizeVoice(name="ef_dora")
    with service.client() as client:
        pieces = [SynthesizeChunk(text[start : start + 3]) for start in range(0, len(text), 3)]
        client.send(SynthesizeStart(voice=voice), *pieces[:8])
        early = client.until("audio-stop")
        assert kinds(early) == SENTENCE
        assert early[0].data == {"rate": 24_000, "width": 2, "channels": 1, "timestamp": None}
        client.send(*pieces[8:], Synthesize(text, voice=voice), SynthesizeStop())
        rest = client.until(END_OF_STREAM)
        client.send(Ping("still there"))
        assert client.receive().data == {"text": "still there"}
    ended = kinds(rest)
    assert ended[-1] == END_OF_STREAM
    assert ended[:-1] == SENTENCE * (len(ended) // 3)
    assert len(client.audio) == 2 * 24_000 * server.engine.seconds
    assert spoken(server) == spoken_over_http(server, text)


def test_a_whole_text_is_one_stretch_of_audio(server: FakeServer, service: WyomingService) -> None:
    text = " ".join([ONE, TWO, THREE] * 20)
    with service.client() as client:
        client.send(Synthesize(text))
        assert kinds(client.until("audio-stop")) == SENTENCE
        assert server.engine.steps > 1
        assert spoken(server) == spoken_over_http(server, text)
        before = len(client.audio)
        client.send(Synthesize(ONE, voice=SynthesizeVoice(name="ef_dora")))
        client.until("audio-stop")
        assert client.audio[before:] == server.pcm(ONE)


def test_texts_that_are_sent_together_are_spoken_one_after_the_other(service: WyomingService) -> None:
    with service.client() as client:
        client.send(Synthesize(ONE), Synthesize("..."), Synthesize(TWO))
        client.stream(THREE)
        events = client.until(END_OF_STREAM)
    empty = ["audio-start", "audio-stop"]
    assert kinds(events) == [*SENTENCE, *empty, *SENTENCE, *SENTENCE, END_OF_STREAM]


@pytest.mark.parametrize(
    ("voice", "said_by"),
    [
        ({"name": "im_nicola"}, "im_nicola"),
        ({"name": "em_alex", "speaker": "anybody"}, "em_alex"),
        ({"name": "ef_dora+em_alex"}, "ef_dora+em_alex"),
        ({"language": "es"}, "ef_dora"),
        ({"language": "fr_FR"}, "ff_siwis"),
        ({}, "ef_dora"),
        (None, "ef_dora"),
    ],
    ids=str,
)
def test_a_voice_is_chosen_by_name_or_language(
    server: FakeServer, service: WyomingService, voice: dict[str, str] | None, said_by: str
) -> None:
    with service.client() as client:
        client.send_event(Event("synthesize", {"text": "La la.", "voice": voice}))
        client.until("audio-stop")
    assert client.audio == server.pcm("La la.", voice=said_by)


@pytest.mark.parametrize(
    "fields",
    [
        {"voice": {"name": "nobody"}},
        {"voice": {"name": "x" * 2_000}},
        {"voice": {"name": 5}},
        {"voice": {"language": "tlh"}},
        {"voice": ["af_heart"]},
        {"text_format": "ssml"},
        {"text": 5},
        {"text": "a" * 100_001},
    ],
    ids=lambda fields: str(fields)[:40],
)
def test_what_cannot_be_spoken_is_an_error_and_the_connection_stays(
    server: FakeServer, service: WyomingService, fields: dict[str, Any]
) -> None:
    with service.client() as client:
        client.send_event(Event("synthesize", {"text": ONE, **fields}))
        error, end = client.until("audio-stop")
        assert error_of(error) in ("invalid_request_error", "string_above_max_length")
        assert end.type == "audio-stop"
        client.send_event(Event("synthesize-start", fields))
        client.send_event(Event("synthesize-chunk", {"text": ONE, **fields}))
        client.send_event(Event("synthesize", {"text": ONE, **fields}))
        client.send(SynthesizeStop())
        error, end = client.until(END_OF_STREAM)
        assert error_of(error) in ("invalid_request_error", "string_above_max_length")
        assert not server.engine.steps
        client.stream(TWO)
        assert kinds(client.until(END_OF_STREAM)) == [*SENTENCE, END_OF_STREAM]


def test_pieces_without_a_start_are_errors(service: WyomingService) -> None:
    with service.client() as client:
        client.send(SynthesizeChunk(ONE), SynthesizeStop(), SynthesizeStart(), SynthesizeStart())
        assert [error_of(client.receive()) for _ in range(3)] == ["invalid_request_error"] * 3
        client.send(SynthesizeChunk(ONE), SynthesizeStop())
        assert kinds(client.until(END_OF_STREAM)) == [*SENTENCE, END_OF_STREAM]


def test_events_of_other_services_are_ignored(service: WyomingService) -> None:
    with service.client() as client:
        client.send_event(Event("audio-chunk", {"rate": 16_000}, b"\0" * 2_000))
        client.send_event(Event("select-program", {"name": "kokoro"}))
        client.send(Synthesize(ONE))
        assert kinds(client.until("audio-stop")) == SENTENCE


def test_a_full_server_says_when_to_come_back(server: FakeServer, service: WyomingService) -> None:
    with service.client() as one, service.client() as two, server.engine.hold(1):
        one.send(Synthesize(ONE))
        server.engine.wait_for_step(1)
        two.stream(TWO)
        error, _ = two.until(END_OF_STREAM)
        assert error_of(error) == "server_is_overloaded"
        assert error.data["retry_after"] >= 1
        two.send(Synthesize(TWO))
        assert error_of(two.until("audio-stop")[0]) == "server_is_overloaded"


def test_limits_of_a_caller_count_what_its_address_does(model_files: None) -> None:
    with (
        server_with(concurrency_limit=1) as (server, service),
        service.client() as one,
        service.client() as two,
        server.engine.hold(1),
    ):
        one.send(Synthesize(ONE))
        server.engine.wait_for_step(1)
        two.send(Synthesize(TWO))
        assert error_of(two.receive()) == "rate_limit_exceeded"
        assert server.speak(TWO).status_code == 429


def test_a_failure_ends_the_text_and_not_the_connection(server: FakeServer, service: WyomingService) -> None:
    server.engine.faults = {1: EngineError("It broke."), 2: EngineError("It broke.")}
    with service.client() as client:
        client.stream(ONE)
        error, _ = client.until(END_OF_STREAM)
        assert error_of(error) == "server_error"
        client.send(Synthesize(ONE))
        assert [event.type for event in client.until("audio-stop")] == ["error", "audio-stop"]
        client.send(Synthesize(ONE))
        assert kinds(client.until("audio-stop")) == SENTENCE


def test_a_bug_ends_the_connection(
    server: FakeServer, service: WyomingService, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(state_of(server.app).service, "speak_chunk", broken)
    with service.client() as client:
        client.send(Synthesize(ONE))
        assert error_of(client.receive()) == "server_error"
        assert client.closed()


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
    limits = {"live_idle_timeout_s": idle_s, "live_max_session_s": total_s}
    with server_with(**limits) as (_, service), service.client() as client:
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


def test_a_stopping_server_speaks_what_it_got_and_takes_no_more(model_files: None) -> None:
    with server_with() as (server, service), server.engine.hold(1) as gate:
        with service.client() as silent, service.client() as client:
            silent.send(Describe())
            silent.receive()
            client.send(SynthesizeStart(), SynthesizeChunk(f"{ONE} {TWO} Y"))
            server.engine.wait_for_step(1)
            service.in_loop(state_of(server.app).live_sessions.drain)
            assert silent.closed()
            client.send(SynthesizeChunk(THREE))
            assert error_of(client.receive()) == "server_is_stopping"
            gate.set()
            client.until(END_OF_STREAM)
            assert client.closed()
            assert len(client.audio) == 2 * 24_000 * server.engine.seconds
            assert spoken(server) == spoken_over_http(server, f"{ONE} {TWO} Y")
        with service.client() as late:
            assert error_of(late.receive()) == "server_is_stopping"
            assert late.closed()


def test_a_worker_that_ends_speaks_what_it_got(model_files: None) -> None:
    with server_with() as (server, service), service.client() as client, server.engine.hold(1) as gate:
        client.send(Synthesize(f"{ONE} {TWO}"))
        server.engine.wait_for_step(1)
        service.in_loop(service.connections.leave)
        gate.set()
        assert kinds(client.until("audio-stop")) == SENTENCE
        assert client.closed()


def test_the_log_has_a_line_for_each_text_without_it(
    server: FakeServer, service: WyomingService, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        with service.client() as client:
            client.stream(ONE)
            client.until(END_OF_STREAM)
        wait_until(lambda: not service.tasks, "end of the connection")
    [line] = [record for record in caplog.records if record.message == "live speech"]
    fields = vars(line)
    assert (fields["outcome"], fields["dialect"], fields["caller"]) == ("spoken", "wyoming", "127.0.0.1")
    assert (fields["characters"], fields["format"]) == (len(ONE), "pcm")
    assert "amigo" not in caplog.text


def test_open_connections_are_counted(service: WyomingService) -> None:
    with service.client() as client:
        client.send(Describe())
        client.receive()
        assert metrics.LIVE_SESSIONS._value.get() == 1
    wait_until(lambda: metrics.LIVE_SESSIONS._value.get() == 0, "end of the session")


def test_many_connections_are_served_at_once(model_files: None) -> None:
    with server_with(queue_size=20) as (server, service), ExitStack() as stack:
        clients = [stack.enter_context(service.client()) for _ in range(20)]
        for client in clients:
            client.stream(ONE, pieces_of=7)
        for client in clients:
            client.until(END_OF_STREAM)
        assert {client.audio for client in clients} == {server.pcm(ONE)}
