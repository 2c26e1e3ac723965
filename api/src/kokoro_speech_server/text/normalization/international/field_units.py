"""Units of one letter, which words around them tell: a force of 10 N, a current of 2 A, a field of 3 T."""

import re
from collections.abc import Mapping

from kokoro_speech_server.text.normalization.rules import Category, Rule

_PICTURE = re.compile(r"(?<!\d)[248]$")
"""Before the K of a picture's size. The T of "16G/1T" is a terabyte."""


def field_unit_rules(fields: Mapping[str, tuple[str, str]]) -> tuple[Rule, ...]:
    """A rule that comes before those for units. fields: name, and pattern of words of its field, by unit"""
    evidence = {symbol: re.compile(words) for symbol, (_, words) in fields.items()}
    symbols = "".join(fields)

    def say(match: re.Match[str]) -> str | None:
        symbol = match["symbol"]
        before = match.string[: match.start()][-3:]
        if (match[0] == "K" and _PICTURE.search(before)) or (match[0] == "T" and "/" in before):
            return None
        return fields[symbol][0] if evidence[symbol].search(match.string) else None

    pattern = re.compile(rf"(?<=\d) ?(?P<symbol>[{symbols}])(?![A-Za-z\d_'’/·⋅²³^-])(?!\.\w)")
    return (Rule(Category.UNITS, pattern, say, needs=re.compile(rf"\d ?[{symbols}]")),)
