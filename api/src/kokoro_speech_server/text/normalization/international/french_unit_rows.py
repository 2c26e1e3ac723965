"""Units in rows with exponents in French texts (9,81 m.s⁻², 0,5 mol.L-1), and a point before a power of ten (3.10⁸)."""

import re

from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.international.units import unit_nouns
from kokoro_speech_server.text.normalization.rules import Category, Rule, any_of

_FURTHER = {
    "K": "kelvins", "A": "ampères", "C": "coulombs", "F": "farads", "T": "teslas", "H": "henrys", "rad": "radians",
    "cd": "candelas", "sr": "stéradians",
}  # fmt: skip
"""Units only in rows: these letters mean much else."""

_EXPONENT = r"(?:⁻[¹²³⁴]|[²³]|\^?[-−][1-4])"
_NEGATIVE = re.compile(r"[A-Za-z](?:⁻|\^?[-−][1-4])")
_POWERS = {"2": "au carré", "3": "au cube", "4": "puissance quatre"}
_FOLDED = str.maketrans("⁻−¹²³⁴", "--1234")
_TENS = re.compile(
    r"(?<![\w.,])(?P<factor>\d{1,4}(?:,\d{1,6})?)[.·] ?10(?P<exponent>\^[-−]?\d{1,3}|⁻?[⁰¹²³⁴-⁹]{1,3})(?![\w^])"
)
_HAS_TENS = re.compile(r"\d[.·] ?10[\^⁻⁰¹²³⁴-⁹]")
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻−", "0123456789--")


def unit_row_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for single units and numbers."""
    locale = speller.locale
    nouns = {
        symbol: noun.other for symbol, noun in unit_nouns(locale).items() if symbol.isalpha() and noun.other
    } | _FURTHER
    ones = {symbol: noun.one for symbol, noun in unit_nouns(locale).items() if symbol.isalpha()}
    ones |= {symbol: name.removesuffix("s") for symbol, name in _FURTHER.items()}
    one = rf"(?:{any_of(nouns)})"
    piece = re.compile(rf"(?P<symbol>{one})(?P<exponent>{_EXPONENT}?)[.·⋅]?")

    def row(match: re.Match[str]) -> str:
        words = [speller.number(match["number"])] if match["number"] else []
        for part in piece.finditer(match["row"]):
            exponent = part["exponent"].translate(_FOLDED).lstrip("^")
            is_below, power = exponent.startswith("-"), exponent.lstrip("-")
            words += ["par", ones[part["symbol"]]] if is_below else [nouns[part["symbol"]]]
            if power in ("2", "3") and part["symbol"] in ("m", "cm", "mm", "dm", "km"):
                words.append(("carré" if power == "2" else "cube") + ("" if is_below else "s"))
            elif power in _POWERS:
                words.append(_POWERS[power])
        return speller.join(*words)

    def tens(match: re.Match[str]) -> str:
        exponent = match["exponent"].translate(_RAISED).lstrip("^")
        sign = "-" if exponent.startswith("-") else None
        power = speller.signed(sign, speller.cardinal(int(exponent.lstrip("-"))))
        ten = locale.power.format(speller.cardinal(10), power)
        return speller.join(speller.number(match["factor"]), locale.operators["×"], ten)

    return (
        Rule(
            Category.UNITS,
            re.compile(
                rf"(?<![\w.,/])(?:(?P<number>{speller.number_pattern}) ?)?"
                r"(?=\S{0,24}[A-Za-z](?:⁻[¹²³⁴]|\^?[-−][1-4]))"
                rf"(?P<row>{one}⁻[¹²³⁴]|{one}{_EXPONENT}?(?:[.·⋅]{one}{_EXPONENT}?){{1,3}})(?![\w⁻−^-]|[.·⋅]\w)"
            ),
            row,
            needs=_NEGATIVE,
        ),
        Rule(Category.MATHS, _TENS, tens, needs=_HAS_TENS),
    )
