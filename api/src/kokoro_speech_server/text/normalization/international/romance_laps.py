"""Gaps in races (1' 12''), speeds of centrifuges (12 000 g), radio standards (802.11ax), Δs/Δt and spans of dates."""

import re
from collections.abc import Callable

from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule

_SECOND = r"(?:''|’’|′′|[\"”″])"
_LAP = re.compile(
    rf"(?<![\w.,'’′°-])(?<!° )(?P<minutes>\d{{1,3}}) ?['’′] ?(?P<seconds>[0-5]\d) ?{_SECOND}(?![\w\"”'’′])"
)
_HAS_LAP = re.compile(r"['’′] ?\d\d ?['’′\"”″]")
_GAP = re.compile(
    r"(?:(?<=\b[aà] )|(?<=\b[dei][nei] )|(?<![\w.,'’′\"])(?=\d{1,2}(?:''|’’|′′|″) [aà] [A-ZÀ-Ý]))"
    r"(?P<seconds>[1-9]\d?)(?:''|’’|′′|″)(?![\w\"”'’′])"
)
_HAS_GAP = re.compile(r"\d(?:''|’’|′′|″)")
_STANDARD = re.compile(r"(?<![\w.,])802\.(?P<part>1\d?)(?P<letters>[a-z]{1,2})(?!\w)")
_DELTA = re.compile(r"(?:(?<![^\W_])|(?<=(?<![^\W_])[A-Zk]))[Δ∆](?=[a-zA-Z](?![^\W_]))")
_RATE = re.compile(r"(?<=[Δ∆][a-zA-Z])/(?=[Δ∆][a-zA-Z](?![^\W_]))")
_QUOTIENT = re.compile(
    r"(?<=[a-z²³]) / (?=\d)|(?<=[²³])/(?=\d)|(?<=[\d)]) / (?=[\d(])"
    r"|(?<=[-= (][a-zA-Zρλμ]) ?/ ?(?=(?:[a-zA-Z]|\d{1,4}[a-z]?)(?![\w'’/]|[.,]\w))"
    r"|(?<=^[a-zA-Z]) ?/ ?(?=[a-zA-Z](?!\w) ?=)"
)
_CENTRIFUGE = re.compile(r"centr[ií]fug|ultracentr", re.IGNORECASE)
_FORCE = 100
"""From here on, g is the force in a centrifuge, and below the mass of what is in it."""
_SPAN = re.compile(
    r"(?:(?<=[a-zéû])|(?<=[a-zéû]\.))[-–](?=(?:[1-9]|[12]\d|3[01])(?:er|º|°)? (?P<month>[a-zéû]{3,4}))"
)
_DAY = re.compile(r"(?<![\w.,])\d{1,2}(?:er|º|°)? (?P<month>[a-zéû]{3,4})[a-zéû]{0,6}\.?$")
_HAS_SPAN = re.compile(r"[a-zéû]\.?[-–]\d")
_HOURS = re.compile(r"(?:(?<=\d h)|(?<=\dh)|(?<=h\d\d))[-–](?=\d{1,2} ?h)")
_LONGEST = 20


def lap_rules(over: str, until: str) -> Callable[[NumberSpeller], tuple[Rule, ...]]:
    """The rules.

    over:  the word for the slash of a fraction
    until: the word between two dates
    """

    def rules(speller: NumberSpeller) -> tuple[Rule, ...]:
        locale = speller.locale
        months = {
            re.sub(r"\W.*", "", month.replace("[ée]", "é").replace("[ûu]", "û"))[:3]
            for month in locale.months
        }

        def lap(match: re.Match[str]) -> str | None:
            if locale.lasting is None:
                return None
            seconds = locale.lasting(speller, (0, 0, int(match["seconds"])))
            minutes = match.groupdict().get("minutes")
            return f"{locale.lasting(speller, (0, int(minutes), 0))} {seconds}" if minutes else seconds

        def standard(match: re.Match[str]) -> str:
            part = speller.cardinal(int(match["part"]))
            return speller.join(speller.cardinal(802), locale.marks["."], part, " ".join(match["letters"]))

        def force(match: re.Match[str]) -> str | None:
            if speller.value(match["number"]) < _FORCE:
                return None
            return f"{speller.number(match['number'])} g"

        def quotient(match: re.Match[str]) -> str | None:
            around = match.string[max(0, match.start() - 8) : match.end() + 16]
            return f" {over} " if "=" in around else None

        def span(match: re.Match[str]) -> str | None:
            day = _DAY.search(match.string[max(0, match.start() - _LONGEST) : match.start()])
            if day is None or not {day["month"][:3], match["month"][:3]} <= months:
                return None
            return f"{until} " if day[0].endswith(".") else f" {until} "

        return (
            Rule(Category.TIMES, _LAP, lap, needs=_HAS_LAP),
            Rule(Category.TIMES, _GAP, lap, needs=_HAS_GAP),
            Rule(Category.VERSIONS, _STANDARD, standard, needs=_STANDARD),
            Rule(
                Category.UNITS,
                re.compile(rf"(?<![\w.,])(?P<number>{speller.number_pattern}) ?[x×]? ?g(?![\w/])"),
                force,
                evidence=_CENTRIFUGE,
            ),
            Rule(Category.MATHS, _DELTA, lambda match: "delta ", needs=_DELTA),
            Rule(Category.MATHS, _RATE, lambda match: f" {over} ", needs=_RATE),
            Rule(Category.MATHS, _QUOTIENT, quotient, needs=_QUOTIENT),
            Rule(Category.DATES, _SPAN, span, needs=_HAS_SPAN),
        )

    return rules


def hours_rule(until: str) -> Rule:
    """A rule for "9 h-12 h"."""
    return Rule(Category.TIMES, _HOURS, lambda match: f" {until} ", needs=_HOURS)
