"""Italian units before their number: giardino mq 200, km 87.000, cm 30x40."""

import re

from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.international.units import unit_nouns
from kokoro_speech_server.text.normalization.rules import Category, Rule

_UNIT_FIRST = re.compile(r"(?:m[qctlm]|lt|gr|[hkK]g|[ckK]m|k?W|Kw|cv|CV)\.? \d")
_ROAD = 1000
"""From here on, kilometres before their number are a distance, and below it a place on a road."""


def measure_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """The rule."""
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
    return (Rule(Category.UNITS, first, unit_first, needs=_UNIT_FIRST),)
