"""Texts as requests read them, by the tables of cases, and properties of normalization that hold for any text."""

import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kokoro_speech_server.text.languages import LANGUAGES
from kokoro_speech_server.text.normalization.english.short_forms import NOTED
from kokoro_speech_server.text.normalization.rules import Category
from kokoro_speech_server.text.normalizer import normalize, rules
from kokoro_speech_server.text.script import VoiceSettings
from kokoro_speech_server.text.sentence_reader import read_sentences
from kokoro_speech_server.text.source_text import SourceText, clean
from kokoro_speech_server.text.tags import plain_script
from kokoro_speech_server.voices import VoiceMix
from tests.examples import examples

TABLES = sorted((Path(__file__).parent / "cases").glob("*.tsv"))
ALL = frozenset(Category)
VOICE = VoiceMix((("af_heart", 1.0),))


class Case(NamedTuple):
    """A row of a table: in the languages with the letters `codes`, `written` is read as `said`.

    " | " in `said` is where a sentence ends within the text.
    """

    category: Category
    codes: str
    written: str
    said: str


def read(table: Path) -> list[Case]:
    """The cases of a table; lines that begin with "# " are comments."""
    lines = table.read_text(encoding="utf-8").split("\n")
    rows = [line.split("\t") for line in lines if line and not line.startswith("# ")]
    return [Case(Category(category), codes, written, said) for category, codes, written, said in rows]


def grouped(tables: Iterable[Path]) -> dict[tuple[str, Category], list[Case]]:
    """The cases by the name of their table and their category."""
    groups: dict[tuple[str, Category], list[Case]] = defaultdict(list)
    for table in tables:
        for case in read(table):
            groups[table.stem, case.category].append(case)
    return groups


GROUPS = grouped(TABLES)
CASES = [case for cases in GROUPS.values() for case in cases]
EACH_GROUP = pytest.mark.parametrize(
    "cases", [pytest.param(cases, id=f"{table}-{category}") for (table, category), cases in GROUPS.items()]
)

ENGLISH = [case for case in CASES if set(case.codes) <= {"a", "b"}]
ENGLISH_CATEGORIES = sorted({rule.category for rule in rules(LANGUAGES["a"])})


class Result(NamedTuple):
    code: str
    written: str
    expected: str
    got: str


def check(results: Iterable[Result]) -> None:
    """Fails with every result that is not as expected."""
    wrong = [result for result in results if result.got != result.expected]
    if wrong:
        rows = "\n".join(
            f"{code}: {written}\n  expected: {expected}\n  got:      {got}"
            for code, written, expected, got in wrong
        )
        pytest.fail(f"{len(wrong)} wrong:\n{rows}", pytrace=False)


def read_aloud(text: str, code: str) -> str:
    """What a request for speech makes of a text, with " | " between its sentences."""
    script = plain_script(text, VoiceSettings(VOICE, LANGUAGES[code]))
    sentences = (
        sentence.text.text for passage in script.passages() for sentence in read_sentences(script, passage)
    )
    return " | ".join(filter(None, sentences))


def said(text: str, code: str, categories: frozenset[Category] = ALL) -> str:
    """The text as one sentence, normalized."""
    return normalize(clean(SourceText.verbatim(text)), LANGUAGES[code], categories).text


def said_again(text: str, code: str) -> str:
    """The result of a second normalization, before which the text is not cleaned."""
    return normalize(SourceText.verbatim(text), LANGUAGES[code], ALL).text


@EACH_GROUP
def test_each_case_is_said_as_the_table_has_it(cases: list[Case]) -> None:
    check(
        Result(code, case.written, case.said, read_aloud(case.written, code))
        for case in cases
        for code in case.codes
    )


@EACH_GROUP
def test_what_is_said_is_not_changed_again(cases: list[Case]) -> None:
    check(
        Result(code, sentence, sentence, said_again(sentence, code))
        for case in cases
        for code in case.codes
        for sentence in case.said.split(" | ")
    )


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.stem)
def test_a_rule_that_matches_finds_what_it_needs(table: Path) -> None:
    """Otherwise the rule is silently not run where it should be."""
    missed = [
        f"{case.codes}: {text}\n  {pattern.pattern!r} needs {needs.pattern!r}"
        for case in read(table)
        for text in (clean(SourceText.verbatim(case.written)).text, case.said)
        for needs, patterns in patterns_by_need(case.codes).items()
        if not needs.search(text)
        for pattern in patterns
        if any(match[0] for match in pattern.finditer(text))
    ]
    assert not missed, "\n".join(missed)


@cache
def patterns_by_need(codes: str) -> dict[re.Pattern[str], set[re.Pattern[str]]]:
    """The patterns of the languages' rules by what they need. Languages share most of them."""
    patterns: dict[re.Pattern[str], set[re.Pattern[str]]] = defaultdict(set)
    for rule in (rule for code in codes for rule in rules(LANGUAGES[code])):
        if rule.needs is not None:
            patterns[rule.needs].add(rule.pattern)
    return patterns


def test_every_language_has_cases() -> None:
    assert {code for case in CASES for code in case.codes} == set(LANGUAGES)


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
    on_its_own = [
        case for case in own if said(case.written, case.codes[0], frozenset({category})) == case.said
    ]
    assert on_its_own
    check(
        Result(
            case.codes[0],
            case.written,
            clean(SourceText.verbatim(case.written)).text,
            said(case.written, case.codes[0], frozenset()),
        )
        for case in on_its_own
    )
    assert any(said(case.written, case.codes[0], ALL - {category}) != case.said for case in on_its_own)


@pytest.mark.parametrize("category", ENGLISH_CATEGORIES)
@pytest.mark.parametrize("mark", ".!?")
def test_the_mark_that_ends_a_sentence_still_ends_it(category: Category, mark: str) -> None:
    check(
        Result(case.codes[0], case.written + mark, mark, said(case.written + mark, case.codes[0])[-1])
        for case in ENGLISH
        if case.category is category and case.written[-1].isalnum()
    )


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


@examples()
@given(SENTENCES, ENGLISHES)
def test_any_sentence_can_be_said_and_once_said_stays(text: str, code: str) -> None:
    once = said(text, code)
    assert said_again(once, code) == once


@examples()
@given(SENTENCES, ENGLISHES)
def test_no_digit_is_left(text: str, code: str) -> None:
    assert not [character for character in said(text, code) if character.isdigit()]


@examples()
@given(SENTENCES, ENGLISHES)
def test_without_categories_nothing_changes(text: str, code: str) -> None:
    assert said(text, code, frozenset()) == clean(SourceText.verbatim(text)).text


# Abbreviations without a full stop and small Roman numerals ("part ii") are no plain words.
WORDS = st.text(st.characters(categories=["Ll", "Lo"], max_codepoint=0x24F), min_size=2, max_size=12).filter(
    lambda word: word not in ("etc", "approx", "vs", "yoy", "qoq", *NOTED) and bool(set(word) - set("ivx"))
)


@examples()
@given(st.lists(WORDS, min_size=1, max_size=20).map(" ".join), ENGLISHES)
def test_plain_words_stay_as_they_are(text: str, code: str) -> None:
    assert said(text, code) == clean(SourceText.verbatim(text)).text


@examples(50)
@given(SENTENCES, ENGLISHES)
def test_what_is_said_comes_from_the_text(text: str, code: str) -> None:
    source = normalize(clean(SourceText.verbatim(text)), LANGUAGES[code], ALL)
    assert list(source.starts) == sorted(source.starts)
    assert list(source.ends) == sorted(source.ends)
    assert all(0 <= start < end <= len(text) for start, end in zip(source.starts, source.ends, strict=True))
