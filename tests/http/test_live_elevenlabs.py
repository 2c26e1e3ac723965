"""ElevenLabs' dialects of live speech, message by message as its clients exchange them."""

import base64
import json
from typing import Any

import pytest

from tests.http.live_client import MULTI_STREAM, STREAM_INPUT, LiveConnection, live_to, refusal
from tests.servers import FakeServer, joined_events

ONE = "Hola, amigo mío."
TWO = "Buenos días a todos."
PCM = "?model_id=eleven_flash_v2_5&output_format=pcm_24000"


def say(speech: LiveConnection, **message: Any) -> None:
    speech.connection.send(json.dumps(message))


def until_final(speech: LiveConnection) -> list[dict[str, Any]]:
    messages = [speech.receive()]
    while not messages[-1].get("isFinal"):
        messages.append(speech.receive())
    return messages


def audio_of(messages: list[dict[str, Any]], context: str | None = None) -> bytes:
    return b"".join(
        base64.b64decode(message["audio"])
        for message in messages
        if message.get("audio") and (context is None or message["contextId"] == context)
    )


def test_a_context_is_spoken_until_it_is_closed(fake: FakeServer) -> None:
    with live_to(fake, f"{MULTI_STREAM}{PCM}") as speech:
        say(speech, text=" ", context_id="a", voice_settings={"stability": 0.5})
        say(speech, text="")
        for word in f"{ONE} {TWO}".split():
            say(speech, text=f"{word} ", context_id="a")
        say(speech, text="", context_id="a")
        say(speech, context_id="a", flush=True)
        say(speech, context_id="a", close_context=True)
        messages = until_final(speech)
    assert {message["contextId"] for message in messages} == {"a"}
    assert messages[-1] == {"isFinal": True, "contextId": "a"}
    chars = "".join("".join(message["alignment"]["chars"]) for message in messages if "alignment" in message)
    assert chars == f"{ONE} {TWO} "
    # Both sentences are one chunk if both have arrived before the first one is read.
    assert audio_of(messages) in (fake.pcm(ONE) + fake.pcm(TWO), fake.pcm(f"{ONE} {TWO}"))


def test_sentences_in_messages_of_their_own_are_apart(fake: FakeServer) -> None:
    with live_to(fake, f"{MULTI_STREAM}{PCM}") as speech:
        for text in (ONE, TWO):
            say(speech, text=text, context_id="a")
        say(speech, context_id="a", close_context=True)
        messages = until_final(speech)
    chars = "".join("".join(message["alignment"]["chars"]) for message in messages if "alignment" in message)
    assert chars == f"{ONE} {TWO} "


@pytest.mark.parametrize("sync", ["", "&sync_alignment=true"])
def test_characters_have_times_of_their_message_or_of_their_context(fake: FakeServer, sync: str) -> None:
    with live_to(fake, f"{MULTI_STREAM}{PCM}{sync}") as speech:
        say(speech, text=f"{ONE} {TWO}", context_id="a")
        say(speech, context_id="a", close_context=True)
        aligned = [message["alignment"] for message in until_final(speech) if "alignment" in message]
    answer = fake.speak(f"{ONE} {TWO}", stream_format="sse", timestamps="word", response_format="pcm")
    heard = [time for event in joined_events(answer.text)[0] for time in event.get("timestamps", ())]
    expected = {word["start_offset"]: word["start_time"] * 1000 for word in heard}
    position, offset = 0, 0.0
    for message in aligned:
        starts, durations = message["charStartTimesMs"], message["charDurationsMs"]
        assert starts == sorted(starts)
        assert all(duration >= 0 for duration in durations)
        for start in starts:
            if position in expected:
                assert start + offset == pytest.approx(expected[position], abs=2)
            position += 1
        offset += 0 if sync else starts[-1] + durations[-1]


def test_contexts_are_spoken_side_by_side(fake: FakeServer) -> None:
    with live_to(fake, f"{MULTI_STREAM}{PCM}") as speech:
        for context, text in (("a", ONE), ("b", TWO)):
            say(speech, text=text, context_id=context)
            say(speech, context_id=context, close_context=True)
        messages = until_final(speech) + until_final(speech)
        assert audio_of(messages, "a") == fake.pcm(ONE)
        assert audio_of(messages, "b") == fake.pcm(TWO)
        say(speech, text=ONE, context_id="a")
        say(speech, close_socket=True)
        assert audio_of(until_final(speech)) == fake.pcm(ONE)
        assert speech.closed() == 1000


def test_contexts_are_limited(fake: FakeServer) -> None:
    with live_to(fake, f"{MULTI_STREAM}{PCM}") as speech:
        for number in range(1_000):
            say(speech, text=" ", context_id=f"context {number}")
        errors = [speech.receive() for _ in range(980)]
        assert {error["error"] for error in errors} == {"server_is_overloaded"}


def test_the_single_stream_ends_with_an_empty_text(fake: FakeServer) -> None:
    with live_to(fake, f"{STREAM_INPUT}{PCM}") as speech:
        say(speech, text=" ", try_trigger_generation=True, voice_settings={"speed": 2})
        say(speech, text=ONE, flush=True)
        say(speech, text="")
        messages = until_final(speech)
        assert "contextId" not in messages[0]
        assert speech.closed() == 1000
    assert audio_of(messages) == fake.pcm(ONE, speed=2)


@pytest.mark.parametrize(
    ("format", "fields"),
    [
        ("mp3_22050_32", {"response_format": "mp3", "sample_rate": 22_050}),
        ("ulaw_8000", {"response_format": "ulaw"}),
        ("opus_48000_48", {"response_format": "opus", "sample_rate": 48_000}),
        ("pcm_16000", {"response_format": "pcm", "sample_rate": 16_000}),
    ],
)
def test_formats_have_their_names(fake: FakeServer, format: str, fields: dict[str, Any]) -> None:
    with live_to(fake, f"{MULTI_STREAM}?output_format={format}") as speech:
        say(speech, text=ONE, context_id="a")
        say(speech, context_id="a", close_context=True)
        audio = audio_of(until_final(speech))
    usual = fake.speak(ONE, **fields).content
    if format.startswith(("mp3", "opus")):
        assert audio[:4] == usual[:4] or format.startswith("mp3")
        assert len(audio) < len(usual) * 1.5
    else:
        assert audio == usual


@pytest.mark.parametrize(
    "format", ["wav_24000", "pcm_11025", "mp3", "opus_44100", "mp3_44100_999", "x" * 500]
)
def test_other_formats_are_refused_before_the_upgrade(fake: FakeServer, format: str) -> None:
    assert refusal(fake, f"{MULTI_STREAM}?output_format={format}") == (400, None)


def test_another_voice_is_refused_before_the_upgrade(fake: FakeServer) -> None:
    assert refusal(fake, MULTI_STREAM.replace("ef_dora", "nobody")) == (400, None)


def test_a_full_server_fails_the_context_and_says_when_to_come_back(model_files: None) -> None:
    with FakeServer(queue_size=1) as server:
        server.wait_until_ready()
        with live_to(server, f"{MULTI_STREAM}{PCM}") as speech, server.engine.hold(1):
            for context in "ab":
                say(speech, text=ONE, context_id=context)
                say(speech, context_id=context, close_context=True)
                server.engine.wait_for_step(1)
            error = speech.receive()
            assert (error["error"], error["contextId"]) == ("server_is_overloaded", "b")
            assert error["retry_after"] >= 1
            assert speech.receive() == {"isFinal": True, "contextId": "b"}


def test_an_error_ends_the_single_stream(model_files: None) -> None:
    with FakeServer(queue_size=1) as server:
        server.wait_until_ready()
        with live_to(server, MULTI_STREAM) as other, server.engine.hold(1):
            say(other, text=ONE, context_id="a", flush=True)
            server.engine.wait_for_step(1)
            for message in ({"text": ONE, "flush": True}, {"text": ONE, "voice_settings": {"speed": 9}}):
                with live_to(server, f"{STREAM_INPUT}{PCM}") as speech:
                    say(speech, **message)
                    error = speech.receive()
                    assert speech.closed() == 1008
                    assert speech.connection.close_reason == error["message"]


@pytest.mark.parametrize(
    "message", [{"text": 1}, {"context_id": 1, "text": "a"}, {"text": "a", "voice_settings": {"speed": 9}}]
)
def test_an_invalid_message_is_an_error(fake: FakeServer, message: dict[str, Any]) -> None:
    with live_to(fake, f"{MULTI_STREAM}{PCM}") as speech:
        say(speech, **message)
        assert speech.receive()["error"] == "invalid_request_error"
