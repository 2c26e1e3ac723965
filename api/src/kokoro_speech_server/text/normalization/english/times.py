"""Times of day, time zones and durations."""

import re

from kokoro_speech_server.text.normalization.english.numbers import Numbers
from kokoro_speech_server.text.normalization.english.patterns import BEGINNINGS, NUMERIC
from kokoro_speech_server.text.normalization.rules import Category, Rule

_HALF = r"(?:[AaPp]\.[Mm]\.|[AaPp][Mm](?:\.(?=[ ,;:]))?(?!\w)|[AaPp]\.[Mm](?!\w))"
_POINT = r"[:.]"

_CLOCK = re.compile(
    rf"(?<![\w:])(?<!\d[.,/])(?P<hour>[01]?\d|2[0-4])(?:(?P<point>{_POINT})(?P<minute>[0-5]\d)(?::"
    rf"(?P<second>[0-5]\d))?)?"
    rf"(?:(?: ?(?P<half>{_HALF}))? ?(?P<dash>[-–—]) ?(?P<hour2>[01]?\d|2[0-4])"
    rf"(?:{_POINT}(?P<minute2>[0-5]\d)(?::[0-5]\d)?)?(?: ?(?P<half2>{_HALF}))?|(?: ?(?P<half1>{_HALF})))?"
    rf"(?!(?!ish\b)\w|[:/]\d|[.,]\d|-\d)"
)
_LASTED = re.compile(
    r"(?P<before>\b(?:in|ran|runs|clocked|posted|clocking|posting|running|took|takes|"
    r"lasted|lasts|time of|runtime|duration|length|finished|record of|after)"
    r"(?: (?:of|is|was|about|just|over|under)|:)? )"
    r"(?P<hours>\d{1,2}):(?P<minutes>[0-5]\d):(?P<seconds>[0-5]\d)(?![\w:]|[.,]\d| ?[ap]\.?m\b)"
)
_MILITARY = re.compile(
    r"(?<![\w.:,-])(?P<hour>[01]\d|2[0-3])(?P<minute>[0-5]\d) ?(?P<word>hours|hrs?|h|Z|UTC|GMT|Zulu|local)(?!\w)"
)
_ZONE = re.compile(
    r"\b(?P<zone>UTC|GMT) ?(?P<sign>[-+−±])(?P<hours>\d{1,2})(?::?(?P<minutes>[0-5]\d))?(?!\w)"
)
_OFFSET = re.compile(r"(?<=:[0-5]\d) ?(?P<sign>[-+−])(?P<hours>[01]\d):?(?P<minutes>[0-5]\d)(?!\w|[:.,]\d)")
_LAP = re.compile(
    r"(?<![\w:.,/])(?:(?P<hours>\d{1,2}):)?(?P<minutes>\d{1,2}):(?P<seconds>[0-5]\d\.\d{1,6})"
    r"(?![\w:]|\.\d| ?[ap]\.?m\b)"
)
_PART = r"\d{1,4}(?:\.\d{1,3})?"
_DURATION = re.compile(
    rf"(?<!\w)(?<!\d[.,])(?=\d{{1,4}}(?:\.\d{{1,3}})? ?(?:d|h|hrs?|m|min|mins)\.? ?\d)"
    rf"(?:(?P<days>{_PART}) ?d(?:ays?)?(?![a-z]),? ?)?(?:(?P<hours>{_PART}) ?h(?:rs?)?\.?(?![a-z]),? ?)?"
    rf"(?:(?P<minutes>{_PART}) ?m(?:ins?)?\.?(?![a-z²³/]),? ?)?(?:(?P<seconds>{_PART}) ?s(?:ecs?)?"
    rf"(?![a-z/])\.?)?(?<![ ,])(?!\w)"
)
_OPENING = re.compile(
    r"(?<![\w.,:/-])(?=\d{1,2}\.\d\d ?[-–—]|\d{1,2} ?[-–—] ?\d{1,2}\.\d)(?P<hour>1?\d|2[0-4])(?:\.(?P<minute>[0-5]\d))?"
    r" ?[-–—] ?(?P<hour2>1?\d|2[0-4])(?:\.(?P<minute2>[0-5]\d))?(?![\w:/%-]|[.,]\d| ?[ap]\.?m\b)"
)
_DAY_BEFORE = re.compile(
    r"\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6}\.?|[Dd]aily|[Ww]eekdays|[Ww]eekends|[Hh]ours|[Oo]pens?)[,:]? $"
)
_POINTED = re.compile(r"\d\.[0-5]\d ?[-–—]|[-–—] ?\d{1,2}\.[0-5]\d")
_ON_A_DAY = re.compile(
    r"(?<![\w.,:/$£€-])(?P<hour>[01]?\d|2[0-3])\.(?P<minute>[0-5]\d)(?= (?:on )?(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)"
    r"(?:day|sday|nesday|rsday|urday|s|rs?)?\b)"
)
_CENTRAL = re.compile(r"(?<![\w/.])(?P<hour>\d{1,2})/(?P<central>\d{1,2})c(?!\w)")
_CENTRAL_HOUR = re.compile(r"/\d{1,2}c")
_HOUR_AND_MINUTES = re.compile(r"(?<![\w.,:])(?P<hours>\d{1,2}) ?h ?(?P<minutes>[0-5]\d)(?:m|min)?(?!\w)")


def time_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for 2:30pm, 14:05, 9 a.m., 9-5pm, 8/7c, 0900 hours, 0400 GMT, UTC+2, 1h 30m."""

    def clock(match: re.Match[str]) -> str | None:
        half, half2 = match["half"] or match["half1"], match["half2"]
        if match["dash"] and not match["hour2"]:
            return None
        to_clock = (
            match["minute2"]
            and ":" in match[0]
            and (int(match["hour"]) <= int(match["hour2"]) or int(match["hour"]) in range(6, 13))
            and not match["point"]
        )
        two_clocks = (match["minute"] and match["minute2"]) or to_clock
        if not (half or half2 or (match["minute"] and match["point"] == ":") or to_clock):
            return None
        if match["dash"] and not (half or half2 or two_clocks):
            return None
        if match["point"] == "." and not (half or half2):
            return None
        if (half or half2) and not match["minute"] and int(match["hour"]) > 12:
            return None
        words = clock_words(
            numbers,
            int(match["hour"]),
            _int(match["minute"]),
            _int(match["second"]),
            bare=bool(half or half2 or to_clock),
        )
        if half:
            words += f" {_letters(half)}"
        if match["dash"]:
            second = clock_words(
                numbers, int(match["hour2"]), _int(match["minute2"]), bare=bool(half or half2)
            )
            words += f" to {second}" + (f" {_letters(half2)}" if half2 else "")
        after = match.string[match.end() :]
        ends = match[0].endswith(".") and (
            not after.strip("\"'”’)") or re.match(rf" (?:{BEGINNINGS}|I)\b", after)
        )
        return words + ("." if ends else "")

    def military(match: re.Match[str]) -> str | None:
        before = match.string[max(0, match.start() - 8) : match.start()]
        if (
            match["word"][0].islower()
            and match["hour"][0] != "0"
            and not re.search(r"\b(?:at|by|until|from|to|around) $", before)
        ):
            return None
        hour, minute = int(match["hour"]), int(match["minute"])
        words = ("oh " if 0 < hour < 10 else "") + numbers.cardinal(hour)
        words += " hundred" if minute == 0 else f" {_minutes(numbers, minute)}"
        word = match["word"]
        return f"{words} {'Zulu' if word == 'Z' else 'hours' if word[0] == 'h' else word}"

    def zone(match: re.Match[str]) -> str:
        words = f"{match['zone']} {numbers.signed(match['sign'], numbers.cardinal(int(match['hours'])))}"
        return f"{words} {numbers.cardinal(int(match['minutes']))}" if _int(match["minutes"]) else words

    def offset(match: re.Match[str]) -> str:
        words = f" UTC {numbers.signed(match['sign'], numbers.cardinal(int(match['hours'])))}"
        return f"{words} {numbers.cardinal(int(match['minutes']))}" if _int(match["minutes"]) else words

    def lap(match: re.Match[str]) -> str:
        minutes = int(match["minutes"])
        words = f"{numbers.cardinal(minutes)} minute{'' if minutes == 1 else 's'}"
        if match["hours"]:
            hours = int(match["hours"])
            words = f"{numbers.cardinal(hours)} hour{'' if hours == 1 else 's'} {words}"
        return f"{words} {numbers.number(re.sub('^0', '', match['seconds']))} seconds"

    def lasted(match: re.Match[str]) -> str:
        words = [
            f"{numbers.cardinal(int(match[part]))} {part[:-1] if int(match[part]) == 1 else part}"
            for part in ("hours", "minutes", "seconds")
            if int(match[part])
        ]
        return match["before"] + (" ".join(words) or "zero seconds")

    def duration(match: re.Match[str]) -> str | None:
        words = [
            f"{numbers.number(match[part])} {part[:-1] if match[part] == '1' else part}"
            for part in ("days", "hours", "minutes", "seconds")
            if match[part]
        ]
        ends = match[0].endswith(".") and match.end() == len(match.string)
        return " ".join(words) + ("." if ends else "") if len(words) > 1 else None

    def hour_and_minutes(match: re.Match[str]) -> str:
        hours, minutes = int(match["hours"]), int(match["minutes"])
        words = f"{numbers.cardinal(hours)} hour{'' if hours == 1 else 's'}"
        return (
            f"{words} {numbers.cardinal(minutes)} minute{'' if minutes == 1 else 's'}" if minutes else words
        )

    def opening(match: re.Match[str]) -> str | None:
        before = match.string[max(0, match.start() - 16) : match.start()]
        if not _DAY_BEFORE.search(before):
            return None
        begin, end = (
            clock_words(numbers, int(match[hour]), int(match[minute] or 0), bare=True)
            for hour, minute in (("hour", "minute"), ("hour2", "minute2"))
        )
        return f"{begin} to {end}"

    def central(match: re.Match[str]) -> str | None:
        hour, earlier = int(match["hour"]), int(match["central"])
        if hour not in range(1, 13) or earlier != (hour - 2) % 12 + 1:
            return None
        return f"{numbers.cardinal(hour)}, {numbers.cardinal(earlier)} Central"

    return (
        Rule(Category.TIMES, _OPENING, opening, needs=_POINTED),
        Rule(
            Category.TIMES,
            _ON_A_DAY,
            lambda match: clock_words(numbers, int(match["hour"]), int(match["minute"])),
            needs=_ON_A_DAY,
        ),
        Rule(Category.TIMES, _CENTRAL, central, needs=_CENTRAL_HOUR),
        Rule(Category.TIMES, _DURATION, duration, needs=NUMERIC),
        Rule(Category.TIMES, _HOUR_AND_MINUTES, hour_and_minutes, needs=NUMERIC),
        Rule(Category.TIMES, _LASTED, lasted, needs=NUMERIC),
        Rule(Category.TIMES, _LAP, lap, needs=NUMERIC),
        Rule(Category.TIMES, _CLOCK, clock, needs=NUMERIC),
        Rule(Category.TIMES, _OFFSET, offset, needs=NUMERIC),
        Rule(Category.TIMES, _MILITARY, military, needs=NUMERIC),
        Rule(Category.TIMES, _ZONE, zone, needs=NUMERIC),
    )


def clock_words(
    numbers: Numbers, hour: int, minute: int | None, second: int | None = None, *, bare: bool = False
) -> str:
    """A time of day in words. bare: AM or PM follows, so that "o'clock" is omitted."""
    words = numbers.cardinal(hour)
    if minute:
        words += f" {_minutes(numbers, minute)}"
    elif second:
        words += " zero zero"
    elif not bare:
        if hour in (0, 24):
            return "midnight"
        words += " o'clock" if hour < 13 else " hundred"
    if second:
        words += f" and {numbers.cardinal(second)} second{'' if second == 1 else 's'}"
    return words


def _minutes(numbers: Numbers, minute: int) -> str:
    return f"oh {numbers.cardinal(minute)}" if minute < 10 else numbers.cardinal(minute)


def _letters(half: str) -> str:
    return half.replace(".", "").upper()


def _int(digits: str | None) -> int | None:
    return int(digits) if digits else None
