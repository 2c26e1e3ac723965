"""Dates in digits: in ISO format, or with slashes or dots in either order."""

import re
from math import gcd

from kokoro_speech_server.text.normalization.english.calendar_words import MONTH_NAMES, date_words
from kokoro_speech_server.text.normalization.english.numbers import Numbers
from kokoro_speech_server.text.normalization.english.patterns import NUMERIC
from kokoro_speech_server.text.normalization.english.times import clock_words
from kokoro_speech_server.text.normalization.rules import Category, Rule

_ISO = re.compile(
    r"(?<![\w./-])(?P<year>[12]\d{3})(?P<mark>[-/.‐‑])(?P<month>0?[1-9]|1[0-2])(?P=mark)(?P<day>\d{1,2})(?!\d|"
    r"[-/]\w|\.\d)(?:[T ](?P<hour>[01]\d|"
    r"2[0-3]):(?P<minute>[0-5]\d)(?::(?P<second>[0-5]\d)(?:[.,]\d{1,9})?)?(?P<zone>Z|[+-]\d\d:?\d\d)?(?!\w))?"
)
_TO = re.compile(
    r"(?:(?<=\d/\d\d)|(?<=\d/\d{4})|(?<=\d-\d\d-\d\d)) ?[-–—] ?(?=\d{1,2}/\d{1,2}/(?:\d\d|\d{4})(?!\d)|"
    r"\d{4}-\d\d-\d\d(?!\d))"
)
_ISO_MONTH = re.compile(r"(?<![\w./-])(?P<year>[12]\d{3})-(?P<month>0[1-9]|1[0-2])(?![\w-]|[./]\d)")
_SLASHED = re.compile(
    r"(?<![\w./-])(?P<first>\d{1,2})(?P<mark>[/.‐‑-])(?P<second>\d{1,2})(?P=mark)(?P<year>[12]\d{3}|\d{2})"
    r"(?![\w/]|-\d(?!\d?/)|\.\d)"
)
_WITHOUT_YEAR = re.compile(
    r"(?:(?P<before>\b(?:[Oo]n|[Bb]y|[Uu]ntil|[Ss]ince|[Ff]rom|[Dd]ue|[Dd]ated|[Bb]orn|[Dd]ate:|[Ss]tarting|[Ee]nding|"
    r"[Ee]ffective|[Dd]eadline:?|[Ww]eek of|[Aa]s of|[Tt]hrough|[Tt]hru|[Ee]nds|[Bb]egins|[Ss]tarts|"
    r"[Oo]pens|[Cc]loses|[Ee]xpires|[Vv]alid|[Aa]rrives|[Aa]vail\.?|[Aa]vailable|[Rr]esum(?:es|ing)|[Rr]eopen(?:s|ing)?|"
    r"[Bb]eginning|[Ll]aunch(?:es|ing)|[Pp]remieres|[Dd]eparts|[Ss]hips|[Pp]osted|[Uu]pdated|[Ss]igned|[Pp]aid|"
    r"[Rr]ec['’]d|[Rr]eceived|EOD|COB|[Ee]xp\.|[Dd]rops|[Pp]ayment|[Pp]mt\.?) )"
    r"|(?:(?<=[ap]\.m\. )|(?<=[ap]m )|(?<=[AP]M ))"
    r"|\b(?P<weekday>"
    r"(?:Mon|Tues?|Weds?|Wednes|Thu|Thurs?|Fri|Sat|Satur|Sun)(?:day|\.|(?=[ ,]))),? )"
    r"(?P<first>\d{1,2})/(?P<second>\d{1,2})(?![\w/]|[.,]\d| of )"
)
_LISTED = re.compile(
    r"(?<![\w./-])(?P<days>\d{1,2}/\d{1,2}(?:, \d{1,2}/\d{1,2}){0,10},? (?:and|or|&) \d{1,2}/\d{1,2}|"
    r"\d{1,2}/\d{1,2}(?:, \d{1,2}/\d{1,2}){2,11})(?![\w/]|[.,]\d| of )"
)
_LISTED_SIGN = re.compile(r"/\d{1,2}(?:,|,? (?:and|or|&)) \d{1,2}/\d")
_ONE_LISTED = re.compile(r"(?P<first>\d{1,2})/(?P<second>\d{1,2})")
_MONTH_AND_YEAR = re.compile(
    r"(?<![\w./-])(?P<month>0?[1-9]|1[0-2])/(?P<year>19\d\d|20\d\d)(?![\w/-]|[.,]\d)"
)
_EVENT = re.compile(
    r"(?<![\w./-])(?P<first>\d{1,2})/(?P<second>\d{1,2})(?= (?:shows?|games?|concerts?|match|flight|meetings?|"
    r"class|party|"
    r"event|deadline|release|launch|appointment|appt|reservation|session|webinar|hearing|election|update|"
    r"patch|incident|"
    r"outage|build|invoice|delivery)\b)"
)
_OF_PEOPLE = re.compile(
    r" (?:patients|subjects|participants|cases|samples|mice|eyes|women|men|children|infants|controls|"
    r"specimens|isolates|"
    r"animals|tumou?rs|respondents|trials|studies)\b"
)
_SPAN = re.compile(
    r"(?<![\w./-])(?P<first>\d{1,2})/(?P<second>\d{1,2}) ?(?:[-–—]|to|and|thru|through) ?"
    r"(?P<third>\d{1,2})/(?P<fourth>\d{1,2})"
    r"(?![\w/-]|[.,]\d| of )"
)
_CHANGED_BY = re.compile(
    r"\b(?:fell|fall|rose|rise|grew|grow|drop|cut|shr[aiu]nk|slash|reduc|increas|decreas|declin|expand|widen|narrow|"
    r"rais|lower|lengthen|shorten|outnumber|(?:is|was|are|were|went) (?:up|down))[a-z]{0,4}(?: [a-z]{1,15}){0,3} by $",
    re.IGNORECASE,
)
_OF_AMOUNTS = re.compile(r"(?:paid|payment|pmt|drops|rec['’]d|received|signed|posted) ", re.IGNORECASE)
_FACTOR = re.compile(
    r"\b(?:multipl(?:y|ied|ying)|divid(?:e|ed|ing)|scal(?:e|ed|ing)|times|factor)\b", re.IGNORECASE
)
_GOES_ON = re.compile(r" ?(?:[-–—]|to|and) ?(?=\d{1,2}/\d{1,2}(?![\d/]))")
_WEEKDAYS = {
    "Mo": "Monday", "Tu": "Tuesday", "We": "Wednesday", "Th": "Thursday", "Fr": "Friday", "Sa": "Saturday",
    "Su": "Sunday",
}  # fmt: skip
_DENOMINATORS = frozenset((2, 3, 4, 5, 6, 8, 10, 12, 16, 32))


def date_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for 2024-01-15, 2024-01-15T14:30Z, 3/4/2024, 15.01.2024, "on 3/4"."""

    def iso(match: re.Match[str]) -> str | None:
        words = date_words(
            numbers, int(match["day"]), int(match["month"]), match["year"], day_first=numbers.british
        )
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
        return f"{MONTH_NAMES[int(match['month'])]} {numbers.year(int(match['year']))}"

    def slashed(match: re.Match[str]) -> str | None:
        first, second = int(match["first"]), int(match["second"])
        if match["mark"] != "/" and len(match["year"]) == 2:
            return None  # a version or a code
        day_first = numbers.british or match["mark"] == "." or first > 12
        if second > 12:
            day_first = False
        day, month = (first, second) if day_first else (second, first)
        return date_words(numbers, day, month, match["year"], day_first=numbers.british)

    def without_year(match: re.Match[str]) -> str | None:
        if _GOES_ON.match(match.string, match.end()) or _OF_PEOPLE.match(match.string, match.end()):
            return None  # part of a span or of a range of fractions, or a count: "isolated from 3/25 samples"
        first, second = int(match["first"]), int(match["second"])
        if (first, second) in ((9, 11), (7, 7), (24, 7), (50, 50)):
            return None
        day, month = (first, second) if (numbers.british and second <= 12) or first > 12 else (second, first)
        before = match.string[max(0, match.start() - 60) : match.start("first")]
        if (
            second in _DENOMINATORS
            and first < second
            and gcd(first, second) == 1
            and (_CHANGED_BY.search(before) or (match["before"] and _OF_AMOUNTS.match(match["before"])))
        ):
            return None  # a fraction: "fell by 1/3", "paid 1/2 now"
        if match["before"] and match["before"].lower() in ("by ", "from ") and _FACTOR.search(before):
            return None  # "multiply by 5/9"
        words = date_words(numbers, day, month, day_first=numbers.british)
        if day_name := match["weekday"]:
            return words and f"{_WEEKDAYS[day_name[:2]]}, {words}"
        return words and (match["before"] or "") + words

    def event(match: re.Match[str]) -> str | None:
        first, second = int(match["first"]), int(match["second"])
        if first == second or (first, second) in ((9, 11), (24, 7)):
            return None
        day, month = (first, second) if (numbers.british and second <= 12) or first > 12 else (second, first)
        return date_words(numbers, day, month, day_first=numbers.british)

    def listed(match: re.Match[str]) -> str | None:
        pairs = [(int(one["first"]), int(one["second"])) for one in _ONE_LISTED.finditer(match["days"])]
        if numbers.british and all(second <= 12 for _, second in pairs):
            pairs = [(second, first) for first, second in pairs]
        if not any(second > 12 and second not in _DENOMINATORS for _, second in pairs):
            return None  # fractions: "1/2, 1/4 and 3/4"
        if any(not 1 <= first <= 12 or not 1 <= second <= 31 for first, second in pairs):
            return None
        if _OF_PEOPLE.match(match.string, match.end()):
            return None
        days = iter(
            [date_words(numbers, second, first, day_first=numbers.british) for first, second in pairs]
        )
        return _ONE_LISTED.sub(lambda _: next(days) or "", match["days"]).replace("&", "and")

    def month_and_year(match: re.Match[str]) -> str:
        return f"{MONTH_NAMES[int(match['month'])]} {numbers.year(int(match['year']))}"

    def span(match: re.Match[str]) -> str | None:
        pairs = [(int(match[a]), int(match[b])) for a, b in (("first", "second"), ("third", "fourth"))]
        if all(second in _DENOMINATORS and gcd(first, second) == 1 for first, second in pairs):
            return None  # fractions in their lowest terms
        said = []
        for first, second in pairs:
            day, month = (
                (first, second) if (numbers.british and second <= 12) or first > 12 else (second, first)
            )
            said.append(date_words(numbers, day, month, day_first=numbers.british))
        return f"{said[0]} {'and' if 'and' in match[0] else 'to'} {said[1]}" if all(said) else None

    return (
        Rule(Category.DATES, _ISO, iso, needs=NUMERIC),
        Rule(Category.DATES, _ISO_MONTH, iso_month, needs=NUMERIC),
        Rule(Category.DATES, _SLASHED, slashed, needs=NUMERIC),
        Rule(Category.DATES, _MONTH_AND_YEAR, month_and_year, needs=NUMERIC),
        Rule(Category.DATES, _LISTED, listed, needs=_LISTED_SIGN),
        Rule(Category.DATES, _EVENT, event, needs=NUMERIC),
        Rule(Category.DATES, _SPAN, span, needs=NUMERIC),
        Rule(Category.DATES, _TO, lambda match: " to ", needs=NUMERIC),
        Rule(Category.DATES, _WITHOUT_YEAR, without_year, needs=NUMERIC),
    )
