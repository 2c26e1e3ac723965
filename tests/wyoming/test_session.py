"""Wyoming with its own client, unpatched, event by event as Home Assistant exchanges them."""

import logging
from contextlib import ExitStack
from typing import Any

import pytest
from wyoming.event import Event
from wyoming.info import Describe, Info
from wyoming.ping import Ping
from wyoming.tts import Synthesize, SynthesizeChunk, SynthesizeStart, SynthesizeStop, SynthesizeVoice

from kokoro_speech_server.errors import EngineError
from kokoro_speech_server.http.app_state import state_of
from kokoro_speech_server.observability import metrics
from kokoro_speech_server.voices import VOICES
from tests.servers import FakeServer, wait_until
from tests.wyoming.client import (
    END_OF_STREAM,
    ONE,
    SENTENCE,
    THREE,
    TWO,
    WyomingService,
    error_of,
    kinds,
    server_with,
    spoken,
)

pytestmark = pytest.mark.server


def spoken_over_http(server: FakeServer, text: str) -> str:
    server.engine.forget()
    server.pcm(text)
    return spoken(server)


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


def test_the_connections_of_an_address_are_limited(model_files: None) -> None:
    with server_with(live_session_limit=1) as (_, service):
        with service.client() as one:
            one.send(Describe())
            assert one.receive().type == "info"
            with service.client() as two:
                error = two.receive()
                assert error_of(error) == "rate_limit_exceeded"
                assert error.data["retry_after"] >= 1
                assert two.closed()
        wait_until(lambda: not service.tasks, "end of the connection")
        with service.client() as again:
            again.send(Describe())
            assert again.receive().type == "info"


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
