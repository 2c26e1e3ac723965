"""Italian units before their number (giardino mq 200, km 87.000, cm 30x40), and doors of cars (5p.)."""

import re

from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.international.units import unit_nouns
from kokoro_speech_server.text.normalization.rules import Category, Rule

_UNIT_FIRST = re.compile(r"(?:m[qctlm]|lt|gr|[hkK]g|[ckK]m|k?W|Kw|cv|CV)\.? \d")
_DOORS = re.compile(r"(?<![\w.,])(?P<doors>[2-5]) ?p\.?(?=[ ,;)]|$)")
_OF_CARS = re.compile(
    r"\b(?:CV|cv|TDI|JTD[Mm]?|HDI|TSI|[Dd]iesel|[Bb]enzina|GPL|metano|berlina|SW|imm\.|tagliand\w+|[Aa]irbag|ABS)\b"
)
_FOOD_FIRST = re.compile(r"\b(?:g|[dcm]?l)\.? \d")
_ROAD = 1000
"""From here on, kilometres before their number are a distance, and below it a place on a road."""


def measure_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """The rules."""
    nouns = unit_nouns(speller.locale)

    def unit_first(match: re.Match[str]) -> str | None:
        unit = nouns[match["unit"]]
        if match["side"] is not None:
            return f"{unit.other} "
        if match["unit"] in ("km", "Km") and speller.value(match["number"]) < _ROAD:
            return None
        return speller.counted(match["number"], unit)

    first = re.compile(
        rf"(?<![\w/.-])(?<!\d )(?<!al )(?P<unit>k?mq|mc|lt|gr|mt|[hkK]g|[ckK]m|m[lm]|kW|Kw|cv|CV)\.? "
        rf"(?:(?P<side>(?=\d[\d.,]{{0,6}} ?[x×] ?\d))|(?P<number>{speller.number_pattern})"
        r"(?![\w/]|[.,]\d| ?[x×%€°]| (?:euro|[ck]?m|k?g|[mc]?l|mq)\b))"
    )
    of_food = re.compile(
        rf"(?<![\w/.'’-])(?<!\d )(?P<unit>g|[dcm]?l)\.? (?P<side>(?!))?"
        rf"(?P<number>{speller.number_pattern})(?= d(?:i |['’]))"
    )

    def doors(match: re.Match[str]) -> str:
        return f"{speller.cardinal(int(match['doors']))} porte"

    return (
        Rule(Category.UNITS, of_food, unit_first, needs=_FOOD_FIRST),
        Rule(Category.UNITS, _DOORS, doors, evidence=_OF_CARS),
        Rule(Category.UNITS, first, unit_first, needs=_UNIT_FIRST),
    )
