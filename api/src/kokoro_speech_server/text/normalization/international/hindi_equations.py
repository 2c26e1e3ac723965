"""Formulas without TeX in Hindi texts, whose Latin letters are variables: F = ma, (-b ± √D)/2a, P = I²R, r/100."""

import re

from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.international.units import unit_nouns
from kokoro_speech_server.text.normalization.rules import Category, Rule

_REACH = 60
"""Characters of an equation on each side, at most."""
_INSIDE = r"[A-Za-z\d .,²³^+−–*×·/÷±√½¼πα-ωΔ()\[\]=<>≤≥-]"
_LEFT = re.compile(rf"{_INSIDE}{{0,{_REACH}}}$")
_RIGHT = re.compile(rf"{_INSIDE}{{0,{_REACH}}}")
_RELATION = re.compile("[=≈∝]")
_WORD = re.compile("[A-Za-z]{4}")
_PRODUCT = re.compile(
    r"(?<![A-Za-z.'’_@$\d])(?P<number>\d{0,3})"
    r"(?P<letters>(?:Δ?[a-zA-Zπ]){2,4}|(?<=\d)π|π(?=[²³])|(?<=\d)[a-zA-Z](?=[²³]))(?P<power>[²³]?)(?![\w'’(:²³-]|\.\w|/[a-z])"
)
_OPERATOR_BEFORE = re.compile(r"[=≈∝+−±×·*/(½¼-] ?$")
_OPERATOR_AFTER = re.compile(r" ?[=≈∝+−±×·*)]| [-–] ")
_WORDS = frozenset(
    "is to in if or of as no on by an we he it do so up us go id os kg cm km mm ml sin cos tan".split()
)
_VOWEL = re.compile("[aeiou]")
_PI = re.compile(r"(?<=\d)π(?=[a-zA-Z](?![A-Za-z]))")
_DERIVATIVE = re.compile(r"(?<![A-Za-z])d(?P<above>[a-z])/d(?P<below>[a-z])(?![A-Za-z])")
_PROPORTION = re.compile(
    r"(?<![\w.:])(?P<first>[a-z]|\d{1,4}):(?P<second>[a-z]|\d{1,4}) ?:: ?"
    r"(?P<third>[a-z]|\d{1,4}):(?P<fourth>[a-z]|\d{1,4})(?![\w:])"
)
_POWER = re.compile(r"(?<=[A-Za-zπ])[²³](?=[A-Za-zπ])")
_NEGATIVE = re.compile(r"(?:(?<=[=(,+×±])|(?<=[=(,+×±] ))[-−](?=[a-zA-Z](?![A-Za-z-])|√|\()")
_OVER = re.compile(
    r"(?:(?<=(?<![A-Za-z])[A-Za-z])|(?<=[)\]½])) ?/ ?(?=\d|[A-Za-z](?![A-Za-z])|\()|(?<=\d) / (?=\d)"
)


def equation_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for formulas in all languages."""
    locale = speller.locale
    nouns = unit_nouns(locale)
    powers = {"": "", "²": locale.squared, "³": locale.cubed}

    def is_equation(match: re.Match[str]) -> bool:
        before = _LEFT.search(match.string[max(0, match.start() - _REACH) : match.start()])
        after = _RIGHT.match(match.string, match.end())
        around = (before[0] if before else "") + match[0] + (after[0] if after else "")
        return bool(_RELATION.search(around)) and not _WORD.search(around)

    def product(match: re.Match[str]) -> str | None:
        letters, number = match.group("letters", "number")
        before, small = match.string[: match.start()][-2:], letters.islower()
        is_word = (len(letters) == 3 and _VOWEL.search(letters)) or (len(letters) > 3 and small)
        is_word = letters in _WORDS or is_word or (len(letters) > 2 and letters.isupper())
        beside = _OPERATOR_BEFORE.search(before) or _OPERATOR_AFTER.match(match.string, match.end())
        if is_word or not beside or (number and letters in nouns) or not is_equation(match):
            return None
        apart = [{"π": locale.symbols["π"], "Δ": "डेल्टा"}.get(letter, letter) for letter in letters]
        return speller.join(speller.number(number) if number else "", *apart, powers[match["power"]])

    def proportion(match: re.Match[str]) -> str:
        parts = [speller.number(part) if part.isdecimal() else part for part in match.groups()]
        return "{} अनुपात {} समानुपात {} अनुपात {}".format(*parts)

    return (
        Rule(Category.MATHS, _PRODUCT, product, evidence=_RELATION),
        Rule(
            Category.MATHS,
            _NEGATIVE,
            lambda match: f"{locale.minus} " if is_equation(match) else None,
            evidence=_RELATION,
        ),
        Rule(Category.MATHS, _PI, lambda match: f"{locale.symbols['π']} ", needs=re.compile("π")),
        Rule(
            Category.MATHS,
            re.compile(r"(?<![\w.,])(?P<first>\d{1,6})−(?P<last>\d{1,6})(?= ?=)"),
            lambda match: speller.join(
                speller.number(match["first"]), locale.operators["−"], speller.number(match["last"])
            ),
            needs=re.compile("−"),
        ),
        Rule(Category.RATIOS, _PROPORTION, proportion, needs=re.compile("::")),
        Rule(
            Category.MATHS,
            re.compile("[Δ△] ?(?=[A-Z]{3}(?![A-Za-z]))"),
            lambda match: "त्रिभुज ",
            needs=re.compile("[Δ△]"),
        ),
        Rule(
            Category.MATHS,
            _DERIVATIVE,
            lambda match: f"d {match['above']} बटा d {match['below']}",
            needs=re.compile("/d"),
        ),
        Rule(Category.MATHS, _POWER, lambda match: f" {powers[match[0]]} ", needs=re.compile("[²³]")),
        Rule(
            Category.MATHS, _OVER, lambda match: " बटा " if is_equation(match) else None, evidence=_RELATION
        ),
    )
