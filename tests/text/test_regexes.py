"""No text makes a regular expression slow. The steps of matching are counted on texts made to be slow for each."""

import importlib
import pkgutil
import re
import sys
from collections.abc import Iterable, Iterator

import pytest

from kokoro_speech_server import text as text_package
from kokoro_speech_server.text.languages import LANGUAGES
from kokoro_speech_server.text.normalizer import rules
from tests.text.regex_steps import StepCounter, TooManyStepsError

LENGTH = 400
"""Characters in a text."""

STEPS = 600
"""Steps per character, at most. Where steps grow faster than the length of the text, there are thousands."""

ANCHORED = frozenset(
    f"block_patterns.{name}"
    for name in (
        "EMPTY",
        "BULLET",
        "NUMBER",
        "UNDERLINE",
        "FENCE",
        "DELIMITERS",
        "ITEM_AHEAD",
        "NUMBER_AHEAD",
    )
)
"""Matched at one place only, never searched for."""


def patterns() -> Iterator[tuple[str, re.Pattern[str]]]:
    """The patterns of all modules and rules of the text package, each with its place."""
    for module in pkgutil.walk_packages(text_package.__path__, f"{text_package.__name__}."):
        where = module.name.removeprefix(f"{text_package.__name__}.")
        for name, value in vars(importlib.import_module(module.name)).items():
            values = (
                value.values()
                if isinstance(value, dict)
                else value
                if isinstance(value, list | tuple)
                else [value]
            )
            yield from ((f"{where}.{name}", one) for one in values if isinstance(one, re.Pattern))
    for language in LANGUAGES.values():
        for rule in rules(language):
            yield f"{language.code}.{rule.category}", rule.pattern
            if rule.needs is not None:
                yield f"{language.code}.{rule.category}.needs", rule.needs


PATTERNS = {(pattern.pattern, pattern.flags): (where, pattern) for where, pattern in patterns()}


@pytest.fixture(autouse=True)
def _deep_recursion() -> Iterator[None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(50_000)
    yield
    sys.setrecursionlimit(before)


def check(pattern: re.Pattern[str], *, anchored: bool = False) -> None:
    counter = StepCounter(pattern)
    for text in counter.attacks(LENGTH):
        if pattern.flags & re.ASCII and not text.isascii():
            continue  # the counter takes é for a letter
        expected: Iterable[re.Match[str]] = pattern.finditer(text)
        if anchored:
            expected = filter(None, [pattern.match(text)])
        spans = counter.spans(text, STEPS * len(text), anchored=anchored)
        assert spans == [match.span() for match in expected], text


@pytest.mark.parametrize(
    ("where", "pattern"), [pytest.param(where, pattern, id=where) for where, pattern in PATTERNS.values()]
)
def test_no_regular_expression_blows_up(where: str, pattern: re.Pattern[str]) -> None:
    check(pattern, anchored=where in ANCHORED)


def test_the_anchored_ones_are_there() -> None:
    assert {where for where, _ in PATTERNS.values()} >= ANCHORED


@pytest.mark.parametrize(
    "pattern", [r"(a+)+b", r"\d+\d+x", r"(?:\w|\d)*!", r"x*,?x*y", r"\s*?\n", r"(?:a|ab)+?c", r"\w+@"]
)
def test_a_slow_one_is_found(pattern: str) -> None:
    with pytest.raises(TooManyStepsError):
        check(re.compile(pattern))


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (r"(\w)(\w)\2\1|[^a-y]{2,3}?", "abba zzz otto"),
        (r"(?i)\bthe\b(?! end)", "The end of THE day, theory"),
        (r"(?<!\d)\d{1,3}+(?:,\d{3})*+(?:\.\d+)?$", "1,000.5 1234 12,345.67"),
        (r"(?>a+)b|(?=c)c+?d", "aaab ccd aac"),
    ],
)
def test_the_counter_matches_as_the_engine_does(pattern: str, text: str) -> None:
    compiled = re.compile(pattern)
    assert StepCounter(compiled).spans(text, 10_000) == [match.span() for match in compiled.finditer(text)]
