"""Dates in Hindi texts whose months and weekdays are English: 15 Aug 2024, Dec-26, Mon-Fri."""

import re

from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule

_MONTHS = (
    "Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?"
    "|Dec(?:ember)?"
)
_ORDER = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_DAY = r"(?P<day>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?"
_MONTH = rf"(?P<month>{_MONTHS})\.?"
_END = r"(?![\w/]|[-.,:]\d)"
_DAY_FIRST = re.compile(
    rf"(?<![\w.,/₹$-]){_DAY}[ -]{_MONTH}(?:(?:,? |-|['’] ?| ['’])(?P<year>(?:19|20)\d\d|(?<=[-'’])\d\d))?{_END}"
)
_MONTH_FIRST = re.compile(rf"(?<![\w.-]){_MONTH} {_DAY}(?:, (?P<year>(?:19|20)\d\d))?{_END}(?! ?%)")
_NO_DAY = re.compile(rf"(?<![\w.-]){_MONTH}(?:,? (?P<year>(?:19|20)\d\d)|[-'’](?P<short>\d\d)){_END}")
_DAYS = dict(
    zip(
        "Mon Tue Wed Thu Fri Sat Sun".split(),
        "सोमवार मंगलवार बुधवार गुरुवार शुक्रवार शनिवार रविवार".split(),
        strict=True,
    )
)
_WEEKDAY = f"(?:{'|'.join(_DAYS)})"
_WEEKDAYS = re.compile(
    rf"(?<![\w.-])(?P<first>{_WEEKDAY}) ?(?:[-–]|to) ?(?P<last>{_WEEKDAY})(?![\w-])"
    rf"|(?<![\w.-])(?P<only>{_WEEKDAY})(?=:| ?\d| (?:बंद|को|से|तक|और|अवकाश|छुट्टी)(?![\u0900-\u0963]))"
)
_HAS_MONTH = re.compile(f"(?:{'|'.join(map(str.capitalize, _ORDER))})")


def english_date_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for ranges and numbers."""
    locale = speller.locale

    def date(match: re.Match[str]) -> str:
        found = match.groupdict()
        year = found.get("year") or found.get("short")
        if year and len(year) == 2:
            year = f"20{year}"
        month = _ORDER.index(match["month"][:3].lower()) + 1
        return locale.date(speller, int(year) if year else None, month, int(found.get("day") or 0) or None)

    def weekdays(match: re.Match[str]) -> str:
        if match["only"]:
            return _DAYS[match["only"]]
        return locale.span.format(_DAYS[match["first"]], _DAYS[match["last"]])

    return (
        Rule(Category.DATES, _DAY_FIRST, date, needs=_HAS_MONTH),
        Rule(Category.DATES, _MONTH_FIRST, date, needs=_HAS_MONTH),
        Rule(Category.DATES, _NO_DAY, date, needs=_HAS_MONTH),
        Rule(Category.DATES, _WEEKDAYS, weekdays, needs=re.compile(_WEEKDAY)),
    )
