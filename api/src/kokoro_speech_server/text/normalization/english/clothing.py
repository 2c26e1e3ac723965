"""Sizes of clothes: 2T-5T, 0-3M, 4-6X, S–3XL."""

import re

from kokoro_speech_server.text.normalization.english.numbers import Numbers
from kokoro_speech_server.text.normalization.rules import Category, Rule

_SPAN = re.compile(
    r"(?<![\w.,$£€/-])(?P<first>\d{1,2})(?P<kind>[TMX])? ?(?:[-–—]|to) ?(?P<last>\d{1,2})(?P<kind2>[TMX])(?![\w-])"
)
_MONTHS_OLD = re.compile(r"(?:(?<=[Ss]ize )|(?<=[Ss]izes ))(?P<months>\d{1,2})M(?![\w-])")
_LETTERED = "(?:X{0,3}[SL]|[2-6]XL|M)"
_LETTER_SPAN = re.compile(rf"(?<![\w-])(?P<first>{_LETTERED}) ?[-–—] ?(?P<last>{_LETTERED})(?![\w-])")
_LARGE = re.compile(r"\d")
_CLOTHES = re.compile(
    r"\b(?:[Ss]iz(?:es?|ed|ing)|SIZES?|(?i:toddlers?|infants?|bab(?:y|ies)|kids|boys|girls|unisex|pajamas|pyjamas|"
    r"clothes|clothing|outfits?|bodysuits?|rompers?|onesies?|leggings|hoodies?|waists?|inseams?|t-shirts?|tees|dresses|shirts|gowns?))\b"
)


def clothing_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for spans of sizes, in a sentence that is about clothes."""

    def span(match: re.Match[str]) -> str:
        first, last = numbers.number(match["first"]), numbers.number(match["last"])
        if match["kind2"] == "M":
            return f"{first} to {last} months"
        kind = f" {match['kind']}" if match["kind"] else ""
        return f"{first}{kind} to {last} {match['kind2']}"

    def letters(match: re.Match[str]) -> str:
        return " to ".join(
            _LARGE.sub(lambda number: f"{numbers.number(number[0])} ", one)
            for one in match.group("first", "last")
        )

    return (
        Rule(Category.UNITS, _SPAN, span, evidence=_CLOTHES),
        Rule(Category.UNITS, _LETTER_SPAN, letters, evidence=_CLOTHES),
        Rule(
            Category.UNITS,
            _MONTHS_OLD,
            lambda match: f"{numbers.number(match['months'])} months",
            needs=_CLOTHES,
        ),
    )
