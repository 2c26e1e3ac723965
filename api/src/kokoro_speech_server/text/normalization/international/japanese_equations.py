"""Equations with letters in Japanese texts: in ax + b = 0 the signs are プラス and イコール, and a and x are apart."""

import re

from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.international.units import unit_nouns
from kokoro_speech_server.text.normalization.rules import Category, Rule

_REACH = 60
"""Characters of an equation on each side of a sign, at most."""
_INSIDE = r"[A-Za-z\d .,²³¹⁰-⁹⁻^+＋−–*×·/÷√πα-ωΑ-Ω()=＝<>≤≥'′_₀-₉-]"
_LEFT = re.compile(rf"{_INSIDE}{{0,{_REACH}}}$")
_RIGHT = re.compile(rf"{_INSIDE}{{0,{_REACH}}}")
_VARIABLE = re.compile(r"(?<![A-Za-z\d])[A-Za-zα-ωΔΩ](?![A-Za-z])|\d[a-z](?![A-Za-z])|[a-z][²³]")
_RELATION = re.compile("[=＝<>≤≥≦≧]")
_SIGN = re.compile(
    r"(?:(?<=[A-Za-z\d)²³πα-ω₀-₉'′])|(?<=[A-Za-z\d)²³πα-ω₀-₉'′] ))"
    r"(?P<sign>[+＋=＝−≤≥≦≧]|(?<= )[-–<>](?= )|(?<=[²³\d])-(?=\d?[a-z])|(?<=(?<![A-Za-z])[a-z])-(?=[a-z\d]))"
    r"(?= ?[-−+(√]?[A-Za-z\dπα-ω.])"
)
_PRODUCT = re.compile(
    r"(?:(?<=[=＝(+−*/,-])|(?<=[=＝(+−*/,-] )|(?=[a-z]{2,3} ?[=＝+−)-]))(?<![A-Za-z\d_.@])"
    r"(?P<number>\d{1,3})?(?P<letters>[a-z]{2,3})(?![A-Za-z\d²³^_.(])"
)
_NO_PRODUCTS = frozenset("id if is in or to no of px pt sin cos tan log exp min max mod det lim ok".split())


def equation_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for signs between numbers."""
    locale = speller.locale
    nouns = unit_nouns(locale)

    def is_equation(match: re.Match[str]) -> bool:
        before = _LEFT.search(match.string[max(0, match.start() - _REACH) : match.start()])
        after = _RIGHT.match(match.string, match.end())
        around = (before[0] if before else "") + match[0] + (after[0] if after else "")
        return bool(_RELATION.search(around) and _VARIABLE.search(around))

    def sign(match: re.Match[str]) -> str | None:
        mark = match["sign"]
        if not is_equation(match):
            return None
        if mark in "<>≤≥≦≧":
            return locale.operators[mark]
        return locale.minus if mark in "-–−" else locale.symbols[mark]

    def product(match: re.Match[str]) -> str | None:
        letters, number = match.group("letters", "number")
        is_word = letters in _NO_PRODUCTS or (len(letters) == 3 and re.search("[eiou]", letters))
        if is_word or (number and letters in nouns) or not is_equation(match):
            return None
        return (speller.number(number) if number else "") + " ".join(letters)

    return (
        Rule(Category.MATHS, _SIGN, sign, evidence=_RELATION),
        Rule(Category.MATHS, _PRODUCT, product, evidence=_RELATION),
    )
