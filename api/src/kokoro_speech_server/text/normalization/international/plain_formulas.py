"""Formulas without TeX, as people type them: E = mc², b² - 4ac, 1/(2√x), x = -1/2."""

import re

from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.international.units import unit_nouns
from kokoro_speech_server.text.normalization.rules import Category, Rule

_EQUATION = re.compile(r"[=≤≥]|\b[a-ln-zA-Z][²³]")
"""Evidence that letters are variables and a dash between spaces is a minus sign. m² is a unit."""
_DIFFERENCE = re.compile(
    r"(?:(?<=\b[a-zA-Z] )|(?<=[a-zA-Z][²³] )|(?<=\) )|(?<=\b[a-zA-Z]\d )|(?<=\d[a-zA-Z] )|(?<=\d[a-zA-Z]{2} ))"
    r"[-–](?= ?(?:\d|[a-zA-Z]\b|[a-zA-Z]{1,2}[²³]|[√π(]))"
)
_SPACED_DASH = re.compile(" [-–]")
_OVER = re.compile(r"(?<=[\da-zA-Z)²³])/(?=\()|(?<=\))/(?=[\da-zA-Z(])")
_HAS_OVER = re.compile(r"/\(|\)/")
_PRODUCT = re.compile(
    r"(?<![\w.,'’])(?P<number>\d{0,4})(?P<letters>(?<=\d)[a-zA-Z]{2,3}|[a-zA-Z]{2,3}(?=[²³]))(?P<power>[²³]?)"
    r"(?![\w²³'’-]|\.\w)"
)
_HAS_PRODUCT = re.compile(r"\d[a-zA-Z]{2}|[a-zA-Z]{2}[²³]")
_OPERATOR_BEFORE = re.compile(r"[=+−×·<>≤≥*(-] ?$")
_NEGATIVE = re.compile(r"(?<=[=(<>≤≥] )[-−](?P<above>[1-9]\d{0,2})/(?P<below>[1-9]\d{0,3})(?![\d/]|[.,]\d)")
_HAS_NEGATIVE = re.compile(r"[-−]\d{1,3}/\d")


def plain_formula_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for units and numbers."""
    locale = speller.locale
    if not speller.spaced:
        return ()
    nouns = unit_nouns(locale)
    squares = {symbol.rstrip("²³") for symbol in nouns if symbol[-1] in "²³"}

    def difference(match: re.Match[str]) -> str | None:
        return locale.operators["−"] if _EQUATION.search(match.string) else None

    def product(match: re.Match[str]) -> str | None:
        letters, power = match["letters"], match["power"]
        follows = _OPERATOR_BEFORE.search(match.string[: match.start()][-2:])
        is_power = power and letters not in squares
        in_equation = is_power or _EQUATION.search(match.string)
        if not is_power and not (in_equation and match["number"] and follows and letters not in nouns):
            return None
        number = speller.number(match["number"]) if match["number"] else ""
        raised = {"": "", "²": locale.squared, "³": locale.cubed}[power]
        return speller.join(number, " ".join(letters), raised)

    def negative(match: re.Match[str]) -> str:
        above, below = int(match["above"]), int(match["below"])
        return speller.signed("-", locale.fraction(speller, above, below, ""))

    return (
        Rule(Category.FRACTIONS, _NEGATIVE, negative, needs=_HAS_NEGATIVE),
        Rule(Category.MATHS, _OVER, lambda match: locale.operators["÷"], needs=_HAS_OVER),
        Rule(Category.MATHS, _PRODUCT, product, needs=_HAS_PRODUCT),
        Rule(Category.MATHS, _DIFFERENCE, difference, needs=_SPACED_DASH),
    )
