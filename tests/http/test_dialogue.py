"""A dialogue: its turns in order, each with its voice, and pauses between them."""

from typing import Any

import numpy as np
import pytest

from kokoro_speech_server.chunk import SAMPLE_RATE
from tests.engines import symbols
from tests.servers import FakeServer, assert_error, joined_events
from tests.sounds import decode

DIALOGUE = "/dev/dialogue"

TURNS = [
    {"voice": "ef_dora", "input": "¿Hay alguien ahí?"},
    {"voice": "ff_siwis", "input": "Oui, moi.", "speed": 0.5},
    {"voice": {"id": "ef_dora"}, "input": "¿Quién [pause:2s] eres?"},
]


def test_turns(fake: FakeServer) -> None:
    answer = fake.client.post(
        DIALOGUE, json={"turns": TURNS, "pause": 0.7, "response_format": "pcm", "speed": 2}
    )
    assert answer.status_code == 200, answer.text
    chunks = fake.engine.chunks
    assert [chunk.pause for chunk in chunks] == [0.7, 0.7, 2.0, 0.0]
    assert [chunk.speed for chunk in chunks] == [2, 1, 2, 2]
    dora = fake.client.post("/v1/audio/speech", json={"input": "A.", "voice": "ef_dora"})
    assert dora.status_code == 200
    styles = [chunk.style.tobytes() for chunk in chunks]
    assert styles[0] != styles[1]
    assert "wˈi" in symbols(chunks[1].tokens), "French is read as French"
    sound = decode("pcm", answer.content)
    spoken = sum(fake.engine.length(chunk) for chunk in chunks[:4])
    assert sound.size == spoken + round((0.7 + 0.7 + 2.0) * SAMPLE_RATE)


def test_a_dialogue_can_be_a_whole_file_or_events(fake: FakeServer) -> None:
    body = {"turns": TURNS, "seed": 3, "response_format": "wav"}
    streamed = decode("wav", fake.client.post(DIALOGUE, json=body).content)
    whole = fake.client.post(DIALOGUE, json={**body, "stream": False})
    assert int(whole.headers["content-length"]) == len(whole.content)
    assert np.array_equal(decode("wav", whole.content), streamed)
    events = fake.client.post(DIALOGUE, json={**body, "stream_format": "sse"})
    assert events.text.count("speech.audio.done") == 1


def test_the_gap_is_the_pause_in_milliseconds(fake: FakeServer) -> None:
    body = {"turns": TURNS, "seed": 3, "response_format": "pcm"}
    gap = fake.client.post(DIALOGUE, json={**body, "gap_ms": 250}).content
    assert gap == fake.client.post(DIALOGUE, json={**body, "pause": 0.25}).content


def test_turns_overlap(fake: FakeServer) -> None:
    body = {"turns": TURNS, "seed": 3, "response_format": "wav", "crossfade_ms": 100}
    whole = fake.client.post(DIALOGUE, json={**body, "stream": False})
    assert whole.status_code == 200, whole.text
    sound = decode("wav", whole.content)
    spoken = sum(fake.engine.length(chunk) for chunk in fake.engine.chunks)
    overlap = round(0.1 * SAMPLE_RATE)
    assert [chunk.pause for chunk in fake.engine.chunks] == [0, 0, 2.0, 0]
    assert sound.size == spoken + 2 * SAMPLE_RATE - 2 * overlap
    assert float(whole.headers["x-audio-seconds"]) == pytest.approx(sound.size / SAMPLE_RATE, abs=0.001)
    streamed = decode("wav", fake.client.post(DIALOGUE, json=body).content)
    assert np.array_equal(sound, streamed)
    plain = decode("wav", fake.client.post(DIALOGUE, json={**body, "crossfade_ms": 0, "gap_ms": 0}).content)
    first = fake.engine.length(fake.engine.chunks[0])
    assert np.array_equal(sound[: first - overlap], plain[: first - overlap])
    assert sound[-1] == plain[-1]


def test_words_of_turns_that_overlap_are_timed_as_they_are_heard(fake: FakeServer) -> None:
    turns = [{"input": "Hay gatos."}, {"input": "Oui, moi.", "voice": "ff_siwis"}]
    body = {"turns": turns, "stream_format": "sse", "response_format": "pcm", "timestamps": "word"}
    starts = []
    for crossfade_ms in (0, 200):
        fields = {"crossfade_ms": crossfade_ms, "gap_ms": 0}
        events, _ = joined_events(fake.client.post(DIALOGUE, json={**body, **fields}).text)
        starts.append([word["start_time"] for event in events for word in event.get("timestamps", ())])
    assert starts[1][:2] == starts[0][:2]
    assert starts[1][2] == pytest.approx(starts[0][2] - 0.2, abs=0.002)


def test_offsets_of_words_are_in_the_turns_joined_with_two_line_breaks(fake: FakeServer) -> None:
    turns = [{"input": "¿Hay 3 gatos?"}, {"input": "Oui, 3.", "voice": "ff_siwis"}]
    body = {"turns": turns, "pause": 1, "stream_format": "sse", "response_format": "pcm"}
    events, audio = joined_events(fake.client.post(DIALOGUE, json={**body, "timestamps": "word"}).text)
    words = [word for event in events for word in event.get("timestamps", ())]
    text = "¿Hay 3 gatos?\n\nOui, 3."
    spans = [(word["start_offset"], word["end_offset"]) for word in words]
    assert [text[start:end] for start, end in spans] == ["Hay", "3", "gatos", "Oui", "3"]
    assert [word["word"] for word in words] == ["Hay", "3", "gatos", "Oui", "3"]
    assert words[3]["start_time"] - words[2]["end_time"] == pytest.approx(1), (
        "the pause lies between the turns"
    )
    assert words[-1]["end_time"] <= len(audio) / 2 / SAMPLE_RATE
    assert all(event["type"] != "speech.audio.timestamps" for event in _events(fake, body))


def test_pronunciations_apply_to_every_turn(fake: FakeServer) -> None:
    turns = [{"input": "Hola Nguyen."}, {"input": "Oui, Nguyen.", "voice": "ff_siwis"}]
    answer = fake.client.post(DIALOGUE, json={"turns": turns, "pronunciations": {"Nguyen": "/nwˈɪn/"}})
    assert answer.status_code == 200, answer.text
    assert all("nwˈɪn" in symbols(chunk.tokens) for chunk in fake.engine.chunks)


def _events(fake: FakeServer, body: dict[str, Any]) -> list[dict[str, Any]]:
    return joined_events(fake.client.post(DIALOGUE, json=body).text)[0]


@pytest.mark.parametrize(
    ("body", "param"),
    [
        ({}, "turns"),
        ({"turns": []}, "turns"),
        ({"turns": [{"input": "Hello."}, {"voice": "af_heart"}]}, "turns"),
        ({"turns": [{"input": "Hello.", "voice": "nobody"}]}, "voice"),
        ({"turns": [{"input": "Hello."}], "pause": -1}, "pause"),
        ({"turns": [{"input": "Hello."}], "gap_ms": 10_001}, "gap_ms"),
        ({"turns": [{"input": "Hello."}], "gap_ms": 100, "pause": 0.1}, "gap_ms"),
        ({"turns": [{"input": "Hello."}], "crossfade_ms": 2_001}, "crossfade_ms"),
        ({"turns": [{"input": "Hello."}], "crossfade_ms": 100, "pause": 0.1}, "crossfade_ms"),
        ({"turns": [{"input": "Hello."}], "crossfade_ms": 100, "gap_ms": 100}, "crossfade_ms"),
        ({"turns": [{"input": " "}]}, "input"),
        ({"turns": [{"input": "[pause:61s] Hello."}]}, "input"),
        ({"turns": [{"input": "Hola."}], "timestamps": "word"}, "timestamps"),
        ({"turns": [{"input": "Hola."}], "pronunciations": {"Hola": "/9/"}}, "pronunciations"),
    ],
    ids=str,
)
def test_an_invalid_dialogue_is_refused(fake: FakeServer, body: dict[str, Any], param: str) -> None:
    assert_error(fake.client.post(DIALOGUE, json=body), 400, "invalid_request_error", param=param)
