"""What Spanish data sheets and notices write: 256/512 GB, 13,4" FHD, 155H, ~90 °C, 3,5 ha, 4/5 points, 5/abr."""

import re

from kokoro_speech_server.text.normalization.international.dates import exists
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule

_MODEL = re.compile(r"(?<![\d.,])(?<!\d )(?P<series>[3579]) (?P<number>\d{3})(?=[A-Z]{1,2}(?!\w))")
_MODEL_NEEDS = re.compile(r"\d \d{3}[A-Z]")
_SIZES = re.compile(r"(?<![\d.,/])(?P<first>\d{1,4})/(?=\d{1,4} ?[GT]B(?!\w))")
_CLOTHES = re.compile(r"(?<![\w/.,-])(?P<first>[1-9]\d)/(?P<last>[1-9]\d)(?![\w/-]|[.,]\d)")
_OF_CLOTHES = re.compile(
    r"\b(?:[Tt]allas?|[Cc]alcetines|[Mm]edias|[Zz]apat\w{2,6}|[Cc]alzado|[Pp]antal(?:ón|ones))\b[^.;]{0,30}$"
)
_SIZES_NEEDS = re.compile(r"\d/\d{1,4} ?[GT]B")
_INCHES = re.compile(
    r"(?<![\w.,])(?P<number>\d{1,2}(?:[.,]\d{1,2})?) ?[\"”″](?=,? (?:\w{0,4}HD|4K|8K|\w{0,3}LED|IPS|LCD|táctil|curv))"
)
_INCHES_NEEDS = re.compile(r"\d ?[\"”″],? ")
_ABOUT = re.compile(r"(?<![\w~])~ ?(?=\d)")
_HECTARES = re.compile(
    r"(?<![\w/-])(?<!\d[.,])(?P<number>\d{1,3}(?:\.\d{3}){1,3}|\d{1,6}(?:[.,]\d{1,3})?)"
    r" ?ha(?=[,;.)]|$| (?:de|con|y|en)\b)"
)
_HECTARES_NEEDS = re.compile(r"\d ?ha(?!\w)")
_YEAR = re.compile(r"(?:19|20)\d\d")
_MARK = re.compile(
    r"(?P<before>\b(?:[Rr]iesgo|[Nn]ota|[Pp]untuación|[Vv]aloración|[Cc]alificación|[Nn]ivel|[Pp]untaje|[Dd]olor"
    r"|[Dd]ificultad)"
    r"(?: (?:de|del|en|global|media|técnica|física) ?[a-z]{0,12})?:? )"
    r"(?P<mark>\d{1,2})/(?P<most>5|10|20)(?![\w/]|[.,]\d)"
)
_SLASH = re.compile(r"\d/\d")
_MONTHS = dict(zip("ene feb mar abr may jun jul ago sep oct nov dic".split(), range(1, 13), strict=True))
_DAY = re.compile(
    rf"(?<![\w/.,-])(?P<day>[0-3]?\d)(?P<mark>[-/]| (?=(?!mar|may)[a-z]{{3}}t?(?!\w)|ma[ry]\.|ma[ry] (?:19|20)\d\d))"
    rf"(?P<month>{'|'.join(_MONTHS)})t?(?P<point>\.?)"
    r"(?:(?P=mark)(?P<year>(?:(?:19|20)\d\d|(?<=[-/])\d\d)))?(?![\w/-])",
    re.IGNORECASE,
)
_SPAN = re.compile(
    r"(?<![\w/.,-])(?P<day>[0-3]?\d)/(?P<month>[01]?\d) ?[-–] ?(?P<day2>[0-3]?\d)/(?P<month2>[01]?\d)(?![\w/-]|[.,]\d)"
)
_SPAN_NEEDS = re.compile(r"\d/\d{1,2} ?[-–] ?\d{1,2}/\d")
_MOST_MONTHS = 12
_CENTURY = 100
_DAY_NEEDS = re.compile(r"\d[-/ ](?:ene|feb|mar|abr|may|jun|jul|ago|sep|oct|nov|dic)", re.IGNORECASE)


def goods_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for numbers and units."""
    locale = speller.locale

    def hectares(match: re.Match[str]) -> str | None:
        """In "en 2020 ha de …", "ha" is a verb."""
        if _YEAR.fullmatch(match["number"]):
            return None
        return (
            f"{speller.number(match['number'], ' hectáreas')} hectárea{'' if match['number'] == '1' else 's'}"
        )

    def clothes(match: re.Match[str]) -> str | None:
        if not _OF_CLOTHES.search(match.string, 0, match.start()) or int(match["first"]) >= int(
            match["last"]
        ):
            return None
        return f"{speller.number(match['first'])}, {speller.number(match['last'])}"

    def mark(match: re.Match[str]) -> str:
        return match["before"] + locale.over.format(*map(speller.number, (match["mark"], match["most"])))

    def span(match: re.Match[str]) -> str | None:
        first, last = (int(match["day"]), int(match["month"])), (int(match["day2"]), int(match["month2"]))
        if not (exists(*first[::-1]) and exists(*last[::-1])) or max(first[0], last[0]) <= _MOST_MONTHS:
            return None
        return locale.span.format(*(locale.date(speller, None, month, day) for day, month in (first, last)))

    def day(match: re.Match[str]) -> str | None:
        number, month = int(match["day"]), _MONTHS[match["month"].lower()]
        if not exists(month, number):
            return None
        year = int(match["year"]) if match["year"] else None
        year = year + 2000 if year is not None and year < _CENTURY else year
        end = "." if match["point"] and match.end() == len(match.string) else ""
        return locale.date(speller, year, month, number) + end

    return (
        Rule(
            Category.NUMBERS,
            _MODEL,
            lambda match: f"{speller.number(match['series'])} {speller.number(match['number'])}",
            needs=_MODEL_NEEDS,
        ),
        Rule(Category.NUMBERS, _CLOTHES, clothes, needs=_SLASH),
        Rule(Category.UNITS, _SIZES, lambda match: f"{speller.number(match['first'])}, ", needs=_SIZES_NEEDS),
        Rule(
            Category.UNITS,
            _INCHES,
            lambda match: f"{speller.number(match['number'])} pulgadas",
            needs=_INCHES_NEEDS,
        ),
        Rule(Category.SYMBOLS, _ABOUT, lambda match: "aproximadamente ", needs=_ABOUT),
        Rule(Category.UNITS, _HECTARES, hectares, needs=_HECTARES_NEEDS),
        Rule(Category.FRACTIONS, _MARK, mark, needs=_SLASH),
        Rule(Category.DATES, _SPAN, span, needs=_SPAN_NEEDS),
        Rule(Category.DATES, _DAY, day, needs=_DAY_NEEDS),
    )
