"""A new rule needs one line in a language's rules: whatever its category, it is run, and its `needs` are its own."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from importlib import import_module

import pytest

from kokoro_speech_server.text.languages import LANGUAGES, Language
from kokoro_speech_server.text.normalization import english, international
from kokoro_speech_server.text.normalization.english.dates import date_rules
from kokoro_speech_server.text.normalization.rules import Category, Rule
from kokoro_speech_server.text.normalizer import forget_rules, normalize, rules
from kokoro_speech_server.text.source_text import SourceText

EACH_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES.values(), ids=lambda language: language.code)


@pytest.fixture(autouse=True)
def _rules_made_anew() -> Iterator[None]:
    forget_rules()
    yield
    forget_rules()


def add(monkeypatch: pytest.MonkeyPatch, language: Language, new: Iterable[Rule]) -> None:
    """Adds rules where a developer adds them: to one of English's rule functions, or to a locale's own rules."""
    new = tuple(new)
    if language.is_english:
        monkeypatch.setattr(english, "date_rules", lambda numbers: (*new, *date_rules(numbers)))
    else:
        module = import_module(f"{international.__name__}.{language.locale}")
        own_rules = module.LOCALE.own_rules
        locale = replace(module.LOCALE, own_rules=lambda speller: (*new, *own_rules(speller)))
        monkeypatch.setattr(module, "LOCALE", locale)


def said(text: str, language: Language) -> str:
    return normalize(SourceText.verbatim(text), language, list(Category)).text


@EACH_LANGUAGE
def test_a_rule_that_is_added_is_run(monkeypatch: pytest.MonkeyPatch, language: Language) -> None:
    """In a sentence without digits or signs too, which rules of most categories need."""
    add(
        monkeypatch,
        language,
        (Rule(one, re.compile(f"zz{one}zz"), lambda match: match[0].strip("z")) for one in Category),
    )
    for category in Category:
        assert said(f"zz{category}zz", language) == category


@EACH_LANGUAGE
def test_a_rules_own_needs_are_kept(monkeypatch: pytest.MonkeyPatch, language: Language) -> None:
    needs = re.compile("bb")
    new = [Rule(one, re.compile(f"zz{one}zz"), lambda match: "said", needs=needs) for one in Category]
    add(monkeypatch, language, new)
    made = {rule.pattern: rule.needs for rule in rules(language)}
    for rule in new:
        assert made[rule.pattern] is needs
    assert said("zzdateszz", language) == "zzdateszz"
    assert said("zzdateszz bb", language) == "said bb"


@pytest.mark.parametrize(
    "language", [one for one in LANGUAGES.values() if one.locale], ids=lambda one: one.code
)
def test_a_locale_agrees_with_its_language(language: Language) -> None:
    locale = import_module(f"{international.__name__}.{language.locale}").LOCALE
    assert language.tag.partition("-")[0] == locale.tag
