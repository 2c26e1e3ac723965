"""What a language's rules are made of. Where several match at one place, the first of them that has words is taken."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


class Category(StrEnum):
    """A kind of writing that can be left as it is. The names are those of a request's `normalization_options`."""

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
    CHEMISTRY = "chemistry"
    IDS = "ids"
    ABBREVIATIONS = "abbreviations"
    SYMBOLS = "symbols"


@dataclass(frozen=True, slots=True)
class Normalization:
    """Which categories of a text are put into words, and which of those are left out of the speech."""

    categories: frozenset[Category] = frozenset(Category)
    dropped: frozenset[Category] = frozenset()


EVERYTHING = Normalization()

Say = Callable[[re.Match[str]], str | None]
"""The words for a match; None: it is not what it looks like, and other rules may have it."""


@dataclass(frozen=True, slots=True)
class Rule:
    """Where something may stand, and what is said for it.

    pattern: its quantifiers are bounded or possessive, so that no text makes it slow
    say:     may look at the whole sentence (`match.string`) around the match
    needs:   found first; sentences without it are not searched for the pattern (most have no digit at all)
    """

    category: Category
    pattern: re.Pattern[str]
    say: Say
    needs: re.Pattern[str] | None = None
