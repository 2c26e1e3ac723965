"""Letters of formulas that stand side by side or behind a minus: F = ma, 4ac, ax² + bx, (-b ± √2)."""

import re

from kokoro_speech_server.text.normalization.english.functions import CALCULATED
from kokoro_speech_server.text.normalization.english.numbers import Numbers
from kokoro_speech_server.text.normalization.english.unit_names import UNITS
from kokoro_speech_server.text.normalization.rules import Category, Rule

_GOES_ON = r"(?=[²³]|\^[23]| ?[-+−=*/×÷·)]|[,.;:?]?$|[,.;] | (?:and|so|where|with|when|for|if|is|by|then|gives|to)\b)"
_PRODUCT = re.compile(
    rf"(?:(?<![\w.,])(?P<number>\d{{1,4}})|(?<=½)|(?<=(?<!\w)\w = )|(?<=(?<!\w)\w=)|"
    rf"(?<=(?<!\w)[A-Z][A-Z] = )|(?<=[)²³] = )|(?<=[+−×*/(] )|(?<=[+(√])|(?<= - ))"
    rf"(?P<letters>[a-z]{{2,3}}){_GOES_ON}"
)
_EQUATED = re.compile(r"(?<!\w)(?:[A-Za-z)]|[A-Z]{2})[²³]? ?= ?\S|[²³)] ?= ?\S")
_NO_LETTERS = frozenset(
    """no on off yes and the not nil nan inf max min sum avg log exp sin cos tan sec csc cot new old red one two six ten
    all any mod abs len int str odd am pm is it in to of or by if so we he an do up us st nd rd th ok low mid top key
    val var out end per pct ppm ppb px em rem pts pt day yes you her his its our bit set get put hi my me ha""".split()
)
_NEGATIVE = re.compile(
    r"(?:(?<=[(=])|(?<=[=] ))-(?=\d{0,2}[a-zA-Z](?: ?[±+−*/^²³=]| - ))|(?<=\w\()-(?=[a-zA-Z]\))"
)


def product_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for the letters of a product, in a sentence with an equation of letters."""

    def product(match: re.Match[str]) -> str | None:
        letters = match["letters"]
        differential = letters[0] == "d" and match.string.startswith("/d", match.end())
        unit = letters in UNITS and letters != "ac"
        if letters in _NO_LETTERS or unit or differential:
            return None
        spelled = " ".join(letters.upper())
        return f"{numbers.number(match['number'])} {spelled}" if match["number"] else spelled

    return (
        Rule(Category.MATHS, _NEGATIVE, lambda match: "minus ", evidence=CALCULATED),
        Rule(Category.MATHS, _PRODUCT, product, evidence=_EQUATED),
    )
