"""Speech that is heard window by window: the same as in whole chunks, only earlier, with long sentences uncut."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from kokoro_speech_server.chunk import SAMPLE_RATE, Chunk, ChunkAudio
from kokoro_speech_server.errors import EngineError
from tests.engines import FakeEngine
from tests.servers import SPEECH, FakeServer, assert_error, joined_events, wait_until

pytestmark = pytest.mark.server

LONG = "una frase larga que dice muchas cosas del mar y de la tierra y no termina hasta que se cansa quien la lee."
TEXT = f"Hola a todos. {LONG.capitalize()} Adiós."


@pytest.fixture(scope="module")
def windowed(model_files: None) -> Iterator[FakeServer]:
    with FakeServer(
        FakeEngine(frames=4, capacity=2, windows=True), streaming_voice="windowed", cache_max_mb=0
    ) as server:
        server.wait_until_ready()
        yield server


@pytest.fixture(scope="module")
def chunked(model_files: None) -> Iterator[FakeServer]:
    """Cuts chunks as long as those in windows."""
    with FakeServer(FakeEngine(frames=4), first_chunk_tokens=120, cache_max_mb=0) as server:
        server.wait_until_ready()
        yield server


def test_it_is_the_sound_of_whole_chunks(windowed: FakeServer, chunked: FakeServer) -> None:
    windowed.engine.forget()
    sound = windowed.pcm(LONG, voice="ef_dora", seed=1)
    assert {chunk.window for chunk in windowed.engine.chunks} >= {32, 64, 128}
    assert sound == chunked.pcm(LONG, voice="ef_dora", seed=1)


def test_streamed_and_whole_are_the_same(windowed: FakeServer) -> None:
    streamed = windowed.pcm(TEXT, seed=1)
    assert windowed.pcm(TEXT, seed=1, stream=False) == streamed


def test_words_have_the_times_of_whole_chunks(windowed: FakeServer, chunked: FakeServer) -> None:
    body = {"input": LONG, "response_format": "pcm", "stream_format": "sse", "timestamps": "word", "seed": 1}
    found = []
    for server in (windowed, chunked):
        events, _ = joined_events(server.client.post(SPEECH, json=body).text)
        found.append([word for event in events for word in event.get("timestamps", [])])
    words, expected = found
    assert [word["word"] for word in words] == [word["word"] for word in expected]
    for word, other in zip(words, expected, strict=True):
        assert word["start_time"] == pytest.approx(other["start_time"], abs=0.02)
        assert word["end_time"] == pytest.approx(other["end_time"], abs=0.02)


@pytest.mark.parametrize("body", [{"speed": 2}, {"voice": "ef_dora(2)+em_alex(1)"}])
def test_speech_without_moments_has_no_windows(windowed: FakeServer, body: dict[str, Any]) -> None:
    """Far from the voice's speed, and by mixes."""
    windowed.engine.forget()
    windowed.pcm(LONG, seed=1, **body)
    assert {chunk.window for chunk in windowed.engine.chunks} == {None}
    assert len(windowed.engine.chunks) > 1


def test_an_engine_without_windows_gets_short_first_chunks(model_files: None) -> None:
    """As on a GPU."""
    with FakeServer(streaming_voice="windowed") as server:
        server.wait_until_ready()
        server.pcm(LONG, seed=1)
        assert {chunk.window for chunk in server.engine.chunks} == {None}
        assert len(server.engine.chunks) > 1


def test_the_first_window_is_heard_before_the_second_is_made(windowed: FakeServer) -> None:
    windowed.engine.forget()
    with windowed.engine.hold(2) as gate:
        connection = windowed.connect(LONG, response_format="pcm")
        answer = connection.getresponse()
        first = answer.read(1000)
        assert len(first) == 1000
        gate.set()
        rest = answer.read()
    connection.close()
    assert len(first + rest) / 2 > 2 * SAMPLE_RATE


def test_a_short_request_waits_for_a_window_of_a_long_one(windowed: FakeServer) -> None:
    windowed.engine.forget()
    with windowed.engine.hold(1) as gate:
        book = windowed.connect(" ".join([TEXT] * 20), response_format="pcm")
        windowed.engine.wait_for_step(1)
        short = windowed.connect("Hola.", response_format="pcm")
        wait_until(lambda: "speech_queue_depth 2.0" in windowed.client.get("/metrics").text, "two requests")
        gate.set()
        assert short.getresponse().read()
        position = next(i for i, chunk in enumerate(windowed.engine.chunks) if len(chunk.tokens) < 10)
    assert position <= 3
    assert book.getresponse().read()
    book.close()
    short.close()


def test_a_listener_who_leaves_ends_the_windows(windowed: FakeServer) -> None:
    windowed.engine.forget()
    with windowed.engine.hold(2):
        connection = windowed.connect(LONG, response_format="pcm")
        windowed.engine.wait_for_step(2)
        windowed.leave(connection)
    windowed.wait_until_idle()
    assert windowed.engine.steps <= 3


class EmptyEngine(FakeEngine):
    """Gives no samples of any window but the first."""

    def synthesize(self, chunks: Sequence[Chunk]) -> list[ChunkAudio | EngineError]:
        results = super().synthesize(chunks)
        return [
            replace(result, samples=result.samples[:0])
            if isinstance(result, ChunkAudio) and chunk.start > 0
            else result
            for chunk, result in zip(chunks, results, strict=True)
        ]


def test_an_engine_that_gives_nothing_ends_the_request_with_an_error(model_files: None) -> None:
    with FakeServer(EmptyEngine(windows=True), streaming_voice="windowed") as server:
        server.wait_until_ready()
        assert_error(server.speak(LONG, stream=False), 500, "server_error")
