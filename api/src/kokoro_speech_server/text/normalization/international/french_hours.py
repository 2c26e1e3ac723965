"""Opening hours in French texts: "9h-12h / 14h-18h", "9h/18h", "du lu. au ve."."""

import re
from collections.abc import Sequence

from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule

_HOUR = r"(?:[01]?\d|2[0-4]) ?h(?: ?[0-5]\d)?(?!\w)"
_HOURS = re.compile(
    rf"(?<![\w.,/])(?P<first>{_HOUR})(?: ?[-–/] ?| à )(?P<second>{_HOUR})"
    rf"(?:(?: ?[-–/] ?|, )(?P<third>{_HOUR})(?: ?[-–/] ?| à )(?P<fourth>{_HOUR}))?(?![-–/]| [-–/] ?\d)"
)
_HAS_HOURS = re.compile(r"\d ?h")
_DAYS = {
    "lu": "lundi", "ma": "mardi", "me": "mercredi", "je": "jeudi", "ve": "vendredi", "sa": "samedi", "di": "dimanche",
}  # fmt: skip
_DAY = "|".join(_DAYS)
_SPAN = re.compile(
    rf"(?<![\w'’-])(?P<first>{_DAY})\.?(?: ?[-–] ?| (?:au|à|et) )(?P<last>{_DAY})(?![\w'’-])(?P<point>\.?)",
    re.IGNORECASE,
)
_ONE = re.compile(
    rf"(?:(?<=\b(?:[Ll]e|[Dd]u|[Aa]u|sf) )|(?<=\bsauf ))(?P<day>{_DAY})(?![\w'’-])(?P<point>\.?)"
    rf"|(?<![\w'’-])(?P<listed>{_DAY})\.?(?=, (?:{_DAY})(?![\w'’-]))"
)
_TIMES = re.compile(
    r"\d ?h(?!\w)|\dh\d\d|\b(?:[Ff]ermée?s?|[Oo]uvert\w{0,3}|[Hh]oraires?|[Bb]us|[Jj]ours)(?!\w)"
)


def time_of_day(speller: NumberSpeller, hour: int, minute: int) -> str:
    words = f"{speller.spell(hour, 'spellout-cardinal-feminine')} {'heures' if hour > 1 else 'heure'}"
    return f"{words} {speller.spell(minute, 'spellout-cardinal-feminine')}" if minute else words


def _joint(before: str, match: re.Match[str]) -> str:
    return before + ("." if match["point"] and match.end() == len(match.string) else "")


def _span(match: re.Match[str]) -> str:
    link = " et " if " et " in match[0] else " au " if " au " in match[0] else " à "
    return _joint(_DAYS[match["first"].lower()] + link + _DAYS[match["last"].lower()], match)


def _one(match: re.Match[str]) -> str:
    return _joint(_DAYS[match["day"] or match["listed"]], match)


def hour_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for times and ranges."""

    def hours(match: re.Match[str]) -> str | None:
        if "/" not in match[0]:
            return None
        said: Sequence[str] = [
            time_of_day(speller, *(int(part or 0) for part in re.split(" ?h ?", match[name])))
            for name in ("first", "second", "third", "fourth")
            if match[name]
        ]
        return " et de ".join(" à ".join(said[start : start + 2]) for start in range(0, len(said), 2))

    return (
        Rule(Category.TIMES, _HOURS, hours, needs=_HAS_HOURS),
        Rule(Category.ABBREVIATIONS, _SPAN, _span, evidence=_TIMES),
        Rule(Category.ABBREVIATIONS, _ONE, _one, evidence=_TIMES),
    )
