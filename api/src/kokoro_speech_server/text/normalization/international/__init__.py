"""The languages other than English: a table for each, and rules that are built from any of them."""

import re
from dataclasses import replace
from importlib import import_module

from kokoro_speech_server.text.normalization.international.abbreviations import abbreviation_rules
from kokoro_speech_server.text.normalization.international.dates import date_rules
from kokoro_speech_server.text.normalization.international.money import money_rules
from kokoro_speech_server.text.normalization.international.numbers import number_rules, ordinal_rules
from kokoro_speech_server.text.normalization.international.reader import Reader
from kokoro_speech_server.text.normalization.international.symbols import symbol_rules
from kokoro_speech_server.text.normalization.international.units import unit_rules
from kokoro_speech_server.text.normalization.international.web import web_rules
from kokoro_speech_server.text.normalization.rules import Category, Rule, Say

_MODULES = {
    "e": "spanish", "f": "french", "h": "hindi", "i": "italian", "j": "japanese", "p": "portuguese", "z": "mandarin",
}  # fmt: skip

_DIGIT = re.compile(r"\d")
_DOTTED = re.compile(r"\d\.\d")
_NEEDS = {
    Category.ADDRESSES: _DOTTED,
    Category.DATES: _DIGIT,
    Category.EMAILS: re.compile("@"),
    Category.FRACTIONS: re.compile(r"[/⁄¼-¾⅐-⅞↉]"),
    Category.HANDLES: re.compile(r"[@#]"),
    Category.MATHS: re.compile(r"[-−–+＋=＝×·*÷±≤≦≥≧<>≠≈^²³¹⁰⁴-⁹]|\d ?[xeE]"),
    Category.MONEY: re.compile(r"[€$＄£¥￥₹₩₽₿元]|[A-Z]{3}|Rs|र[ुू]"),
    Category.NUMBERS: _DIGIT,
    Category.ORDINALS: _DIGIT,
    Category.PATHS: re.compile(r"[/\\]|\.\w"),
    Category.PERCENTAGES: re.compile(r"[%％‰]"),
    Category.PHONES: re.compile(r"\d{3}|\d\W{1,2}\d"),
    Category.RANGES: re.compile(r"[\dh%％℃€元円] ?[-–—−~〜～至到年]"),
    Category.RATIOS: re.compile(r"\d ?[:：∶xX-]"),
    Category.ROMAN: re.compile(r"\b[IVXLCDM]"),
    Category.TIMES: _DIGIT,
    Category.UNITS: re.compile(
        r"\d ?[A-Za-z°º℃℉µμΩ'’′]|[€$£¥₹\d元块万A-Z]/|[-−]\d|\d[米块]\d|\b(?:k[gmW]|[cm][ml]|m[²2]|[GM]B)"
    ),
    Category.URLS: re.compile(r"\w\.\w|://"),
    Category.VERSIONS: _DOTTED,
    Category.YEARS: _DIGIT,
}
"""What a sentence of the category's rules has somewhere: most sentences have little of it."""


def world_rules(code: str) -> tuple[Rule, ...]:
    """The rules of a language other than English, by its code ("e"), the more special ones first."""
    reader = Reader(import_module(f"{__name__}.{_MODULES[code]}").LOCALE)
    rules = (
        *reader.locale.own_rules(reader),
        *abbreviation_rules(reader),
        *date_rules(reader),
        *ordinal_rules(reader),
        *web_rules(reader),
        *money_rules(reader),
        *unit_rules(reader),
        *number_rules(reader),
        *symbol_rules(reader),
    )
    return tuple(replace(rule, say=_apart(rule.say), needs=_NEEDS.get(rule.category)) for rule in rules)


def _apart(say: Say) -> Say:
    """What is said beside a mark without a space, or between what a sign parts, is not to look like an address."""

    def said(match: re.Match[str]) -> str | None:
        words = say(match)
        if words is None:
            return None
        before, after = match.string[: match.start()][-1:], match.string[match.end() :]
        if not words:
            return " " if _ENDS.match(before) and _STARTS.match(after) else ""
        lead = " " if before and before in ".,:;!?" else ""
        return lead + words

    return said


_ENDS = re.compile(r"[A-Za-z\d.,:;!?]")
_STARTS = re.compile(r"[A-Za-z\d]")
