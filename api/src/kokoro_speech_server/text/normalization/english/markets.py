"""News of markets: changes over a year, ratings of bonds, quarters, curves, and millions of barrels or square feet."""

import re

from kokoro_speech_server.text.normalization.english.numbers import Numbers
from kokoro_speech_server.text.normalization.english.patterns import NUMBER, SIGN, START
from kokoro_speech_server.text.normalization.rules import Category, Rule, any_of

_PERIODS = {"y": "year", "m": "month", "q": "quarter", "w": "week", "d": "day"}
_CHANGE = re.compile(
    r"(?<![\w/.-])(?<!\d )(?:(?P<slashed>[ymqwd])/(?P=slashed)|(?P<dashed>[ymqw])-(?:o|on|over)-(?P=dashed)"
    r"|(?P<joined>yoy|YoY|YOY|YoY|qoq|QoQ|QOQ|MoM|(?<=% )(?:mom|MOM|WoW|wow)))(?![\w/-])"
)
_SAYS_CHANGE = re.compile(r"([ymqwd])/\1|[ymqw]-o|[YyQqMmWw][oO][YyQqMmWw]")

_BOND = re.compile(
    r"(?<![\w.+-])(?P<letters>AAA|AA|BBB|BB|CCC|CC|[ABC](?=[+−-]))(?P<sign>[+−-])?(?![\w+&]|['’]\w|[−-]\w|\.\w)"
)
_RATES_BONDS = re.compile(
    r"\b(?:[Rr]at(?:ed?|es|ings?)|[Uu]pgrad\w{1,4}|[Dd]owngrad\w{1,4}|S&P|Fitch|Moody)\b"
)
_ANY_BOND = re.compile(r"(?:AA|BB|CC|\b[ABC][+−-])")
_TIMES = {1: "", 2: "double ", 3: "triple "}

_CURVE = re.compile(r"(?<![\w./])(?P<the>[Tt]he )?(?P<short>\d{1,2})s/?(?P<long>\d{1,2})s(?![\w/])")
_QUARTER = re.compile(
    r"(?<![\w.,/-])(?P<number>[1-4])(?:Q(?! ?\d{3})|(?P<half>H)(?=['’ ]?(?:20)?\d\d(?!\d)))"
    r"(?:['’ ]?(?P<century>20)?(?P<year>\d\d)(?!\d|%|[.,]\d))?(?![\w/])"
)
_ANY_QUARTER = re.compile(r"[1-4][QH]")
_PREPOSITION = re.compile(r"\b(?:[Ii]n|[Ff]or|[Oo]f|[Bb]y|[Ss]ince|[Uu]ntil|[Ff]rom|[Dd]uring) $")
_NTH = ("", "first", "second", "third", "fourth")

_LARGE_UNITS = {
    "km": "kilometers", "mi": "miles", "sq km": "square kilometers", "sq. km": "square kilometers",
    "sq mi": "square miles", "sq. mi": "square miles", "sq ft": "square feet", "sq. ft": "square feet",
    "sq m": "square meters", "sq. m": "square meters", "km²": "square kilometers", "km2": "square kilometers",
    "m²": "square meters", "m2": "square meters", "m³": "cubic meters", "m3": "cubic meters", "ha": "hectares",
    "mi²": "square miles", "ft²": "square feet", "cu m": "cubic meters", "bpd": "barrels per day",
    "b/d": "barrels per day", "bbl/d": "barrels per day", "bbl": "barrels", "bbls": "barrels",
    "boe": "barrels of oil equivalent", "boepd": "barrels of oil equivalent per day",
    "boe/d": "barrels of oil equivalent per day", "t": "metric tons", "mt": "metric tons", "oz": "ounces",
    "lb": "pounds", "lbs": "pounds", "kg": "kilograms", "gal": "gallons", "kWh": "kilowatt hours",
    "MWh": "megawatt hours", "ft": "feet", "feet": "feet", "ly": "light years",
}  # fmt: skip
_MAGNITUDES = {
    "k": "thousand", "K": "thousand", "thousand": "thousand", "m": "million", "mn": "million", "mln": "million",
    "M": "million", "million": "million", "bn": "billion", "B": "billion", "bln": "billion", "billion": "billion",
    "tn": "trillion", "trn": "trillion", "trillion": "trillion",
}  # fmt: skip
_LARGE = re.compile(
    rf"{START}{SIGN}(?P<number>{NUMBER})(?: ?[-–] ?(?P<second>{NUMBER}))?"
    rf"(?:[ -]?(?P<magnitude>{any_of(_MAGNITUDES)}) (?P<unit>{any_of(_LARGE_UNITS)})|"
    rf" (?P<barrels>bpd|b/d|bbls?|bbl/d|boe|boepd|boe/d))(?![\w/²³])(?P<dot>\.(?= [a-z(]|[,;:)]))?"
)
_ANY_LARGE = re.compile(rf"(?:{any_of(_MAGNITUDES)}) (?:{any_of(_LARGE_UNITS)})(?!\w)|\d (?:bpd|b/d|bbl|boe)")

_RATE = re.compile(
    r"(?<![\w/])(?P<first>[A-Z]{3})/(?P<second>USD|EUR|GBP|JPY|CHF|AUD|CAD|NZD|CNY|INR|MXN|BRL|ZAR|SEK|NOK|PLN|TRY|HKD)"
    r"(?P<link>(?: at| to|:)? )(?P<rate>\d{1,6}\.\d{1,5})(?![\w%]|[.,]\d)"
)


def market_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for 2% y/y, BBB-, 2s10s, 3Q24, 2.2m bpd, 24.4 bn km."""

    def change(match: re.Match[str]) -> str:
        period = _PERIODS[(match["slashed"] or match["dashed"] or match["joined"][0]).lower()]
        return f"{period} over {period}"

    def bond(match: re.Match[str]) -> str | None:
        letters, sign = match["letters"], match["sign"]
        if not _RATES_BONDS.search(match.string):
            return None
        words = f"{_TIMES[len(letters)]}{letters[0]}"
        return words + (f" {'plus' if sign == '+' else 'minus'}" if sign else "")

    def curve(match: re.Match[str]) -> str:
        words = " ".join(numbers.plural(numbers.cardinal(int(one))) for one in match.group("short", "long"))
        return (match["the"] or "") + words

    def quarter(match: re.Match[str]) -> str:
        the = "the " if _PREPOSITION.search(match.string[: match.start()]) else ""
        words = f"{the}{_NTH[int(match['number'])]} {'half' if match['half'] else 'quarter'}"
        return f"{words} of {numbers.year(2000 + int(match['year']))}" if match["year"] else words

    def large(match: re.Match[str]) -> str:
        magnitude = match["magnitude"]
        words = numbers.number(match["number"])
        words += f" to {numbers.number(match['second'])}" if match["second"] else ""
        words += f" {_MAGNITUDES[magnitude]}" if magnitude else ""
        name = _LARGE_UNITS[match["unit"] or match["barrels"]]
        if match["number"] == "1" and not magnitude and not match["second"]:
            name = name.replace("barrels", "barrel")
        if numbers.british:
            name = name.replace("meter", "metre").replace("metric ton", "tonne")
        return numbers.signed(match["sign"], f"{words} {name}")

    def rate(match: re.Match[str]) -> str:
        return f"{match['first']} {match['second']}{match['link']}{numbers.number(match['rate'])}"

    return (
        Rule(Category.MONEY, _RATE, rate, needs=_RATE),
        Rule(Category.ABBREVIATIONS, _CHANGE, change, needs=_SAYS_CHANGE),
        Rule(Category.SYMBOLS, _BOND, bond, needs=_ANY_BOND),
        Rule(Category.NUMBERS, _CURVE, curve, needs=_CURVE),
        Rule(Category.DATES, _QUARTER, quarter, needs=_ANY_QUARTER),
        Rule(Category.UNITS, _LARGE, large, needs=_ANY_LARGE),
    )
