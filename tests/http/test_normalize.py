"""The normalization endpoint returns the words that a text is read as, with or without some categories."""

import pytest

from tests.engines import symbols
from tests.servers import SPEECH, FakeServer, assert_error

NORMALIZE = "/dev/normalize"


def said(server: FakeServer, text: str, **fields: object) -> str:
    answer = server.client.post(NORMALIZE, json={"text": text, "voice": "af_heart", **fields})
    assert answer.status_code == 200, answer.text
    body = answer.json()
    assert set(body) == {"normalized", "blocks", "sentences"}
    parts = [sentence["normalized"] for sentence in body["sentences"]]
    assert " ".join(filter(None, parts)) == body["normalized"]
    return str(body["normalized"])


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("a", "3,497 people", "three thousand four hundred ninety-seven people"),
        ("en-gb", "3,497 people", "three thousand four hundred and ninety-seven people"),
        ("a", "It was -$4.20.", "It was minus four dollars and twenty cents."),
        ("e", "Son 21 km.", "Son veintiún kilómetros."),
        ("f", "Il a 80 ans.", "Il a quatre-vingts ans."),
        ("p", "São 2 libras.", "São duas libras."),
    ],
)
def test_languages(fake: FakeServer, language: str, text: str, expected: str) -> None:
    assert said(fake, text, lang_code=language) == expected


def test_markdown_pauses_and_long_texts(fake: FakeServer) -> None:
    text = "# Title\n\n* one **bold** item\n* [two](https://example.com) [pause:1s] items\n\nThe end."
    words = said(fake, text)
    assert "bold item" in words
    for written in "#*[]()":
        assert written not in words
    assert said(fake, "Seven is 7. " * 2000).count("seven") == 2000


def test_categories(fake: FakeServer) -> None:
    text = "Pay $5 by 3 pm & *smile* 😀."
    assert said(fake, text, normalization_options={"normalize": False}) == text
    assert "$5" in said(
        fake, text, normalization_options={"money": False, "numbers": False, "symbols": False}
    )
    assert "*smile*" in said(fake, text, normalization_options={"markdown": False, "symbols": False})
    everything = said(fake, text)
    others = {
        "unit_normalization": False,
        "money": None,
        "normalize": None,
    }  # another server's field, and null
    assert said(fake, text, normalization_options=others) == everything
    assert "grinning" in everything


def test_normalized_text_has_the_same_phonemes(fake: FakeServer) -> None:
    text = "Dr. Ames paid $1,250.75 on 2024-01-15."
    words = said(fake, text)
    fake.engine.forget()
    fake.pcm(text, voice="af_heart")
    spoken = " ".join(symbols(chunk.tokens) for chunk in fake.engine.chunks)
    fake.engine.forget()
    fake.pcm(words, voice="af_heart")
    assert " ".join(symbols(chunk.tokens) for chunk in fake.engine.chunks) == spoken


def test_a_speech_request_can_turn_normalization_off(fake: FakeServer) -> None:
    for options, tokens in (({}, "dˈɑləɹz"), ({"normalize": False}, "5")):
        fake.engine.forget()
        assert fake.pcm("It is 5 $ now.", voice="af_heart", normalization_options=options)
        assert (tokens in symbols(fake.engine.chunks[0].tokens)) is (options == {})


def test_emoji_can_be_dropped(model_files: None) -> None:
    with FakeServer(emoji="dropped") as server:
        server.wait_until_ready()
        assert said(server, "Fine 😀👍🏽 indeed.") == "Fine indeed."


def test_each_sentence_has_its_place(fake: FakeServer) -> None:
    text = "# Prices\n\n😀 It cost **$5**. [voice:am_adam]Cheap!"
    body = {"text": text, "tags": True, "voice": "af_sky", "normalization_options": {"emoji": False}}
    answer = fake.client.post(NORMALIZE, json=body).json()
    assert answer["blocks"] == [{"kind": "heading", "level": 1}, {"kind": "text", "level": 0}]
    heading, first, second = answer["sentences"]
    assert heading["normalized"] == "Prices."
    assert heading["visible"] == [[2, 10]]
    assert heading["changes"] == [{"start": 8, "end": 8, "normalized_start": 6, "normalized_end": 7}]
    assert (first["start"], first["end"], first["block"], first["voice"]) == (10, 28, 1, "af_sky")
    assert "".join(text[start:end] for start, end in first["visible"]) == "😀 It cost $5. "
    assert first["normalized"] == "It cost five dollars."
    left_out, words = first["changes"]
    assert left_out == {"start": 10, "end": 11, "normalized_start": 0, "normalized_end": 0}
    assert words == {"start": 22, "end": 24, "normalized_start": 8, "normalized_end": 20}
    assert (second["voice"], second["normalized"]) == ("am_adam", "Cheap!")


def test_the_fields_of_a_speech_request_apply(fake: FakeServer) -> None:
    assert said(fake, "<speak>At <sub alias='noon'>12</sub>.</speak>", ssml=True) == "At noon."
    tagged = {"text": "[voice:Ann]Hi kubectl.", "tags": True, "voice_aliases": {"Ann": "bf_emma"}}
    answer = fake.client.post(
        NORMALIZE, json={**tagged, "pronunciations": {"kubectl": "cube control"}}
    ).json()
    [sentence] = answer["sentences"]
    assert (sentence["voice"], sentence["normalized"]) == ("bf_emma", "Hi cube control.")
    assert "veintiuno" in said(fake, "Son 21.", voice="ef_dora")
    assert "veintiuno" in said(fake, "Son 21.", voice=None)  # of the default voice
    assert "vingt-et-un" in said(fake, "Son 21.", voice="ef_dora", lang_code="f")


@pytest.mark.parametrize(
    ("fields", "position"),
    [
        ({"text": "😀 Hi [rate:9].", "tags": True}, 5),
        ({"text": "😀 Hi [voice:nobody].", "tags": True}, 5),
        ({"text": "<speak>😀\n<voice name='nobody'>x</voice></speak>", "ssml": True}, 9),
        ({"text": "<speak>a</b></speak>", "ssml": True}, 10),
        ({"text": "[pause:61s]"}, None),
    ],
)
def test_an_error_has_its_place_if_it_is_known(
    fake: FakeServer, fields: dict[str, object], position: int | None
) -> None:
    answer = fake.client.post(NORMALIZE, json=fields)
    assert_error(answer, 400, "invalid_request_error", param="text")
    assert answer.json()["error"].get("position") == position
    speech = {"input": fields["text"], **{name: on for name, on in fields.items() if name != "text"}}
    answer = fake.client.post(SPEECH, json=speech)
    assert_error(answer, 400, "invalid_request_error", param="input")
    assert answer.json()["error"].get("position") == position


@pytest.mark.parametrize(
    ("body", "param"),
    [
        ({}, "text"),
        ({"text": ""}, "text"),
        ({"text": "Hello.", "lang_code": "klingon"}, "lang_code"),
        ({"text": "Hello.", "normalization_options": {"money": "often"}}, "normalization_options"),
        ({"text": "Hello.", "voice": "nobody"}, "voice"),
        ({"text": "Hello.", "voice_aliases": {"Ann": "nobody"}}, "voice_aliases"),
    ],
    ids=str,
)
def test_an_invalid_request_is_refused(fake: FakeServer, body: dict[str, object], param: str) -> None:
    assert_error(fake.client.post(NORMALIZE, json=body), 400, "invalid_request_error", param=param)
