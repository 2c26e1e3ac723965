"""What links two amounts: 20 Hz–20 kHz, 20°–25°C, 50/60 Hz, 1 mile ≈ 1.609 km."""

import re

from kokoro_speech_server.text.normalization.english.numbers import Numbers
from kokoro_speech_server.text.normalization.english.patterns import NUMERIC
from kokoro_speech_server.text.normalization.english.unit_names import UNITS, plural
from kokoro_speech_server.text.normalization.rules import Category, Rule

_TO = re.compile(
    r"(?<=[A-Za-z°%Ω])(?P<dash> ?[-–—] ?)(?=[-−]?\d{1,9}(?:[.,]\d{1,6})? ?"
    r"(?P<unit>°?[kcmnpµμMGTh]?[A-Za-zΩ]{1,4}|°)(?![^\W_]))"
)
_ABOUT = re.compile(r"(?<=[\w°%)]) [≈≃≅] (?=[$€£~]?\d)")
_AMOUNT_BEFORE = re.compile(r"\d ?(?:°|[^\W\d_]|%|²|³)[^\W\d_]{0,12}$|[)²³]$")
_EITHER = re.compile(
    r"(?<![\w.,/])(?P<first>\d{1,4}(?:\."
    r"\d)?)/(?P<second>\d{1,4}(?:\.\d)?)(?:/(?P<third>\d{1,4}(?:\.\d)?))? ?(?P<unit>Hz|kHz|MHz|GHz|V|"
    r"VAC|kV|W|GB|TB|"
    r"MB|Mbps|Gbps|Mbit|fps|dpi|mAh|MP|mg|mcg)(?P<per>/kg)?(?![\w/])"
)
_TIMES = {"second", "millisecond", "microsecond", "minute", "hour", "day", "week", "month", "year"}


def amount_pair_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for a dash, a sign or a slash between amounts."""

    def to(match: re.Match[str]) -> str | None:
        before = match.string[max(0, match.start() - 12) : match.start()]
        unit = match["unit"]
        if unit not in UNITS:
            return None
        if unit[0] == "°" and re.search(r"\d ?°[CF]?$", before):
            return " to "
        first = re.search(r"\d ?([^\W\d_]{1,5})$", before)
        same = first is not None and (first[1] == unit or (first[1] in UNITS and _same_kind(first[1], unit)))
        return " to " if same else None

    def about(match: re.Match[str]) -> str | None:
        return " is about " if _AMOUNT_BEFORE.search(match.string[: match.start()][-18:]) else None

    def either(match: re.Match[str]) -> str | None:
        if match["per"] and match["unit"] not in ("mg", "mcg"):
            return None
        first, second = float(match["first"]), float(match["second"])
        if first < second and first < 5 and not match["third"]:
            return None  # a fraction: "1/2 V"
        *others, last = (numbers.number(one) for one in match.group("first", "second", "third") if one)
        used = "." in match["first"] and not match["third"] and match["unit"] in ("GB", "TB", "MB")
        link = "of" if used else "and" if match["per"] else "or"
        per = " per kilogram" if match["per"] else ""
        return f"{', '.join(others)} {link} {last} {plural(UNITS[match['unit']])}{per}"

    return (
        Rule(Category.UNITS, _EITHER, either, needs=NUMERIC),
        Rule(Category.MATHS, _ABOUT, about, needs=NUMERIC),
        Rule(Category.UNITS, _TO, to, needs=NUMERIC),
    )


def _same_kind(first: str, second: str) -> bool:
    """Whether two units measure the same, each with its prefix: "20 Hz–20 kHz", "5 mg–1 g", "30 min–2 h"."""
    one, other = UNITS[first], UNITS[second]
    if {one, other} <= _TIMES:
        return True
    return one[-3:] == other[-3:]
