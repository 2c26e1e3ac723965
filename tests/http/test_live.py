"""Live speech: text goes in as it is written, speech comes out as it can. The server's own dialect."""

import json
import logging
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from kokoro_speech_server.errors import EngineError
from kokoro_speech_server.http.app_state import state_of
from tests.http.live_client import STREAM, live, live_to, refusal
from tests.servers import FakeServer, ServerProcess, joined_events, wait_until

ONE = "Hola, amigo mío."
TWO = "Buenos días a todos."
THREE = "Esto es la tercera frase."


@pytest.fixture(scope="module")
def single(model_files: None) -> Iterator[FakeServer]:
    """A server with one place."""
    with FakeServer(queue_size=1) as server:
        yield server.wait_until_ready()


@pytest.fixture
def server(single: FakeServer) -> FakeServer:
    single.wait_until_idle()
    single.engine.forget()
    return single


def is_free(server: FakeServer) -> bool:
    queue = server.client.get("/dev/engine").json()["queue"]
    return bool(queue["running"] + queue["waiting"] == 0)


def in_loop(server: FakeServer, work: Callable[[], object]) -> None:
    assert server.loop is not None
    server.loop.call_soon_threadsafe(work)


def test_a_sentence_is_what_it_is_over_http(server: FakeServer) -> None:
    with live_to(server) as speech:
        speech.send("session.config", seed=7, timestamp_type="word")
        for character in ONE:
            speech.send("input.text", text=character)
        speech.send("input.done")
        start, done, end = speech.until("session.done")
    assert start == {
        "type": "audio.start",
        "utterance_index": 0,
        "sentence_index": 0,
        "sentence_text": ONE,
        "format": "pcm",
        "sample_rate": 24_000,
    }
    assert speech.audio == server.pcm(ONE, seed=7)
    assert (done["type"], done["total_bytes"], done["error"]) == ("audio.done", len(speech.audio), False)
    assert end == {"type": "session.done", "utterance_index": 0, "total_sentences": 1}
    answer = server.speak(ONE, seed=7, stream_format="sse", timestamps="word", response_format="pcm")
    [words] = [event for event in joined_events(answer.text)[0] if "timestamps" in event]
    assert done["timestamps"] == words["timestamps"]


def test_speech_begins_before_the_text_ends(server: FakeServer) -> None:
    with live_to(server) as speech:
        speech.send("input.text", text=f"{ONE} Bue")
        assert speech.receive()["sentence_text"] == ONE
        speech.until("audio.done")
        speech.send("input.text", text="nos días. ")
        speech.send("input.done")
        assert [m["sentence_text"] for m in speech.until("session.done") if "format" in m] == ["Buenos días."]


def test_speech_may_begin_with_a_clause(server: FakeServer) -> None:
    with live_to(server) as speech:
        speech.send("input.text", text="Cuando por fin dejó de llover, salimos todos ")
        assert speech.receive()["sentence_text"] == "Cuando por fin dejó de llover,"
        speech.send("input.text", text="al jardín.")
        speech.send("input.done")
        texts = [m["sentence_text"] for m in speech.until("session.done") if "format" in m]
        assert texts == ["salimos todos al jardín."]


def test_word_times_go_on_from_chunk_to_chunk_and_from_turn_to_turn(server: FakeServer) -> None:
    with live_to(server) as speech:
        speech.send("session.config", timestamp_type="word")
        done: list[dict[str, Any]] = []
        for text in (ONE, f"{TWO} {THREE}"):
            speech.send("input.text", text=text)
            speech.send("input.done")
            done += [m for m in speech.until("session.done") if m["type"] == "audio.done"]
    before = 0
    for message in done:
        alignment = message["timestamp_info"]["word_alignment"]
        starts = [word["start_time"] for word in message["timestamps"]]
        assert alignment["words"] == [word["word"] for word in message["timestamps"]]
        assert starts == pytest.approx(
            [before / 48_000 + start for start in alignment["word_start_times_seconds"]], abs=2e-4
        )
        before += message["total_bytes"]
    spoken = "".join(
        f"{ONE}{TWO} {THREE}"[w["start_offset"] : w["end_offset"]] for m in done for w in m["timestamps"]
    )
    assert spoken == "".join(
        word for word in f"{ONE} {TWO} {THREE}".replace(",", "").replace(".", "").split()
    )


TAGGED = f"{ONE} [voice:fox]{TWO} [pause:100ms]Adiós, [rate:2]adiós. [voice:ff_siwis]Bonjour."
FOX = {"fox": {"voice": "em_alex", "rate": 1.5}}


def test_tags_for_voices_and_rates_are_those_of_requests(server: FakeServer) -> None:
    with live_to(server) as speech:
        speech.send("session.config", tags=True, voice_aliases=FOX, timestamp_type="word")
        for character in TAGGED:
            speech.send("input.text", text=character)
        speech.send("input.done")
        messages = speech.until("session.done")
    spoken = [(chunk.mix, chunk.speed, chunk.tokens, chunk.pause) for chunk in server.engine.chunks]
    voices = [word["voice"] for m in messages for word in m.get("timestamps", ())]
    server.engine.forget()
    server.pcm(TAGGED, tags=True, voice_aliases=FOX)
    assert spoken == [(chunk.mix, chunk.speed, chunk.tokens, chunk.pause) for chunk in server.engine.chunks]
    assert list(dict.fromkeys(voices)) == ["ef_dora", "em_alex", "ff_siwis"]


def test_an_utterance_begins_with_the_voice_of_the_session(server: FakeServer) -> None:
    with live_to(server) as speech:
        speech.send("session.config", tags=True)
        for text in (f"[voice:em_alex]{ONE}", TWO, "[voice:nobody]Hola."):
            speech.send("input.text", text=text)
            speech.send("input.done")
        speech.until("session.done")
        speech.until("session.done")
        error = speech.receive()
        assert (error["type"], error["param"]) == ("error", "input")
        assert "[voice:nobody]" in error["message"]
    assert [chunk.mix[0][0] for chunk in server.engine.chunks] == ["em_alex", "ef_dora"]


def test_tags_can_be_off(server: FakeServer, model_files: None) -> None:
    with live_to(server) as speech:
        speech.send("input.text", text=f"[voice:em_alex]{ONE}")
        speech.send("input.done")
        assert "voice:em_alex]" in speech.receive()["sentence_text"]
    with FakeServer(enable_voice_tags=False) as other, live_to(other.wait_until_ready()) as speech:
        speech.send("session.config", tags=True)
        assert speech.receive()["param"] == "tags"


def test_utterances_end_in_their_order_also_empty_ones(server: FakeServer) -> None:
    with live_to(server) as speech:
        speech.send("input.done")
        speech.send("input.text", text=ONE)
        speech.send("input.done")
        speech.send("input.text", text=" ...  ")
        speech.send("input.done")
        ends = [speech.until("session.done")[-1] for _ in range(3)]
    assert [(end["utterance_index"], end["total_sentences"]) for end in ends] == [(0, 0), (1, 1), (2, 0)]


def test_without_a_mark_text_is_spoken_after_some_patience(model_files: None) -> None:
    with FakeServer(live_patience_ms=50) as server:
        server.wait_until_ready()
        with live_to(server) as speech:
            speech.send("input.text", text="Hola amigo")
            assert speech.receive()["sentence_text"] == "Hola amigo"
            speech.until("audio.done")
            wait_until(lambda: is_free(server), "free place of a silent session")
            speech.send("input.text", text=" mío.")
            speech.send("input.done")
            assert speech.receive()["sentence_text"] == "mío."


def test_an_interruption_is_heard_at_once(server: FakeServer) -> None:
    with live_to(server) as speech, server.engine.hold(1) as gate:
        speech.send("input.text", text=f"{ONE} {TWO} {THREE}")
        speech.send("input.done")
        server.engine.wait_for_step(1)
        speech.send("input.clear")
        wait_until(lambda: server.engine.steps == 1, "step")
        gate.set()
        assert speech.receive() == {"type": "input.cleared"}
        assert speech.audio == b""
        wait_until(lambda: is_free(server), "free place")
        assert server.engine.steps == 1
        speech.send("input.text", text=TWO)
        speech.send("input.done")
        assert speech.receive()["sentence_text"] == TWO


def test_one_that_speaks_has_a_place_and_one_that_is_silent_has_none(server: FakeServer) -> None:
    with live_to(server) as speech, live_to(server) as other:
        with server.engine.hold(1):
            speech.send("input.text", text=ONE)
            speech.send("input.done")
            server.engine.wait_for_step(1)
            refused = server.speak(ONE)
            assert refused.status_code == 503
            other.send("input.text", text=TWO)
            other.send("input.done")
            error = other.receive()
            assert (error["type"], error["code"]) == ("error", "server_is_overloaded")
            assert error["retry_after"] >= 1
            assert other.receive()["total_sentences"] == 0
        speech.until("session.done")
        wait_until(lambda: is_free(server), "free place")
        assert server.pcm(TWO)
        other.send("input.text", text=TWO)
        other.send("input.done")
        assert other.receive()["sentence_text"] == TWO


def test_limits_of_a_caller_count_speaking_sessions(model_files: None) -> None:
    with FakeServer(concurrency_limit=1) as server:
        server.wait_until_ready()
        with live_to(server) as one, live_to(server) as two, server.engine.hold(1):
            one.send("input.text", text=ONE)
            one.send("input.done")
            server.engine.wait_for_step(1)
            two.send("input.text", text=TWO)
            two.send("input.done")
            assert two.receive()["code"] == "rate_limit_exceeded"


def test_a_client_that_leaves_frees_the_place(server: FakeServer) -> None:
    with server.engine.hold(1) as gate:
        with live_to(server) as speech:
            speech.send("input.text", text=f"{ONE} {TWO}")
            speech.send("input.done")
            server.engine.wait_for_step(1)
        gate.set()
        wait_until(lambda: is_free(server), "free place")
    server.wait_until_idle()
    assert server.engine.steps == 1
    assert not state_of(server.app).requests_in_flight.count


def test_a_client_that_reads_nothing_is_disconnected(model_files: None) -> None:
    with FakeServer(send_timeout_s=1) as server:
        server.wait_until_ready()
        with live_to(server, max_queue=1) as speech:
            speech.connection.socket.setsockopt(1, 8, 4096)  # SO_RCVBUF
            for _ in range(400):
                speech.send("input.text", text=f"{ONE} {TWO} {THREE} ")
            speech.send("input.done")
            wait_until(lambda: not server.connections, "disconnection")
            wait_until(lambda: is_free(server), "free place")
        assert server.engine.seconds < 120


@pytest.mark.parametrize(
    "message", ["{", "[1]", b"{}", "[" * 100_000], ids=["half", "list", "binary", "deep"]
)
def test_what_is_no_message_ends_the_session(server: FakeServer, message: str | bytes) -> None:
    with live_to(server) as speech:
        speech.connection.send(message)
        assert speech.receive()["error_type"] == "invalid_request_error"
        assert speech.closed() == 1003
    server.wait_until_idle()


def test_a_message_that_is_too_long_ends_the_session(server: FakeServer) -> None:
    with live_to(server) as speech:
        with suppress(ConnectionClosed):
            speech.connection.send("x" * 10_000_000)
        assert speech.closed() in (1009, 1006)  # the server closes while the client still sends
    server.wait_until_idle()


def test_half_a_character_ends_the_session(server: FakeServer) -> None:
    with live_to(server) as speech:
        speech.connection.send(b'{"type": "\xe2\x82"}', text=True)
        assert speech.closed() == 1007
    server.wait_until_idle()


@pytest.mark.parametrize(
    ("message", "param"),
    [
        ({"type": "nothing"}, "type"),
        ({}, "type"),
        ({"type": "input.text"}, "text"),
        ({"type": "input.text", "text": 1}, "text"),
        ({"type": "input.text", "text": "a" * 100_001}, "text"),
        ({"type": "session.config", "voice": "nobody"}, "voice"),
        ({"type": "session.config", "speed": 9}, "speed"),
        ({"type": "session.config", "language": "klingon"}, "lang_code"),
        ({"type": "session.config", "response_format": "wav"}, "response_format"),
        ({"type": "session.config", "model": "gpt-9"}, "model"),
    ],
)
def test_an_invalid_message_is_an_error_and_the_session_goes_on(
    server: FakeServer, message: dict[str, Any], param: str
) -> None:
    with live_to(server) as speech:
        speech.connection.send(json.dumps(message))
        error = speech.receive()
        assert (error["type"], error["param"]) == ("error", param)
        speech.send("input.text", text=ONE)
        speech.send("input.done")
        assert speech.receive()["sentence_text"] == ONE


def test_a_failure_ends_the_turn_and_not_the_session(server: FakeServer) -> None:
    server.engine.faults[1] = EngineError("The model failed.")
    with live_to(server) as speech:
        speech.send("input.text", text=f"{ONE} {TWO}")
        error = speech.receive()
        assert (error["type"], error["error_type"]) == ("error", "server_error")
        speech.send("input.text", text=THREE)
        speech.send("input.done")
        assert speech.receive()["total_sentences"] == 0
        speech.send("input.text", text=TWO)
        speech.send("input.done")
        assert speech.receive()["sentence_text"] == TWO


def test_a_bug_closes_the_session(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr(state_of(server.app).service, "speak_chunk", broken)
    with live_to(server) as speech:
        speech.send("input.text", text=f"{ONE} {TWO}")
        assert speech.closed() == 1011
    wait_until(lambda: is_free(server), "free place")


def test_many_empty_messages_hold_nothing(server: FakeServer) -> None:
    with live_to(server) as speech:
        for _ in range(20_000):
            speech.connection.send('{"type":"input.text","text":""}')
        speech.send("input.done")
        assert speech.receive()["total_sentences"] == 0


def test_too_many_utterances_are_refused(server: FakeServer) -> None:
    with live_to(server) as speech, server.engine.hold(1):
        for _ in range(101):
            speech.send("input.text", text=ONE)
            speech.send("input.done")
        server.engine.wait_for_step(1)
        assert speech.receive()["code"] == "server_is_overloaded"


def test_mp3_is_one_file_for_each_utterance(server: FakeServer) -> None:
    with live_to(server) as speech:
        speech.send("session.config", response_format="mp3", seed=1)
        speech.send("input.text", text=ONE)
        speech.send("input.done")
        speech.until("session.done")
    assert speech.audio == server.speak(ONE, response_format="mp3", seed=1).content


def test_a_session_ends_by_request(server: FakeServer) -> None:
    with live_to(server) as speech:
        speech.send("session.close")
        assert speech.closed() == 1000


@pytest.mark.parametrize(("idle_s", "total_s"), [(1, 86_400), (86_400, 1)], ids=["idle", "old"])
def test_a_session_ends_when_it_is_idle_or_old(model_files: None, idle_s: float, total_s: float) -> None:
    with FakeServer(live_idle_timeout_s=idle_s, live_max_session_s=total_s) as server:
        server.wait_until_ready()
        with live_to(server) as speech:
            assert speech.closed() == 1000


def test_sessions_are_limited(model_files: None) -> None:
    with FakeServer(live_max_sessions=1) as server:
        server.wait_until_ready()
        with live_to(server):
            assert refusal(server)[:2] == (503, "server_is_overloaded")
            metrics = server.client.get("/metrics").text
        assert "speech_live_sessions 1.0" in metrics


def test_a_stopping_server_speaks_what_it_got_and_takes_no_more(model_files: None) -> None:
    with FakeServer() as server:
        server.wait_until_ready()
        with live_to(server) as silent, live_to(server) as speech, server.engine.hold(1) as gate:
            speech.send("input.text", text=f"{ONE} {TWO} Y")
            server.engine.wait_for_step(1)
            in_loop(server, state_of(server.app).live_sessions.drain)
            assert silent.closed() == 1012
            speech.send("input.text", text=THREE)
            assert speech.receive()["code"] == "server_is_stopping"
            gate.set()
            spoken = [m["sentence_text"] for m in speech.until("session.done") if "format" in m]
            assert " ".join(spoken) == f"{ONE} {TWO} Y"
            assert speech.closed() == 1012
            assert refusal(server) == (503, "server_is_stopping")


PLAIN_UVICORN = f'exec {sys.executable} -m uvicorn --factory tests.fake_serve:create_app --port "$PORT"'


@pytest.mark.parametrize(
    ("command", "code"),
    [((), 0), (("sh", "-c", PLAIN_UVICORN), -signal.SIGTERM)],
    ids=["supervisor", "plain_uvicorn"],
)
def test_sessions_are_drained_on_sigterm(model_files: None, command: Sequence[str], code: int) -> None:
    settings = {"DEFAULT_VOICE": "ef_dora", "LIVE_PATIENCE_MS": "1e9"}
    with ServerProcess(module="tests.fake_serve", command=command, **settings) as process:
        process.wait_until_ready()
        with live(process.url) as silent, live(process.url) as speech:
            speech.send("input.text", text=f"{ONE} {TWO}")
            speech.until("audio.done")
            assert process.stop() == code
            speech.until("session.done")
            assert (speech.closed(), silent.closed()) == (1012, 1012)
        assert "Traceback" not in process.stderr


def test_the_log_has_a_line_for_each_turn_without_its_key(
    server: FakeServer, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        with live_to(server, f"{STREAM}?api_key=sk-secret", headers={"x-request-id": "mine"}) as speech:
            assert speech.connection.response is not None
            assert speech.connection.response.headers["x-request-id"] == "mine"
            speech.send("input.text", text=ONE)
            speech.send("input.done")
            speech.until("session.done")
        server.wait_until_idle()
    [line] = [record for record in caplog.records if record.message == "live speech"]
    fields = vars(line)
    assert (fields["outcome"], fields["dialect"], fields["characters"]) == ("spoken", "stream", len(ONE))
    assert "sk-secret" not in caplog.text
