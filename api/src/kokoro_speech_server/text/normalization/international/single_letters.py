"""Latin letters alone in Japanese and Mandarin texts."""

import re

from kokoro_speech_server.text.normalization.rules import Category, Rule

_A = re.compile(r"(?<![A-Za-z@._-])A(?![A-Za-z$＄]| [A-Za-z]{2}|['’.@_-][A-Za-z\d])")
_NEEDS = re.compile("A")


def letter_a_rules(name: str) -> tuple[Rule, ...]:
    """A rule for A, which the converter of Latin words takes for the English article: 12A席, A股."""
    return (Rule(Category.SYMBOLS, _A, lambda match: name, needs=_NEEDS),)
