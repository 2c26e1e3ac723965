"""Words of Mandarin and Japanese that are spelled alike and said differently, in sentences of many kinds."""

import asyncio
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from kokoro_speech_server.chunk import PhonemeToken
from kokoro_speech_server.text.languages import LANGUAGES
from kokoro_speech_server.text.pronunciations import Pronunciations
from kokoro_speech_server.text.source_text import SourceText
from tests.servers import shared_phonemizer

TABLES = Path(__file__).parent / "cases" / "heteronyms"
TONES = "→↗↓↘"


class Case(NamedTuple):
    """A row of a table: in `text`, `word` is said with `phonemes`, in letters as `reading`."""

    text: str
    word: slice
    reading: str
    phonemes: str


def read(table: str) -> list[Case]:
    """The cases of a table; lines that begin with "# " are comments."""
    lines = (TABLES / f"{table}.tsv").read_text(encoding="utf-8").splitlines()
    cases = []
    for written, reading, phonemes in (line.split("\t") for line in lines if not line.startswith("# ")):
        before, word, after = re.split(r"[][]", written)
        span = slice(len(before), len(before) + len(word))
        cases.append(Case(before + word + after, span, reading, phonemes))
    return cases


@cache
def tokens(text: str, code: str) -> list[PhonemeToken]:
    return list(
        asyncio.run(
            shared_phonemizer().phonemize(SourceText.verbatim(text), LANGUAGES[code], Pronunciations())
        )
    )


def said(text: str, code: str, word: slice | None = None) -> str:
    """The phonemes of the text, or of what stands for some of its characters, without blanks."""
    return "".join(
        token.symbol
        for token in tokens(text, code)
        if word is None or (token.start < word.stop and token.end > word.start)
    ).replace(" ", "")


@pytest.mark.exhaustive
def test_each_mandarin_word_is_said_as_the_table_has_it() -> None:
    wrong = [
        f"{case.text} {case.reading}: {found}"
        for case in read("mandarin")
        if not re.search(f"{case.phonemes}(?![{TONES}])", found := said(case.text, "z", case.word))
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.exhaustive
def test_each_japanese_word_is_said_as_the_table_has_it() -> None:
    # Not only what stands for the word: where cutlet joins words, the spans are estimates.
    wrong = [
        f"{case.text} {case.reading}: {found}"
        for case in read("japanese")
        if case.phonemes not in (found := said(case.text, "j"))
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("code", "text", "parts"),
    [
        ("z", "树上有两只鸟。", ["树上", "有", "两只", "鸟"]),
        ("z", "他慢慢地走过来。", ["他", "慢慢", "地", "走", "过来"]),
        ("j", "餃子を三人前ください。", ["餃子", "を", "三", "人前", "ください"]),
        ("j", "今日の社会は一日中忙しい。", ["今日", "の", "社会", "は", "一日中", "忙しい"]),
    ],
)
def test_words_read_by_context_have_the_spans_of_words(code: str, text: str, parts: list[str]) -> None:
    spans = dict.fromkeys((one.start, one.end) for one in tokens(text, code) if one.symbol.isalpha())
    assert [text[start:end] for start, end in spans] == parts


def test_what_follows_a_mark_does_not_decide() -> None:
    assert said("今日では、珍しい。", "j").startswith("koɲɲiʨideβa")
    assert said("今日、社会が変わった。", "j").startswith("kʲoː")
