"""The languages other than English: a table for each, and rules that are built from any of them."""

import re
from dataclasses import replace
from importlib import import_module

from api.src.services.text_processing.normalization.rules import Category, Rule, Say
from api.src.services.text_processing.normalization.world.abbreviations import abbreviation_rules
from api.src.services.text_processing.normalization.world.dates import date_rules
from api.src.services.text_processing.normalization.world.money import money_rules
from api.src.services.text_processing.normalization.world.numbers import number_rules, ordinal_rules
from api.src.services.text_processing.normalization.world.reader import Reader
from api.src.services.text_processing.normalization.world.symbols import symbol_rules
from api.src.services.text_processing.normalization.world.units import unit_rules
from api.src.services.text_processing.normalization.world.web import web_rules

_MODULES = {
    "e": "spanish", "f": "french", "h": "hindi", "i": "italian", "j": "japanese", "p": "portuguese", "z": "mandarin",
}  # fmt: skip

_DIGIT = re.compile(r"\d")
_IN_DIGITS = frozenset(
    (
        Category.ADDRESSES, Category.DATES, Category.MONEY, Category.NUMBERS, Category.ORDINALS, Category.PERCENTAGES,
        Category.PHONES, Category.RANGES, Category.RATIOS, Category.TIMES, Category.UNITS, Category.VERSIONS,
        Category.YEARS,
    )
)  # fmt: skip


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
    return tuple(
        replace(rule, say=_apart(rule.say), needs=_DIGIT if rule.category in _IN_DIGITS else rule.needs)
        for rule in rules
    )


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
        return lead + words + (" " if _ADDRESS_GOES_ON.match(after) else "")

    return said


_ENDS = re.compile(r"[A-Za-z\d.,:;!?]")
_STARTS = re.compile(r"[A-Za-z\d]")
_ADDRESS_GOES_ON = re.compile(r"\.[^\W_]")
