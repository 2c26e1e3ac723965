"""Places on the globe: 27°59′N, 39.9°N 116.4°E, 35°41'22"N, 北纬39°54′."""

import re

from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule

_PLACE = re.compile(
    r"(?<![A-Za-z\d.,])(?P<degrees>\d{1,3}(?:\.\d{1,6})?) ?°(?: ?(?P<minutes>[0-5]?\d(?:\.\d{1,3})?) ?[′'’]"
    r"(?: ?(?P<seconds>[0-5]?\d(?:\.\d{1,3})?) ?(?:[″\"”]|''|′′|’’))?)?(?: ?(?P<side>[NSEW])(?![A-Za-z\d.]))?"
)
_DEGREES = re.compile("°")
_LEADING_ZERO = re.compile(r"^0(?=\d)")


def coordinate_rules(
    speller: NumberSpeller, sides: dict[str, str], units: tuple[str, str, str], *, before: bool
) -> tuple[Rule, ...]:
    """A rule for degrees with minutes, or with a side of the globe.

    sides:  the words for N, S, E and W
    units:  those for degrees, minutes and seconds
    before: whether the side precedes the number
    """

    def place(match: re.Match[str]) -> str | None:
        if not (match["minutes"] or match["side"]):
            return None
        written = match.group("degrees", "minutes", "seconds")
        angle = (
            speller.join(speller.number(_LEADING_ZERO.sub("", number)), unit)
            for number, unit in zip(written, units, strict=True)
            if number
        )
        side = sides[match["side"]] if match["side"] else ""
        return speller.join(side, *angle) if before else speller.join(*angle, side)

    return (Rule(Category.UNITS, _PLACE, place, needs=_DEGREES),)
