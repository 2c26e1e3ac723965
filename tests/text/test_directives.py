"""Directives over HTTP: what reaches the engine, what the response reports, and what is refused."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kokoro_speech_server.chunk import SAMPLE_RATE
from tests.engines import symbols
from tests.servers import FakeServer, assert_error
from tests.sounds import decode

HELLO = "həlˈO"


def spoken(server: FakeServer) -> list[str]:
    """The symbols of each chunk that reached the engine, without punctuation."""
    return [symbols(chunk.tokens).strip(" .,!") for chunk in server.engine.chunks]


def test_tags_change_the_voice_and_the_rate(fake: FakeServer) -> None:
    answer = fake.speak(
        "Hello. [voice:am_adam]Hello. [rate:2]Hello. [voice:narrator]Hello.",
        voice="af_heart",
        tags=True,
        speed=1.5,
        voice_aliases={"narrator": {"voice": "af_sky+af_bella", "rate": 0.5}},
    )
    assert answer.status_code == 200
    assert spoken(fake) == [HELLO] * 4
    assert [chunk.speed for chunk in fake.engine.chunks] == [1.5, 1.5, 3.0, 0.75]
    assert len({chunk.style.tobytes() for chunk in fake.engine.chunks}) == 3


def test_the_product_of_rate_and_speed_stays_within_the_engines(fake: FakeServer) -> None:
    assert fake.speak("[rate:4]Hello. [rate:0.25]Hello.", tags=True, speed=2).status_code == 200
    assert [chunk.speed for chunk in fake.engine.chunks] == [4.0, 0.5]


def test_without_tags_nobody_changes_the_voice(fake: FakeServer) -> None:
    assert fake.speak("[voice:am_adam]Hello. [rate:2]Hello.", voice="af_heart").status_code == 200
    [chunk] = fake.engine.chunks
    assert chunk.speed == 1.0
    assert "vˈYs" in symbols(chunk.tokens)


def test_a_word_is_said_as_its_author_says(fake: FakeServer) -> None:
    assert fake.speak("[Hello](/wˈɜɹd/).", tags=True).status_code == 200
    assert fake.speak("Hello.", pronunciations={"Hello": "/wˈɜɹd/"}).status_code == 200
    assert fake.speak('<speak><phoneme ph="wˈɜɹd">Hello</phoneme>.</speak>', ssml=True).status_code == 200
    assert spoken(fake) == ["wˈɜɹd"] * 3


def test_a_respelling_is_read(fake: FakeServer) -> None:
    fake.speak("Rome.", voice="af_heart", pronunciations={"Rome": "Hello"})
    assert spoken(fake) == [HELLO]


def test_ssml_is_spoken_and_what_is_unknown_is_named(fake: FakeServer) -> None:
    fast = '<prosody rate="fast"><amazon:effect>Hello.</amazon:effect></prosody>'
    document = f'<speak>Hello.<break time="500ms"/>{fast}</speak>'
    answer = fake.speak(document, voice="af_heart", ssml=True, response_format="pcm")
    assert answer.headers["x-ssml-unknown"] == "amazon:effect"
    assert spoken(fake) == [HELLO, HELLO]
    assert [chunk.speed for chunk in fake.engine.chunks] == [1.0, 1.5]
    made = sum(fake.engine.length(chunk) for chunk in fake.engine.chunks)
    assert decode("pcm", answer.content).size == made + SAMPLE_RATE // 2


def test_ssml_that_is_all_known_names_nothing(fake: FakeServer) -> None:
    assert "x-ssml-unknown" not in fake.speak("<speak>Hello.</speak>", ssml=True).headers


@pytest.mark.parametrize(
    ("fields", "param", "words"),
    [
        ({"input": "Hello. [voice:nobody]Hello.", "tags": True}, "input", "[voice:nobody] at character 7"),
        ({"input": "Hello. [rate:9]Hello.", "tags": True}, "input", "from 0.25 to 4"),
        ({"input": "Hello", "voice_aliases": {"me": "nobody"}}, "voice_aliases", "'me'"),
        (
            {"input": "Hello", "voice_aliases": {"me": {"voice": "af_sky", "rate": 5}}},
            "voice_aliases",
            "rate",
        ),
        ({"input": "Hello", "voice_aliases": {"[me]": "af_sky"}}, "voice_aliases", "pattern"),
        (
            {"input": "Hello", "voice_aliases": {f"v{i}": "af_sky" for i in range(101)}},
            "voice_aliases",
            "100",
        ),
        ({"input": "Hello", "pronunciations": {"Hello": "/9/"}}, "pronunciations", "'9'"),
        ({"input": "Hello", "pronunciations": {f"w{i}": "x" for i in range(1001)}}, "pronunciations", "1000"),
        ({"input": "<speak>Hello", "ssml": True}, "input", "SSML, line 1, column 13"),
        ({"input": '<!DOCTYPE speak SYSTEM "file:///etc/passwd"><speak/>', "ssml": True}, "input", "DTD"),
        ({"input": "<speak/>", "ssml": True}, "input", "nothing to speak"),
    ],
)
def test_what_can_not_be_obeyed_is_refused_and_nothing_spoken(
    fake: FakeServer, fields: dict[str, Any], param: str, words: str
) -> None:
    answer = fake.speak(**fields)
    assert_error(answer, 400, "invalid_request_error", param=param)
    assert words in answer.json()["error"]["message"]
    assert fake.engine.chunks == []


@pytest.fixture(scope="module")
def strict(model_files: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[FakeServer]:
    lexicon: Path = tmp_path_factory.mktemp("lexicon") / "lexicon"
    lexicon.write_text("Rome=/wˈɜɹd/\n", encoding="utf-8")
    with FakeServer(
        enable_voice_tags=False, enable_ssml=False, lexicon_path=lexicon, default_voice="af_heart"
    ) as server:
        yield server.wait_until_ready()


@pytest.mark.parametrize("field", ["tags", "ssml"])
def test_what_is_switched_off_is_refused(strict: FakeServer, field: str) -> None:
    answer = strict.speak("<speak>Hello.</speak>", **{field: True})
    assert_error(answer, 400, "invalid_request_error", param=field)
    assert "switched off" in answer.json()["error"]["message"]


def test_the_servers_lexicon_is_spoken(strict: FakeServer) -> None:
    strict.engine.forget()
    strict.speak("Rome.")
    strict.speak("Rome.", pronunciations={"Rome": "Hello"})
    assert spoken(strict) == ["wˈɜɹd", HELLO]
