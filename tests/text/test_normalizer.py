"""What is said for what is written: the table of cases, and what holds for any text."""

from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kokoro_speech_server.text.languages import LANGUAGES
from kokoro_speech_server.text.normalization.english import english_rules
from kokoro_speech_server.text.normalization.rules import Category
from kokoro_speech_server.text.normalizer import normalize
from kokoro_speech_server.text.source_text import SourceText, clean

TABLES = sorted((Path(__file__).parent / "cases").glob("*.tsv"))
ALL = frozenset(Category)


class Case(NamedTuple):
    """A row of a table: `codes` are the letters of the languages in which `said` is said for `written`."""

    category: Category
    codes: str
    written: str
    said: str


def read(table: Path) -> list[Case]:
    """The cases of a table; lines that begin with "# " are comments."""
    lines = table.read_text(encoding="utf-8").split("\n")
    rows = [line.split("\t") for line in lines if line and not line.startswith("# ")]
    return [Case(Category(category), codes, written, said) for category, codes, written, said in rows]


CASES = [case for table in TABLES for case in read(table)]
SPOKEN = [(code, case.written, case.said) for case in CASES for code in case.codes]
ENGLISH = [case for case in CASES if set(case.codes) <= {"a", "b"}]
ENGLISH_CATEGORIES = sorted({rule.category for rule in english_rules(british=False)})


def said(text: str, code: str, categories: frozenset[Category] = ALL) -> str:
    return normalize(clean(SourceText.verbatim(text)), LANGUAGES[code], categories).text


@pytest.mark.parametrize(("code", "written", "expected"), SPOKEN)
def test_each_case_is_said_as_the_table_has_it(code: str, written: str, expected: str) -> None:
    assert said(written, code) == expected


@pytest.mark.parametrize(("code", "written", "expected"), SPOKEN)
def test_what_is_said_is_not_changed_again(code: str, written: str, expected: str) -> None:
    assert normalize(SourceText.verbatim(expected), LANGUAGES[code], ALL).text == expected


def test_no_case_is_in_a_table_twice() -> None:
    rows = [(code, case.category, case.written) for case in CASES for code in case.codes]
    assert len(rows) == len(set(rows))


def test_english_has_cases_of_both_kinds_in_every_category() -> None:
    changed = {case.category for case in ENGLISH if case.written != case.said}
    kept = {case.category for case in ENGLISH if case.written == case.said}
    assert set(ENGLISH_CATEGORIES) <= changed
    assert set(ENGLISH_CATEGORIES) <= kept
    assert len(ENGLISH) >= 450


@pytest.mark.parametrize("category", ENGLISH_CATEGORIES)
def test_a_category_alone_says_its_own_and_left_out_leaves_it(category: Category) -> None:
    own = [case for case in ENGLISH if case.category is category and case.written != case.said]
    by_itself = [
        case for case in own if said(case.written, case.codes[0], frozenset({category})) == case.said
    ]
    assert by_itself
    for case in by_itself:
        cleaned = clean(SourceText.verbatim(case.written)).text
        assert said(case.written, case.codes[0], frozenset()) == cleaned
    assert any(said(case.written, case.codes[0], ALL - {category}) != case.said for case in by_itself)


FRAGMENTS = st.one_of(
    st.sampled_from([case.written for case in ENGLISH]),
    st.sampled_from(list("0123456789.,:;/-–—'\"°%$€£+=<>*^~_#@&()[]{}|\\²½₂×√é字🎉 ")),
    st.sampled_from(
        "km m/s MHz am pm st th Dr St I IV X v e E x A a . Jan http:// www. com the and 's".split()
    ),
    st.integers(0, 10**18).map(str),
)
MIXED = st.lists(FRAGMENTS, max_size=12).flatmap(
    lambda parts: st.sampled_from(["", " "]).map(lambda s: s.join(parts))
)
SENTENCES = st.one_of(st.text(min_size=1, max_size=60), MIXED).map(lambda text: text[:400] or "-")
ENGLISHES = st.sampled_from("ab")


@given(SENTENCES, ENGLISHES)
def test_any_sentence_can_be_said_and_once_said_stays(text: str, code: str) -> None:
    once = said(text, code)
    assert normalize(SourceText.verbatim(once), LANGUAGES[code], ALL).text == once


@given(SENTENCES, ENGLISHES)
def test_no_digit_is_left(text: str, code: str) -> None:
    assert not [character for character in said(text, code) if character.isdigit()]


@pytest.mark.parametrize("mark", ".!?")
@pytest.mark.parametrize(
    "case", [case for case in ENGLISH if case.written[-1].isalnum()], ids=lambda case: case.written
)
def test_the_mark_that_ends_a_sentence_still_ends_it(case: Case, mark: str) -> None:
    assert said(case.written + mark, case.codes[0])[-1] == mark


@given(SENTENCES, ENGLISHES)
def test_without_categories_nothing_changes(text: str, code: str) -> None:
    assert said(text, code, frozenset()) == clean(SourceText.verbatim(text)).text


# Abbreviations without a full stop and small Roman numerals ("part ii") are no plain words.
WORDS = st.text(st.characters(categories=["Ll", "Lo"], max_codepoint=0x24F), min_size=2, max_size=12).filter(
    lambda word: word not in ("etc", "approx", "vs") and bool(set(word) - set("ivx"))
)


@given(st.lists(WORDS, min_size=1, max_size=20).map(" ".join), ENGLISHES)
def test_plain_words_stay_as_they_are(text: str, code: str) -> None:
    assert said(text, code) == clean(SourceText.verbatim(text)).text


@given(SENTENCES, ENGLISHES)
@settings(max_examples=50)
def test_what_is_said_comes_from_the_text(text: str, code: str) -> None:
    source = normalize(clean(SourceText.verbatim(text)), LANGUAGES[code], ALL)
    assert list(source.starts) == sorted(source.starts)
    assert list(source.ends) == sorted(source.ends)
    assert all(0 <= start < end <= len(text) for start, end in zip(source.starts, source.ends, strict=True))
