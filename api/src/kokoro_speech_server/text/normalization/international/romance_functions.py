"""Functions in plain text, in Romance languages: f(x), f'(x), P(A), h(2t)."""

import re
from collections.abc import Sequence

from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule

SIGNS = "=+−×·√<>≈≤≥±÷*/^∈∩∪"
"""The signs of formulas, for a class of characters."""
FORMULA = re.compile(rf"[{SIGNS}]")
BRACKET = re.compile(r"\)")
_FUNCTION = re.compile(
    r"(?<![\w.'’])(?P<name>[f-hFGPEV])(?P<primes>['’′]{0,2})"
    r"\((?P<argument>[a-zA-ZΑ-Ωα-ω](?![^\W\d_])|\d{1,3})?(?P<closed>\))?(?=[^()\n]{0,24}\)|(?<=\)))"
)


def function_rule(speller: NumberSpeller, primes: Sequence[str], of: str) -> Rule:
    """The rule.

    primes: the names of the marks of f' and f''
    of:     the word between a function and what it is of
    """

    def function(match: re.Match[str]) -> str | None:
        if match["closed"] and not match["argument"]:
            return None
        argument = match["argument"] or ""
        if not argument and not FORMULA.search(match.string):
            return None
        if argument.isdigit() and match.string.startswith(",", match.end()):
            return None  # the degrees of freedom of a statistic: F(1, 84)
        if argument.isdigit():
            argument = speller.number(argument)
        words = speller.join(match["name"], ("", *primes)[len(match["primes"])], of)
        return f"{words} {argument}" if match["closed"] else f"{words} ({argument}"

    return Rule(Category.MATHS, _FUNCTION, function, needs=BRACKET)
