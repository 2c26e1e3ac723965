"""Wyoming with the model: what Home Assistant hears is what HTTP gives."""

import pytest
from wyoming.tts import Synthesize, SynthesizeVoice

from tests.servers import SPEECH, ServerProcess, http_client
from tests.wyoming.client import END_OF_STREAM, WyomingClient


@pytest.mark.parametrize(
    ("voice", "text"),
    [("af_heart", "The kitchen lights are on."), ("ef_dora", "Las luces están encendidas.")],
)
def test_a_sentence_is_what_it_is_over_http(
    model_server: ServerProcess, wyoming_port: int, voice: str, text: str
) -> None:
    """Without a seed both have that of a server with a cache."""
    body = {"input": text, "voice": voice, "response_format": "pcm"}
    expected = http_client.post(model_server.url + SPEECH, json=body).content
    assert len(expected) > 24_000
    for streamed in (False, True):
        with WyomingClient(wyoming_port) as client:
            if streamed:
                client.stream(text, voice)
                client.until(END_OF_STREAM)
            else:
                client.send(Synthesize(text, voice=SynthesizeVoice(name=voice)))
                client.until("audio-stop")
        assert client.audio == expected
