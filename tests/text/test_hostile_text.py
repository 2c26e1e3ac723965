"""Hostile texts through the real phonemizers: each is spoken or refused, and none causes a server error."""

import re
import unicodedata
from collections.abc import Collection
from typing import Any

import pytest

from kokoro_speech_server.chunk import Chunk, PhonemeToken
from kokoro_speech_server.config import Settings
from kokoro_speech_server.text.languages import LANGUAGES
from tests.engines import symbols
from tests.servers import FakeServer, assert_error

MARKS = frozenset(';:,.!?—…"()“” ')

WORDS = "the quick brown fox jumps over a lazy dog and then it runs away from here "

MIXED = {
    "mixed scripts": "Hello 你好 नमस्ते こんにちは مرحبا שלום Привет γειά 안녕 สวัสดี, olá ¿qué? ça va",
    "windows lines": "One line.\r\nAnother line\r\n\r\n\r\nand\rthe end.\x0b\x0c\x85\u2028\u2029Bye.",
    "combining marks": "Cafe\u0301 nai\u0308ve Z"
    + 500 * "\u0301"
    + "algo a"
    + 50 * "\u20dd"
    + " \u0301\u0302 word",
    "right to left": "\u202eThis is \u200fright\u200e to left.\u202c שלום hello مرحبا ١٢٣ \u2067abc\u2069",
    "null characters": "Nu\x00ll\x00 \x01\x02 char\x7facters\x00",
    "zero width": "He\u200bll\u200co wo\u200drld \ufeff and \u2060the\u00ad rest\ufe0f",
    "half tags": "[pause: and [pause:1 then [pause:1.5s and pause:1s] [pause:soon] [pause:-1s] [pause:1.s] [[pause]",
    "surrogate pairs": "Math 𝐇𝐞𝐥𝐥𝐨 𝒲𝑜𝓇𝓁𝒹, flags 🇩🇪🇫🇷, family 👨‍👩‍👧‍👦, thumbs 👍🏽, old 𐎠𐎡𐎢, rare 𠜎𠜱.",
    "markup": '<speak><break time="3s"/>Hi & <b>bye</b></speak> {{x}} ${y} \\n [word](/wˈɜɹd/) [a](+2) `code` **bold**',
    "numbers": "1e999 0x1F 3.14159265358979323846 1,000,000,000,000,000 $5.99 €3 50% 2+2=4 12:30 2026-11-21 №5 ½ ² ⅷ ٣",
    "a huge number": "It is " + 400 * "9" + " years, or -" + 60 * "1" + "." + 60 * "7",
    "addresses": "https://example.com/a/b?c=d&e=f#g me@example.org C:\\dir\\file.txt ../../etc/passwd",
    "quotes": "\"'`´‘’“”„«»‹›「」『』 he said 'hi' \"there\" 'n' ''",
    "dashes": "a-b--c---d—e–f―g -h- -- i --j well-known - - - - end",
    "phonemes": "həlˈO wˈɜɹld ˈˌː ʰ ʲ ↓ → ↗ ↘ ❓ ɹ",
    "symbols": "~!@#$%^&*_+=|\\<>/ ©®™ ¶§ †‡ • ° µ ± × ÷ ∑ ∫ √ ∞ ≠ α β words",
    "single letters": " ".join("abcdefghijklmnopqrstuvwxyz"),
    "no spaces": "".join(WORDS.split()),
    "private and unassigned": "\ue000\uf8ff\U000f0000\U0010ffff\ufffe\uffff\u0378 word \ufffd",
    "short": "a",
    "digit": "7",
}

LONG = {
    "no punctuation": (WORDS * 300)[:20_000],
    "one word": "a" * 3_000,
    "one word of many letters": ("supercalifragilistic" * 150)[:3_000],
    "exclamations": "Help" + "!" * 20_000,
    "commas": "word, " * 2_000,
    "points": "A. " * 2_000,
    "digits": "1234567890" * 200,
    "line breaks": "line\n" * 2_000,
    "combining marks": "e" + "\u0301" * 20_000 + " word",
    "pauses": "word[pause:1ms]" * 1_000,
    "emoji": "😀" * 500,
    "chinese": "今天天气很好我们去公园散步吧" * 150,
    "hindi": "नमस्ते आप कैसे हैं " * 150,
}

SILENT = {
    "spaces": " \t\n\r\u00a0\u2003\u3000 " * 20,
    "zero width": "\u200b\u200c\u200d\u2060\ufeff" * 20,
    "controls": "".join(map(chr, range(32))) + "\x7f\x80\x9f",
    "marks": "... !!! ??? ,,, ;;; ::: --- ... ()[] \"\" '' …—–",
    "many exclamations": "!" * 20_000,
    "full stops of every script": "。！？、，；：「」『』।॥؟،¿¡",
    "only tags": "[pause:1s] [pause:250ms]\n[pause:0.1s]",
    "tags and marks": "...[pause:1s]!?[pause:1s] — ",
    "variation selectors": "\ufe0f\ufe0e \u034f",
}


def check_tokens(chunks: list[Chunk], text: str, vocabulary: Collection[str]) -> None:
    """Check what the engine relies on, and that the spans are in order."""
    limit = Settings().absolute_max_tokens
    position = 0
    for chunk in chunks:
        assert 1 <= len(chunk.tokens) <= limit
        assert set(symbols(chunk.tokens)) <= set(vocabulary)
        assert any(token.symbol not in MARKS for token in chunk.tokens), "a chunk without a sound"
        for token in chunk.tokens:
            assert len(token.symbol) == 1
            assert 0 <= token.start <= token.end <= len(text)
            assert token.start >= position, f"{token} goes back behind {position}"
            position = token.start


def speak(fake: FakeServer, text: str, *, lang_code: str = "a") -> list[Chunk]:
    """The chunks that were synthesized; none if the response was "nothing to speak"."""
    answer = fake.speak(text, response_format="pcm", lang_code=lang_code)
    chunks = fake.engine.chunks
    if answer.status_code == 200:
        assert chunks
        assert len(answer.content) >= sum(2 * fake.engine.length(chunk) for chunk in chunks)
    else:
        message = assert_error(answer, 400, "invalid_request_error", param="input")
        assert "nothing to speak" in message
        assert not chunks
    check_tokens(chunks, text, fake.engine.vocabulary)
    return chunks


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", MIXED.values(), ids=MIXED)
def test_strange_texts_in_every_language(fake: FakeServer, language: str, text: str) -> None:
    chunks = speak(fake, text, lang_code=language)
    if text is not MIXED["phonemes"]:
        assert chunks, "nothing of it was spoken"


@pytest.mark.parametrize("share", [0.1, pytest.param(1.0, marks=pytest.mark.proof)])
@pytest.mark.parametrize("language", "aejz")
@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
def test_long_texts(fake: FakeServer, language: str, share: float, text: str) -> None:
    text = text[: round(share * len(text))]
    chunks = speak(fake, text, lang_code=language)
    readable = {"e": "abc", "a": "abc", "j": "abc今", "z": "abc今"}[language]
    if any(character in text for character in readable):
        assert chunks, "nothing of it was spoken"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", SILENT.values(), ids=SILENT)
def test_texts_without_a_sound_are_refused(fake: FakeServer, language: str, text: str) -> None:
    assert speak(fake, text, lang_code=language) == []


@pytest.mark.parametrize(
    "way", [{"stream": False}, {"stream_format": "sse"}, {"response_format": "mp3"}], ids=str
)
def test_nothing_to_speak_is_a_400_in_every_way(fake: FakeServer, way: dict[str, Any]) -> None:
    assert_error(fake.speak("...", **way), 400, "invalid_request_error", param="input")


@pytest.mark.parametrize("language", LANGUAGES)
def test_accents_alone(fake: FakeServer, language: str) -> None:
    """espeak-ng knows their names; the other converters may refuse them."""
    speak(fake, "\u0301\u0302 \u0301", lang_code=language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_emoji_alone(fake: FakeServer, language: str) -> None:
    chunks = speak(fake, "😀 🎉 ❤️ 👨‍👩‍👧‍👦", lang_code=language)
    assert chunks or language != "a", "English has words for them"


def words_heard(chunks: list[Chunk], text: str) -> list[str]:
    """The words at the spans of the tokens, in order; a word with several tokens counts once."""
    spans: list[tuple[int, int]] = []
    for chunk in chunks:
        for token in chunk.tokens:
            if token.symbol not in MARKS and spans[-1:] != [(token.start, token.end)]:
                spans.append((token.start, token.end))
    assert spans == sorted(set(spans)), "words that come twice or in another order"
    return [text[start:end] for start, end in spans]


PROSE = (
    "When the storm had passed, seven tired sailors climbed out of the hold. Nobody spoke! The captain, an old "
    'man from Bristol, counted them twice; one was missing. "Where is Thomas?" he asked. They looked at the '
    "grey sea (it was calm now) and said nothing at all… Later that day — it was almost dark — a voice called "
    'from the mast: "I am up here, and I would like some dinner." How they laughed then!\n\nThe next morning '
    "brought sunshine and a gentle wind from the west. "
)


@pytest.mark.parametrize("repeated", [1, 12])
@pytest.mark.parametrize("language", "ab")
def test_every_word_of_plain_english_is_spoken_once_and_in_order(
    fake: FakeServer, language: str, repeated: int
) -> None:
    text = PROSE * repeated
    chunks = speak(fake, text, lang_code=language)
    assert words_heard(chunks, text) == re.findall(r"[A-Za-z]+", text)
    assert len(chunks) > repeated


def test_every_word_is_spoken_once_without_punctuation(fake: FakeServer) -> None:
    text = LONG["no punctuation"]
    assert words_heard(speak(fake, text), text) == text.split()


def test_every_word_is_spoken_once_between_pauses(fake: FakeServer) -> None:
    text = "[pause:10ms]One two[pause:10ms] three. Four[pause:10ms][pause:10ms], five six seven[pause:10ms]eight."
    words = "One two three Four five six seven eight".split()
    assert words_heard(speak(fake, text), text) == words


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("e", "El perro grande corre por la calle, pero el gato duerme. ¿Dónde está la niña?"),
        ("f", "Le petit garçon mange une pomme rouge; sa mère lit un livre. Tout va bien !"),
        ("i", "La ragazza legge un libro nuovo, mentre il cane dorme. Dove sono tutti?"),
        ("p", "O menino come uma maçã vermelha, mas o cão dorme. Onde estão todos?"),
        ("h", "लड़का सेब खाता है, कुत्ता सोता है। सब कहाँ हैं?"),
    ],
)
def test_every_word_of_other_languages_is_covered(fake: FakeServer, language: str, text: str) -> None:
    tokens: list[PhonemeToken] = [
        token for chunk in speak(fake, text * 5, lang_code=language) for token in chunk.tokens
    ]
    covered = {i for token in tokens if token.symbol not in MARKS for i in range(token.start, token.end)}
    letters = {i for i, character in enumerate(text * 5) if unicodedata.category(character)[0] in "LM"}
    assert letters <= covered


def test_more_of_a_text_leaves_its_beginning_as_it_is(fake: FakeServer) -> None:
    """Cuts do not depend on much later text, so that the first audio does not have to wait for it."""

    def begun(text: str) -> list[str]:
        fake.engine.forget()
        return [symbols(chunk.tokens) for chunk in speak(fake, text)]

    short, long = begun(PROSE * 3), begun(PROSE * 9)
    assert len(short) > 4
    assert short[:-2] == long[: len(short) - 2]
