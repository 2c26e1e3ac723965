"""Dates: as ISO writes them, with slashes or dots in either order, with months in words."""

import re
from calendar import monthrange

from api.src.services.text_processing.normalization.english.numbers import Numbers
from api.src.services.text_processing.normalization.english.patterns import MONTH, MONTHS
from api.src.services.text_processing.normalization.english.times import clock_words
from api.src.services.text_processing.normalization.rules import Category, Rule

_NAMES = {number: name for name, number in reversed(MONTHS.items()) if len(name) > 3 or name == "May"}
_NAMES[9] = "September"
_WEEKDAYS = {
    "Mon": "Monday", "Tue": "Tuesday", "Tues": "Tuesday", "Wed": "Wednesday", "Weds": "Wednesday", "Thu": "Thursday",
    "Thur": "Thursday", "Thurs": "Thursday", "Fri": "Friday", "Sat": "Saturday", "Sun": "Sunday",
}  # fmt: skip

_ISO = re.compile(
    r"(?<![\w./-])(?P<year>[12]\d{3})(?P<mark>[-/.‐‑])(?P<month>0?[1-9]|1[0-2])(?P=mark)(?P<day>\d{1,2})(?!\d|[-/]\w|\.\d)"
    r"(?:[T ](?P<hour>[01]\d|2[0-3]):(?P<minute>[0-5]\d)(?::(?P<second>[0-5]\d)(?:[.,]\d{1,9})?)?"
    r"(?P<zone>Z|[+-]\d\d:?\d\d)?(?!\w))?"
)
_ISO_MONTH = re.compile(r"(?<![\w./-])(?P<year>[12]\d{3})-(?P<month>0[1-9]|1[0-2])(?![\w-]|[./]\d)")
_SLASHED = re.compile(
    r"(?<![\w./-])(?P<first>\d{1,2})(?P<mark>[/.‐‑-])(?P<second>\d{1,2})(?P=mark)(?P<year>[12]\d{3}|\d{2})(?![\w/]|-\d|\.\d)"
)
_WITHOUT_YEAR = re.compile(
    r"(?P<before>\b(?:[Oo]n|[Bb]y|[Uu]ntil|[Ss]ince|[Ff]rom|[Dd]ue|[Dd]ated|[Bb]orn|[Dd]ate:) )"
    r"(?P<first>\d{1,2})/(?P<second>\d{1,2})(?![\w/]|[.,]\d| of )"
)
_WEEKDAY = rf"(?P<weekday>(?:{'|'.join(_WEEKDAYS)})\b\.?,? |(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day,? )?"
_YEAR = r"(?:(?P<comma>,)? ?(?:of )?(?P<year>(?:1\d{3}|20\d{2})(?!\d|[.:]\d|,\d)|['’]\d\d(?!\d)))?(?!\w)"
_MONTH_FIRST = re.compile(
    rf"(?<!\w){_WEEKDAY}(?P<month>{MONTH})(?P<dot>\.?) (?P<day>\d{{1,2}})(?P<suffix>st|nd|rd|th)?"
    rf"(?: ?(?P<to>[-–—]) ?(?P<last>\d{{1,2}})(?:st|nd|rd|th)?)?(?![\w:%/]|[.,]\d|-\d| ?[ap]\.?m\b){_YEAR}"
)
_DAY_FIRST = re.compile(
    rf"(?<![\w.,/:-])(?<!\d[ ]){_WEEKDAY}(?P<the>[Tt]he )?(?P<day>\d{{1,2}})(?P<suffix>st|nd|rd|th)?"
    rf"(?: ?(?P<to>[-–—]) ?(?P<last>\d{{1,2}})(?:st|nd|rd|th)?)?(?: (?P<of>of )?|-|)(?P<month>{MONTH})\b(?P<dot>\.?)"
    rf"-?{_YEAR}"
)
_MONTH_ALONE = re.compile(
    rf"(?<!\w)(?P<month>{MONTH})(?P<dot>\.?)(?P<comma>,)? (?P<year>1\d{{3}}|20\d{{2}}|['’]\d\d)(?![\w]|[.,:/]\d|-\d)"
)
_SHORT_MONTH = re.compile(
    rf"(?<!\w)(?:(?P<month>(?!May|March|June|July)[JFMASOND][a-z]{{2,3}})|(?P<day>{'|'.join(_WEEKDAYS)}))\.(?!\w)"
)


def date_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """2024-01-15, 3/4/2024, 15.01.2024, Jan. 5, 5 Jan 2024, the 5th of May, Jan 2024."""

    def spoken(
        day: int, month: int, year: str | None, *, day_first: bool, last: int | None = None
    ) -> str | None:
        if not 1 <= day <= monthrange(2024, month)[1] or (last is not None and not day < last < 32):
            return None
        words = numbers.ordinal(day) + (f" to {numbers.ordinal(last)}" if last else "")
        if day_first:
            words = f"the {words} of {_NAMES[month]}"
        else:
            words = f"{_NAMES[month]} {'the ' if numbers.british else ''}{words}"
        return f"{words}, {year_words(year)}" if year else words

    def year_words(year: str) -> str:
        if len(year) == 4:
            return numbers.year(int(year))
        short = int(year.lstrip("'’"))
        if year[0] in "'’":
            return numbers.cardinal(short) if short > 9 else f"oh {numbers.cardinal(short)}"
        return numbers.year(2000 + short if short < 50 else 1900 + short)

    def iso(match: re.Match[str]) -> str | None:
        words = spoken(int(match["day"]), int(match["month"]), match["year"], day_first=numbers.british)
        if words and match["hour"]:
            second = int(match["second"]) if match["second"] else None
            words += f" at {clock_words(numbers, int(match['hour']), int(match['minute']), second)}"
            if zone := match["zone"]:
                words += " UTC"
                if zone != "Z" and zone.strip("+-:0"):
                    words += f" {'plus' if zone[0] == '+' else 'minus'} {numbers.cardinal(int(zone[1:3]))}"
                    words += f" {numbers.cardinal(int(zone[-2:]))}" if zone[-2:] != "00" else ""
        return words

    def iso_month(match: re.Match[str]) -> str | None:
        if int(match["month"]) > int(match["year"]) % 100:
            return None  # a range of years: 2001-02
        return f"{_NAMES[int(match['month'])]} {numbers.year(int(match['year']))}"

    def slashed(match: re.Match[str]) -> str | None:
        first, second = int(match["first"]), int(match["second"])
        if match["mark"] != "/" and len(match["year"]) == 2:
            return None  # a version or a code
        day_first = numbers.british or match["mark"] == "." or first > 12
        if second > 12:
            day_first = False
        day, month = (first, second) if day_first else (second, first)
        if not 1 <= month <= 12:
            return None
        return spoken(day, month, match["year"], day_first=numbers.british)

    def without_year(match: re.Match[str]) -> str | None:
        first, second = int(match["first"]), int(match["second"])
        if (first, second) in ((9, 11), (7, 7), (24, 7), (50, 50)):
            return None
        day, month = (first, second) if (numbers.british and second <= 12) or first > 12 else (second, first)
        if not 1 <= month <= 12:
            return None
        words = spoken(day, month, None, day_first=numbers.british)
        return words and match["before"] + words

    def weekday(match: re.Match[str]) -> str:
        if not match["weekday"]:
            return ""
        name, comma = match["weekday"].strip().rstrip(",").rstrip("."), "," if "," in match["weekday"] else ""
        return f"{_WEEKDAYS.get(name, name)}{comma} "

    def month_first(match: re.Match[str]) -> str | None:
        last = int(match["last"]) if match["last"] else None
        words = spoken(int(match["day"]), MONTHS[match["month"]], match["year"], day_first=False, last=last)
        return words and weekday(match) + words

    def day_first(match: re.Match[str]) -> str | None:
        last = int(match["last"]) if match["last"] else None
        words = spoken(int(match["day"]), MONTHS[match["month"]], match["year"], day_first=True, last=last)
        if words is None:
            return None
        if match["the"]:
            words = match["the"] + words.removeprefix("the ")
        return weekday(match) + words + (_closing(match) if match["dot"] and not match["year"] else "")

    def month_alone(match: re.Match[str]) -> str:
        return f"{_NAMES[MONTHS[match['month']]]} {year_words(match['year'])}"

    def short_month(match: re.Match[str]) -> str | None:
        if match["day"]:
            if match["day"] in ("Sat", "Sun", "Wed") and _final(match) != "":
                return None
            return _WEEKDAYS[match["day"]] + _final(match)
        if match["month"] not in MONTHS:
            return None
        return _NAMES[MONTHS[match["month"]]] + _final(match)

    return (
        Rule(Category.DATES, _ISO, iso),
        Rule(Category.DATES, _ISO_MONTH, iso_month),
        Rule(Category.DATES, _SLASHED, slashed),
        Rule(Category.DATES, _WITHOUT_YEAR, without_year),
        Rule(Category.DATES, _DAY_FIRST, day_first),
        Rule(Category.DATES, _MONTH_FIRST, month_first),
        Rule(Category.DATES, _MONTH_ALONE, month_alone),
        Rule(Category.ABBREVIATIONS, _SHORT_MONTH, short_month),
    )


def _closing(match: re.Match[str]) -> str:
    """The full stop behind a month that is not shortened, or at the end."""
    return "." if match["month"] in _NAMES.values() else _final(match)


def _final(match: re.Match[str]) -> str:
    """The full stop of an abbreviation at the end of its sentence closes that too."""
    return "." if match.end() == len(match.string) else ""
