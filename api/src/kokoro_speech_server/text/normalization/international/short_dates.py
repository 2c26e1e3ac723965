"""Days without a year in Japanese and Mandarin, which look like fractions: 8/5, 4/29-5/5."""

import re
from collections.abc import Callable

from kokoro_speech_server.text.normalization.international.dates import exists
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule

_DAY = r"(?P<month{0}>1[0-2]|0?[1-9])/(?P<day{0}>[12]\d|3[01]|0?[1-9])"
_DAYS = re.compile(rf"(?<![\d/.,]){_DAY.format('')} ?[-–—~〜～至] ?{_DAY.format('2')}(?![\d/]|[.,]\d)")
_IMPROPER = re.compile(rf"(?<![A-Za-z\d/.,-]){_DAY.format('')}(?![A-Za-z\d/-]|[.,]\d)")
_FRACTIONS = re.compile(r"(?:(?<=\d/\d)|(?<=\d/\d\d)) ?[-–—~〜～] ?(?=\d{1,2}/\d)")
_SLASH = re.compile(r"\d/\d")
_AUTUMN, _SPRING = 9, 3
_LONG = 13
"""Denominators from here on are rare."""

Spell = Callable[[NumberSpeller, int | None, int | None, int | None], str]


def short_date_rules(speller: NumberSpeller, date: Spell, *, part: str) -> tuple[Rule, ...]:
    """Rules for spans of days, and for days that would be no proper fraction.

    date: spells a month and day
    part: matches what precedes or follows a fraction: "9/8倍"
    """
    parts = re.compile(part)

    def days(match: re.Match[str]) -> str | None:
        first = int(match["month"]), int(match["day"])
        last = int(match["month2"]), int(match["day2"])
        follows = first < last or (first[0] > _AUTUMN and last[0] < _SPRING)
        proper = first[0] < first[1] < _LONG and last[0] < last[1] < _LONG
        if not (exists(*first) and exists(*last) and follows):
            return None
        if proper and first[0] * last[1] < last[0] * first[1]:
            return None  # fractions, the smaller one first
        return speller.locale.span.format(date(speller, None, *first), date(speller, None, *last))

    def day(match: re.Match[str]) -> str | None:
        month, number = int(match["month"]), int(match["day"])
        before, after = match.string[: match.start()][-1:], match.string[match.end() :][:2]
        if month <= number or not exists(month, number):
            return None
        if parts.match(before) or parts.match(after):
            return speller.locale.fraction(speller, month, number, after)
        return date(speller, None, month, number)

    return (
        Rule(Category.DATES, _DAYS, days, needs=_SLASH),
        Rule(Category.DATES, _IMPROPER, day, needs=_SLASH),
        Rule(Category.RANGES, _FRACTIONS, lambda match: speller.locale.span.replace("{}", ""), needs=_SLASH),
    )
