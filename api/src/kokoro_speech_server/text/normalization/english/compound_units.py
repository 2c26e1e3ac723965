"""Units that are products or have negative powers: W/(m·K), m s⁻¹, kg m⁻³, mol⁻¹."""

import re

from kokoro_speech_server.text.normalization.english.numbers import Numbers, is_one
from kokoro_speech_server.text.normalization.english.patterns import NUMBER, START
from kokoro_speech_server.text.normalization.english.units import UNITS, plural
from kokoro_speech_server.text.normalization.rules import Category, Rule, any_of

_SYMBOLS = (
    "m km cm mm µm μm nm g kg mg µg μg s ms min h hr yr L l mL ml dL mol mmol µmol kJ MJ W mW kW kN Pa kPa MPa V mV eV "
    "Hz cd lm mA"
)
_NAMES = {symbol: UNITS[symbol] for symbol in _SYMBOLS.split()} | {
    "J": "joule", "N": "newton", "A": "amp", "K": "kelvin", "d": "day", "sr": "steradian", "T": "tesla", "°C": "degree",
    "C": "coulomb",
}  # fmt: skip
_PLURALS = {"kelvin": "kelvin", "tesla": "tesla"}
_UNIT = f"(?:{any_of(_NAMES)})"
_FACTOR = rf"{_UNIT}(?:[²³]|\^[23](?!\d))?"
_INVERTED = rf"{_UNIT}(?:⁻[¹²³]|\^[-−][123](?![\d.]))"
_LINK = "[ ·⋅\u202f]"
_INVERSE = re.compile(
    rf"(?:{START}(?P<number>{NUMBER}) ?|(?<=[\d⁰¹²³⁴-⁹]){_LINK})(?P<above>(?:{_FACTOR}{_LINK}){{0,3}})"
    rf"(?P<below>{_INVERTED}(?:{_LINK}{_INVERTED}){{0,3}})(?![\w⁰¹²³⁴-⁹⁻])"
)
_PRODUCT = re.compile(
    rf"{START}(?P<number>{NUMBER}) ?(?P<above>{_FACTOR})/(?P<open>\()?"
    rf"(?P<below>{_FACTOR}(?:[·⋅*]{_FACTOR}){{1,2}})(?(open)\))"
    r"(?![\w⁰¹²³⁴-⁹⁻])"
)
_PART = re.compile(rf"(?P<unit>{_UNIT})(?:⁻|\^[-−]?)?(?P<power>[¹²³123])?")
_INVERTS = re.compile(r"⁻|\^[-−]")
_DIVIDES = re.compile(r"/\(?[°A-Za-zµμ]{1,4}[²³^·⋅*]")
_POWERS = {"²": "square", "2": "square", "³": "cubic", "3": "cubic"}


def compound_unit_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for an amount, or a power of ten, and the units behind it."""

    def british(words: str) -> str:
        return words.replace("meter", "metre").replace("liter", "litre") if numbers.british else words

    def factor(part: re.Match[str]) -> str:
        name, power = _NAMES[part["unit"]], _POWERS.get(part["power"] or "")
        if power and name == "second":
            return f"second {'squared' if power == 'square' else 'cubed'}"
        return f"{power} {name}" if power else name

    def above(written: str, *, one: bool) -> str:
        *names, last = map(factor, _PART.finditer(written))
        last = last if one else _PLURALS.get(last) or plural(last)
        return " ".join([*names, last])

    def inverse(match: re.Match[str]) -> str:
        number = match["number"]
        words = [numbers.number(number)] if number else []
        if match["above"]:
            words.append(above(match["above"], one=number is not None and is_one(number)))
        words += (f"per {factor(part)}" for part in _PART.finditer(match["below"]))
        return british(("" if number else " ") + " ".join(words))

    def product(match: re.Match[str]) -> str:
        below = " ".join(map(factor, _PART.finditer(match["below"])))
        many = above(match["above"], one=is_one(match["number"]))
        return british(f"{numbers.number(match['number'])} {many} per {below}")

    return (
        Rule(Category.UNITS, _INVERSE, inverse, needs=_INVERTS),
        Rule(Category.UNITS, _PRODUCT, product, needs=_DIVIDES),
    )
