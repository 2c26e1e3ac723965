"""`sample_rate` and the formats of telephony, in requests and in live speech."""

import io
import wave

import pytest

from tests.http.live_client import live_to
from tests.servers import FakeServer, assert_error

TEXT = "Hola, amigo mío. Buenos días a todos."


@pytest.mark.parametrize("stream", [True, False])
@pytest.mark.parametrize("rate", [8_000, 16_000, 22_050, 44_100, 48_000])
def test_a_file_has_the_sample_rate_that_is_requested(fake: FakeServer, rate: int, stream: bool) -> None:
    usual = fake.pcm(TEXT)
    answer = fake.speak(TEXT, response_format="pcm", sample_rate=rate, stream=stream)
    assert len(answer.content) / rate == pytest.approx(len(usual) / 24_000, abs=2e-3)


def test_a_wav_file_says_its_sample_rate(fake: FakeServer) -> None:
    answer = fake.speak(TEXT, response_format="wav", sample_rate=8_000, stream=False)
    with wave.open(io.BytesIO(answer.content)) as file:
        assert file.getframerate() == 8_000


@pytest.mark.parametrize(("format", "media_type"), [("ulaw", "audio/PCMU"), ("alaw", "audio/PCMA")])
def test_telephony_has_8_khz_and_a_byte_per_sample(fake: FakeServer, format: str, media_type: str) -> None:
    usual = fake.pcm(TEXT)
    answer = fake.speak(TEXT, response_format=format)
    assert answer.headers["content-type"] == media_type
    assert len(answer.content) == pytest.approx(len(usual) / 6, abs=8)


@pytest.mark.parametrize("rate", [22_050, 44_100])
def test_opus_does_not_have_every_sample_rate(fake: FakeServer, rate: int) -> None:
    answer = fake.speak(TEXT, response_format="opus", sample_rate=rate)
    assert "8000, 16000, 24000, 48000" in assert_error(
        answer, 400, "invalid_request_error", param="sample_rate"
    )


def test_another_sample_rate_is_refused(fake: FakeServer) -> None:
    assert_error(fake.speak(TEXT, sample_rate=11_025), 400, "invalid_request_error", param="sample_rate")


def test_live_speech_has_the_same_rates_and_formats(fake: FakeServer) -> None:
    with live_to(fake) as speech:
        speech.send("session.config", response_format="ulaw", seed=1)
        speech.send("input.text", text="Hola, amigo mío.")
        speech.send("input.done")
        assert speech.receive()["sample_rate"] == 8_000
        speech.until("session.done")
        assert speech.audio == fake.speak("Hola, amigo mío.", response_format="ulaw", seed=1).content
        speech.send("session.config", response_format="opus", sample_rate=44_100)
        assert speech.receive()["param"] == "sample_rate"
