"""Normalization rules, of which each language has a list, and their categories.

Where several rules match at the same position, the first in the list that returns words applies.
"""

import re
from collections.abc import Callable, Iterable
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
             `pattern`. None: every sentence is searched. Rules share these patterns, since each of them is
             searched for once in a sentence, and most sentences do not contain a single digit.
    evidence: the rule applies only to sentences that contain it, instead of `needs`: without it, what the pattern
             matches means something else ("st" is a stitch in a pattern of knitters)
    """

    category: Category
    pattern: re.Pattern[str]
    say: Say
    needs: re.Pattern[str] | None = None
    evidence: re.Pattern[str] | None = None


def any_of(words: Iterable[str]) -> str:
    """A regular expression for any of the words; longer words come first, since others may be their prefixes."""
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
