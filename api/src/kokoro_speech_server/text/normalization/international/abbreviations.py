"""Abbreviations in full."""

import re

from kokoro_speech_server.text.normalization.international.reader import LETTERS, Reader
from kokoro_speech_server.text.normalization.rules import Category, Rule


def abbreviation_rules(reader: Reader) -> tuple[Rule, ...]:
    """Longer abbreviations before those that they begin with."""
    table = sorted(reader.locale.abbreviations.items(), key=lambda entry: -len(entry[0]))
    words = [said for _, said in table]
    patterns = "|".join(f"({pattern})" for pattern, _ in table)

    def say(match: re.Match[str]) -> str:
        said = words[(match.lastindex or 1) - 1]
        # The point of an abbreviation that ends a sentence ends the sentence too.
        return said + "." if match[0].endswith(".") and match.end() == len(match.string) else said

    if not table:
        return ()
    return (
        Rule(Category.ABBREVIATIONS, re.compile(rf"(?<![{LETTERS}.@])(?:{patterns})(?![{LETTERS}])"), say),
    )
