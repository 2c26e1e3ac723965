"""The normalization endpoint returns the words that a text is read as, with or without some categories."""

import pytest

from tests.engines import symbols
from tests.servers import FakeServer, assert_error

NORMALIZE = "/dev/normalize"


def said(server: FakeServer, text: str, **fields: object) -> str:
    answer = server.client.post(NORMALIZE, json={"text": text, **fields})
    assert answer.status_code == 200, answer.text
    assert set(answer.json()) == {"normalized"}
    return str(answer.json()["normalized"])


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


@pytest.mark.parametrize(
    ("body", "param"),
    [
        ({}, "text"),
        ({"text": ""}, "text"),
        ({"text": "Hello.", "lang_code": "klingon"}, "lang_code"),
        ({"text": "Hello.", "normalization_options": {"money": "often"}}, "normalization_options"),
    ],
    ids=str,
)
def test_an_invalid_request_is_refused(fake: FakeServer, body: dict[str, object], param: str) -> None:
    assert_error(fake.client.post(NORMALIZE, json=body), 400, "invalid_request_error", param=param)
