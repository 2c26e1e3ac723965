"""Deepgram's dialect of live speech, message by message as its clients exchange them."""

import pytest

from tests.http.live_client import DEEPGRAM, live_to, refusal
from tests.servers import FakeServer

ONE = "Hola, amigo mío."
TWO = "Buenos días a todos."


def test_a_text_is_spoken_and_flushed(fake: FakeServer) -> None:
    with live_to(fake, f"{DEEPGRAM}?model=ef_dora&encoding=linear16&sample_rate=16000") as speech:
        assert speech.receive()["type"] == "Metadata"
        for word in ONE.split():
            speech.send("Speak", text=f"{word} ")
        speech.send("Flush")
        assert speech.receive() == {"type": "Flushed", "sequence_id": 0}
        speech.send("Flush")
        assert speech.receive() == {"type": "Flushed", "sequence_id": 1}
        assert speech.audio == fake.pcm(ONE, sample_rate=16_000)
        speech.send("Close")
        assert speech.closed() == 1000


def test_speech_begins_before_the_flush(fake: FakeServer) -> None:
    with live_to(fake, DEEPGRAM) as speech:
        speech.send("Speak", text=f"{ONE} Buenos")
        fake.engine.wait_for_step(1)
        speech.send("Speak", text=" días.")
        speech.send("Flush")
        speech.until("Flushed")
        assert fake.engine.steps == 2


def test_what_is_cleared_is_not_heard(fake: FakeServer) -> None:
    with live_to(fake, DEEPGRAM) as speech, fake.engine.hold(1) as gate:
        speech.send("Speak", text=f"{ONE} {TWO}")
        fake.engine.wait_for_step(1)
        speech.send("Clear")
        gate.set()
        assert speech.until("Cleared")[-1] == {"type": "Cleared", "sequence_id": 0}
        assert speech.audio == b""
        speech.send("Speak", text=TWO)
        speech.send("Flush")
        speech.until("Flushed")
        assert speech.audio == fake.pcm(TWO)


def test_encodings_of_telephony(fake: FakeServer) -> None:
    with live_to(fake, f"{DEEPGRAM}?encoding=mulaw&sample_rate=8000&speed=2") as speech:
        speech.send("Speak", text=ONE)
        speech.send("Flush")
        speech.until("Flushed")
    assert speech.audio == fake.speak(ONE, response_format="ulaw", speed=2).content


def test_voices_of_deepgram_are_the_default_voice(fake: FakeServer) -> None:
    with live_to(fake, f"{DEEPGRAM}?model=aura-2-helena-en") as speech:
        assert speech.receive()["model_name"] == "ef_dora"


@pytest.mark.parametrize(
    "query",
    ["model=nobody", "encoding=mp3", "sample_rate=11025", "sample_rate=a", "speed=0", "speed=a", "speed=nan"],
)
def test_what_the_server_does_not_have_is_refused_before_the_upgrade(fake: FakeServer, query: str) -> None:
    assert refusal(fake, f"{DEEPGRAM}?{query}") == (400, None)


def test_errors_are_deepgrams(model_files: None) -> None:
    with FakeServer(queue_size=1) as server:
        server.wait_until_ready()
        with live_to(server, DEEPGRAM) as one, live_to(server, DEEPGRAM) as two, server.engine.hold(1):
            for speech in (one, two):
                speech.send("Speak", text=ONE)
                speech.send("Flush")
                server.engine.wait_for_step(1)
            for error in two.until("Error")[-2:]:
                assert error["code"] == "SERVER_IS_OVERLOADED"
                assert error["retry_after"] >= 1
            two.send("Nothing")
            assert two.until("Warning")[-1]["code"] == "INVALID_REQUEST_ERROR"
