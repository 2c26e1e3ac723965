"""Cuts of text, by smart_split with the real phonemizer, since HTTP shows only the joined audio."""

import asyncio
import itertools
import re
import tempfile
from collections.abc import Collection
from pathlib import Path

import pytest

from kokoro_speech_server.chunk import PhonemeToken
from kokoro_speech_server.config import Settings
from kokoro_speech_server.text.chunk_cutter import TextChunk
from kokoro_speech_server.text.g2p.espeak_process import EspeakCrashedError, EspeakProcess
from kokoro_speech_server.text.languages import LANGUAGES, Language, language_for
from kokoro_speech_server.text.lexicon import Lexicon
from kokoro_speech_server.text.phonemizer import Phonemizer
from kokoro_speech_server.text.pronunciations import Pronunciations
from kokoro_speech_server.text.script import VoiceSettings
from kokoro_speech_server.text.sentences import MAX_SENTENCE_CHARACTERS, Boundary, sentences
from kokoro_speech_server.text.source_text import SourceText
from kokoro_speech_server.text.steps import finished
from kokoro_speech_server.text.tags import TaggedScript, tagged_passages
from kokoro_speech_server.text.text_processor import smart_split
from kokoro_speech_server.voices import VoiceMix
from kokoro_speech_server.weights import assets
from tests.servers import shared_phonemizer

SETTINGS = Settings()
VOCABULARY = frozenset(assets.config()["vocab"])

PROSE = (
    "The harbour was quiet when we came in. Nobody stood on the pier, no lamp was lit, and only a dog, thin and "
    "brown, watched us from the steps of the customs house. We tied up the boat. My brother wanted to look for the "
    "innkeeper at once; I thought that it could wait until the morning, since we had bread and a dry cabin. "
)


class Counting(Phonemizer):
    """The real phonemizer; records how far into the input it has read."""

    def __init__(self) -> None:
        self.read_to = 0

    async def phonemize(
        self,
        text: SourceText,
        language: Language,
        given: Pronunciations,
        vocabulary: Collection[str] | None = None,
    ) -> list[PhonemeToken]:
        self.read_to = max((self.read_to, *text.ends))
        return await shared_phonemizer().phonemize(text, language, given, vocabulary)

    def close(self) -> None:
        """Does nothing: other tests use the phonemizer too."""


@pytest.fixture
def phonemizer() -> Counting:
    return Counting()


def script_of(text: str, language: str, settings: Settings = SETTINGS) -> TaggedScript:
    voice_settings = VoiceSettings(VoiceMix((("af_heart", 1.0),)), language_for(language, param="lang_code"))
    max_pause_s = 60 if settings.pause_tags else None
    passages = finished(tagged_passages(text, voice_settings, None, max_pause_s=max_pause_s))
    return finished(TaggedScript.read(text, passages, Lexicon({})))


def split(
    phonemizer: Phonemizer, text: str, language: str = "a", settings: Settings = SETTINGS
) -> list[TextChunk]:
    async def all_chunks() -> list[TextChunk]:
        chunks = smart_split(script_of(text, language, settings), phonemizer=phonemizer, settings=settings)
        return [chunk async for chunk in chunks]

    return asyncio.run(all_chunks())


def symbols(chunk: TextChunk) -> str:
    return "".join(token.symbol for token in chunk.tokens)


def spoken_words(chunks: list[TextChunk], text: str) -> list[str]:
    """The words of the input at the spans of the tokens; each change of the span begins one."""
    words: list[str] = []
    last = (-1, -1)
    for token in (token for chunk in chunks for token in chunk.tokens):
        span = (token.start, token.end)
        if token.symbol != " " and span != last and text[slice(*span)].strip("…—.,;:!?\"'“”() "):
            words.append(text[slice(*span)])
            last = span
    return words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three? Four… Five.", ["One. ", "Two! ", "Three? ", "Four… ", "Five."]),
        ("Dr. Smith met J. R. Tolkien. He left.", ["Dr. Smith met J. R. Tolkien. ", "He left."]),
        ("It costs 3.50 at example.com now. Fine.", ["It costs 3.50 at example.com now. ", "Fine."]),
        ('"Stop!" she said. "Why?" he asked.', ['"Stop!" she said. ', '"Why?" he asked.']),
        (
            "今日は晴れ。明日は雨！「はい。」と言った",
            ["今日は晴れ。", "明日は雨！", "「はい。」", "と言った"],
        ),
        ("यह एक वाक्य है। यह दूसरा है।", ["यह एक वाक्य है। ", "यह दूसरा है।"]),
        (
            "A title\n\nThen the text\nwrapped by an editor.",
            ["A title\n\n", "Then the text\nwrapped by an editor."],
        ),
        ("Apples\nPears\r\nPlums", ["Apples\n", "Pears\r\n", "Plums"]),
    ],
)
def test_sentences_of_many_scripts(text: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end, _ in sentences(text, 0, len(text))] == expected


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("e", "El Sr. García vive en la Avda. América n.º 5. | ¿Y la Dra. Ruiz? | ¡Aquí! | «Vale.» "
        "| Véase el cap. 3 y la pág. 12."),
        ("e", "EE. UU. ganó. | Compré pan, leche, etc. | Luego volví. | Sopa de col. | Digo que no. | Fin."),
        ("f", "« Bonjour ! » dit M. Dupont. | Quoi ? | Rien ! | Il a dit : « Je pars. » | Elle rit. "
        "| Voir p. 12, chap. 3."),
        ("h", "डॉ. शर्मा और श्री अ. कुमार आए। | रु. 500 दें! | उ.प्र. में क्या हुआ? | हाँ जी. | चलो॥ | अब नं. 5।"),
        ("i", "L'avv. Conti e l'on. Neri. | Il geom. Bo, P.zza Garibaldi n. 5. | Pane, ecc. | Torna! | Vedi pag. 12."),
        ("j", "「寒いですね。」と言った。|本当?|そうです!|はい。|「え？」|次は第1.5章。"),
        ("p", "A profa. Ana e o Exmo. Senhor Lima. | Na R. Augusta, n. 5. | Leia o cap. 3. "
        "| Tel. 11 9999. | Vi na tv. | Fim."),
        ("z", '他说："我走了。"|然后走了！|真的？|是的……好吧。|「对。」|完'),
        ("a", "Turn it on. | Then go under the arch. | It is a rag. | See p. 12 in it."),
    ],
)  # fmt: skip
def test_each_language_has_its_own_abbreviations_and_marks(code: str, text: str) -> None:
    expected = [sentence.removeprefix(" ") for sentence in text.split("|")]
    whole = "".join(expected)
    assert [
        whole[start:end] for start, end, _ in sentences(whole, 0, len(whole), LANGUAGES[code])
    ] == expected


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("One. Two.\n\nThree.", [Boundary.SENTENCE, Boundary.PARAGRAPH, Boundary.SENTENCE]),
        ("A title\r\n \r\nThen text", [Boundary.PARAGRAPH, Boundary.SENTENCE]),
        ("今日は。\n\n明日は。\n次", [Boundary.PARAGRAPH, Boundary.SENTENCE, Boundary.SENTENCE]),
        ("and so it went on, ", [Boundary.CLAUSE]),
        ("and so it ", [Boundary.WORD]),
        ("and so", [Boundary.SENTENCE]),
    ],
)
def test_what_ends_with_a_sentence(text: str, ends: list[Boundary]) -> None:
    assert [boundary for _, _, boundary in sentences(text, 0, len(text))] == ends


@pytest.mark.parametrize(
    "text", ["x" * 5000, "word " * 1000, "a, b" * 1000, "e\u0301" * 2000, "👩‍👩‍👧" * 500, "。" * 3000]
)
def test_sentences_cover_the_text_in_bounded_pieces(text: str) -> None:
    spans = list(sentences(text, 0, len(text)))
    assert "".join(text[start:end] for start, end, _ in spans) == text
    assert max(end - start for start, end, _ in spans) <= MAX_SENTENCE_CHARACTERS
    assert not any(text[start] in "\u0301\u200d" for start, _, _ in spans)


def test_the_first_chunk_is_short_and_the_next_ones_grow(phonemizer: Counting) -> None:
    sizes = [len(chunk.tokens) for chunk in split(phonemizer, PROSE * 6)]
    assert sizes[0] <= 60
    assert sizes[0] < sizes[1] <= 2 * 60 * 3 // 2
    assert all(size <= SETTINGS.target_max_tokens * 3 // 2 for size in sizes)
    assert sum(size >= SETTINGS.target_min_tokens for size in sizes[2:-1]) >= len(sizes[2:-1]) / 2


def test_the_first_chunk_waits_for_a_clause_that_ends_within_90_tokens(phonemizer: Counting) -> None:
    # No clause ends within the first 60 tokens, but one ends soon after.
    first = split(
        phonemizer,
        "We walked along the narrow path beside the old canal towards the mill, then home in the rain. " * 5,
    )[0]
    assert 60 < len(first.tokens) <= 90
    assert symbols(first).endswith(",")
    # No clause ends at all, so a word does.
    first = split(phonemizer, "we walked along the narrow path beside the old canal " * 20)[0]
    assert len(first.tokens) <= 60
    assert first.ends is Boundary.WORD


def test_chunks_end_with_sentences_where_they_can(phonemizer: Counting) -> None:
    chunks = split(phonemizer, PROSE * 6)
    assert all(chunk.ends is Boundary.SENTENCE for chunk in chunks[2:])


def fragments(chunks: list[TextChunk], text: str) -> list[str]:
    """The one or two words of a sentence that a cut separates from the rest of it."""
    found = []
    for before, after in itertools.pairwise(chunks):
        if before.ends >= Boundary.SENTENCE:
            continue
        tail = text[before.tokens[0].start : before.tokens[-1].end]
        head = text[after.tokens[0].start : after.tokens[-1].end]
        found += [re.split(r"[.?!]\s", tail)[-1], re.split(r"[.?!](?:\s|$)", head)[0]]
    return [one for one in found if len(one.split()) <= 2]


@pytest.mark.parametrize(
    "text",
    [
        # A clause ends in time, but a cut there would leave two words of the sentence.
        "We walked along the narrow path beside the canal towards the mill, he said. " * 8,
        "Well, all of us had been to the harbour and to the old town that day, then home. " * 8,
        "It was late. Yes, of course, and the rain that had come down all day did not stop, no, sir. " * 8,
        PROSE * 4,
    ],
)
def test_no_chunk_has_a_fragment_at_its_edge(phonemizer: Counting, text: str) -> None:
    chunks = split(phonemizer, text)
    assert len(chunks) > 3
    assert fragments(chunks, text) == []


def test_a_long_sentence_is_cut_in_front_of_small_words(phonemizer: Counting) -> None:
    text = (
        "we walked along the narrow path of our uncle and then we had to go home again because the weather was bad and "
        "nobody wanted to stay in the rain for the whole of the night or to wait for the boat to the island "
    ) * 3
    chunks = split(phonemizer, text)
    assert len(chunks) > 3
    for before, after in itertools.pairwise(chunks):
        last = text[: before.tokens[-1].end].rsplit(maxsplit=1)[-1]
        first = text[after.tokens[0].start :].split(maxsplit=1)[0]
        assert last not in "a and because for in of or our the to we".split()
        assert first in "and because for in of or the to was we".split()


@pytest.mark.parametrize(
    ("language", "text"), [("z", "我们今天去学校然后回家吃饭"), ("j", "今日は学校に行ってから家に帰りました")]
)
def test_without_stress_a_chunk_is_as_long_as_it_may_be(
    phonemizer: Counting, language: str, text: str
) -> None:
    chunks = split(phonemizer, text * 20, language)
    assert all(len(chunk.tokens) > SETTINGS.first_chunk_tokens // 2 for chunk in chunks[:-1])


def test_every_word_is_spoken_once_and_in_order(phonemizer: Counting) -> None:
    text = PROSE * 4
    words = " ".join(spoken_words(split(phonemizer, text), text))
    assert words.split() == [word.strip(".,;") for word in text.split()]


def test_the_first_chunk_leaves_before_the_rest_is_read(phonemizer: Counting) -> None:
    async def first_of(text: str) -> int:
        phonemizer.read_to = 0
        chunks = smart_split(script_of(text, "a"), phonemizer=phonemizer, settings=SETTINGS)
        await anext(chunks)
        await chunks.aclose()
        return phonemizer.read_to

    short, long = asyncio.run(first_of(PROSE * 2)), asyncio.run(first_of(PROSE * 300))
    assert short == long < len(PROSE)


def test_cuts_depend_on_the_settings(phonemizer: Counting) -> None:
    small = Settings(
        first_chunk_tokens=20, target_min_tokens=20, target_max_tokens=40, absolute_max_tokens=60
    )
    sizes = [len(chunk.tokens) for chunk in split(phonemizer, PROSE * 3, settings=small)]
    assert max(sizes) <= 60
    assert sum(sizes) / len(sizes) <= 45


@pytest.mark.parametrize(
    ("text", "pauses"),
    [
        ("[pause:1s]Hello.", [1.0, 0.0]),
        ("Hello.[pause:1.5s]", [1.5]),
        ("One.[pause:500ms] [PAUSE: 2 s]Two.", [0.5, 2.0, 0.0]),
        ("One.[pause:1s][pause:1s]Two.", [1.0, 1.0, 0.0]),
        ("One. [pause:soon] [pause:1", [0.0]),
    ],
)
def test_pause_tags(phonemizer: Counting, text: str, pauses: list[float]) -> None:
    assert [chunk.pause for chunk in split(phonemizer, text)] == pauses


def test_pause_tags_can_be_turned_off(phonemizer: Counting) -> None:
    [chunk] = split(phonemizer, "One.[pause:1s]Two.", settings=Settings(pause_tags=False))
    assert chunk.pause == 0
    assert "pˈɔz" in symbols(chunk)


@pytest.mark.parametrize(
    ("language", "text", "sounds"),
    [
        ("a", "Tomatoes, please.", "təmˈATOz"),
        ("b", "Tomatoes, please.", "təmˈɑːtQz"),
        ("e", "¿Qué hora es? «Las dos».", "kˈe"),
        ("f", "L'hôtel est grand, n'est-ce pas ?", "lotˈɛl"),
        ("h", "नमस्ते दुनिया।", "nəmˈʌsteː"),
        ("i", "Gli gnocchi sono buoni.", "ɲˈokːɪ"),
        ("j", "こんにちは、世界。OpenAIです。", "sekai"),
        ("p", "Não, amanhã.", "nˈɐ̃ʊ̃"),
        ("z", "你好，世界。这是AI。", "ni↓xau↓"),
    ],
)
def test_every_language_has_its_sounds(phonemizer: Counting, language: str, text: str, sounds: str) -> None:
    chunks = split(phonemizer, text, language)
    assert sounds in "".join(map(symbols, chunks))
    assert {token.symbol for chunk in chunks for token in chunk.tokens} <= VOCABULARY


@pytest.mark.parametrize(
    ("language", "text"), [("j", "これはserverです"), ("z", "这是server吗"), ("j", "мирです")]
)
def test_foreign_words_are_not_dropped(phonemizer: Counting, language: str, text: str) -> None:
    chunks = split(phonemizer, text, language)
    covered = {i for chunk in chunks for token in chunk.tokens for i in range(token.start, token.end)}
    assert covered == set(range(len(text)))


def test_what_misaki_loses_is_still_said(phonemizer: Counting) -> None:
    [chunk] = split(phonemizer, "2+2=4 is true.")
    assert "fˈɔɹ" in symbols(chunk)


def test_digits_of_any_script_and_length_are_read(phonemizer: Counting) -> None:
    assert symbols(split(phonemizer, "٣ apples")[0]).startswith("θɹˈi")
    assert len(split(phonemizer, "7" * 400)) > 1


CRASHES_ESPEAK = "\u0316Ƕ个cٖゾ a2下R2c两cチ\u0319 नमस्ते"
"""Found by a fuzzer: espeak-ng 1.52 crashes on it with a segmentation fault."""


def test_a_text_that_crashes_espeak_is_spoken_all_the_same(phonemizer: Counting) -> None:
    assert "nəmˈʌsteː" in "".join(map(symbols, split(phonemizer, CRASHES_ESPEAK, "h")))
    assert split(phonemizer, "नमस्ते", "h")


def test_crashes_leave_no_files_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)  # cached after the first read
    espeak = EspeakProcess()
    for _ in range(2):
        with pytest.raises(EspeakCrashedError):
            espeak.phonemes("hi", CRASHES_ESPEAK)
    assert espeak.phonemes("hi", "नमस्ते")
    espeak.close()
    assert not list(tmp_path.iterdir())


def test_marks_and_emoji(phonemizer: Counting) -> None:
    assert split(phonemizer, "… — !!! \u200b\u0000\ufeff") == []
    assert "ɡɹˈɪnɪŋ" in symbols(split(phonemizer, "😀")[0])
    assert symbols(split(phonemizer, "Wow!!!!!!!!!!")[0]).count("!") == 3
