"""Dates, years and clock times."""

import re

from api.src.services.text_processing.normalization.rules import Category, Rule
from api.src.services.text_processing.normalization.world.reader import Reader

_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def date_rules(reader: Reader) -> tuple[Rule, ...]:
    """In digits, with the month by name, and years and times."""
    locale = reader.locale

    def in_digits(match: re.Match[str]) -> str | None:
        year, month, day = int(match["year"]), int(match["month"]), int(match["day"])
        if len(match["year"]) == 2:
            year += 2000 if year < 50 else 1900
        return locale.date(reader, year, month, day) if _exists(month, day) else None

    def written(match: re.Match[str]) -> str | None:
        day = match["day"] and int(match["day"])
        name = match["month"]
        month = next(
            i for i, pattern in enumerate(locale.months, 1) if re.fullmatch(pattern, name, re.IGNORECASE)
        )
        if day and not _exists(month, day):
            return None
        return locale.date(reader, match["year"] and int(match["year"]), month, day)

    def year(match: re.Match[str]) -> str:
        return locale.date(reader, int(match["year"]), None, None)

    rules = [
        Rule(
            Category.DATES,
            re.compile(
                r"(?<![\w/.-])(?P<year>[12]\d{3})(?P<mark>[-/.])(?P<month>[01]?\d)(?P=mark)(?P<day>[0-3]?\d)"
                r"(?![\d/-])(?!\.\d)"
            ),
            in_digits,
        ),
        Rule(
            Category.TIMES,
            re.compile(locale.time_pattern, re.IGNORECASE),
            lambda match: locale.time(reader, match),
        ),
    ]
    if locale.day_first:
        rules.append(
            Rule(
                Category.DATES,
                re.compile(
                    r"(?<![\w/.-])(?P<day>[0-3]?\d)(?P<mark>[-/.])(?P<month>[01]?\d)(?P=mark)"
                    r"(?P<year>[12]\d{3}|(?<=[/.])\d{2})(?![\d/-])(?!\.\d)"
                ),
                in_digits,
            )
        )
    if locale.written_date:
        names = "|".join(sorted(locale.months, key=len, reverse=True))
        pattern = locale.written_date.replace("<months>", f"(?P<month>{names})")
        rules.append(Rule(Category.DATES, re.compile(pattern, re.IGNORECASE), written))
    if locale.year_pattern:
        rules.append(Rule(Category.YEARS, re.compile(locale.year_pattern), year))
    return tuple(rules)


def _exists(month: int, day: int) -> bool:
    return 1 <= month <= 12 and 1 <= day <= _DAYS[month - 1]


def clock(match: re.Match[str]) -> tuple[int, int, int | None] | None:
    """Hour, minute and second of a match of some `time_pattern`; None if no clock shows them."""
    groups = match.groupdict()
    hour = int(groups["hour"] or groups["hour2"])
    minute, second = int(groups.get("minute") or groups.get("minute2") or 0), int(groups.get("second") or 0)
    if hour > 24 or minute > 59 or second > 59:
        return None
    return hour, minute, second if groups.get("second") else None
