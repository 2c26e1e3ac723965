"""Dates with months and weekdays in words."""

import re

from kokoro_speech_server.text.normalization.english.calendar_words import (
    MONTH_NAMES,
    date_words,
    year_words,
)
from kokoro_speech_server.text.normalization.english.numbers import Numbers
from kokoro_speech_server.text.normalization.english.patterns import MONTH, MONTHS, NUMERIC
from kokoro_speech_server.text.normalization.rules import Category, Rule

_WEEKDAYS = {
    "Mon": "Monday", "Tue": "Tuesday", "Tues": "Tuesday", "Wed": "Wednesday", "Weds": "Wednesday", "Thu": "Thursday",
    "Thur": "Thursday", "Thurs": "Thursday", "Fri": "Friday", "Sat": "Saturday", "Sun": "Sunday",
}  # fmt: skip

_DAYS = "|".join(sorted({*_WEEKDAYS, *_WEEKDAYS.values()}, key=len, reverse=True))

_WEEKDAY = rf"(?P<weekday>(?:{'|'.join(_WEEKDAYS)})\b\.?,? |(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day,? )?"
_YEAR = r"(?:(?P<comma>,)? ?(?:of )?(?P<year>(?:1\d{3}|20\d{2})(?!\d|[.:]\d|,\d)|['’]\d\d(?!\d)))?(?!\w)"
_MONTH_FIRST = re.compile(
    rf"(?<!\w){_WEEKDAY}(?P<month>{MONTH})(?P<dot>\.?) (?P<day>\d{{1,2}})(?P<suffix>st|nd|rd|th)?"
    rf"(?: ?(?P<to>[-–—]) ?(?P<last>\d{{1,2}})(?:st|nd|rd|th)?)?(?![\w%/]|[.,:]\d|-\d| ?[ap]\.?m\b){_YEAR}"
)
_DAY_FIRST = re.compile(
    rf"(?<![\w.,/:-])(?<!\d[ ]){_WEEKDAY}(?P<the>[Tt]he )?(?P<day>\d{{1,2}})(?P<suffix>st|nd|rd|th)?"
    rf"(?: ?(?P<to>[-–—/]) ?(?P<last>\d{{1,2}})(?:st|nd|rd|th)?)?(?: (?P<of>of )?|-|)(?P<month>{MONTH})\b(?P<dot>\.?)"
    rf"-?{_YEAR}"
)
_MONTH_ALONE = re.compile(
    rf"(?<!\w)(?P<month>{MONTH})(?P<dot>\.?)(?P<comma>,)? (?P<year>1\d{{3}}|20\d{{2}}|['’]\d\d)(?![\w]|[.,:/]\d|-\d)"
)
_SHORT_MONTHS = [name for name, number in MONTHS.items() if name != MONTH_NAMES[number]]
_SPAN = re.compile(
    rf"(?<![\w-])(?:(?P<day>{_DAYS})\.? ?[-–—] ?(?P<to_day>{_DAYS})|(?P<month>{MONTH})\.? ?[-–—] ?"
    rf"(?P<to_month>{MONTH}))"
    r"\b(?:\.(?=[,;:)]| [a-z\d]))?(?!-)"
)
_LETTERS = {
    "M": "Monday", "T": "Tuesday", "Tu": "Tuesday", "W": "Wednesday", "Th": "Thursday", "F": "Friday",
    "Sa": "Saturday", "Su": "Sunday",
}  # fmt: skip
_LETTER = "(?:M|Tu?|W|Th|F|Sa|Su)"
_LETTER_LIST = re.compile(
    rf"(?<![\w/-]){_LETTER}(?:/{_LETTER}){{1,4}}(?=:? (?:noon|\d{{1,2}}(?:[ap]\b| ?[ap]\.?m|[:–-]\d)))"
)
_LETTER_SPAN = re.compile(
    rf"(?<![\w-])(?P<first>{_LETTER}) ?[-–] ?(?P<last>{_LETTER})(?=:? (?:noon|\d{{1,2}}(?:[ap]\b| ?[ap]\.?m|[:–-]\d)))"
)
_LETTER_DAYS = re.compile(
    r"(?<![\w/-])(?P<first>M|Tu|W|Th|F|Sa) ?[-–] ?(?P<last>Th|F|Sa|Su)(?![\w/-])|(?<![\w&,-])(?<!\w )"
    r"M, ?W(?:,|,? and|,? &) ?F(?!\w)|"
    r"(?<![\w-])(?:MWF|TTh|TuTh)(?= \d{1,2}[:–-]\d)"
)
_OPENED = re.compile(
    r"\d ?[ap](?:\.?m\b|\b)|\d ?[AP]M\b|\d:[0-5]\d|\b(?:[Hh]ours|[Hh]rs|[Oo]pen|[Cc]losed|"
    r"[Ww]eekdays|[Ww]eekends?|[Dd]aily|[Oo]ffice)\b"
)
_LETTER_ALONE = re.compile(r"(?<![\w-])(?P<day>Sa|Su|F|Th)(?=:? \d{1,2}(?:[ap]\b| ?[ap]\.?m|[:–-]\d))")
_DAY_LETTER = re.compile(_LETTER)
_SHORT_DAY = re.compile(r"[MTWFS](?:on|ue|ed|hu|ri|at|un)")
_DAY_SLASH = re.compile(r"(?<=Mon|Tue|Wed|Thu|Fri|Sat|Sun)/(?=(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)(?!\w))")
_DAY_ALONE = re.compile(
    r"(?<![\w-])(?:(?P<sure>Tues?|Thurs?|Thur?|Weds)(?![\w.-]| [A-Z][a-z])"
    r"|(?P<day>Mon|Wed|Fri|Sat|Sun)\.?(?=,? (?:\d{1,2}(?::\d\d|[ap]\b| ?[ap]\.?m\b|/\d| ?[-–] ?\d)|at\b|@|morning\b|"
    r"afternoon\b|evening\b|night\b|noon\b))"
    r"|^(?P<first>Mon|Tue|Wed|Thu|Fri|Sat|Sun)\.?(?=: )"
    r"|(?P<listed>Mon|Wed|Fri|Sat|Sun)(?![\w.-]))"
)
_LISTED_BEFORE = re.compile(r"\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6}\.?(?:/|,|,? and|,? &|,? or) ?$")
_LISTED_BEHIND = re.compile(r"(?:/|,|,? and|,? &|,? or) ?(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6}\b")
_OPEN_BEFORE = re.compile(r"\b(?:closed|[Cc]losed on|except|every|each) $")
_TO_MONTH = re.compile(rf"(?<=\d) ?[-–—] ?(?={MONTH}\.? \d{{1,2}}(?!\d))")
_MONTH_DAY = re.compile(rf"\b{MONTH}\.? \d{{1,2}}$")
_BEFORE_DAY = re.compile(
    r"(?:\b[ECMP][DS]?T|&|\b(?:and|or|on|every|next|last|this|by|until|till|before|since|through|thru|due|[Cc]losed|[Oo]pen)|[-–,]|"
    r"\b[ap]\.?m\.?|\b[AP]M) $"
)
_UNDOTTED_MONTH = re.compile(
    r"(?<![\w.])(?:Sept(?![\w.'’-])|(?P<before>(?:[Ii]n|[Ss]ince|[Ff]rom|[Uu]ntil|[Bb]y|early|[Ee]arly|late|[Ll]ate|"
    r"[Mm]id|end|last|next|through|this|between)[ -])(?P<month>Jan|Feb|Apr|Jun|Jul|Aug|Oct|Nov|Dec)(?![\w.'’-]| [A-Z]))"
)
_ANY_UNDOTTED = re.compile(r"(?:Sept|Jan|Feb|Apr|Jun|Jul|Aug|Oct|Nov|Dec)\b(?!\.)")
_SHORT_MONTH = re.compile(
    rf"(?<!\w)(?:(?P<month>{'|'.join(_SHORT_MONTHS)})|(?P<day>{'|'.join(_WEEKDAYS)}))\.(?!\w| [Ff]at\b)"
)


def written_date_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for Jan. 5, 5 Jan 2024, the 5th of May, Mon, Jan 15, Jan 2024, Mon–Fri, in Dec."""

    def weekday(match: re.Match[str]) -> str:
        if not match["weekday"]:
            return ""
        name, comma = match["weekday"].strip().rstrip(",").rstrip("."), "," if "," in match["weekday"] else ""
        return f"{_WEEKDAYS.get(name, name)}{comma} "

    def month_first(match: re.Match[str]) -> str | None:
        last = int(match["last"]) if match["last"] else None
        words = date_words(
            numbers, int(match["day"]), MONTHS[match["month"]], match["year"], day_first=False, last=last
        )
        return words and weekday(match) + words

    def day_first(match: re.Match[str]) -> str | None:
        last = int(match["last"]) if match["last"] else None
        if match["to"] == "/" and last != int(match["day"]) + 1:
            return None  # a fraction, unlike "the night of 13/14 October"
        words = date_words(
            numbers, int(match["day"]), MONTHS[match["month"]], match["year"], day_first=True, last=last
        )
        if words is None:
            return None
        if match["the"]:
            words = match["the"] + words.removeprefix("the ")
        return weekday(match) + words + (_closing(match) if match["dot"] and not match["year"] else "")

    def month_alone(match: re.Match[str]) -> str:
        return f"{MONTH_NAMES[MONTHS[match['month']]]} {year_words(numbers, match['year'])}"

    def span(match: re.Match[str]) -> str:
        if match["day"]:
            return f"{_WEEKDAYS.get(match['day'], match['day'])} to {_WEEKDAYS.get(match['to_day'], match['to_day'])}"
        return f"{MONTH_NAMES[MONTHS[match['month']]]} to {MONTH_NAMES[MONTHS[match['to_month']]]}"

    def day_alone(match: re.Match[str]) -> str | None:
        if match["listed"] and not (
            _LISTED_BEFORE.search(match.string[max(0, match.start() - 16) : match.start()])
            or _LISTED_BEHIND.match(match.string, match.end())
            or _OPEN_BEFORE.search(match.string[max(0, match.start() - 10) : match.start()])
        ):
            return None
        return _WEEKDAYS[match["sure"] or match["day"] or match["first"] or match["listed"]]

    def letter_span(match: re.Match[str]) -> str:
        return f"{_LETTERS[match['first']]} to {_LETTERS[match['last']]}"

    def letter_list(match: re.Match[str]) -> str:
        return ", ".join(_LETTERS[one] for one in match[0].split("/"))

    def letter_days(match: re.Match[str]) -> str:
        return (
            letter_span(match)
            if match["last"]
            else ", ".join(_LETTERS[one] for one in _DAY_LETTER.findall(match[0]))
        )

    def letter_alone(match: re.Match[str]) -> str | None:
        return _LETTERS[match["day"]] if _LETTER_SPAN.search(match.string) else None

    def to_month(match: re.Match[str]) -> str | None:
        return " to " if _MONTH_DAY.search(match.string[max(0, match.start() - 14) : match.start()]) else None

    def undotted_month(match: re.Match[str]) -> str:
        return (match["before"] or "") + MONTH_NAMES[MONTHS[match["month"] or "Sept"]]

    def short_month(match: re.Match[str]) -> str | None:
        if match["day"]:
            before = match.string[max(0, match.start() - 9) : match.start()]
            if match["day"] in ("Sun", "Sat", "Mon") and _final(match) and not _BEFORE_DAY.search(before):
                return None  # "He sat in the Sun."
            return _WEEKDAYS[match["day"]] + _final(match)
        return MONTH_NAMES[MONTHS[match["month"]]] + _final(match)

    return (
        Rule(Category.DATES, _DAY_FIRST, day_first, needs=NUMERIC),
        Rule(Category.DATES, _MONTH_FIRST, month_first, needs=NUMERIC),
        Rule(Category.DATES, _MONTH_ALONE, month_alone, needs=NUMERIC),
        Rule(Category.ABBREVIATIONS, _SPAN, span),
        Rule(Category.ABBREVIATIONS, _LETTER_LIST, letter_list, needs=NUMERIC),
        Rule(Category.ABBREVIATIONS, _LETTER_SPAN, letter_span, needs=NUMERIC),
        Rule(Category.ABBREVIATIONS, _LETTER_DAYS, letter_days, evidence=_OPENED),
        Rule(Category.ABBREVIATIONS, _LETTER_ALONE, letter_alone, needs=NUMERIC),
        Rule(Category.DATES, _TO_MONTH, to_month, needs=NUMERIC),
        Rule(Category.ABBREVIATIONS, _DAY_SLASH, lambda match: " and ", needs=_DAY_SLASH),
        Rule(Category.ABBREVIATIONS, _DAY_ALONE, day_alone, needs=_SHORT_DAY),
        Rule(Category.ABBREVIATIONS, _UNDOTTED_MONTH, undotted_month, needs=_ANY_UNDOTTED),
        Rule(Category.ABBREVIATIONS, _SHORT_MONTH, short_month),
    )


def _closing(match: re.Match[str]) -> str:
    """The full stop after a month: kept if the month is not abbreviated, or at the end of the sentence."""
    return "." if match["month"] in MONTH_NAMES.values() else _final(match)


def _final(match: re.Match[str]) -> str:
    """At the end of a sentence, the point of an abbreviation is also the full stop."""
    return "." if match.end() == len(match.string) else ""
