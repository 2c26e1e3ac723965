"""Properties of every text, checked by Hypothesis with the real phonemizers."""

import asyncio
from contextlib import aclosing

import pytest
from hypothesis import HealthCheck, example, given
from hypothesis import strategies as st

from kokoro_speech_server.config import Settings
from kokoro_speech_server.text.chunk_cutter import TextChunk, is_silent
from kokoro_speech_server.text.languages import LANGUAGES
from kokoro_speech_server.text.normalization.rules import Category, Normalization
from kokoro_speech_server.text.phonemizer import ThreadPhonemizer
from kokoro_speech_server.text.script import VoiceSettings
from kokoro_speech_server.text.sentence_reader import read_sentences
from kokoro_speech_server.text.tags import TaggedScript, plain_script
from kokoro_speech_server.text.text_processor import smart_split
from kokoro_speech_server.voices import VoiceMix
from tests.examples import examples
from tests.servers import FakeServer, shared_phonemizer

SMALL = Settings(first_chunk_tokens=20, target_min_tokens=20, target_max_tokens=40, absolute_max_tokens=60)

PIECES = st.sampled_from(
    [
        *"""the cat Dr. St. 3,497 $4.20 -5 °C 10:30 2024-01-15 1/2 5–10 VIII #tag @me a@b.co http://x.y/z?q=1 C:\\x ½
        x² → 😀 & *b* `c` [l](u) [w](/wˈɜɹd/) [pause:1s] [pause: [voice:af_sky] [rate:2] [rate: <b>x</b> <speak>
        </speak> &amp; &lt; # - > | ``` ~~~ 你好 नमस्ते こんにちは привет λόγος สวัสดี שָׁלוֹם 한국어 T恤 iPhoneом Mосква
        カラオケ α 🇫🇷 ä́ \u200d \u0000 ' " ( ) … — . , ; ! ? 1e6 0x1F H2O
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

MIXED_WORDS = st.lists(
    st.sampled_from(
        "the fox, привет. (мир); λόγος! “東京” カラオケ東京 नमस्ते? iPhoneом T字 ой-ой Mосква — Київ, Ђорђе ὁ ἦν".split()
    ),
    min_size=1,
    max_size=12,
)

often = examples(150, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module")
def phonemizer() -> ThreadPhonemizer:
    return shared_phonemizer()


def script_of(
    text: str, language: str = "a", categories: frozenset[Category] = frozenset(Category)
) -> TaggedScript:
    script = plain_script(text, VoiceSettings(VoiceMix((("af_heart", 1.0),)), LANGUAGES[language]))
    script.normalization = Normalization(categories)
    return script


def chunks_of(one: TaggedScript, phonemizer: ThreadPhonemizer) -> list[TextChunk]:
    async def all_chunks() -> list[TextChunk]:
        async with aclosing(smart_split(one, phonemizer=phonemizer, settings=SMALL)) as chunks:
            return [chunk async for chunk in chunks]

    return asyncio.run(all_chunks())


def symbols_of_sentences(one: TaggedScript, phonemizer: ThreadPhonemizer) -> str:
    """The symbols of all sentences, before they are cut into chunks."""

    async def all_symbols() -> str:
        symbols = ""
        for passage in one.passages():
            for sentence in read_sentences(one, passage):
                tokens = await phonemizer.phonemize(
                    sentence.text, passage.voice_settings.language, one.pronunciations
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
    one = script_of(text)
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
    for chunk in chunks_of(
        script_of(text, categories=frozenset(Category) if normalized else frozenset()), phonemizer
    ):
        for token in chunk.tokens:
            spoken.update(range(token.start, token.end))
    assert {i for i, character in enumerate(text) if character.isalpha()} <= spoken


@often
@given(words=MIXED_WORDS, between=st.sampled_from([" ", " ", ""]), language=st.sampled_from("abefhipjz"))
@example(words=["привет.", "—", "“東京”", "привет."], between="", language="a")
def test_words_in_other_scripts_are_said_once_and_in_order(
    phonemizer: ThreadPhonemizer, words: list[str], between: str, language: str
) -> None:
    text = between.join(words)
    tokens = [token for chunk in chunks_of(script_of(text, language), phonemizer) for token in chunk.tokens]
    starts = [token.start for token in tokens]
    assert starts == sorted(starts)
    spoken = {i for token in tokens for i in range(token.start, token.end)}
    assert {i for i, character in enumerate(text) if character.isalpha()} <= spoken


@often
@given(text=TEXTS)
def test_left_as_it_is_every_letter_is_still_there(phonemizer: ThreadPhonemizer, text: str) -> None:
    """Without normalization, the phonemizer gets the words as they are written, except for invisible characters."""
    one = script_of(text, categories=frozenset())
    said = "".join(
        sentence.text.text for passage in one.passages() for sentence in read_sentences(one, passage)
    )
    letters = [character for character in text if character.isascii() and character.isalpha()]
    assert [character for character in said if character.isascii() and character.isalpha()] == letters


@often
@given(words=st.lists(PIECES, max_size=12), category=st.sampled_from(list(Category)))
def test_a_category_that_is_left_out_breaks_nothing(
    phonemizer: ThreadPhonemizer, words: list[str], category: Category
) -> None:
    chunks_of(script_of(" ".join(words), categories=frozenset(Category) - {category}), phonemizer)
