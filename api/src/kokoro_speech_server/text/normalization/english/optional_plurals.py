"""Plurals that a reader may leave out: the name(s) of your child(ren), 1 item(s), (s)he."""

import re

from kokoro_speech_server.text.normalization.rules import Category, Rule

_PLURAL = re.compile(r"(?<![\w.@/'’-])(?P<word>[A-Za-z]{3,20})\((?P<end>s|es|ies|ren)\)(?![\w(])")
_BRACKETED = re.compile(r"[a-z]\((?:e?s|ies|ren)\)")
_ONE = re.compile(r"(?:(?<![\d.,])1|\b(?:an?|[Oo]ne|this|each|every)) (?:[a-z]{2,12} )?$")
_OF_FORMULAS = frozenset(
    """sin cos tan log exp sqrt max min abs len str int float bool set list dict tuple print sum type repr sorted
    range open input next iter func fun def get put""".split()
)
_HE_OR_SHE = re.compile(r"(?<!\w)\((?P<first>[sS])\)he\b")


def optional_plural_rules() -> tuple[Rule, ...]:
    """Rules for an ending in brackets, which is said unless there is one."""

    def plural(match: re.Match[str]) -> str | None:
        word, end = match["word"], match["end"]
        if word in _OF_FORMULAS:
            return None
        if _ONE.search(match.string[max(0, match.start() - 16) : match.start()]):
            return word
        return (word[:-1] if end == "ies" and word[-1] == "y" else word) + end

    return (
        Rule(Category.SYMBOLS, _PLURAL, plural, needs=_BRACKETED),
        Rule(
            Category.SYMBOLS,
            _HE_OR_SHE,
            lambda match: f"{'She' if match['first'] == 'S' else 'she'} or he",
            needs=_HE_OR_SHE,
        ),
    )
