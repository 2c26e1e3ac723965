"""Every format and way over HTTP, and bit rates that a request chooses."""

import io
from typing import Any

import av
import numpy as np
import pytest

from tests.servers import FakeServer, assert_error, each_way, joined_events
from tests.sounds import DEMUXERS, FORMATS, SURPLUS, decode, rms

TEXT = "Uno dos tres cuatro cinco seis siete ocho. " * 4


@each_way
@pytest.mark.parametrize("format", FORMATS)
def test_every_format_has_every_sample(fake: FakeServer, format: str, way: dict[str, Any]) -> None:
    answer = fake.speak(TEXT, response_format=format, seed=1, **way)
    assert answer.status_code == 200, answer.text
    is_events = way.get("stream_format") == "sse"
    sound = decode(format, joined_events(answer.text)[1] if is_events else answer.content)
    samples = sum(fake.engine.length(chunk) for chunk in fake.engine.chunks)
    assert 0 <= sound.size - samples <= SURPLUS.get(format, (0, 0))[way.get("stream") is False]
    assert rms(sound) == pytest.approx(0.5 / np.sqrt(2), rel=0.1)


@pytest.mark.parametrize(
    ("format", "codec"), [("ogg", "opus"), ("webm", "opus"), ("m4a", "aac"), ("opus", "opus"), ("aac", "aac")]
)
def test_what_is_in_a_container(fake: FakeServer, format: str, codec: str) -> None:
    content = fake.speak(TEXT, response_format=format, stream=False).content
    with av.open(io.BytesIO(content), "r", format=DEMUXERS.get(format, format)) as container:
        assert container.streams.audio[0].codec_context.name == codec
        assert [stream.type for stream in container.streams] == ["audio"]


@pytest.mark.parametrize("format", ["mp3", "opus", "aac", "ogg", "webm", "m4a"])
def test_a_request_chooses_the_bit_rate_of_a_lossy_format(fake: FakeServer, format: str) -> None:
    sizes = [
        len(fake.speak(TEXT, response_format=format, stream=False, bit_rate=rate, voice="ef_dora").content)
        for rate in (16_000, 80_000)
    ]
    assert sizes[1] > 1.5 * sizes[0], "a tone needs few bits"


@pytest.mark.parametrize("format", ["wav", "flac", "pcm"])
def test_a_lossless_format_has_no_bit_rate(fake: FakeServer, format: str) -> None:
    answer = fake.speak("Hola.", response_format=format, bit_rate=64_000)
    assert_error(answer, 400, "invalid_request_error", param="bit_rate")


@pytest.mark.parametrize("rate", [7_999, 160_001, "much"])
def test_a_wrong_bit_rate(fake: FakeServer, rate: Any) -> None:
    answer = fake.speak("Hola.", bit_rate=rate)
    assert_error(answer, 400, "invalid_request_error", param="bit_rate")
