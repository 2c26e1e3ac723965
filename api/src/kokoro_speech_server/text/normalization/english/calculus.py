"""Limits, integrals, sums and steps of equations in plain text: lim_{x→0}, ∫₀¹, ∫_a^b, Σᵢ₌₁ⁿ, 2x = 6 → x = 3,
150 km / 2 h."""

import re
import unicodedata

from kokoro_speech_server.text.normalization.english.numbers import Numbers
from kokoro_speech_server.text.normalization.rules import Category, Rule

_LIMITED = re.compile(
    r"lim(?: ?_?[({](?P<of>[a-zA-Z]) ?(?:→|->) ?(?P<to>[-−+]?(?:\d{1,4}|∞|[a-z]))[⁺⁻+-]?[)}]|"
    r" (?P<of2>[a-z]) ?(?:→|->) ?"
    r"(?P<to2>[-−+]?(?:\d{1,4}|∞|[a-z])))(?: of)? ?"
)
_LIMIT_SIGN = re.compile(r"lim ?[_({a-z]")
_LOW = r"(?:(?P<low>[₀-₉₋]{1,4})|_(?P<low2>[-−]?(?:\d{1,4}|∞|[a-z](?!\w)))|_[{(](?P<low3>[-−]?(?:\d{1,4}|∞|[a-z]))[})])"
_HIGH = (
    r"(?:(?P<high>[⁰¹²³⁴-⁹∞ⁿˣ]{1,4})|\^(?P<high2>\+?(?:\d{1,4}|∞|[a-zN](?!\w)))"
    r"|\^[{(](?P<high3>\+?(?:\d{1,4}|∞|[a-zN]))[})])"
)
_INTEGRAL = re.compile(rf"∫{_LOW}{_HIGH} ?")
_SUM = re.compile(
    r"[Σ∑](?:(?P<letter>[ᵢⱼₖₙ])₌(?P<low>[₀-₉]{1,3})|_[{(](?P<letter2>[i-n]) ?= ?(?P<low2>\d{1,3})[})])"
    + rf"{_HIGH} ?"
)
_DIFFERENTIAL = re.compile(r"(?<= )d(?P<of>[xyztrusθ])(?!\w)")
_INTEGRATED = re.compile("∫|the integral from")
_BOUND_SIGN = re.compile("[∫Σ∑][₀-₉₌₋ᵢⱼₖₙ_]")
_THEREFORE = re.compile(r"(?<!\)) ?(?<!\) )(?:→|⟶|=>|⇒) ?(?=[^→=]{1,24}(?<![<>])=)")
_EQUATION = re.compile(r"=[^→⟶⇒=]{1,30}$")
_OVER_AMOUNT = re.compile(r"(?<=[A-Za-z°²³]) / (?=\d{1,9}(?:\.\d{1,4})? ?[A-Za-z]{1,4}\b)")
_APPROACHED = re.compile(
    r"(?P<of>(?<![\w])[a-zA-ZΔεδ]{1,2}) ?(?:→|->|⟶) ?(?=[-−+±]?(?:\d|∞|[a-z](?![\w])|infinity))"
)
_LIMIT = re.compile(r"\b(?:[Aa]s|[Ll]im(?:it)?s?|[Ll]et|[Ww]hen|for|if)\b.{0,30}$|lim[ _({]{0,2}$")
_ARROWS = re.compile(r"→|->|⟶|=>|⇒")
_BETWEEN = re.compile(" / ")


def calculus_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for what has bounds, and for arrows and strokes between equations and amounts."""

    def approached(match: re.Match[str]) -> str | None:
        if not _LIMIT.search(match.string[max(0, match.start() - 40) : match.start()]):
            return None
        return f"{match['of'].upper() if len(match['of']) == 1 and match['of'].isascii() else match['of']} approaches "

    def limit(match: re.Match[str]) -> str:
        of, to = match["of"] or match["of2"], match["to"] or match["to2"]
        return f"the limit as {of.upper()} approaches {_bound(to)} of "

    def integral(match: re.Match[str]) -> str:
        return f"{named(match, 'integral')}from {_low(match)} to {_high(match)} of "

    def total(match: re.Match[str]) -> str:
        letter = _bound(match["letter"] or match["letter2"])
        low = _bound(match["low"] or match["low2"])
        return f"{named(match, 'sum')}from {letter} equals {low} to {_high(match)} of "

    def named(match: re.Match[str], name: str) -> str:
        """The sign's name, unless it is already there, as in "the integral ∫"."""
        return "" if match.string[: match.start()].endswith(f"{name} ") else f"the {name} "

    def differential(match: re.Match[str]) -> str:
        return f"D {match['of'].upper() if match['of'].isascii() else match['of']}"

    def therefore(match: re.Match[str]) -> str | None:
        return ", so " if _EQUATION.search(match.string[max(0, match.start() - 40) : match.start()]) else None

    def over_amount(match: re.Match[str]) -> str | None:
        return " over " if "=" in match.string else None

    def _low(match: re.Match[str]) -> str:
        return _bound(match["low"] or match["low2"] or match["low3"])

    def _high(match: re.Match[str]) -> str:
        return _bound(match["high"] or match["high2"] or match["high3"])

    def _bound(written: str) -> str:
        plain = unicodedata.normalize("NFKC", written).replace("−", "-").replace("∞", "infinity").lstrip("+")
        sign, plain = ("minus ", plain[1:]) if plain.startswith("-") else ("", plain)
        return sign + (
            numbers.number(plain) if plain.isdecimal() else plain if len(plain) > 1 else plain.upper()
        )

    return (
        Rule(Category.MATHS, _LIMITED, limit, needs=_LIMIT_SIGN),
        Rule(Category.MATHS, _INTEGRAL, integral, needs=_BOUND_SIGN),
        Rule(Category.MATHS, _SUM, total, needs=_BOUND_SIGN),
        Rule(Category.MATHS, _DIFFERENTIAL, differential, evidence=_INTEGRATED),
        Rule(Category.MATHS, _THEREFORE, therefore, needs=_ARROWS),
        Rule(Category.MATHS, _APPROACHED, approached, needs=_ARROWS),
        Rule(Category.MATHS, _OVER_AMOUNT, over_amount, needs=_BETWEEN),
    )
