"""Years, eras and decades."""

import re

from kokoro_speech_server.text.normalization.english.numbers import Numbers
from kokoro_speech_server.text.normalization.english.patterns import NOT_LASTING, NUMERIC
from kokoro_speech_server.text.normalization.english.unit_names import UNITS
from kokoro_speech_server.text.normalization.rules import Category, Rule, any_of

_YEAR = r"(?:1\d{3}|20\d{2}|2100)"

_RANGE = re.compile(
    rf"(?:(?<![\w.,/-])|(?<=\b[cbdr]\.))(?P<first>{_YEAR}) ?(?P<dash>[-–—/]) ?(?P<second>{_YEAR}|\d{{2}})"
    r"(?![\w/-]|[.,]\d)"
)
_DECADE = re.compile(
    r"(?<!\w)(?P<mark>['‘’]?)(?P<year>(?:1\d|20)?\d0)['’]?s(?: ?(?P<dash>[-–—]) ?['‘’]?(?P<second>\d0)['’]?s)?(?!\w)"
    rf"{NOT_LASTING}"
)
_SHORT = re.compile(r"(?<![\w'‘’])['‘’](?P<year>\d{2})(?![\w'’]|[.,]\d)")
_ERA_RANGE = re.compile(
    r"(?<![\w.,/–-])(?P<first>\d{1,4}) ?[-–—] ?(?P<second>\d{1,4})(?= ?(?:BCE?|B\.C\.(?:E\.)?)(?!\w))"
)
_ERA = re.compile(
    r"(?<!\w)(?<!\d[.,])(?P<year>\d{1,4}|\d{1,3},\d{3})(?= ?(?:BCE?|CE|AD|B\.C\.(?:E\.)?|A\.D\.)(?!\w))"
)
_BEFORE_CHRIST = re.compile(r"\d ?B\.?C")
_ERA_FIRST = re.compile(r"\b(?P<era>AD|A\.D\.) (?P<year>\d{1,4})(?![\w]|[.,]\d)")
_PLAIN = re.compile(rf"(?<!\w)(?<!\d[.,:/])(?P<year>{_YEAR})(?!\w|[.,:/]\d|,\d|[%°€$£])")

_BEFORE_YEAR = re.compile(
    r"(?:\b(?:in|since|until|till|year|years|circa|ca?\.|c|spring|summer|autumn|fall|winter|early|late|mid|during|"
    r"class of|of|born|died|by|before|after|©|est\.|established|founded|copyright|[QH][1-4]|FY) ?|"
    r"[(-]|©|\b[12]\d{3}(?:,| and| or) )$",
    re.IGNORECASE,
)
_BEFORE_DECADE = re.compile(
    r"(?:\b(?:the|his|her|their|my|our|your|early|mid|late|in|of|and|to|or|from|since|low|high|upper|lower|middle) |"
    r"-|mid)$",
    re.IGNORECASE,
)
_OF_A_DECADE = re.compile(
    r"[ -](?:alt-rock|hip-hop|R&B|country|cover bands?|grunge|metal|punk|disco|jazz|trivia|theme|throwbacks?|"
    r"music|movies?|films?|songs?|style|fashion|shows?|bands?|rock|pop|kids?|hits?|era|icons?|hair|"
    r"nostalgia|vibes?|dress|party|classics?|sitcoms?|cars?|and|or|themed)\b"
)
_SURE = re.compile(
    r"(?:\b(?:in|since|year|circa|class of|spring|summer|autumn|fall|winter|[QH][1-4]|FY) |\()$",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r" (?:(?!(?:was|is|has|as|does|this|its|us|plus|versus|always|perhaps|towards|across|less|unless|brings|sees|"
    r"marks|begins|ends|comes|goes|looks|seems|feels|remains|becomes|makes|gives)\b)"
    r"[a-z]{2,24}s|people|men|women|children|feet|mice|sheep|fish|copies|police|million|billion|percent|more|or more|"
    r"different|new|other|square|cubic|kilo\w{0,12}|\w{3,10}(?:met(?:er|re)))\b"
)
_NOT_MEASURING = frozenset("in st pk pt ac mo doz mas nt nts nit GB PB MB AU deg".split())
_MEASURED = re.compile(
    rf"[ \u202f](?:{any_of(unit for unit in UNITS if unit.isalpha() and unit not in _NOT_MEASURING)}|[KJT])"
    r"(?![\w'’-]|\.? ?[A-Z][a-z]|\. ?\w)|[ \u202f][GMP]B(?=[.,;)]|$)"
)
"""Units behind a number, which then is no year: "1532 ms"."""

_IN_A_YEAR = re.compile(r"\b(?:in|since|until|by|before|after|during|of) $", re.IGNORECASE)
_CALCULATED = re.compile(r"[-+−×*÷=<>≤≥^/]\s?$")
_CALCULATES = re.compile(r"\s?[+−×*÷=<>≤≥^/]| - |-[a-z]{3}(?!\w*(?:era|style|born))")


def year_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for 1990–95, 1990s, '90s, '99, 44 BC, 1984."""

    def years(match: re.Match[str]) -> str | None:
        first, second = int(match["first"]), int(match["second"])
        if len(match["second"]) == 4:
            if second <= first:
                return None
            return f"{numbers.year(first)} to {numbers.year(second)}"
        if second <= first % 100 or (match["dash"] == "/" and second != first % 100 + 1):
            return None
        last = numbers.cardinal(second) if second > 9 else numbers.year(first - first % 100 + second)
        return f"{numbers.year(first)} {last}" if match["dash"] == "/" else f"{numbers.year(first)} to {last}"

    def decade(match: re.Match[str]) -> str | None:
        year = match["year"]
        sure = match["mark"] or _BEFORE_DECADE.search(match.string[: match.start()])
        if len(year) == 2 and not sure and not _OF_A_DECADE.match(match.string, match.end()):
            return None  # seconds
        words = _plural(_decade_name(numbers, int(year)))
        if match["second"]:
            words += f" to {_plural(numbers.cardinal(int(match['second'])))}"
        return words

    def short(match: re.Match[str]) -> str:
        year = int(match["year"])
        return f"oh {numbers.cardinal(year)}" if year < 10 else numbers.cardinal(year)

    def era(match: re.Match[str]) -> str:
        year = int(match["year"].replace(",", ""))
        return numbers.year(year) if 1000 < year < 2101 else numbers.cardinal(year)

    def era_range(match: re.Match[str]) -> str | None:
        first, second = int(match["first"]), int(match["second"])
        if first <= second:
            return None
        return " to ".join(
            numbers.year(one) if one > 1000 else numbers.cardinal(one) for one in (first, second)
        )

    def era_first(match: re.Match[str]) -> str:
        return f"{match['era']} {era(match)}"

    def plain(match: re.Match[str]) -> str | None:
        text, year = match.string, int(match["year"])
        before, after = text[max(0, match.start() - 24) : match.start()], text[match.end() : match.end() + 24]
        if (_CALCULATED.search(before) and not before.endswith("-")) or _CALCULATES.match(after):
            return None
        if _MEASURED.match(after) and not (_IN_A_YEAR.search(before) and len(after.split(" ", 2)[1]) == 1):
            return None
        expected = _BEFORE_YEAR.search(before) is not None
        if not _SURE.search(before) and _COUNTED.match(after):
            return None
        if not expected and (year < 1500 or year > 2099 or (year % 100 == 0 and year not in (1900, 2000))):
            return None
        return numbers.year(year)

    return (
        Rule(Category.YEARS, _RANGE, years, needs=NUMERIC),
        Rule(Category.YEARS, _ERA_RANGE, era_range, needs=_BEFORE_CHRIST),
        Rule(Category.YEARS, _DECADE, decade, needs=NUMERIC),
        Rule(Category.YEARS, _SHORT, short, needs=NUMERIC),
        Rule(Category.YEARS, _ERA, era, needs=NUMERIC),
        Rule(Category.YEARS, _ERA_FIRST, era_first, needs=NUMERIC),
        Rule(Category.YEARS, _PLAIN, plain, needs=NUMERIC),
    )


def _decade_name(numbers: Numbers, year: int) -> str:
    if year < 100 or year % 1000 == 0:
        return "tens" if year == 10 else numbers.cardinal(year)
    return numbers.year(year)


def _plural(words: str) -> str:
    if words.endswith("s"):
        return words
    return words[:-1] + "ies" if words.endswith("y") else words + "s"
