"""What holds for every text, whatever stands in it: found by Hypothesis, with the real phonemizers."""

import asyncio
from collections.abc import Iterator
from contextlib import aclosing

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from api.src.core.config import Settings
from api.src.inference import assets
from api.src.inference.voices import VoiceMix
from api.src.services.text_processing.languages import LANGUAGES
from api.src.services.text_processing.normalization.rules import Category
from api.src.services.text_processing.phonemizer import ThreadPhonemizer
from api.src.services.text_processing.reader import Reading, plain, read
from api.src.services.text_processing.script import Manner
from api.src.services.text_processing.text_processor import TextChunk, is_silent, smart_split
from tests.servers import FakeServer

SMALL = Settings(first_chunk_tokens=20, target_min_tokens=20, target_max_tokens=40, absolute_max_tokens=60)

PIECES = st.sampled_from(
    [
        *"""the cat Dr. St. 3,497 $4.20 -5 °C 10:30 2024-01-15 1/2 5–10 VIII #tag @me a@b.co http://x.y/z?q=1 C:\\x ½
        x² → 😀 & *b* `c` [l](u) [w](/wˈɜɹd/) [pause:1s] [pause: [voice:af_sky] [rate:2] [rate: <b>x</b> <speak>
        </speak> &amp; &lt; # - > | ``` ~~~ 你好 नमस्ते こんにちは ä́ \u200d \u0000 ' " ( ) … — . , ; ! ? 1e6 0x1F H2O
        12345678901234567890""".split(),
        *("\n", "\n\n", " ", "  ", "\t", ". ", "Hello"),
    ]
)
TEXTS = st.one_of(
    st.text(max_size=200),
    st.lists(PIECES, max_size=40).map("".join),
    st.lists(PIECES, max_size=40).map(" ".join),
)
WORDS = st.lists(
    st.sampled_from("the quick brown fox, jumps. over it; And then? he ran: home! far away we see".split()),
    min_size=1,
).map(" ".join)

often = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module")
def phonemizer() -> Iterator[ThreadPhonemizer]:
    one = ThreadPhonemizer(assets.config()["vocab"])
    yield one
    one.close()


def reading(text: str, language: str = "a", *, normalized: bool = True) -> Reading:
    whole = plain(text, Manner(VoiceMix((("af_heart", 1.0),)), LANGUAGES[language]))
    return whole if normalized else Reading(whole.script, frozenset())


def chunks_of(one: Reading, phonemizer: ThreadPhonemizer) -> list[TextChunk]:
    async def all_chunks() -> list[TextChunk]:
        async with aclosing(smart_split(one, phonemizer=phonemizer, settings=SMALL)) as chunks:
            return [chunk async for chunk in chunks]

    return asyncio.run(all_chunks())


def symbols_of_sentences(one: Reading, phonemizer: ThreadPhonemizer) -> str:
    """What is said, as it is before it is cut."""

    async def all_symbols() -> str:
        symbols = ""
        for passage in one.script.passages():
            for sentence in read(one, passage):
                tokens = await phonemizer.phonemize(
                    sentence.text, passage.manner.language, one.script.pronunciations
                )
                symbols += "".join(token.symbol for token in tokens)
        return symbols

    return asyncio.run(all_symbols())


def sounds(symbols: str) -> str:
    return "".join(symbol for symbol in symbols if not is_silent(symbol))


@often
@given(text=TEXTS, language=st.sampled_from("abefhipjz"), tags=st.booleans(), ssml=st.booleans())
def test_every_text_is_spoken_or_refused(
    shared_fake: FakeServer, text: str, language: str, tags: bool, ssml: bool
) -> None:
    body = {"input": text, "lang_code": language, "tags": tags, "ssml": ssml, "response_format": "pcm"}
    answer = shared_fake.client.post("/v1/audio/speech", json=body)
    assert answer.status_code in (200, 400), answer.text
    if answer.status_code == 400:
        assert answer.json()["error"]["type"] == "invalid_request_error"
    else:
        assert answer.content


@often
@given(text=TEXTS)
def test_chunks_joined_are_what_is_said(phonemizer: ThreadPhonemizer, text: str) -> None:
    one = reading(text)
    chunks = chunks_of(one, phonemizer)
    joined = "".join(token.symbol for chunk in chunks for token in chunk.tokens)
    assert sounds(joined) == sounds(symbols_of_sentences(one, phonemizer))
    for chunk in chunks:
        assert 0 < len(chunk.tokens) <= SMALL.absolute_max_tokens
        for token in chunk.tokens:
            assert 0 <= token.start <= token.end <= len(text)


@often
@given(text=WORDS, normalized=st.booleans())
def test_no_letter_is_lost(phonemizer: ThreadPhonemizer, text: str, normalized: bool) -> None:
    spoken: set[int] = set()
    for chunk in chunks_of(reading(text, normalized=normalized), phonemizer):
        for token in chunk.tokens:
            spoken.update(range(token.start, token.end))
    assert {i for i, character in enumerate(text) if character.isalpha()} <= spoken


@often
@given(text=TEXTS)
def test_left_as_it_is_every_letter_is_still_there(phonemizer: ThreadPhonemizer, text: str) -> None:
    """Without normalization the words reach the phonemizer as they are written, but for what is invisible."""
    one = reading(text, normalized=False)
    said = "".join(sentence.text.text for passage in one.script.passages() for sentence in read(one, passage))
    letters = [character for character in text if character.isascii() and character.isalpha()]
    assert [character for character in said if character.isascii() and character.isalpha()] == letters


@often
@given(words=st.lists(PIECES, max_size=12), category=st.sampled_from(list(Category)))
def test_a_category_that_is_left_out_breaks_nothing(
    phonemizer: ThreadPhonemizer, words: list[str], category: Category
) -> None:
    whole = reading(" ".join(words))
    one = Reading(whole.script, frozenset(Category) - {category})
    chunks_of(one, phonemizer)
