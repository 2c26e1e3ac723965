"""Sizes in feet and inches, in the pairs in which they are written, and temperatures on both scales."""

import re

from api.src.services.text_processing.normalization.english.numbers import Numbers, is_one
from api.src.services.text_processing.normalization.english.patterns import NUMBER, QUANTITY, START
from api.src.services.text_processing.normalization.rules import Category, Rule

_FEET_AND_INCHES = re.compile(
    rf"{START}(?P<feet>\d{{1,6}}) ?(?:ft\.?|feet),? ?(?P<inches>{QUANTITY}) ?in(?:(?P<dot>\.)|s?(?!\w))"
)
_SIDES = re.compile(
    rf"{START}(?P<first>{QUANTITY}) ?(?P<mark>['’′\"″”]) ?[x×] ?(?P<second>{QUANTITY}) ?(?P=mark)(?!\w)"
)
_BOTH_SCALES = re.compile(
    r"(?<![\w.,])(?P<sign>[-−])?(?P<first>\d{1,4}) ?°?(?P<from>[CF])(?P<mark> ?/ ?| \()(?P<second>[-−]?\d{1,4}) ?°?"
    r"(?P<to>[CF])(?!\w)"
)
_SCALES = {"C": "Celsius", "F": "Fahrenheit"}


def measure_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """5 ft 10 in, 10' x 12', 20C/68F."""

    def feet_and_inches(match: re.Match[str]) -> str:
        feet = "foot" if is_one(match["feet"]) else "feet"
        inches = "inch" if is_one(match["inches"]) else "inches"
        ends = match["dot"] and match.end() == len(match.string)
        words = f"{numbers.number(match['feet'])} {feet} {numbers.quantity(match['inches'])} {inches}"
        return words + ("." if ends else "")

    def sides(match: re.Match[str]) -> str:
        unit = "feet" if match["mark"] in "'’′" else "inches"
        return f"{numbers.quantity(match['first'])} by {numbers.quantity(match['second'])} {unit}"

    def both_scales(match: re.Match[str]) -> str | None:
        if match["from"] == match["to"]:
            return None
        second = match["second"].lstrip("-−")
        link = " (" if "(" in match["mark"] else ", "
        first_degrees = numbers.signed(match["sign"], numbers.number(match["first"]))
        second_degrees = numbers.signed("-" if second != match["second"] else None, numbers.number(second))
        return f"{first_degrees} degrees {_SCALES[match['from']]}{link}{second_degrees} degrees {_SCALES[match['to']]}"

    return (
        Rule(Category.UNITS, _FEET_AND_INCHES, feet_and_inches),
        Rule(Category.UNITS, _SIDES, sides),
        Rule(Category.UNITS, _BOTH_SCALES, both_scales),
    )
