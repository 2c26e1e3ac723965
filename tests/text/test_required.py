"""What a text must contain for a pattern to match is never more than what texts that it matches have."""

import re

import pytest

from kokoro_speech_server.text.languages import LANGUAGES
from kokoro_speech_server.text.normalization.required import DIGIT, beginnings, characters, rarest, required
from kokoro_speech_server.text.normalizer import rules
from kokoro_speech_server.text.source_text import SourceText, clean
from tests.text.test_normalizer import CASES


@pytest.mark.parametrize(
    ("pattern", "sets"),
    [
        (r"a\d", ["a", [DIGIT]]),
        (r"[ab](?=c)", ["ab", "c"]),
        (r"a?b*c{0,2}(?:d|)(?!e)(?<!f)[^g]\w.", []),
        (r"a+(?:b{2,3})(?>c)d++", ["a", "b", "c", "d"]),
        (r"(?:\d a|b\d)", [[DIGIT]]),
        (r"(?:\d%|!b\d)", [[DIGIT], "%!"]),
        (r"(?i:a1)", ["1"]),
        ("[一-龥]", []),
    ],
)
def test_the_sets_are_those_that_every_match_has(pattern: str, sets: list[str]) -> None:
    assert required(re.compile(pattern)) == set(map(frozenset, sets))


def test_a_rare_set_is_one_of_digits_or_signs() -> None:
    assert rarest(required(re.compile(r"a, \d"))) == frozenset({DIGIT})
    assert rarest(required(re.compile(r"\d%"))) == frozenset({"%"})
    assert rarest(()) is None


def test_any_decimal_digit_is_a_digit() -> None:
    assert characters("a१") == {"a", "१", DIGIT}
    assert characters("a²") == {"a", "²"}


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_text_has_what_the_patterns_that_match_it_require(code: str) -> None:
    texts = {case.written for case in CASES if code in case.codes}
    texts |= {case.said for case in CASES if code in case.codes}
    cleaned = [clean(SourceText.verbatim(text)).text for text in sorted(texts)[::5]]
    present = [characters(text) for text in cleaned]
    for rule in rules(LANGUAGES[code]):
        sets = required(rule.pattern)
        for text, found in zip(cleaned, present, strict=True):
            if any(members.isdisjoint(found) for members in sets):
                assert not rule.pattern.search(text), (rule.pattern.pattern, text)


@pytest.mark.parametrize(
    ("pattern", "starts"),
    [
        (r"(?<=\d )sem\.", ["sem"]),
        ("[Vv]s(?!x)", ["Vs", "vs"]),
        ("N-?O", ["N-O", "NO"]),
        ("qqs?(?:a|bc)", ["qqs", "qqa", "qqb"]),
        (r"a\d", ["a"]),
        ("ab+c", ["a"]),
        (r"\d", None),
        ("x?y?", None),
    ],
)
def test_a_match_begins_with_one_of_the_beginnings(pattern: str, starts: list[str] | None) -> None:
    assert beginnings(pattern, 3) == (None if starts is None else set(starts))
