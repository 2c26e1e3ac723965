"""Which reading of a word the text around it calls for, in scripts without spaces."""

import re
from collections.abc import Sequence
from typing import NamedTuple

_REACH = 12
"""Characters before and after a word that its rules may look at: what is further away belongs to another phrase."""


class ReadingRule(NamedTuple):
    """A reading of a word, for the places where `before` matches what ends and `after` what begins beside it."""

    reading: str
    before: re.Pattern[str]
    after: re.Pattern[str]


def rule(reading: str, before: str = "", after: str = "") -> ReadingRule:
    """before, after: regular expressions, of which an empty one matches anywhere; `^` and `$` are the text's ends"""
    return ReadingRule(reading, re.compile(f"(?:{before})$"), re.compile(after))


def chosen(rules: Sequence[ReadingRule], text: str, start: int, end: int) -> str | None:
    """The reading of the first rule that applies to the word `start:end`, or None."""
    before, after = text[max(0, start - _REACH) : start], text[end : end + _REACH]
    for reading, is_before, is_after in rules:
        if is_after.match(after) and is_before.search(before):
            return reading
    return None
