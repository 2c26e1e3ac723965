"""What reaches a converter is bounded after normalization, and one slow text does not stop the others."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from kokoro_speech_server.chunk import PhonemeToken
from kokoro_speech_server.text import fair_thread, phonemizer
from kokoro_speech_server.text.g2p.base import G2P, PhonemeSpan
from kokoro_speech_server.text.g2p.converters import Converters
from kokoro_speech_server.text.languages import LANGUAGES, Language
from kokoro_speech_server.text.normalization.rules import Category
from kokoro_speech_server.text.normalizer import normalize
from kokoro_speech_server.text.phonemizer import ThreadPhonemizer
from kokoro_speech_server.text.pronunciations import Pronunciations
from kokoro_speech_server.text.sentences import pieces
from kokoro_speech_server.text.source_text import SourceText, clean
from tests.servers import FakeServer

PATIENCE_S = 30.0


class FakeConverters(Converters):
    """Converters whose phonemes are the letters themselves. They record what they get.

    loaded:     the codes of the languages, in order
    started:    is set when a conversion of Japanese begins, which then waits for `go_on`
    load_began: is set when Mandarin is being loaded, which then waits for `load_ends`
    failing:    a text with this character fails
    """

    def __init__(self) -> None:
        super().__init__()
        self.got: list[str] = []
        self.loaded: list[str] = []
        self.started = threading.Event()
        self.go_on = threading.Semaphore(0)
        self.load_began = threading.Event()
        self.load_ends = threading.Event()
        self.load_ends.set()
        self.failing = "#"

    def converter(self, language: Language) -> G2P:
        self.loaded.append(language.code)

        def convert(text: str) -> list[PhonemeSpan]:
            self.got.append(text)
            if language.code == "j":
                self.started.set()
                assert self.go_on.acquire(timeout=PATIENCE_S)
            if self.failing in text:
                raise ValueError(text)
            return [PhonemeSpan(one, i, i + 1) for i, one in enumerate(text)]

        if language.code == "z":
            self.load_began.set()
            assert self.load_ends.wait(PATIENCE_S)
        return convert


@pytest.fixture
def converters(monkeypatch: pytest.MonkeyPatch) -> FakeConverters:
    fake = FakeConverters()
    monkeypatch.setattr(phonemizer, "Converters", lambda: fake)
    return fake


async def phonemes(one: ThreadPhonemizer, text: str, language: str = "a") -> list[PhonemeToken]:
    return await asyncio.wait_for(
        one.phonemize(SourceText.verbatim(text), LANGUAGES[language], Pronunciations()), PATIENCE_S
    )


def with_phonemizer(test: Callable[[ThreadPhonemizer], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        one = ThreadPhonemizer("abcdefghijklmnopqrstuvwxyz あいうえお二分の一½,.-10")
        try:
            await test(one)
        finally:
            await asyncio.to_thread(one.close)

    asyncio.run(run())


SLOW = {
    "½": "½" * 400,
    "spaced ½": "½ " * 200,
    "hyphens": "a-b-" * 100,
    "digits": "12345 " * 66,
    "percent": "1%" * 200,
    "kanji": "一" * 400,
    "kana": "ー" * 200 + "ょ" * 200,
    "marks": "?!" * 200,
    "one word": "x" * 400,
    "accents": "e" + "\u0301" * 399,
    "prose": "今日はとても天気がいいので公園に行きました" * 20,
}


@pytest.mark.parametrize("text", SLOW.values(), ids=SLOW)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_converter_gets_pieces_of_bounded_length_and_all_of_the_text(
    converters: FakeConverters, language: str, text: str
) -> None:
    converters.go_on.release(1000)
    spoken = normalize(clean(SourceText.verbatim(text)), LANGUAGES[language], frozenset(Category))

    async def test(one: ThreadPhonemizer) -> None:
        await phonemes(one, spoken.text, language)

    with_phonemizer(test)
    assert "".join(converters.got).replace(" ", "") == spoken.text.replace(" ", "")
    for piece in converters.got:
        assert len(piece) <= (60 if language == "j" else 400)
        assert sum(not one.isalnum() and not one.isspace() for one in piece) <= 100


@pytest.mark.parametrize("language", "jza")
def test_no_character_of_a_long_sentence_is_silent(fake: FakeServer, language: str) -> None:
    answer = fake.speak("½" * 400, lang_code=language, response_format="pcm")
    assert answer.status_code == 200, answer.text
    tokens = [token for chunk in fake.engine.chunks for token in chunk.tokens]
    assert {i for token in tokens for i in range(token.start, token.end)} >= set(range(400))


@pytest.mark.parametrize("text", ["bп" * 5000, "п λ " * 2500, "東пλaカ" * 2000, "п\u0301a\u0301" * 2500])
def test_a_text_that_changes_its_script_all_the_time_is_converted_in_short_pieces(
    converters: FakeConverters, text: str
) -> None:
    converters.go_on.release(100_000)

    async def test(one: ThreadPhonemizer) -> None:
        await phonemes(one, text)

    with_phonemizer(test)
    assert sorted("".join(converters.got).replace("—", "").replace(" ", "")) == sorted(text.replace(" ", ""))
    assert max(map(len, converters.got)) <= 4 * 80
    # One call for all that is English in a piece, and one for each stretch that is not.
    assert sum("a" in part or "b" in part for part in converters.got) <= len(text) // 40
    assert len(converters.got) <= len(text) + len(text) // 40


def test_only_languages_that_a_text_needs_are_loaded(converters: FakeConverters) -> None:
    converters.go_on.release(100)

    async def test(one: ThreadPhonemizer) -> None:
        await phonemes(one, "Plain “Ünïcode” — 🇫🇷 5 µm สวัสดี text.")
        assert converters.loaded == ["a"]
        await phonemes(one, "привет 東京")
        assert converters.loaded == ["a", "z", "ru"]
        await phonemes(one, "東京 カラオケ")
        assert converters.loaded == ["a", "z", "ru", "j"]

    with_phonemizer(test)


def test_a_language_of_a_word_is_loaded_while_others_speak(converters: FakeConverters) -> None:
    async def test(one: ThreadPhonemizer) -> None:
        await phonemes(one, "short")
        converters.load_ends.clear()
        other = asyncio.create_task(phonemes(one, "a second 東 one"))
        assert await asyncio.to_thread(converters.load_began.wait, PATIENCE_S)
        await phonemes(one, "third")
        converters.load_ends.set()
        await other
        assert converters.got == ["short", "third", "東", "a second — one"]

    with_phonemizer(test)


def test_japanese_is_cut_where_words_begin() -> None:
    text = "今日はとても天気がいいので公園に行きました" * 8
    assert {text[start : start + 2] for start, _ in pieces(text, 60)} <= {"今日", "天気", "公園", "行き"}


def test_words_of_two_pieces_stay_apart(converters: FakeConverters) -> None:
    converters.go_on.release(1000)

    async def test(one: ThreadPhonemizer) -> None:
        spoken = await phonemes(one, "二分の一" * 30, "j")
        assert "".join(token.symbol for token in spoken).replace(" ", "") == "二分の一" * 30
        assert sum(token.symbol == " " for token in spoken) == len(converters.got) - 1
        spoken = await phonemes(one, "word " * 200)
        assert "".join(token.symbol for token in spoken) == "word " * 200
        spoken = await phonemes(one, "x" * 1000)
        assert "".join(token.symbol for token in spoken) == "x" * 1000

    with_phonemizer(test)


def test_only_the_character_that_fails_is_left_out(converters: FakeConverters) -> None:
    async def test(one: ThreadPhonemizer) -> None:
        spoken = await phonemes(one, "a word# and more")
        assert "".join(token.symbol for token in spoken) == "a word and more"
        assert [token.start for token in spoken] == [i for i in range(16) if i != 6]

    with_phonemizer(test)


def test_a_text_waits_for_one_piece_of_a_slow_one(converters: FakeConverters) -> None:
    async def test(one: ThreadPhonemizer) -> None:
        await phonemes(one, "first")  # English is loaded
        slow = asyncio.create_task(phonemes(one, "二分の一" * 400, "j"))
        assert await asyncio.to_thread(converters.started.wait, PATIENCE_S)
        short = asyncio.create_task(
            one.phonemize(SourceText.verbatim("short"), LANGUAGES["a"], Pronunciations())
        )
        asyncio.get_running_loop().call_soon(converters.go_on.release)  # after the task has begun to wait
        await short
        assert converters.got.index("short") == 2  # after the piece that ran
        assert len(converters.got[1]) <= 60
        converters.go_on.release(1000)
        assert len(await slow) >= 1600

    with_phonemizer(test)


def test_a_cancelled_text_is_given_up(converters: FakeConverters) -> None:
    async def test(one: ThreadPhonemizer) -> None:
        slow = asyncio.create_task(phonemes(one, "二分の一" * 400, "j"))
        assert await asyncio.to_thread(converters.started.wait, PATIENCE_S)
        slow.cancel()
        await asyncio.wait([slow])
        converters.go_on.release(1000)
        await phonemes(one, "short")
        assert len("".join(converters.got)) <= 60 + len("short")

    with_phonemizer(test)


def test_a_language_that_is_being_loaded_stops_no_other(converters: FakeConverters) -> None:
    async def test(one: ThreadPhonemizer) -> None:
        await phonemes(one, "short")
        converters.load_ends.clear()
        other = asyncio.create_task(phonemes(one, "second", "z"))
        assert await asyncio.to_thread(converters.load_began.wait, PATIENCE_S)
        await phonemes(one, "third")
        converters.load_ends.set()
        await other
        assert converters.got == ["short", "third", "second"]

    with_phonemizer(test)


@pytest.mark.parametrize(
    ("newcomer_s", "expected"), [(1.0, ["newcomer", "old"]), (1000.0, ["old", "newcomer"])]
)
def test_who_has_begun_overtakes_until_others_have_waited_for_long(
    monkeypatch: pytest.MonkeyPatch, newcomer_s: float, expected: list[str]
) -> None:
    ran: list[str] = []
    held = threading.Event()

    async def test() -> None:
        thread = fair_thread.FairThread("test")
        monkeypatch.setattr(fair_thread, "monotonic", lambda: 0.0)
        first = asyncio.create_task(thread.run(0, held.wait, PATIENCE_S))
        old = asyncio.create_task(thread.run(100, ran.append, "old"))
        await asyncio.sleep(0)
        monkeypatch.setattr(fair_thread, "monotonic", lambda: newcomer_s)
        newcomer = asyncio.create_task(thread.run(0, ran.append, "newcomer"))
        await asyncio.sleep(0)
        held.set()
        await asyncio.gather(first, old, newcomer)
        await asyncio.to_thread(thread.close)

    asyncio.run(test())
    assert ran == expected
