"""What a language brings to the rules that all of them share."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from kokoro_speech_server.text.normalization.rules import Rule

if TYPE_CHECKING:
    from kokoro_speech_server.text.normalization.international.reader import Reader


class Noun(NamedTuple):
    """What is counted, in the singular and in the plural. `{}` stands where the number is said."""

    one: str
    other: str


class Currency(NamedTuple):
    """Signs and codes of a currency (regular expressions' special characters and all) and its names."""

    signs: tuple[str, ...]
    noun: Noun
    cent: Noun | None = None


@dataclass(frozen=True, kw_only=True)
class Locale:
    """A language's marks, words and ways of putting them together.

    The functions get words that are already spelled, unless their type says otherwise.
    """

    tag: str
    """Its name in CLDR."""

    spaced: bool = True
    """Whether it puts spaces between words."""

    decimal: str
    """The decimal mark, "," or "."; the other one stands between thousands."""

    marks: Mapping[str, str]
    """How either is said between digits."""

    pairs_of_thousands: bool = False
    """Whether digits are grouped by two above the thousands: 12,34,567."""

    ruleset: Callable[[int, str], str]
    """CLDR's rule set that spells a number before the rest of its sentence: it has the noun's gender."""

    spell: Callable[[int, Callable[[int], str]], str] | None = None
    """Spells a number by the speller it is given, where that one alone is not enough."""

    decimals_by_digit: bool = True
    """Whether 3.14 is "three point one four", never "three point fourteen"."""

    minus: str
    plus: str
    percent: str
    """With `{}` where the number is said, and so for the next ones."""
    permille: str
    span: str
    spans_after: Mapping[str, str] = field(default_factory=dict)
    """How a range is said after certain words, by a pattern for them."""
    score: str
    ratio: str = ""
    """"" if it is said as a score is."""
    fraction: Callable[["Reader", int, int, str], str]
    """Above, below, and what follows."""
    over: str = ""
    """A mark with decimals out of the best: 7,5/10."""
    labels: str = ""
    """Matches what a number behind it is the name of: it counts nothing, "la línea 21 pasa"."""
    codes: str = ""
    """Matches what is read digit by digit behind it: passwords, postal codes."""
    equals: str = ""
    """Matches what may stand between such a word and its digits."""
    halves: tuple[str, ...] = ()
    """"And a half" behind a masculine and a feminine noun, where it comes behind: "dos horas y media"."""
    mixed: Callable[["Reader", int, int, int], str]
    """A whole number and a fraction: 2½."""

    ordinal_pattern: str
    """Matches an ordinal in digits; its group `number` holds them."""
    ordinal: Callable[["Reader", re.Match[str]], str | None]

    roman: tuple[str, ...] = ()
    """Match Roman numerals where they are numbers; group `roman` holds them."""
    say_roman: Callable[["Reader", int, re.Match[str]], str] | None = None
    """What is said from the numeral to the match's end."""

    months: tuple[str, ...] = ()
    """Patterns of the months' names, January first."""
    written_date: str = ""
    """Matches a date with a month by name where it is not said as it is written; groups `day`, `month`, `year`."""
    day_first: bool = True
    date: Callable[["Reader", int | None, int | None, int | None], str]
    """Year, month and day in words; some can be missing."""
    year_pattern: str | None = None
    """Matches a year that is said otherwise than a number; group `year`."""
    time_pattern: str
    """Matches a clock time; groups `hour` or `hour2`, `minute`, `second`, others as the language's `time` likes."""
    time: Callable[["Reader", re.Match[str]], str | None]

    currencies: tuple[Currency, ...]
    with_cents: Callable[[str, int, str, str], str]
    """An amount of whole units ("" for none), the cents as number and in words, and with their name."""
    scales: Mapping[str, tuple[int, Noun]] = field(default_factory=dict)
    """Patterns of what multiplies an amount of money ("k", "millones"), with the factor and how it is said.

    An empty name: the factor is multiplied out."""
    of: Callable[[str], str] = lambda noun: noun
    """A noun behind a round million: "un millón de euros"."""

    per: str = ""
    """What the slash of "€/kg" is called."""
    no_units: frozenset[str] = frozenset()
    """Symbols that are words of the language."""
    own_units: Mapping[str, Noun] = field(default_factory=dict)
    """Units that CLDR names otherwise than people do, or not at all, by their symbols."""
    pers: Mapping[str, str] = field(default_factory=dict)
    """What it is called before certain words, by patterns for them."""
    prefixes: Mapping[str, str] = field(default_factory=dict)
    """How "m", "k" and "µ" are put before a unit's name."""

    symbols: Mapping[str, str]
    """What single characters are called between words; "" for those that are not said."""
    operators: Mapping[str, str]
    """What they are called between numbers."""
    squared: str
    cubed: str
    power: str
    abbreviations: Mapping[str, str] = field(default_factory=dict)
    """What is said for an abbreviation, by a pattern for it."""

    web: Mapping[str, str]
    """What the marks in addresses are called."""
    phone: Callable[["Reader", str], str] | None = None
    """How a telephone number is read; digit by digit, group for group, if nothing else is said."""
    phone_pattern: str
    emoji: str | None = None
    """The language's code in the library `emoji`; None: it has no names for them."""
    own_rules: Callable[["Reader"], tuple[Rule, ...]] = lambda reader: ()
    """What no other language has; these rules come first."""
