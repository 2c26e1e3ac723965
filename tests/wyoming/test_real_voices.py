"""Wyoming with the model: what Home Assistant hears is what HTTP gives."""

from collections.abc import Iterator

import pytest
from wyoming.tts import Synthesize, SynthesizeVoice

from tests.servers import SPEECH, ServerProcess, free_port, http_client
from tests.wyoming.client import END_OF_STREAM, WyomingClient

pytestmark = pytest.mark.model


@pytest.fixture(scope="module")
def port_and_url(model_files: None) -> Iterator[tuple[int, str]]:
    port = free_port()
    with ServerProcess(WYOMING_PORT=str(port), SEED="7", THREADS_PER_WORKER="1") as process:
        process.wait_until_ready()
        yield port, process.url


@pytest.mark.parametrize(
    ("voice", "text"),
    [("af_heart", "The kitchen lights are on."), ("ef_dora", "Las luces están encendidas.")],
)
def test_a_sentence_is_what_it_is_over_http(port_and_url: tuple[int, str], voice: str, text: str) -> None:
    port, url = port_and_url
    body = {"input": text, "voice": voice, "response_format": "pcm"}
    expected = http_client.post(url + SPEECH, json=body).content
    assert len(expected) > 24_000
    for streamed in (False, True):
        with WyomingClient(port) as client:
            if streamed:
                client.stream(text, voice)
                client.until(END_OF_STREAM)
            else:
                client.send(Synthesize(text, voice=SynthesizeVoice(name=voice)))
                client.until("audio-stop")
        assert client.audio == expected
