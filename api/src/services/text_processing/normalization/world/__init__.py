"""The languages other than English: a table for each, and rules that are built from any of them."""

import re
from dataclasses import replace
from importlib import import_module

from api.src.services.text_processing.normalization.rules import Rule, Say
from api.src.services.text_processing.normalization.world.dates import date_rules
from api.src.services.text_processing.normalization.world.money import money_rules
from api.src.services.text_processing.normalization.world.numbers import number_rules
from api.src.services.text_processing.normalization.world.reader import Reader
from api.src.services.text_processing.normalization.world.symbols import symbol_rules
from api.src.services.text_processing.normalization.world.units import unit_rules
from api.src.services.text_processing.normalization.world.web import web_rules

_MODULES = {
    "e": "spanish", "f": "french", "h": "hindi", "i": "italian", "j": "japanese", "p": "portuguese", "z": "mandarin",
}  # fmt: skip


def world_rules(code: str) -> tuple[Rule, ...]:
    """The rules of a language other than English, by its code ("e"), the more special ones first."""
    reader = Reader(import_module(f"{__name__}.{_MODULES[code]}").LOCALE)
    rules = (
        *reader.locale.own_rules(reader),
        *web_rules(reader),
        *date_rules(reader),
        *money_rules(reader),
        *unit_rules(reader),
        *number_rules(reader),
        *symbol_rules(reader),
    )
    return tuple(replace(rule, say=_apart(rule.say, spaced=reader.locale.spaced)) for rule in rules)

_APART = " ¡¿\"'’‘“„«‹([{-–—.,;:!?…/"
"""Characters that what follows them need not be set apart from."""


def _apart(say: Say, *, spaced: bool) -> Say:
    """What is said stands apart from the words beside it, and leaves no two spaces where it is nothing."""

    def said(match: re.Match[str]) -> str | None:
        words = say(match)
        if words is None:
            return None
        text, start, end = match.string, match.start(), match.end()
        before, after = text[start - 1 : start], text[end : end + 1]
        if not words:
            return " " if before.isalnum() and after.isalnum() else ""
        if spaced or (words[0].isascii() and before.isascii()):
            joins = before.isalpha() or (before.isprintable() and not text[start].isalnum() and before not in _APART)
            words = " " + words if before and joins else words
        if spaced or (words[-1].isascii() and after.isascii()):
            words += " " if after.isalnum() else ""
        return words

    return said
