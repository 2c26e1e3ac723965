"""A failure of the first chunk is answered with a status. A later failure breaks the connection."""

import math

import httpx
import pytest

from kokoro_speech_server.errors import EngineError
from tests.servers import (
    SPEECH,
    FakeServer,
    assert_error,
    each_way,
    joined_events,
)
from tests.texts import SENTENCES

each_fault = pytest.mark.parametrize(
    "fault",
    [EngineError("It failed."), RuntimeError("a secret detail"), math.nan],
    ids=["error", "raise", "nan"],
)


@each_way
@each_fault
def test_a_failure_in_the_first_chunk_has_a_status(
    fake: FakeServer, way: dict[str, object], fault: Exception | float
) -> None:
    fake.engine.faults[1] = fault
    message = assert_error(fake.speak(SENTENCES, response_format="pcm", **way), 500, "server_error")
    assert "secret" not in message
    assert fake.engine.steps == 1
    assert fake.pcm("And the next one is served.")


@pytest.mark.parametrize("format", ["pcm", "mp3", "wav"])
@each_fault
def test_a_later_failure_breaks_the_connection(
    fake: FakeServer, format: str, fault: Exception | float
) -> None:
    fake.engine.faults[3] = fault
    with pytest.raises(httpx.RemoteProtocolError):
        fake.speak(SENTENCES, response_format=format)
    fake.wait_until_idle()
    assert fake.engine.steps == 3


@each_fault
def test_a_later_failure_is_an_event_before_the_connection_breaks(
    fake: FakeServer, fault: Exception | float
) -> None:
    fake.engine.faults[3] = fault
    request = {"input": SENTENCES, "stream_format": "sse", "response_format": "pcm"}
    body = b""
    with fake.client.stream("POST", SPEECH, json=request) as answer:
        pieces = answer.iter_raw()
        while not (b'"error"' in body and body.endswith(b"\n\n")):
            body += next(pieces)
        with pytest.raises(httpx.RemoteProtocolError):
            next(pieces)
    events, audio = joined_events(body.decode())
    assert audio
    assert [event["type"] for event in events[:-1]] == ["speech.audio.delta"] * (len(events) - 1)
    assert events[-1].keys() == {"type", "error"}
    assert events[-1]["type"] == "error"
    assert set(events[-1]["error"]) == {"message", "type", "param", "code"}
    assert events[-1]["error"]["type"] == "server_error"
    assert "secret" not in events[-1]["error"]["message"]


@each_fault
def test_a_later_failure_of_a_whole_file_has_a_status(fake: FakeServer, fault: Exception | float) -> None:
    fake.engine.faults[3] = fault
    assert_error(fake.speak(SENTENCES, stream=False), 500, "server_error")
