"""Rules for the languages other than English: built from a locale, which has the language's words and patterns."""

import re
from dataclasses import replace
from importlib import import_module

from kokoro_speech_server.text.normalization.international.abbreviations import abbreviation_rules
from kokoro_speech_server.text.normalization.international.chains import chain_rules
from kokoro_speech_server.text.normalization.international.codes import code_rules
from kokoro_speech_server.text.normalization.international.dates import date_rules
from kokoro_speech_server.text.normalization.international.games import game_rules
from kokoro_speech_server.text.normalization.international.money import money_rules
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.international.numbers import number_rules, ordinal_rules
from kokoro_speech_server.text.normalization.international.plain_formulas import plain_formula_rules
from kokoro_speech_server.text.normalization.international.symbols import symbol_rules
from kokoro_speech_server.text.normalization.international.units import unit_rules
from kokoro_speech_server.text.normalization.international.web import web_rules
from kokoro_speech_server.text.normalization.notes import note_rules
from kokoro_speech_server.text.normalization.rules import Rule, Say


def international_rules(module: str, *, spaced: bool) -> tuple[Rule, ...]:
    """All rules of the language whose locale is in the given module of this package, the more specific ones first.

    spaced: whether spaces separate words
    """
    speller = NumberSpeller(import_module(f"{__name__}.{module}").LOCALE, spaced=spaced)
    rules = (
        *note_rules(),
        *chain_rules(speller),
        *code_rules(speller),
        *game_rules(speller),
        *speller.locale.own_rules(speller),
        *abbreviation_rules(speller),
        *date_rules(speller),
        *ordinal_rules(speller),
        *web_rules(speller),
        *money_rules(speller),
        *plain_formula_rules(speller),
        *unit_rules(speller),
        *number_rules(speller),
        *symbol_rules(speller),
    )
    return tuple(replace(rule, say=_set_apart(rule.say)) for rule in rules)


def _set_apart(say: Say) -> Say:
    """Adds a space where the words, or the gap that a dropped sign leaves, could read as part of an address."""

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
