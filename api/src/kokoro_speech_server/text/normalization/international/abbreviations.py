"""Abbreviations in full."""

import re
from collections.abc import Sequence

from kokoro_speech_server.text.normalization.international.number_speller import LETTERS, NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule

_BEFORE_NUMBERS = r"(?= ?(?:\d|[#№§]|[IVXLCDM]{1,9}(?!\w)))"
_WITHIN = r"(?=\W{0,2}\w)"


def abbreviation_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """One rule for the locale's own patterns, and one for all abbreviations with a point of the language.

    Longer ones come first, since others may be their prefixes.
    """
    dotted = speller.locale.dotted
    ways = (
        (dotted.numbered, _BEFORE_NUMBERS),
        (dotted.inner, _WITHIN),
        (dotted.last, ""),
        (dotted.closing, ""),
    )
    entries = [(written, ahead, said) for table, ahead in ways for written, said in table.items() if said]
    entries.sort(key=lambda entry: -len(entry[0]))
    own = sorted(speller.locale.abbreviations.items(), key=lambda entry: -len(entry[0]))
    # No other word is near a point, so that most are not compared with all abbreviations.
    farthest = max((written.index(".") for written, _, _ in entries), default=0)
    return (
        *_rule(own, ""),
        *_rule(
            [(_pattern(written) + ahead, said) for written, ahead, said in entries],
            rf"(?=[^.]{{0,{farthest}}}\.)",
        ),
    )


def _rule(table: Sequence[tuple[str, str]], guard: str) -> tuple[Rule, ...]:
    """A rule for patterns and what is said for each, if there are any. guard: precedes them all"""
    words = [said for _, said in table]
    alternatives = "|".join(f"({pattern})" for pattern, _ in table)

    def say(match: re.Match[str]) -> str:
        said = words[(match.lastindex or 1) - 1]
        # At the end of a sentence, the abbreviation's point is also the full stop.
        return said + "." if match[0].endswith(".") and match.end() == len(match.string) else said

    if not table:
        return ()
    pattern = re.compile(rf"(?<![{LETTERS}.@]){guard}(?:{alternatives})(?![{LETTERS}])")
    return (Rule(Category.ABBREVIATIONS, pattern, say),)


def _pattern(written: str) -> str:
    """The abbreviation may begin a sentence, and may be written without its spaces."""
    first, rest = written[0], re.escape(written[1:]).replace(r"\ ", " ?")
    return (f"[{first.upper()}{first}]" if first.islower() else re.escape(first)) + rest
