"""Sizes in feet and inches, cooking measures, basis points, and temperatures in Celsius and Fahrenheit."""

import re

from kokoro_speech_server.text.normalization.english.numbers import Numbers, as_fraction, is_one
from kokoro_speech_server.text.normalization.english.patterns import (
    NUMERIC,
    QUANTITY,
    START,
    is_adjective,
    is_thing,
)
from kokoro_speech_server.text.normalization.english.unit_names import PER, UNITS, plural
from kokoro_speech_server.text.normalization.english.units import part_of
from kokoro_speech_server.text.normalization.rules import Category, Rule, any_of

_FEET_AND_INCHES = re.compile(
    rf"{START}(?P<feet>\d{{1,6}}) ?(?:ft\.?|feet),? ?(?P<inches>{QUANTITY}) ?in(?:(?P<dot>\.)|s?(?!\w))"
)
_SIDES = re.compile(
    rf"{START}(?P<first>{QUANTITY})(?: ?['’′\"″”])? ?[x×] ?(?P<second>{QUANTITY}) ?(?P<mark>['’′\"″”])(?!\w)"
)
_BOTH_SCALES = re.compile(
    r"(?<![\w.,])(?P<sign>[-−])?(?P<first>\d{1,4}) ?°?(?P<from>[CF])(?P<mark> ?/ ?| \()(?P<second>[-−]?\d{1,4}) ?°?"
    r"(?P<to>[CF])(?!\w)"
)
_BASIS_POINTS = re.compile(
    r"(?<![\w.,])(?:(?P<first>\d{1,4}) ?[-–] ?|(?P<sign>[-−+]))?(?P<number>\d{1,4}(?:\.\d)?)(?P<link> ?|-)bps?(?!\w)"
)
_OF_RATES = re.compile(
    r"\b(?:(?i:yields?|interest|rates?|spreads?|hikes?|bonds?|Treasur(?:y|ies)|margins?|mortgages?|fees?|curve|gilts?|bunds?|futures)|Fed|ECB)\b"
)
_OF_POINTS = re.compile(
    r" (?:(?:rate )?cut|hike|move|increase|rise|fall|reduction|widening|tightening|drop|gain|premium|easing|jump)s?\b"
)
_LETTERS = any_of(filter(str.isalpha, UNITS))
_LETTERS_PER = any_of(filter(str.isalpha, PER))
_POWER_NAMES = UNITS | {"J": "joule", "N": "newton", "K": "kelvin"}
_POWERED = re.compile(
    r"(?:(?<=[⁰¹²³⁴⁵⁶⁷⁸⁹])|(?<=\^\d)|(?<=\^\d\d)|(?<=\^[-−]\d)|(?<=\^[-−]\d\d))"
    rf" ?(?!in ?[a-z(]|in [A-Z\d~<>])(?P<unit>{_LETTERS}|[JNK](?!\w))"
    rf"(?:/(?P<per>{_LETTERS_PER})(?P<power>[²2]|\^2)?)?(?![\w°⁻²³])"
)
_CUPS = re.compile(
    rf"{START}(?P<number>{QUANTITY})(?P<link> ?|-)(?P<unit>[cC]|T|t)(?P<dot>\.?)"
    r"(?= (?!(?:in|of|at|on|and|or|to|is|by) )[a-zA-Z]{3}|[.,]?\)| \()"
)
_OF_COOKING = re.compile(
    r"\b(?:tsps?|tbsps?|Tbsps?|cups?|oz|flour|sugar|butter|milk|water|cream|eggs?|vanilla|salt|oil|honey|oats|"
    r"cinnamon|rice|cheese|broth|stock|chopped|minced|diced|shredded|melted|softened|bake|[Bb]undt|casserole)\b"
)
_MEASURED = re.compile(r"[\d¼-¾⅐-⅞][ -]?[cCTt](?![a-z])")
_EITHER = re.compile(
    r"(?:(?<=\d[gl])|(?<=\d [gl])|(?<=\d[cmk][mlg])|(?<=\d [cmk][mlg])|(?<=°[CF])|(?<=\d[CF])|(?<=\d(?:oz|in|lb|ft))"
    r"|(?<=\d (?:oz|in|lb|ft))|(?<= fan)|(?<=\d[\"”″])) ?/ ?"
    r"(?=(?:\d{1,4}(?:\.\d)?|[¼-¾⅐-⅞]|\d{1,2}[¼-¾⅐-⅞]) ?(?:g|kg|ml|l|oz|fl|lbs?|in|cm|mm|pint|pt|cups?|°?[CF]|[\"”″])"
    r"(?![a-z])|[Gg]as\b)"
)
_SLASH = re.compile("/")
_BY = re.compile(r"(?<=[\"”″'’′]) ?[x×] ?(?=\d)")
_SIDE_BY_SIDE = re.compile(r"[\"”″'’′] ?[x×] ?\d")
_TEMPERATURE = re.compile(
    r"(?<![\w.,#$-])(?<![^CF]/)(?P<sign>[-−])?(?P<number>\d{2,3}(?:\.\d)?|\d\.\d) ?(?P<scale>[CF])(?![\w'’+#-])"
)
_PER_HUNDRED = re.compile(
    rf"{START}(?P<number>{QUANTITY}) ?(?P<unit>l|L|kWh|kg|g) ?/ ?100 ?(?P<per>km|mi|g|mL|ml)(?!\w)"
)
_DENSITY = re.compile(
    rf"{START}(?P<number>{QUANTITY}) ?/ ?(?P<per>km|cm|mm|m|mi|ft|in|sq mi|sq km|ha|acre|mL|ml|µL|μL|L|dL|hr|sec)"
    r"(?P<power>[²³]|\^?[23])?(?![\w/])"
)
_PRESSURE = re.compile(r"(?<![\w.,/])(?P<high>\d{2,3})/(?P<low>\d{2,3}) ?mm ?Hg(?!\w)")
_HEAT_RANGE = re.compile(
    r"(?<![\w.,#$/-])(?P<sign>[-−])?(?P<first>\d{1,3}) ?[-–] ?(?P<second>\d{2,3}) ?(?P<scale>[CF])(?![\w'’+#-])"
)
_OF_HEAT = re.compile(
    r"\b(?:temp(?:erature)?s?|oven|[Bb]ake|[Cc]ook|[Pp]reheat|weather|humidity|highs?|lows?|warm|hot|cold|fever|"
    r"degrees|heat|idle|under load|"
    r"outside|freez\w{1,6}|forecast|chills?|dew points?|index|indices|sunny|humid\w{0,3})\b",
    re.IGNORECASE,
)
_SCALES = {"C": "Celsius", "F": "Fahrenheit"}


def measure_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for 5 ft 10 in, 10' x 12', 20C/68F, 25 bps, ½ c. sugar, 225g/8oz."""

    def feet_and_inches(match: re.Match[str]) -> str:
        if is_adjective(match):
            return f"{numbers.number(match['feet'])} foot {numbers.quantity(match['inches'])}"
        feet = "foot" if is_one(match["feet"]) else "feet"
        inches = "inch" if is_one(match["inches"]) else "inches"
        ends = match["dot"] and match.end() == len(match.string)
        words = f"{numbers.number(match['feet'])} {feet} {numbers.quantity(match['inches'])} {inches}"
        return words + ("." if ends else "")

    def sides(match: re.Match[str]) -> str | None:
        if (
            match["mark"] in "'\""
            and match[0].count(match["mark"]) == 1
            and match.string.count(match["mark"]) > 1
        ):
            return None  # a closing quotation mark
        one, many = ("foot", "feet") if match["mark"] in "'’′" else ("inch", "inches")
        single = is_adjective(match) or is_thing(match.string, match.end())
        unit = one if single else many
        return f"{numbers.quantity(match['first'])} by {numbers.quantity(match['second'])} {unit}"

    def both_scales(match: re.Match[str]) -> str | None:
        if match["from"] == match["to"]:
            return None
        second = match["second"].lstrip("-−")
        link = " (" if "(" in match["mark"] else ", "
        first_degrees = numbers.signed(match["sign"], numbers.number(match["first"]))
        second_degrees = numbers.signed("-" if second != match["second"] else None, numbers.number(second))
        return f"{first_degrees} degrees {_SCALES[match['from']]}{link}{second_degrees} degrees {_SCALES[match['to']]}"

    def basis_points(match: re.Match[str]) -> str | None:
        moved = _OF_POINTS.match(match.string, match.end())
        if not (moved or _OF_RATES.search(match.string)):
            return None
        is_single = is_one(match["number"]) or match["link"] == "-" or (moved and not match[0].endswith("s"))
        name = "point" if is_single else "points"
        first = f"{numbers.number(match['first'])} to " if match["first"] else ""
        words = numbers.signed(match["sign"], numbers.number(match["number"]))
        return f"{first}{words} basis {name}"

    def powered(match: re.Match[str]) -> str:
        words = f" {plural(_POWER_NAMES[match['unit']])}"
        if match["per"]:
            words += f" per {PER[match['per']]}" + (" squared" if match["power"] else "")
        return british(words)

    def british(words: str) -> str:
        return words.replace("meter", "metre").replace("liter", "litre") if numbers.british else words

    def per_hundred(match: re.Match[str]) -> str:
        many, below = plural(UNITS[match["unit"]]), plural(UNITS[match["per"]])
        return british(f"{numbers.quantity(match['number'])} {many} per hundred {below}")

    def density(match: re.Match[str]) -> str | None:
        if not match["power"] and match["per"] in ("m", "in", "ft", "mm", "cm", "km", "mi"):
            return None
        power = ("square " if match["power"][-1] in "2²" else "cubic ") if match["power"] else ""
        per = UNITS.get(match["per"], match["per"])
        return british(f"{numbers.quantity(match['number'])} per {power}{per}")

    def pressure(match: re.Match[str]) -> str:
        above, below = numbers.code(match["high"]), numbers.code(match["low"])
        return british(f"{above} over {below} millimeters of mercury")

    def cups(match: re.Match[str]) -> str | None:
        if not _is_cooked(match):
            return None
        one = {"c": "cup", "C": "cup", "T": "tablespoon", "t": "teaspoon"}[match["unit"]]
        if match["link"] == "-":
            return f"{numbers.quantity(match['number'])}-{one}"
        fraction = as_fraction(match["number"])
        if fraction and not fraction[0]:
            return part_of(numbers, fraction[1], fraction[2], one)
        return f"{numbers.quantity(match['number'])} {one}{'' if is_one(match['number']) else 's'}"

    def temperature(match: re.Match[str]) -> str | None:
        if not (match["sign"] or "." in match["number"] or _OF_HEAT.search(match.string)):
            return None
        words = numbers.signed(match["sign"], numbers.number(match["number"]))
        return f"{words} degrees {_SCALES[match['scale']]}"

    def temperatures(match: re.Match[str]) -> str | None:
        if not _OF_HEAT.search(match.string):
            return None
        first, second = numbers.number(match["first"]), numbers.number(match["second"])
        return f"{numbers.signed(match['sign'], first)} to {second} degrees {_SCALES[match['scale']]}"

    return (
        Rule(Category.UNITS, _PER_HUNDRED, per_hundred, needs=NUMERIC),
        Rule(Category.UNITS, _DENSITY, density, needs=NUMERIC),
        Rule(Category.UNITS, _PRESSURE, pressure, needs=NUMERIC),
        Rule(Category.UNITS, _CUPS, cups, needs=_MEASURED),
        Rule(Category.UNITS, _BOTH_SCALES, both_scales, needs=NUMERIC),
        Rule(Category.UNITS, _HEAT_RANGE, temperatures, needs=NUMERIC),
        Rule(Category.UNITS, _TEMPERATURE, temperature, needs=NUMERIC),
        Rule(Category.UNITS, _BASIS_POINTS, basis_points, needs=NUMERIC),
        Rule(Category.UNITS, _EITHER, lambda match: " or ", needs=_SLASH),
        Rule(Category.UNITS, _BY, lambda match: " by ", needs=_SIDE_BY_SIDE),
        Rule(Category.UNITS, _POWERED, powered, needs=NUMERIC),
        Rule(Category.UNITS, _FEET_AND_INCHES, feet_and_inches, needs=NUMERIC),
        Rule(Category.UNITS, _SIDES, sides, needs=NUMERIC),
    )


def _is_cooked(match: re.Match[str]) -> bool:
    """Whether a letter is a measure of a recipe, unlike the degrees of "180 C"."""
    if match["unit"] == "C" and match["number"].isdigit() and len(match["number"]) > 1:
        return False
    sure = match["dot"] and match["link"] != "-" and match["unit"] in "cT"
    return bool(sure or _OF_COOKING.search(match.string))
