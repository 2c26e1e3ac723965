"""Live speech in windows: the first sound of a sentence before the rest is made, in every dialect."""

import base64
import json
from collections.abc import Iterator
from typing import Any

import pytest
from wyoming.tts import SynthesizeChunk, SynthesizeStart, SynthesizeStop

from kokoro_speech_server.errors import EngineError
from tests.engines import FakeEngine
from tests.http.live_client import DEEPGRAM, MULTI_STREAM, TOGETHER, LiveConnection, live_to
from tests.servers import FakeServer
from tests.wyoming.client import END_OF_STREAM, kinds, server_with

pytestmark = pytest.mark.server

LONG = "Una frase larga que dice muchas cosas del mar y de la tierra y no termina hasta que se cansa quien la lee."
WINDOWS: dict[str, Any] = {"streaming_voice": "windowed", "cache_max_mb": 0}


def engine() -> FakeEngine:
    return FakeEngine(frames=4, windows=True)


@pytest.fixture(scope="module")
def windowed(model_files: None) -> Iterator[FakeServer]:
    with FakeServer(engine(), **WINDOWS) as server:
        yield server.wait_until_ready()


@pytest.fixture
def server(windowed: FakeServer) -> FakeServer:
    windowed.wait_until_idle()
    windowed.engine.forget()
    return windowed


def say(speech: LiveConnection, text: str) -> None:
    speech.send("session.config", seed=7, timestamp_type="word")
    speech.send("input.text", text=text)
    speech.send("input.done")


def test_the_first_window_is_heard_before_the_second_is_made(server: FakeServer) -> None:
    with live_to(server) as speech, server.engine.hold(2) as gate:
        say(speech, LONG)
        start = speech.receive()
        assert (start["type"], start["sentence_text"]) == ("audio.start", LONG)
        first = speech.connection.recv()
        assert isinstance(first, bytes)
        gate.set()
        done, end = speech.until("session.done")
    assert (done["type"], done["total_bytes"]) == ("audio.done", len(first + speech.audio))
    assert end["total_sentences"] == 1
    assert len(server.engine.chunks) > 2
    assert first + speech.audio == server.pcm(LONG, seed=7)
    words = [word["word"] for word in done["timestamps"]]
    assert " ".join(words) == LONG.rstrip(".")


def test_a_sentence_that_fails_has_an_end(server: FakeServer) -> None:
    server.engine.faults[2] = EngineError("broken")
    with live_to(server) as speech:
        say(speech, LONG)
        start, done, error, end = speech.until("session.done")
    assert [start["type"], error["type"]] == ["audio.start", "error"]
    assert (done["type"], done["error"]) == ("audio.done", True)
    assert done["total_bytes"] == len(speech.audio) > 0
    assert end["utterance_index"] == 0


def test_a_sentence_that_is_interrupted_has_an_end(server: FakeServer) -> None:
    with live_to(server) as speech, server.engine.hold(2) as gate:
        say(speech, LONG)
        speech.receive()
        speech.audio += bytes(speech.connection.recv())  # type: ignore[arg-type]  # no text comes yet
        server.engine.wait_for_step(2)
        speech.send("input.clear")
        gate.set()
        done, cleared = speech.until("input.cleared")
    assert (done["type"], done["sentence_index"], done["utterance_index"]) == ("audio.done", 0, 0)
    assert (done["total_bytes"], cleared["type"]) == (len(speech.audio), "input.cleared")


def test_parts_without_a_word_have_a_length_too(server: FakeServer) -> None:
    """Clients add up the lengths of messages, as their times say them: here the first windows are within one word."""
    text = "Electroencefalografistas y esternocleidomastoideos. [pause:1s] Hola."
    with live_to(server, f"{MULTI_STREAM}?output_format=pcm_24000") as speech:
        for message in ({"text": text}, {"close_context": True}):
            speech.connection.send(json.dumps({"context_id": "a", **message}))
        messages: list[dict[str, Any]] = [speech.receive()]
        while not messages[-1].get("isFinal"):
            messages.append(speech.receive())
    audio = b"".join(base64.b64decode(message["audio"]) for message in messages if message.get("audio"))
    aligned = [message["alignment"] for message in messages if "alignment" in message]
    assert [" "] in [one["chars"] for one in aligned]
    lengths = [one["charStartTimesMs"][-1] + one["charDurationsMs"][-1] for one in aligned]
    assert sum(lengths) == pytest.approx(len(audio) / 48, abs=3)


@pytest.mark.parametrize("sync", ["", "&sync_alignment=true"])
def test_characters_of_all_parts_have_their_times(server: FakeServer, sync: str) -> None:
    """Each part has those whose times are known; clients add up the times of parts, or read them from the start."""
    with live_to(server, f"{MULTI_STREAM}?output_format=pcm_24000{sync}") as speech:
        for message in ({"text": LONG}, {"close_context": True}):
            speech.connection.send(json.dumps({"context_id": "a", **message}))
        messages: list[dict[str, Any]] = [speech.receive()]
        while not messages[-1].get("isFinal"):
            messages.append(speech.receive())
    audio = b"".join(base64.b64decode(message["audio"]) for message in messages if message.get("audio"))
    aligned = [message["alignment"] for message in messages if "alignment" in message]
    assert len(aligned) > 2
    assert "".join("".join(one["chars"]) for one in aligned) == f"{LONG} "
    answer = server.speak(LONG, stream_format="sse", timestamps="word", response_format="pcm")
    words = [
        word
        for line in answer.text.splitlines()
        if line.startswith("data: {")
        for word in json.loads(line.removeprefix("data: ")).get("timestamps", ())
    ]
    starts: list[float] = []
    before = 0.0
    for one in aligned:
        starts += [before + start for start in one["charStartTimesMs"]]
        before += 0 if sync else one["charStartTimesMs"][-1] + one["charDurationsMs"][-1]
    assert starts == sorted(starts)
    late = [starts[word["start_offset"]] - 1000 * word["start_time"] for word in words]
    # A word on the edge of a part begins with the next part, for clients that add up.
    assert min(late) > -2
    assert sum(one > 2 for one in late) == 0 if sync else sum(one > 2 for one in late) < len(aligned)
    total = starts[-1] + aligned[-1]["charDurationsMs"][-1]
    assert total == pytest.approx(len(audio) / 48, abs=2)


@pytest.mark.parametrize(
    ("path", "messages", "end"),
    [
        (
            f"{TOGETHER}?voice=ef_dora",
            [
                {"type": "input_text_buffer.append", "text": LONG},
                {"type": "input_text_buffer.commit"},
            ],
            "conversation.item.audio_output.done",
        ),
        (
            f"{DEEPGRAM}?model=ef_dora&encoding=linear16",
            [{"type": "Speak", "text": LONG}, {"type": "Flush"}],
            "Flushed",
        ),
    ],
)
def test_other_dialects_send_what_there_is(
    server: FakeServer, path: str, messages: list[dict[str, str]], end: str
) -> None:
    with live_to(server, path) as speech, server.engine.hold(2) as gate:
        for message in messages:
            speech.connection.send(json.dumps(message))
        audio = b""
        while not audio:
            received = speech.connection.recv()
            if isinstance(received, bytes):
                audio += received
            elif "delta" in (parsed := json.loads(received)):
                audio += base64.b64decode(parsed["delta"])
        gate.set()
        rest = speech.until(end)
    audio += speech.audio + b"".join(base64.b64decode(one["delta"]) for one in rest if "delta" in one)
    assert len(audio) == len(server.pcm(LONG))


def test_wyoming_has_one_stretch_of_audio_for_a_sentence(model_files: None) -> None:
    with (
        server_with(engine(), **WINDOWS) as (server, service),
        service.client() as client,
        server.engine.hold(2) as gate,
    ):
        client.send(SynthesizeStart(), SynthesizeChunk(LONG), SynthesizeStop())
        assert kinds([client.receive(), client.receive()]) == ["audio-start", "audio-chunk"]
        gate.set()
        assert kinds(client.until(END_OF_STREAM)) == ["audio-chunk", "audio-stop", END_OF_STREAM]
        assert client.audio == server.pcm(LONG)


def test_a_sentence_that_fails_ends_wyomings_audio(model_files: None) -> None:
    with server_with(engine(), **WINDOWS) as (server, service), service.client() as client:
        server.engine.faults[2] = EngineError("broken")
        client.send(SynthesizeStart(), SynthesizeChunk(LONG), SynthesizeStop())
        assert kinds(client.until(END_OF_STREAM)) == [
            "audio-start",
            "audio-chunk",
            "error",
            "audio-stop",
            END_OF_STREAM,
        ]
