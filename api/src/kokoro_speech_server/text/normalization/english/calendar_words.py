"""Dates and years in words."""

from calendar import monthrange

from kokoro_speech_server.text.normalization.english.numbers import Numbers
from kokoro_speech_server.text.normalization.english.patterns import MONTHS

MONTH_NAMES = {number: name for name, number in reversed(MONTHS.items()) if len(name) > 3 or name == "May"}
MONTH_NAMES[9] = "September"  # and not "Sept"


def date_words(
    numbers: Numbers,
    day: int,
    month: int,
    year: str | None = None,
    *,
    day_first: bool,
    last: int | None = None,
) -> str | None:
    """ "January fifth, twenty twenty-four" or "the fifth of January, …"; None if the day does not exist.

    year: as in `year_words`
    last: the last day of a range
    """
    if (
        not 1 <= month <= 12
        or not 1 <= day <= monthrange(2024, month)[1]
        or (last is not None and not day < last < 32)
    ):
        return None
    words = numbers.ordinal(day) + (f" to {numbers.ordinal(last)}" if last else "")
    if day_first:
        words = f"the {words} of {MONTH_NAMES[month]}"
    else:
        words = f"{MONTH_NAMES[month]} {'the ' if numbers.british else ''}{words}"
    return f"{words}, {year_words(numbers, year)}" if year else words


def year_words(numbers: Numbers, year: str) -> str:
    """A year of four digits, of two ("24" is 2024, "99" is 1999), or of an apostrophe and two, said as two digits."""
    if len(year) == 4:
        return numbers.year(int(year))
    short = int(year.lstrip("'’"))
    if year[0] in "'’":
        return numbers.cardinal(short) if short > 9 else f"oh {numbers.cardinal(short)}"
    return numbers.year(2000 + short if short < 50 else 1900 + short)
