"""Together's dialect of live speech, message by message as pipecat's service exchanges them."""

import json

import pytest

from tests.http.live_client import TOGETHER, audio_of, live_to, refusal
from tests.servers import FakeServer

ONE = "Hola, amigo mío."
TWO = "Buenos días a todos."
DELTA = "conversation.item.audio_output.delta"
DONE = "conversation.item.audio_output.done"


def test_a_text_is_spoken_when_it_is_committed(fake: FakeServer) -> None:
    with live_to(fake, f"{TOGETHER}?model=hexgrad/Kokoro-82M&voice=ef_dora&language=es") as speech:
        created = speech.receive()
        assert created["type"] == "session.created"
        assert created["session"]["id"]
        speech.send("tts_session.updated", session={"voice": "ef_dora"})
        assert speech.receive()["session"]["voice"] == "ef_dora"
        speech.send("input_text_buffer.append", text=ONE)
        assert speech.receive() == {"type": "conversation.item.input_text.received", "text": ONE}
        speech.send("input_text_buffer.commit")
        messages = speech.until(DONE)
    assert audio_of(messages) == fake.pcm(ONE, voice="ef_dora")
    assert len({message["item_id"] for message in messages}) == 1


def test_each_commit_is_an_item_and_an_empty_one_is_none(fake: FakeServer) -> None:
    items = []
    with live_to(fake, TOGETHER) as speech:
        for text in (ONE, "", TWO):
            if text:
                speech.send("input_text_buffer.append", text=text)
            speech.send("input_text_buffer.commit")
        for _ in range(2):
            items.append(speech.until(DONE)[-1]["item_id"])
    assert len(set(items)) == 2


def test_what_is_cleared_is_not_heard(fake: FakeServer) -> None:
    with live_to(fake, TOGETHER) as speech, fake.engine.hold(1) as gate:
        speech.send("input_text_buffer.append", text=f"{ONE} {TWO}")
        fake.engine.wait_for_step(1)
        speech.send("input_text_buffer.clear")
        gate.set()
        speech.send("input_text_buffer.append", text=TWO)
        speech.send("input_text_buffer.commit")
        messages = speech.until(DONE)
    assert audio_of(messages) == fake.pcm(TWO)


def test_a_voice_may_change_between_items(fake: FakeServer) -> None:
    heard = []
    with live_to(fake, TOGETHER) as speech:
        for voice in ("ef_dora", "em_alex(2)+em_santa(1)"):
            speech.send("tts_session.updated", session={"voice": voice})
            speech.send("input_text_buffer.append", text=ONE)
            speech.send("input_text_buffer.commit")
            heard.append(audio_of(speech.until(DONE)))
    assert heard == [fake.pcm(ONE, voice=voice) for voice in ("ef_dora", "em_alex(2)+em_santa(1)")]


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [("voice=nobody", 400, None), ("model=other", 404, "model_not_found"), ("language=tlh", 400, None)],
)
def test_what_the_server_does_not_have_is_refused_before_the_upgrade(
    fake: FakeServer, query: str, status: int, code: str | None
) -> None:
    assert refusal(fake, f"{TOGETHER}?{query}") == (status, code)


def test_a_full_server_fails_the_item_and_says_when_to_come_back(model_files: None) -> None:
    with FakeServer(queue_size=1) as server:
        server.wait_until_ready()
        with live_to(server, TOGETHER) as one, live_to(server, TOGETHER) as two, server.engine.hold(1):
            for speech in (one, two):
                speech.send("input_text_buffer.append", text=ONE)
                speech.send("input_text_buffer.commit")
                server.engine.wait_for_step(1)
            failed = two.until("conversation.item.tts.failed")[-1]
            assert failed["error"]["code"] == "server_is_overloaded"
            assert failed["error"]["retry_after"] >= 1


@pytest.mark.parametrize("message", [{"type": "nothing"}, {"type": "input_text_buffer.append"}, {}])
def test_an_invalid_message_is_an_error(fake: FakeServer, message: dict[str, str]) -> None:
    with live_to(fake, TOGETHER) as speech:
        speech.connection.send(json.dumps(message))
        assert speech.until("error")[-1]["error"]["type"] == "invalid_request_error"
