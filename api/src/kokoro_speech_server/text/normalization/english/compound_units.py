"""Units that are products or have negative powers: Ω·cm, W/(m·K), m s⁻¹, kg m−3, mol⁻¹, fb−1."""

import re

from kokoro_speech_server.text.normalization.english.numbers import Numbers, is_one
from kokoro_speech_server.text.normalization.english.patterns import NUMBER, SIGN, START
from kokoro_speech_server.text.normalization.english.unit_names import UNITS, plural
from kokoro_speech_server.text.normalization.rules import Category, Rule, any_of

_SYMBOLS = (
    "m km cm mm µm μm nm g kg mg µg μg s ms min h hr yr L l mL ml dL mol mmol µmol kJ MJ W mW kW kN Pa kPa MPa V mV eV "
    "Hz cd lm mA GPa GW MW keV MeV GeV TeV nM mM pM µM μM kcal cal pmol nmol ng pg kpc Mpc Gpc Myr Gyr Jy mJy AU mT "
    "kHz MHz GHz Ω kΩ MΩ mΩ µΩ μΩ bar mbar arcsec arcmin Da kDa kV kA ha t mS"
)
_NAMES = {symbol: UNITS[symbol] for symbol in _SYMBOLS.split()} | {
    "J": "joule", "N": "newton", "A": "amp", "K": "kelvin", "d": "day", "sr": "steradian", "T": "tesla", "°C": "degree",
    "C": "coulomb", "M": "molar", "pc": "parsec", "M☉": "solar mass", "M⊙": "solar mass", "fb": "femtobarn",
    "pb": "picobarn",
    "ab": "attobarn", "nb": "nanobarn", "y": "year", "a": "year", "ind": "individual", "sec": "second", "day": "day",
    "week": "week", "hour": "hour", "year": "year", "wk": "week",
    "rad": "radian", "atm": "atmosphere",
    "erg": "erg", "dyn": "dyne", "G": "gauss", "Wb": "weber", "F": "farad", "H": "henry", "S": "siemens",
    "deg": "degree",
    "cell": "cell", "cells": "cell", "photons": "photon", "plant": "plant", "individuals": "individual",
}  # fmt: skip
_UNIT = f"(?:{any_of(_NAMES)})"
_FACTOR = rf"{_UNIT}(?:[²³]|\^?[23](?!\d|\.\d))?"
_INVERTED = rf"{_UNIT}(?:⁻[¹²³]|\^?[-−–][123](?!\d|\.\d))"
_LINK = "[ ·⋅\u202f]"
_INVERSE = re.compile(
    rf"(?:{START}{SIGN}(?P<number>{NUMBER}) ?|(?<=[\d⁰¹²³⁴-⁹]){_LINK}|(?<=\^\d){_LINK}|(?<=\^\d\d){_LINK}|"
    rf"(?<=\^[-−]\d){_LINK})(?P<above>(?:{_FACTOR}{_LINK}){{0,3}})"
    rf"(?P<below>{_INVERTED}(?:{_LINK}{_INVERTED}){{0,3}})(?![\w⁰¹²³⁴-⁹⁻])"
)
_PRODUCT = re.compile(
    rf"{START}(?P<number>{NUMBER}) ?(?P<above>{_FACTOR})/(?P<open>\()?"
    rf"(?P<below>{_FACTOR}(?:[·⋅*]{_FACTOR}){{1,2}})(?(open)\))"
    r"(?![\w⁰¹²³⁴-⁹⁻])"
)
_MULTIPLIED = re.compile(
    rf"{START}(?P<number>{NUMBER}) ?(?P<above>{_FACTOR}(?:[·⋅∙•]{_FACTOR}){{1,3}})"
    rf"(?:/(?P<below>{_FACTOR}(?:[·⋅∙•]{_FACTOR}){{0,2}}))?(?![\w⁰¹²³⁴-⁹⁻/−^]|[-–]\d)"
)
_DOT = re.compile("[·⋅∙•]")
_BARNS = re.compile(r"[fpna]b(?:⁻¹|\^?[-−–]1)")
_PART = re.compile(rf"(?P<unit>{_UNIT})(?:⁻|\^?[-−–]|\^)?(?P<power>[¹²³123])?")
_INVERTS = re.compile(r"⁻|[A-Za-zΩ☉⊙]\^?[-−–][123]")
_HYPHENATED = re.compile(r"(?<!\^)[-–][123]$")
_SPECTRAL = re.compile(r"(?:cm|[fpna]b)[-–]1$")
"""Inverse units that stand alone in papers, also with a hyphen for the minus: 3400 cm-1, 139 fb-1."""
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
        last = last if one else plural(last)
        return " ".join([*names, last])

    def inverse(match: re.Match[str]) -> str | None:
        number = match["number"]
        if not match["above"] and _HYPHENATED.search(match["below"]) and not _SPECTRAL.search(match["below"]):
            return None  # a range or a name: "5 m-3"
        if number and not match["above"] and "b" in match["below"] and _BARNS.fullmatch(match["below"]):
            return f"{numbers.number(number)} inverse {plural(_NAMES[match['below'][:2]])}"
        words = [numbers.signed(match["sign"], numbers.number(number))] if number else []
        if match["above"]:
            words.append(above(match["above"], one=number is not None and is_one(number)))
        words += (f"per {factor(part)}" for part in _PART.finditer(match["below"]))
        return british(("" if number else " ") + " ".join(words))

    def product(match: re.Match[str]) -> str:
        below = " ".join(map(factor, _PART.finditer(match["below"])))
        many = above(match["above"], one=is_one(match["number"]))
        return british(f"{numbers.number(match['number'])} {many} per {below}")

    def multiplied(match: re.Match[str]) -> str:
        below = "".join(f" per {factor(part)}" for part in _PART.finditer(match["below"] or ""))
        return british(
            f"{numbers.number(match['number'])} {above(match['above'], one=is_one(match['number']))}{below}"
        )

    return (
        Rule(Category.UNITS, _MULTIPLIED, multiplied, needs=_DOT),
        Rule(Category.UNITS, _INVERSE, inverse, needs=_INVERTS),
        Rule(Category.UNITS, _PRODUCT, product, needs=_DIVIDES),
    )
