"""Normalization rules, of which each language has a list, and their categories.

Where several rules match at the same position, the first in the list that returns words applies.
"""

import itertools
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum


class Category(StrEnum):
    """A kind of notation that a request can exclude. The values are the names in its `normalization_options`."""

    MARKDOWN = "markdown"
    HTML = "html"
    EMOJI = "emoji"
    URLS = "urls"
    EMAILS = "emails"
    PATHS = "paths"
    HANDLES = "handles"
    PHONES = "phones"
    ADDRESSES = "addresses"
    VERSIONS = "versions"
    DATES = "dates"
    TIMES = "times"
    MONEY = "money"
    UNITS = "units"
    PERCENTAGES = "percentages"
    FRACTIONS = "fractions"
    RATIOS = "ratios"
    RANGES = "ranges"
    ROMAN = "roman"
    ORDINALS = "ordinals"
    YEARS = "years"
    NUMBERS = "numbers"
    MATHS = "maths"
    MATH = "math"
    CHEMISTRY = "chemistry"
    IDS = "ids"
    ABBREVIATIONS = "abbreviations"
    SYMBOLS = "symbols"


@dataclass(frozen=True, slots=True)
class Normalization:
    """What is normalized in a text.

    categories: these are put into words; others stay as they are written
    dropped:    those of the categories that are removed instead
    """

    categories: frozenset[Category] = frozenset(Category)
    dropped: frozenset[Category] = frozenset()


EVERYTHING = Normalization()

Say = Callable[[re.Match[str]], str | None]
"""Returns the words for a match, or None if the rule does not apply to it, so that others may."""

DIGIT = re.compile(r"\d")
"""Needed by many rules."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern and the words for what it matches.

    pattern: has only bounded or possessive quantifiers, so that matching takes linear time
    say:     may inspect the whole sentence (`match.string`) around the match
    needs:   a cheap pattern that every sentence with a match contains: other sentences are not searched for
             `pattern`. None: those are searched that have its characters (`required.py`), which is enough for
             a pattern with a digit or a sign. Rules share these patterns, since each of them is searched for
             once in a sentence.
    evidence: the rule applies only to sentences that contain it, instead of `needs`: without it, what the pattern
             matches means something else ("st" is a stitch in a pattern of knitters)
    """

    category: Category
    pattern: re.Pattern[str]
    say: Say
    needs: re.Pattern[str] | None = None
    evidence: re.Pattern[str] | None = None


def any_of(words: Iterable[str]) -> str:
    """A regular expression for any of the words; longer words come first, since others may be their prefixes.

    Words with the same first character are in one group, so that most are not even tried.
    """
    ordered = sorted(words, key=lambda word: (word[:1], -len(word), word))
    groups = ((first, list(group)) for first, group in itertools.groupby(ordered, key=lambda word: word[:1]))
    return "|".join(_one_of(first, group) for first, group in groups)


def _one_of(first: str, words: Sequence[str]) -> str:
    """A regular expression for any of the words, which begin with `first`."""
    rests = [re.escape(word[1:]) for word in words]
    return re.escape(first) + (rests[0] if len(rests) == 1 else f"(?:{'|'.join(rests)})")
