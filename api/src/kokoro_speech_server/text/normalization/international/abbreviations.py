"""Abbreviations in full."""

import itertools
import re
from collections.abc import Sequence

from kokoro_speech_server.text.abbreviations.table import NAMES_TOO
from kokoro_speech_server.text.normalization.international.number_speller import LETTERS, NumberSpeller
from kokoro_speech_server.text.normalization.required import beginnings
from kokoro_speech_server.text.normalization.rules import Category, Rule, any_of

_BEFORE_NUMBERS = r"(?= ?(?:[-−+±]?\d|[#№§]|[LRDA]\.? ?\d|[A-Z]{1,3}-?\d|[Nn][.º°]|[IVXLCDM]{1,9}(?!\w)))"
_BEFORE_NAMES = r"(?=,| ?[A-ZÀ-ÖØ-Þ«“\"])"
_ERA = re.compile(r"[a-z]\. (?:\w{2} )?[A-Z]")
_COMPARED = 3
"""Characters that tell most words of prose from all abbreviations."""

_WITHIN = r"(?=\W{0,3}\w)"


_LETTERS_WITH_POINTS = re.compile(rf"(?<![{LETTERS}\d.@'’-])[a-z](?:\.[a-z]){{1,5}}\.(?![{LETTERS}\d@])")
"""An abbreviation that no table has: its letters are said without a pause between them."""


def abbreviation_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Two rules for the locale's own patterns, and one for all abbreviations with a point of the language.

    Longer ones come first, since others may be their prefixes; those with a point, within their first letter.
    """
    dotted = speller.locale.dotted
    ways = (
        (dotted.numbered, _BEFORE_NUMBERS),
        (dotted.inner, _WITHIN),
        (dotted.names, _BEFORE_NAMES),
        (dotted.last, ""),
        (dotted.closing, ""),
    )
    entries = [
        (_first(written, is_numbered=table is dotted.numbered), written, ahead, said)
        for table, ahead in ways
        for written, said in table.items()
        if said
    ]
    entries.sort(key=lambda entry: (entry[0], -len(entry[1])))
    own, pointed = (
        sorted(table.items(), key=lambda entry: -len(entry[0]))
        for table in (speller.locale.abbreviations, speller.locale.pointed)
    )
    # No other word is near a point, so that most are not compared with all abbreviations.
    farthest = max((written.index(".") for _, written, _, _ in entries), default=0)
    return (
        *_rule([("", own)], _begins(own)),
        *_rule([("", pointed)], r"(?=[^.]{0,12}\.)" + _begins(pointed)),
        *_rule(
            [
                (first, [(_rest(written) + ahead, said) for _, written, ahead, said in group])
                for first, group in itertools.groupby(entries, key=lambda entry: entry[0])
            ],
            rf"(?=[^.]{{0,{farthest}}}\.)",
        ),
        *(_LETTERS if speller.spaced else ()),
    )


def _letters(match: re.Match[str]) -> str:
    said = match[0].upper().replace(".", " ").strip()
    return said + "." if match.end() == len(match.string) else said


_LETTERS = (Rule(Category.ABBREVIATIONS, _LETTERS_WITH_POINTS, _letters),)


def _rule(groups: Sequence[tuple[str, Sequence[tuple[str, str]]]], guard: str) -> tuple[Rule, ...]:
    """A rule for patterns and what is said for each, if there are any.

    groups: patterns in groups, which each have the same beginning, so that most are not even tried
    guard:  precedes them all
    """
    words = [said for _, table in groups for _, said in table]
    alternatives = "|".join(
        f"{first}(?:{'|'.join(f'({pattern})' for pattern, _ in table)})" for first, table in groups
    )

    def say(match: re.Match[str]) -> str:
        said = words[(match.lastindex or 1) - 1]
        # At the end of a sentence, the abbreviation's point is also the full stop.
        return said + "." if match[0].endswith(".") and match.end() == len(match.string) else said

    if not words:
        return ()
    pattern = re.compile(rf"(?<![{LETTERS}.@]){guard}(?:{alternatives})(?![{LETTERS}])")
    return (Rule(Category.ABBREVIATIONS, pattern, say),)


def _begins(table: Sequence[tuple[str, str]]) -> str:
    """A guard for the characters that any of the patterns may begin with, if they are known."""
    starts = [beginnings(pattern, _COMPARED) for pattern, _ in table]
    known = [start for start in starts if start is not None]
    return f"(?={any_of(frozenset().union(*known))})" if known and len(known) == len(starts) else ""


def _first(written: str, *, is_numbered: bool) -> str:
    """A pattern for the first character: the abbreviation may begin a sentence. The "d. C." of years is not "D. C."."""
    is_name = not is_numbered and written.capitalize() in NAMES_TOO
    is_exact = not written[0].islower() or is_name or _ERA.match(written)
    return re.escape(written[0]) if is_exact else f"[{written[0].upper()}{written[0]}]"


def _rest(written: str) -> str:
    """A pattern for the other ones: the abbreviation may be written without its spaces."""
    rest = re.escape(written[1:]).replace(r"\ ", " ?")
    # The "T." of "D. T." is an initial.
    return rf"(?<![A-Z]\. [A-Z]){rest}" if len(written) == 2 else rest
