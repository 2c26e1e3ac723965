"""Word timings and captions agree with the audio and with the input."""

import base64
import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import numpy as np
import pytest

from kokoro_speech_server.chunk import SAMPLE_RATE
from tests.engines import FRAME, PATIENCE_S
from tests.servers import SPEECH, FakeServer, ServerProcess, assert_error, joined_events
from tests.sounds import Sound, decode, rms, seconds
from tests.texts import COUNTING, IN_EACH_LANGUAGE

CAPTIONED = "/dev/captioned_speech"

EVENTS = {"stream_format": "sse", "response_format": "pcm", "timestamps": "word"}

Word = dict[str, Any]


@pytest.fixture(scope="module")
def client(model_server: ServerProcess) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=model_server.url, timeout=120, trust_env=False) as client:
        yield client


def spoken(client: httpx.Client, text: str, **fields: Any) -> tuple[list[Word], Sound]:
    """The words and the audio of a response with events."""
    answer = client.post(SPEECH, json={"input": text, "seed": 1, **EVENTS, **fields})
    assert answer.status_code == 200, answer.text
    events, audio = joined_events(answer.text)
    words = [
        word for event in events if event["type"] == "speech.audio.timestamps" for word in event["timestamps"]
    ]
    return words, decode("pcm", audio)


def captioned(client: httpx.Client, text: str, **fields: Any) -> Any:
    answer = client.post(CAPTIONED, json={"input": text, "seed": 1, "response_format": "pcm", **fields})
    assert answer.status_code == 200, answer.text
    return answer.json()


def check_order(words: list[Word], text: str, sound: Sound) -> None:
    reached = place = 0.0
    for word in words:
        assert reached <= word["start_time"] < word["end_time"]
        assert place <= word["start_offset"] < word["end_offset"]
        assert text[word["start_offset"] : word["end_offset"]] == word["word"]
        reached, place = word["end_time"], word["end_offset"]
    assert reached <= seconds(sound)


def part(sound: Sound, start: float, end: float) -> Sound:
    return sound[round(start * SAMPLE_RATE) : round(end * SAMPLE_RATE)]


def onsets(sound: Sound, *, gap: float) -> list[tuple[float, float]]:
    """Start and end in seconds of each sound between silences of at least `gap` seconds."""
    loud = np.flatnonzero(np.abs(sound) > 0.01)
    cuts = np.flatnonzero(np.diff(loud) > gap * SAMPLE_RATE)
    starts = [loud[0], *loud[cuts + 1]]
    ends = [*loud[cuts], loud[-1]]
    return [(start / SAMPLE_RATE, end / SAMPLE_RATE) for start, end in zip(starts, ends, strict=True)]


def test_they_count_frames_pauses_and_what_was_cut(fake: FakeServer) -> None:
    text = "One, two. [pause:1s] It costs $5 today."
    words, sound = spoken(fake.client, text)
    check_order(words, text, sound)
    assert [word["word"] for word in words] == ["One", "two", "It", "costs", "$5", "today"]
    first, second = fake.engine.chunks
    assert words[0]["start_time"] == 0
    second_begins = FRAME * len(first.tokens) / SAMPLE_RATE + 1
    assert words[2]["start_time"] == pytest.approx(second_begins, abs=0.001)
    for word in words[2:]:
        mine = [i for i, token in enumerate(second.tokens) if token.start == word["start_offset"]]
        mine = [i for i in mine if second.tokens[i].start < second.tokens[i].end]
        assert word["start_time"] == pytest.approx(second_begins + mine[0] * FRAME / SAMPLE_RATE, abs=0.001)
        # The last word extends to the end of the sound, in whole windows of 10 ms; a frame has 25 ms.
        last = len(second.tokens) - 1 if word is words[-1] else mine[-1]
        assert word["end_time"] == pytest.approx(second_begins + (last + 1) * FRAME / SAMPLE_RATE, abs=0.006)


def test_speech_is_heard_where_words_are_and_silence_where_none_are(client: httpx.Client) -> None:
    text = "Good morning. [pause:1s] Bread and butter. [pause:0.7s] Tomorrow."
    words, sound = spoken(client, text)
    check_order(words, text, sound)
    assert [word["word"] for word in words] == ["Good", "morning", "Bread", "and", "butter", "Tomorrow"]
    groups = [words[:2], words[2:5], words[5:]]
    heard = onsets(sound, gap=0.4)
    assert len(heard) == len(groups)
    for group, (start, end) in zip(groups, heard, strict=True):
        assert group[0]["start_time"] == pytest.approx(start, abs=0.05)
        assert group[-1]["end_time"] == pytest.approx(end, abs=0.05)
    for word in words:
        assert rms(part(sound, word["start_time"], word["end_time"])) > 0.01, word


@pytest.mark.parametrize("speed", [0.5, 2.0])
def test_speed_moves_them(client: httpx.Client, speed: float) -> None:
    words, sound = spoken(client, COUNTING, speed=speed)
    check_order(words, COUNTING, sound)
    plain, _ = spoken(client, COUNTING)
    assert words[-1]["end_time"] * speed == pytest.approx(plain[-1]["end_time"], rel=0.1)
    [(start, end)] = onsets(sound, gap=0.4)
    assert words[0]["start_time"] == pytest.approx(start, abs=0.05)
    assert words[-1]["end_time"] == pytest.approx(end, abs=0.05)


@pytest.mark.parametrize("voice", IN_EACH_LANGUAGE)
def test_every_language_has_them(client: httpx.Client, voice: str) -> None:
    text, expected = IN_EACH_LANGUAGE[voice]
    words, sound = spoken(client, text, voice=voice, speed=2)
    check_order(words, text, sound)
    assert [word["word"] for word in words] == expected
    for word in words:
        assert rms(part(sound, word["start_time"], word["end_time"])) > 0.005, word


def test_a_file_and_lines_have_the_same_words_as_events(fake: FakeServer) -> None:
    text = " ".join(f"This is sentence {i}." for i in range(40))
    words, sound = spoken(fake.client, text)
    whole = captioned(fake.client, text)
    assert (whole["timestamps"], whole["audio_format"], whole["captions"]) == (words, "pcm", None)
    assert np.array_equal(decode("pcm", base64.b64decode(whole["audio"])), sound)
    answer = fake.client.post(
        CAPTIONED, json={"input": text, "seed": 1, "response_format": "pcm", "stream": True}
    )
    assert answer.headers["content-type"] == "application/x-ndjson"
    lines = [json.loads(line) for line in answer.text.splitlines()]
    assert len(lines) > 3
    assert [word for line in lines for word in line["timestamps"]] == words
    assert np.array_equal(decode("pcm", b"".join(base64.b64decode(line["audio"]) for line in lines)), sound)


@pytest.mark.parametrize("format", ["srt", "vtt"])
@pytest.mark.parametrize("stream", [False, True])
def test_captions(fake: FakeServer, format: str, stream: bool) -> None:
    text = (
        "The **first** sentence of Dr. Ames ends **here**. A second one, with <b>markup</b> &amp; signs [pause:2s] "
        "goes on."
    )
    body = {"input": text, "captions_format": format, "stream": stream, "seed": 1}
    answer = fake.client.post(CAPTIONED, json=body, timeout=PATIENCE_S)
    lines = [json.loads(line) for line in answer.text.splitlines()]
    captions = "".join(line["captions"] for line in lines)
    words = [word for line in lines for word in line["timestamps"]]
    if format == "vtt":
        assert captions.startswith("WEBVTT\n\n")
    cues = re.findall(r"(\d\d):(\d\d):(\d\d)[.,](\d{3}) --> .*\n((?:.+\n)+)\n", captions)
    said = [cue[4].strip() for cue in cues]
    assert all(len(line) <= 42 for cue in said for line in cue.splitlines())
    assert [cue.replace("\n", " ") for cue in said] == [
        "The first sentence of Dr. Ames ends here.",
        f"A second one, with markup {'&amp;' if format == 'vtt' else '&'} signs",
        "goes on.",
    ]
    starts = [int(h) * 3600 + int(m) * 60 + int(s) + int(ms) / 1000 for h, m, s, ms, _ in cues]
    assert starts == sorted(starts)
    assert starts[0] == pytest.approx(words[0]["start_time"], abs=0.001)
    if format == "srt":
        assert re.findall(r"^(\d+)\n\d\d:", captions, re.MULTILINE) == [str(i + 1) for i in range(len(cues))]


def test_words_with_directions_are_the_words_alone(fake: FakeServer) -> None:
    text = "Say [tomato](/təmˈɑːtO/) to [Mr. *Bean*](http://example.com), &amp; **bold** [rate:2]words."
    words, sound = spoken(fake.client, text, tags=True)
    check_order(words, text, sound)
    assert [word["word"] for word in words] == ["Say", "tomato", "to", "Mr", "Bean", "&amp;", "bold", "words"]


def test_timestamps_need_events(fake: FakeServer) -> None:
    answer = fake.client.post(SPEECH, json={"input": "Hello.", "timestamps": "word"})
    message = assert_error(answer, 400, "invalid_request_error", param="timestamps")
    assert CAPTIONED in message


def test_captions_are_no_events(fake: FakeServer) -> None:
    answer = fake.client.post(CAPTIONED, json={"input": "Hello.", "stream_format": "sse"})
    assert_error(answer, 400, "invalid_request_error", param="stream_format")


def test_an_early_failure_has_a_status(fake: FakeServer) -> None:
    answer = fake.client.post(CAPTIONED, json={"input": "…"})
    assert_error(answer, 400, "invalid_request_error", param="input")


def test_marks_of_ssml_have_their_times(fake: FakeServer) -> None:
    text = '<speak>Hello <mark name="here"/>there. <break time="2s"/> <mark name="on"/>Go.<mark name="end"/></speak>'
    answer = fake.client.post(SPEECH, json={"input": text, "ssml": True, **EVENTS})
    events, audio = joined_events(answer.text)
    told = [event for event in events if event["type"] == "speech.audio.timestamps"]
    words = {word["word"]: word["start_time"] for event in told for word in event["timestamps"]}
    assert [mark for event in told for mark in event["marks"]] == [
        {"name": "here", "time": words["there"]},
        {"name": "on", "time": words["Go"]},
        {"name": "end", "time": pytest.approx(seconds(decode("pcm", audio)), abs=0.001)},
    ]
    whole = captioned(fake.client, text, ssml=True)
    assert [mark["name"] for mark in whole["marks"]] == ["here", "on", "end"]
