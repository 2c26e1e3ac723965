"""Letters in Portuguese texts that are words otherwise: a = 2, hepatite A, turma E; and the names of Greek ones."""

import re

from kokoro_speech_server.text.normalization.rules import Category, Rule

_NAMES = {"a": "á", "e": "é", "o": "ó"}
_VARIABLE = re.compile(
    r"(?<![\w'’.-])(?:[aeo](?= ?[=≠≤≥] ?[-−√(\w])|[aAE](?= [+×·<>] [\w(]))"
    r"|(?<=[=≠≤≥+×·<>−] )[aeAE](?= ?[=≠≤≥+×·²³^),;.]| e [a-z]\b| - [\w(]|$)"
)
_NUMBERED = re.compile(r"(?<![\w.'’/-])(?!O[23](?!\d))(?P<letter>[AEO])(?=\d{1,3}(?![\w.,]\w))")
_AFTER_NUMBER = re.compile(r"(?<=[\dºª])[AEO](?![\w'’]|[.-]\w)")
_COMPARED = re.compile(r"(?<=[Α-Ωα-ω]) ?(?P<sign>[<>]) ?(?=[-−]?[\dα-ωa-z](?![^\W\d_]{2}))")
_NEEDS_SIGN = re.compile("[=≠≤≥+×·<>]")
_NAMED = re.compile(
    r"(?P<what>\b(?:[Ll]etra|[Oo]pção|[Tt]urma|[Gg]rupo|[Hh]epatite|[Vv]itamina|[Pp]lano|[Pp]onto|[Cc]lasse|[Aa]nexo"
    r"|[Bb]loco|[Aa]lternativa|[Ll]ado|[Tt]ipo|[Cc]ategoria|[Cc]onjunto|[Vv]értice|[Ss]érie|[Ii]tem|[Tt]orre|[Ss]ala"
    r"|[Pp]ortão|[Ss]etor|[Qq]uestão|[Vv]ogal|[Ii]nfluenza|[Gg]ripe|[Nn]ota|[Cc]have|[Tt]reino) )(?P<letter>[AEO])"
    r"(?=[,;:.)](?!\w)|$| (?:e|ou|do|da|de|com|é|foi|tem|fica|para|sobre|contra|por|em|no|na|\())"
)

GREEK = dict(
    zip(
        "αβγδεζηθικλνξρστυφχψωΓΔΘΛΞΠΦΨ",
        "alfa beta gama delta épsilon zeta eta teta iota capa lambda ni csi rô sigma tau ípsilon fi qui psi ômega gama"
        " delta teta lambda csi pi fi psi".split(),
        strict=True,
    )
) | {"μ": "mi", "Σ": "sigma", "ϕ": "fi", "ε": "épsilon", "ϵ": "épsilon"}
"""Entries of `symbols`: letters of formulas, which espeak-ng would say as in Greece."""


def letter_rules() -> tuple[Rule, ...]:
    """Rules that come before those for signs."""
    return (
        Rule(Category.MATHS, _VARIABLE, lambda match: _said(match[0]), needs=_NEEDS_SIGN),
        Rule(Category.SYMBOLS, _AFTER_NUMBER, lambda match: _said(match[0]), needs=_AFTER_NUMBER),
        Rule(
            Category.MATHS,
            _COMPARED,
            lambda match: " menor que " if match["sign"] == "<" else " maior que ",
            needs=_COMPARED,
        ),
        Rule(Category.SYMBOLS, _NUMBERED, lambda match: f"{_said(match[0])} ", needs=_NUMBERED),
        Rule(
            Category.SYMBOLS,
            _NAMED,
            lambda match: match["what"] + _said(match["letter"]),
            needs=re.compile(" [AEO](?!\\w)"),
        ),
    )


def _said(letter: str) -> str:
    name = _NAMES[letter.lower()]
    return name.upper() if letter.isupper() else name
