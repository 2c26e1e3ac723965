"""Acronyms with points in French texts (S.N.C.F., l'O.N.U.), which are read like those without."""

import re

from kokoro_speech_server.text.abbreviations.french import FRENCH
from kokoro_speech_server.text.normalization.rules import Category, Rule

_LETTERS = re.compile(r"(?<![\w.@-])(?<!\w['’]-)(?:[A-ZÉ]\.){2,7}(?![\w@-])(?! du \d| ?[A-Z]\.)")
_HAS_LETTERS = re.compile(r"[A-ZÉ]\.[A-ZÉ]\.")
_KNOWN = frozenset(
    written.replace(" ", "") for table in (FRENCH.inner, FRENCH.last, FRENCH.numbered) for written in table
)
_DOCTOR = re.compile(r"(?<![\w.])Ph\. ?D\.?(?!\w)")


def _letters(match: re.Match[str]) -> str | None:
    if match[0] in _KNOWN:
        return None
    ends = match.end() == len(match.string)
    return match[0].replace(".", "") + ("." if ends else "")


LETTER_RULES = (
    Rule(Category.ABBREVIATIONS, _LETTERS, _letters, needs=_HAS_LETTERS),
    Rule(Category.ABBREVIATIONS, _DOCTOR, lambda match: "P H D", needs=_DOCTOR),
)
