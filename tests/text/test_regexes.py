"""No text makes a regular expression slow. The steps of matching are counted on texts made to be slow for each."""

import functools
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

pytestmark = pytest.mark.exhaustive

LENGTHS = (50, 100, 200, 400)
"""Characters in a text."""

STEPS = 600
"""Steps per character of the longest text, at most. Where steps grow faster than the length, there are thousands. A
shorter text may take so many steps that even with quadratic growth the longest one stays below; few patterns take more,
so that the longer texts, which need most of the time, are rarely tried."""

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


PLACES = [
    *(
        module.name.removeprefix(f"{text_package.__name__}.")
        for module in pkgutil.walk_packages(text_package.__path__, f"{text_package.__name__}.")
    ),
    *LANGUAGES,
]
"""Where patterns are: the modules of the text package, and the rules of each language."""


def patterns(place: str) -> Iterator[tuple[str, re.Pattern[str]]]:
    """The patterns of a place by name. Modules are imported late, since those of the converters take seconds."""
    if place in LANGUAGES:
        for rule in rules(LANGUAGES[place]):
            yield f"{place}.{rule.category}", rule.pattern
            if rule.needs is not None:
                yield f"{place}.{rule.category}.needs", rule.needs
        return
    for name, value in vars(importlib.import_module(f"{text_package.__name__}.{place}")).items():
        values = (
            value.values()
            if isinstance(value, dict)
            else value
            if isinstance(value, list | tuple)
            else [value]
        )
        yield from ((f"{place}.{name}", one) for one in values if isinstance(one, re.Pattern))


@functools.cache
def all_patterns() -> list[tuple[str, str, re.Pattern[str]]]:
    """Each pattern once, with the last place where it is and its name."""
    found = ((place, *pattern) for place in PLACES for pattern in patterns(place))
    return list({(one[2].pattern, one[2].flags): one for one in found}.values())


@pytest.fixture(autouse=True)
def _deep_recursion() -> Iterator[None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(50_000)
    yield
    sys.setrecursionlimit(before)


def check(pattern: re.Pattern[str], *, anchored: bool = False) -> None:
    counter = StepCounter(pattern)
    for texts in zip(*map(counter.attacks, LENGTHS), strict=True):
        if pattern.flags & re.ASCII and not texts[0].isascii():
            continue  # the counter takes é for a letter
        for length, text in zip(LENGTHS, texts, strict=True):
            expected: Iterable[re.Match[str]] = pattern.finditer(text)
            if anchored:
                expected = filter(None, [pattern.match(text)])
            most = STEPS * len(text) * length // LENGTHS[-1]
            try:
                spans = counter.spans(text, most, anchored=anchored)
            except TooManyStepsError:
                if length == LENGTHS[-1]:
                    raise
            else:
                assert spans == [match.span() for match in expected], text
                break


@pytest.mark.parametrize("place", PLACES)
def test_no_regular_expression_blows_up(place: str) -> None:
    for where, name, pattern in all_patterns():
        if where == place:
            try:
                check(pattern, anchored=name in ANCHORED)
            except TooManyStepsError:
                pytest.fail(f"{name} is slow: {pattern.pattern}")


def test_the_anchored_ones_are_there() -> None:
    assert {name for _, name, _ in all_patterns()} >= ANCHORED


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
