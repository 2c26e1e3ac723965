"""Requests as clients of Kokoro-FastAPI send them."""

import io
import json
from typing import Any

import numpy as np
import pytest
import torch

from kokoro_speech_server.voices import VOICES
from tests.engines import symbols
from tests.servers import SPEECH, FakeServer, assert_error
from tests.sounds import decode

INVALID = "invalid_request_error"
SSML = "/dev/ssml"
SLOWPOKE = {"slowpoke": {"voice": "af_bella", "rate": 0.8}}


def speeds(fake: FakeServer) -> list[float]:
    return [round(chunk.speed, 4) for chunk in fake.engine.chunks]


def styles(fake: FakeServer, *voices: str) -> list[bytes]:
    """The styles of each voice for one and the same text."""
    fake.engine.forget()
    for voice in voices:
        answer = fake.speak("Hola.", voice=voice, lang_code="e")
        assert answer.status_code == 200, answer.text
    return [chunk.style.tobytes() for chunk in fake.engine.chunks]


# Voices


def test_allow_voice_tags_is_another_name_of_tags(fake: FakeServer) -> None:
    text = "Uno. [voice:em_alex][rate:2]Dos."
    assert fake.speak(text, allow_voice_tags=True).status_code == 200
    assert speeds(fake) == [1.0, 2.0]
    assert fake.speak(text, allow_voice_tags=False).status_code == 200
    assert len(fake.engine.chunks) == 3, "the tags are text"
    long = text + " Tres." * 10_000  # a body that is parsed in pieces
    body = {"text": long, "allow_voice_tags": True, "lang_code": "e"}
    sentences = fake.client.post("/dev/normalize", json=body).json()["sentences"]
    assert sentences[1]["voice"] == "em_alex"


@pytest.mark.parametrize("tags", [True, False])
def test_an_alias_can_be_the_voice_with_its_rate(fake: FakeServer, tags: bool) -> None:
    fields: dict[str, Any] = {"voice": "Slowpoke", "voice_aliases": SLOWPOKE, "allow_voice_tags": tags}
    assert fake.speak("Hola.", speed=0.5, lang_code="e", **fields).status_code == 200
    assert speeds(fake) == [0.4]
    assert fake.engine.chunks[0].style.tobytes() == styles(fake, "af_bella")[0]


def test_a_rate_tag_multiplies_an_aliass_rate_and_ends_with_its_voice(fake: FakeServer) -> None:
    text = "[rate:1.1]Uno. [voice:em_alex]Dos. [voice:slowpoke]Tres."
    answer = fake.speak(text, voice="slowpoke", voice_aliases=SLOWPOKE, allow_voice_tags=True, lang_code="e")
    assert answer.status_code == 200
    assert speeds(fake) == [0.88, 1.0, 0.8]


def test_a_voice_can_be_subtracted(fake: FakeServer) -> None:
    names = ("af_bella(3)-af_sky", "af_bella", "af_sky", "af_bella-af_bella+af_sky")
    mix, bella, sky, cancelled = (np.frombuffer(style, np.float32) for style in styles(fake, *names))
    assert np.allclose(mix, 0.75 * bella - 0.25 * sky, atol=1e-6)
    assert np.allclose(cancelled, sky / 3, atol=1e-6)
    refused = fake.speak("Hola.", voice="af_bella-af_bella")
    assert "cancel" in assert_error(refused, 400, INVALID, param="voice")


@pytest.mark.parametrize("voice", ["-af_bella", "af_bella-", "af_bella--af_sky", "af_bella+-af_sky"])
def test_half_a_subtraction_is_refused(fake: FakeServer, voice: str) -> None:
    assert_error(fake.speak("Hola.", voice=voice), 400, INVALID, param="voice")


def test_a_hyphen_in_a_name_is_explained(fake: FakeServer) -> None:
    answer = fake.speak("Hola.", voice="af-bella")
    assert "Did you mean af_bella" in assert_error(answer, 400, INVALID, param="voice")


def test_the_other_servers_own_voices_are_named_as_such(fake: FakeServer) -> None:
    message = assert_error(fake.speak("Hola.", voice="af_v0bella"), 400, INVALID, param="voice")
    assert "Kokoro-FastAPI" in message


def test_the_names_of_the_voices_alone(fake: FakeServer) -> None:
    assert fake.client.get("/v1/audio/voices?legacy=true").json() == {"voices": [*VOICES]}
    assert fake.client.get("/v1/audio/voices?legacy=false").json()["voices"][0]["id"] == "af_alloy"
    assert_error(fake.client.get("/v1/audio/voices?legacy=perhaps"), 400, INVALID, param="legacy")


@pytest.mark.parametrize("body", ["af_bella(2)+af_sky(1)", ["af_bella(2)", "af_sky(1)"]])
def test_a_mix_can_be_fetched_as_a_file(fake: FakeServer, body: str | list[str]) -> None:
    answer = fake.client.post("/v1/audio/voices/combine", json=body)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-disposition"] == 'attachment; filename="af_bella(0.667)+af_sky(0.333).pt"'
    pack = torch.load(io.BytesIO(answer.content), weights_only=True)
    assert (pack.shape, pack.dtype) == ((510, 1, 256), torch.float32)
    fake.speak("Hola.", voice="af_bella(2)+af_sky(1)", lang_code="e")
    [chunk] = fake.engine.chunks
    assert np.array_equal(pack[len(chunk.tokens) - 1, 0].numpy(), chunk.style)


@pytest.mark.parametrize("body", [{"voices": "af_bella"}, "nobody", [], 1, ["af_sky"] * 55])
def test_a_mix_that_cannot_be_fetched(fake: FakeServer, body: Any) -> None:
    answer = fake.client.post("/v1/audio/voices/combine", json=body)
    assert (answer.status_code, answer.json()["error"]["type"]) == (400, INVALID)


def test_a_long_list_of_voices_is_read_as_a_short_one(fake: FakeServer) -> None:
    body = json.dumps(["af_bella", "nobody"]) + " " * 40_000  # parsed in pieces
    answer = fake.client.post("/v1/audio/voices/combine", content=body)
    assert "'nobody'" in assert_error(answer, 400, INVALID, param="voice")
    body = json.dumps(["n" * 1_900] * 20)
    assert "nnn" in fake.client.post("/v1/audio/voices/combine", content=body).json()["error"]["message"]


# Dialogues and captions


def test_a_dialogue_in_the_other_servers_fields(fake: FakeServer) -> None:
    turns = [{"voice_id": "slowpoke", "text": "Uno."}, {"voice": "em_alex", "text": "Dos."}]
    body = {"inputs": turns, "voice_aliases": SLOWPOKE, "pause_between_turns": 0.4, "lang_code": "e"}
    answer = fake.client.post("/dev/dialogue", json={**body, "response_format": "pcm"})
    assert answer.status_code == 200, answer.text
    assert speeds(fake) == [0.8, 1.0]
    assert [chunk.pause for chunk in fake.engine.chunks] == [0.4, 0.0]
    assert symbols(fake.engine.chunks[0].tokens).startswith("ˈuno"), "Spanish, for all turns"


def test_a_wrong_field_is_named_as_it_was_sent(fake: FakeServer) -> None:
    body = {"turns": [{"text": "Uno."}], "pause_between_turns": 11}
    assert_error(fake.client.post("/dev/dialogue", json=body), 400, INVALID, param="pause_between_turns")


def test_captions_name_the_voice_of_each_word(fake: FakeServer) -> None:
    body = {"input": "Uno. [voice:em_alex]Dos.", "voice": "ef_dora", "allow_voice_tags": True}
    for stream in (False, True):
        answer = fake.client.post("/dev/captioned_speech", json={**body, "stream": stream})
        lines = [json.loads(line)["timestamps"] for line in answer.text.splitlines()]
        voices = [(word["word"], word["voice"]) for words in lines for word in words]
        assert voices == [("Uno", "ef_dora"), ("Dos", "em_alex")]


def test_captions_can_be_left_out(fake: FakeServer) -> None:
    body = {"input": "Uno.", "return_timestamps": False, "response_format": "wav"}
    answer = fake.client.post("/dev/captioned_speech", json=body).json()
    assert answer["timestamps"] == []
    assert answer["audio"]


# SSML


@pytest.mark.parametrize(
    ("document", "text"),
    [
        ('<speak>One<break time="750ms"/>two</speak>', "One [pause:0.75s] two"),
        ('<speak>A <prosody rate="slow">b</prosody> c</speak>', "A [rate:0.75] b [rate:1.0] c"),
        ('<speak>A <voice name="me">b</voice> c</speak>', "A [voice:me] b [voice:af_sky] c"),
        (
            '<speak><prosody rate="2"><voice name="x">a</voice></prosody></speak>',
            "[voice:x] [rate:2.0] a",
        ),
        ('<speak><phoneme ph="wˈʊstər">Worcester</phoneme>.</speak>', "[Worcester](/wˈʊstər/)."),
        ('<speak><sub alias="W">V</sub> <desc>no</desc> &amp;</speak>', "W &"),
        ("Not <b>SSML</b>", "Not <b>SSML</b>"),
    ],
)
def test_ssml_becomes_text_with_tags(fake: FakeServer, document: str, text: str) -> None:
    answer = fake.client.post(SSML, json={"text": document, "voice": "af_sky"})
    assert answer.json() == {"text": text}


def test_without_a_voice_there_are_no_tags_for_voices(fake: FakeServer) -> None:
    document = '<speak>A <voice name="me">b</voice> <prosody rate="slow">c</prosody><break/></speak>'
    assert fake.client.post(SSML, json={"text": document}).json() == {"text": "A b c [pause:0.5s]"}


def test_text_with_tags_is_spoken_as_the_document(fake: FakeServer) -> None:
    document = (
        '<speak>Uno <prosody rate="slow">dos.</prosody> <voice name="em_alex">Tres '
        '<phoneme ph="kwˈatɾo">x</phoneme>.</voice><break time="1s"/>Cinco.</speak>'
    )
    fields: dict[str, Any] = {"voice": "ef_dora", "response_format": "pcm", "seed": 1}
    text = fake.client.post(SSML, json={"text": document, "voice": "ef_dora"}).json()["text"]
    spoken = fake.speak(text, allow_voice_tags=True, **fields)
    chunks = [(symbols(chunk.tokens).strip(), chunk.speed) for chunk in fake.engine.chunks]
    fake.engine.forget()
    whole = fake.speak(document, ssml=True, **fields)
    assert chunks == [(symbols(chunk.tokens).strip(), chunk.speed) for chunk in fake.engine.chunks]
    assert decode("pcm", spoken.content).size == decode("pcm", whole.content).size


@pytest.mark.parametrize(
    "document",
    [
        "<speak>",
        "<speak><voice name='a]b'>c</voice></speak>",
        "<speak><break time='90s'/></speak>",
        "<speak><prosody rate='9'>a</prosody></speak>",
        "<speak>" + "<p>" * 60,
    ],
)
def test_ssml_that_cannot_be_converted(fake: FakeServer, document: str) -> None:
    answer = fake.client.post(SSML, json={"text": document, "voice": "af_sky"})
    assert_error(answer, 400, INVALID, param="text")


def test_what_ssml_there_is(fake: FakeServer) -> None:
    support = fake.client.get(SSML).json()
    assert support["prosody_rates"]["slow"] == 0.75
    assert support["rate_range"] == [0.25, 4.0]
    for element in support["elements"]:
        document = {"speak": "Hola."}.get(element, f"<{element}>Hola.</{element}>")
        if element == "phoneme":
            document = '<phoneme ph="ˈola">Hola</phoneme>'
        answer = fake.speak(f"<speak>{document} Sí.</speak>", ssml=True)
        unknown = answer.headers.get("x-ssml-unknown", "")
        assert answer.status_code == 200
        assert unknown in ("", element, f"{element} without alias", f"{element} "), unknown


# Paths and habits of clients


def test_models_by_other_names(fake: FakeServer) -> None:
    for name in ("tts-1-1106", "gpt-4o-mini-tts-2025-12-15", "hexgrad/Kokoro-82M", "kokoro-v1_0"):
        assert fake.speak("Hola.", model=name).status_code == 200
        assert fake.client.get(f"/v1/models/{name}").json()["id"] == name
    for name in ("gpt-4o", "tts-2", "kokoro-82m-v1.1-zh", "tts-1-hd-x", "x" * 10_000):
        answer = fake.speak("Hola.", model=name)
        assert_error(answer, 404, INVALID, code="model_not_found", param="model")


@pytest.mark.server
def test_models_that_the_settings_name(model_files: None) -> None:
    with FakeServer(model_names="eleven_turbo, mine") as server:
        server.wait_until_ready()
        assert server.speak("Hola.", model="eleven_turbo").status_code == 200
        assert server.speak("Hola.", model="eleven").status_code == 404
        listed = [model["id"] for model in server.client.get("/v1/models").json()["data"]]
        assert listed[-2:] == ["eleven_turbo", "mine"]
    with FakeServer(model_names="*") as server:
        server.wait_until_ready()
        assert server.speak("Hola.", model="anything").status_code == 200
        assert "*" not in server.client.get("/v1/models").text


def test_openais_routes_without_v1(fake: FakeServer) -> None:
    spoken = fake.client.post("/audio/speech", json={"input": "Hola.", "seed": 1})
    assert spoken.content == fake.speak("Hola.", seed=1).content
    for path in ("/models", "/models/tts-1", "/audio/voices", "/audio/models"):
        assert fake.client.get(path).json() == fake.client.get(f"/v1{path}").json()
    assert_error(fake.client.post("/audio/speech", json={}), 400, INVALID, param="input")


@pytest.mark.parametrize("path", ["/web", "/web/"])
def test_the_page_is_where_the_other_servers_is(fake: FakeServer, path: str) -> None:
    assert "<html" in fake.client.get(path, follow_redirects=True).text


def test_instructions_may_be_about_speed(fake: FakeServer) -> None:
    answers = {}
    for path, key in (("/v1/audio/speech", "speed"), ("/dev/captioned_speech", "captioned")):
        fake.engine.forget()
        answer = fake.client.post(path, json={"input": "Hola.", "instructions": "Speak slowly."})
        assert answer.headers["x-instructions"] == "speed=0.8"
        answers[key] = fake.engine.chunks[0].speed
    assert answers == {"speed": 0.8, "captioned": 0.8}
    fake.engine.forget()
    answer = fake.speak("Hola.", instructions="Speak slowly.", speed=1.5)
    assert answer.headers["x-instructions"] == "ignored"
    assert fake.engine.chunks[0].speed == 1.5


def test_instructions_are_said_to_be_ignored(fake: FakeServer) -> None:
    answer = fake.speak("Hola.", instructions="Speak cheerfully.")
    assert answer.headers["x-instructions"] == "ignored"
    assert "x-instructions" not in fake.speak("Hola.", instructions="").headers
    captioned = fake.client.post("/dev/captioned_speech", json={"input": "Hola.", "instructions": "x"})
    assert captioned.headers["x-instructions"] == "ignored"


def test_keys_are_needed_on_every_path(model_files: None) -> None:
    with FakeServer(api_keys="sk-one") as server:
        server.wait_until_ready()
        for path in (SPEECH, "/audio/speech", "/v1/audio/voices/combine", SSML):
            assert server.client.post(path, json={"input": "Hola."}).status_code == 401
        assert server.client.get("/audio/voices").status_code == 200
        assert server.client.get("/web").status_code == 307
