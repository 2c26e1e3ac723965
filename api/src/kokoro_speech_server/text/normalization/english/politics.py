"""Parties and halves of countries in news: Cory Booker, D-N.J.; S. Korea."""

import re

from kokoro_speech_server.text.normalization.english.places import DOTTED_STATES
from kokoro_speech_server.text.normalization.rules import Category, Rule, any_of

_PARTY = re.compile(
    rf"(?<![\w.-])(?P<party>[RDI])-(?P<state>{any_of(DOTTED_STATES)})"
    r"(?=[,;)]| (?:senator|congress(?:man|woman)|representative|lawmaker|independent)\b)"
)
_ANY_PARTY = re.compile(r"[RDI]-[A-Z]")
_HALF = re.compile(
    r"\b(?P<side>[NSEW])\. (?=(?:Koreans?|Korea|Africans?|Africa|Dakota|Carolina|Sudan|Yemen|Ireland|Macedonia|"
    r"Virginia|Germany|Vietnam|America|Philadelphia|Hollywood)\b)"
)
_BOTH_BILLS = re.compile(r"(?<=\d)/(?=(?:H\.R\.|S\.) ?\d)")
_SIDES = {"N": "North ", "S": "South ", "E": "East ", "W": "West "}


def politics_rules() -> tuple[Rule, ...]:
    """Rules for the state of a member of Congress, and for the side of a country or state, and S. 1/H.R. 2."""
    return (
        Rule(
            Category.ABBREVIATIONS,
            _PARTY,
            lambda match: f"{match['party']}-{DOTTED_STATES[match['state']]}",
            needs=_ANY_PARTY,
        ),
        Rule(Category.SYMBOLS, _BOTH_BILLS, lambda match: ", ", needs=_BOTH_BILLS),
        Rule(Category.ABBREVIATIONS, _HALF, lambda match: _SIDES[match["side"]], needs=_HALF),
    )
