"""Abbreviations in full."""

import re

from kokoro_speech_server.text.normalization.international.number_speller import LETTERS, NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule


def abbreviation_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """One rule for all abbreviations of the locale. Longer patterns come first, since others may be their prefixes."""
    table = sorted(speller.locale.abbreviations.items(), key=lambda entry: -len(entry[0]))
    words = [said for _, said in table]
    patterns = "|".join(f"({pattern})" for pattern, _ in table)

    def say(match: re.Match[str]) -> str:
        said = words[(match.lastindex or 1) - 1]
        # At the end of a sentence, the abbreviation's point is also the full stop.
        return said + "." if match[0].endswith(".") and match.end() == len(match.string) else said

    if not table:
        return ()
    return (
        Rule(Category.ABBREVIATIONS, re.compile(rf"(?<![{LETTERS}.@])(?:{patterns})(?![{LETTERS}])"), say),
    )
