"""Formulas without TeX, as people type them: E = mc², b² - 4ac, 1/(2√x), x = -1/2."""

import re

from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.international.units import unit_nouns
from kokoro_speech_server.text.normalization.rules import Category, Rule

_EQUATION = re.compile(r"[=≤≥]|\b[a-ln-zA-Z][²³]")
"""Evidence that letters are variables and a dash between spaces is a minus sign. m² is a unit."""
_DIFFERENCE = re.compile(
    r"(?:(?<=\b[a-zA-Z] )|(?<=[a-zA-Z][²³] )|(?<=\) )|(?<=\b[a-zA-Z]\d )|(?<=\d[a-zA-Z] )|(?<=\d[a-zA-Z]{2} )"
    r"|(?<=\b[EFPRUVCTQW][a-z] ))"
    r"[-–](?= ?(?:\d|[a-zA-Z]\b|[a-zA-Z]{1,2}[²³]|[EFPRUVCTQW][a-z]\b|[√π(]))"
)
_SPACED_DASH = re.compile(" [-–]")
_OVER = re.compile(
    r"(?<=[\da-zA-Z)²³])/(?=\()|(?<=\))/(?=[\da-zA-Z(])|(?<=\b[1-9])/(?=[xyznkrpqπ](?![^\W²³]|[.’'/]))"
)
_HAS_OVER = re.compile(r"/[(xyznkrpqπ]|[)²³]/")
_PRODUCT = re.compile(
    r"(?<![.,'’])(?<![^\W½¼¾])(?P<number>\d{0,4})"
    r"(?P<letters>(?<=\d)[a-zA-Z]{2,3}|[a-zA-Z]{2,3}(?=[²³])|(?<=\d)[a-zA-Z](?=[²³]))(?P<power>[²³]?)"
    r"(?![\w²³'’-]|\.\w)"
)
_HAS_PRODUCT = re.compile(r"\d[a-zA-Z]{2}|[a-zA-Z\d][a-zA-Z][²³]")
_RAISED = re.compile(r"(?<=\))(?:(?P<power>[²³])|\^(?P<letter>[a-z]|\d{1,3})(?!\w))")
_HAS_RAISED = re.compile(r"\)[²³^]")
_SYMBOL = re.compile(
    r"(?<![^\W_])(?:[EFPRUVCTQW][a-z](?= ?=)|(?<=[=+−×·-] )[EFPRUVCTQW][a-z](?= [=+−×·-] |[.;,]?$))"
)
"""A quantity with an index in the same line: Ec, Ep, Tf."""
_HAS_SYMBOL = re.compile("[A-Z][a-z](?: ?[=+−×·-]|[.;,]?$)")
_FUNCTION = re.compile(r"(?<!\w)(?P<name>sin|sen|cos|tan|tg|log|ln)(?P<power>[²³])(?=\W?[\wα-ω(])")
_HAS_FUNCTION = re.compile("[nsg][²³]")
_LESS = re.compile(r"(?:(?<=[^\W\d_]{2} )[<>](?= \d)|(?<=\()[<>](?= ?\d))")
_HAS_LESS = re.compile(r"[<>] ?\d")
_OPERATOR_BEFORE = re.compile(r"[=+−×·<>≤≥*(-] ?$")
_NEGATIVE = re.compile(r"(?<=[=(<>≤≥] )[-−](?P<above>[1-9]\d{0,2})/(?P<below>[1-9]\d{0,3})(?![\d/]|[.,]\d)")
_NEGATIVE_LETTER = re.compile(
    r"(?:(?<=[=<>≤≥≈] )|(?<=[=<>≤≥≈])|(?<=(?<![^\W_])[a-zA-Z]\())[-−](?=[a-zA-Zα-ω√](?![^\W_])(?!['’]|-[^\W\d_]))"
    r"|(?<=\()[-−](?=[a-zα-ω] ?[+±−=])"
)
_HAS_NEGATIVE_LETTER = re.compile(r"[=<>≤≥≈(] ?[-−][^\W\d_]")
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

    def raised(match: re.Match[str]) -> str:
        if match["letter"]:
            return locale.power.format("", match["letter"]).strip()
        return locale.squared if match["power"] == "²" else locale.cubed

    def function(match: re.Match[str]) -> str:
        return speller.join(match["name"], locale.squared if match["power"] == "²" else locale.cubed) + " "

    return (
        Rule(Category.MATHS, _SYMBOL, lambda match: " ".join(match[0]), needs=_HAS_SYMBOL),
        Rule(Category.MATHS, _RAISED, raised, needs=_HAS_RAISED),
        Rule(Category.MATHS, _FUNCTION, function, needs=_HAS_FUNCTION),
        Rule(Category.MATHS, _LESS, lambda match: locale.operators[match[0]], needs=_HAS_LESS),
        Rule(Category.FRACTIONS, _NEGATIVE, negative, needs=_HAS_NEGATIVE),
        Rule(Category.MATHS, _NEGATIVE_LETTER, lambda match: f"{locale.minus} ", needs=_HAS_NEGATIVE_LETTER),
        Rule(Category.MATHS, _OVER, lambda match: locale.operators["÷"], needs=_HAS_OVER),
        Rule(Category.MATHS, _PRODUCT, product, needs=_HAS_PRODUCT),
        Rule(Category.MATHS, _DIFFERENCE, difference, needs=_SPACED_DASH),
    )
