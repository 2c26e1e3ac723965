"""The words and patterns of a language from which its rules are built."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from kokoro_speech_server.text.abbreviations.table import NONE, Abbreviations
from kokoro_speech_server.text.normalization.rules import Rule

if TYPE_CHECKING:
    from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller


class Noun(NamedTuple):
    """A counted noun in the singular and plural. `{}` is the place of the number; without it, the number precedes."""

    one: str
    other: str


class Currency(NamedTuple):
    """A currency: its signs and codes as they are written, its name, and the name of its hundredth."""

    signs: tuple[str, ...]
    noun: Noun
    cent: Noun | None = None


@dataclass(frozen=True, kw_only=True)
class Locale:
    """A language's marks, words, patterns and grammar.

    Patterns are regular expressions. They are compiled where the rules are made, most of them as part of a longer one.
    Templates have `{}` for each number. Functions get numbers as words unless the parameter is an int.
    """

    tag: str
    """The language's name in CLDR."""

    decimal: str
    """The decimal mark, "," or "."; the other one groups thousands."""

    marks: Mapping[str, str]
    """The spoken decimal mark, by the written one."""

    pairs_of_thousands: bool = False
    """Whether digits above the thousands are grouped in pairs: 12,34,567."""

    ruleset: Callable[[int, str], str]
    """CLDR's rule set for a number, by the rest of its sentence, where the noun decides the gender."""

    spell: Callable[[int, Callable[[int], str]], str] | None = None
    """Spells a number with CLDR's speller, which it gets, where that alone is not enough."""

    decimals_by_digit: bool = True
    """Whether decimals are always spelled digit by digit. Otherwise, up to two of them are a number: "fourteen"."""
    longest_decimals: int = 2
    """Digits behind the decimal mark, at most, that are read as one number."""

    decimals_agree: re.Pattern[str] | None = None
    """Matches what follows a number whose decimals agree with it, too: "duas vírgula duas toneladas"."""

    minus: str
    plus: str
    percent: str
    """Template, as are the next ones."""
    permille: str
    span: str
    spans_after: Mapping[str, str] = field(default_factory=dict)
    """Templates of ranges after certain words, by patterns for the words."""
    score: str
    ratio: str = ""
    """"" where ratios are said like scores."""
    spaced_ratio: re.Pattern[str] | None = None
    """What precedes a ratio with spaces around its colon, in a language that has a space before all colons."""
    fraction: Callable[["NumberSpeller", int, int, str], str]
    """Numerator and denominator, and the text that follows, to words."""
    over: str = ""
    """Template of a grade with decimals: 7,5/10."""
    pressure: str = ""
    """Template of a blood pressure: 120/80 mmHg."""
    labels: str = ""
    """Matches words whose number is a name and counts nothing: "la línea 21 pasa"."""
    codes: str = ""
    """Matches words whose number is spelled digit by digit: passwords, postal codes."""
    equals: str = ""
    """Matches what may stand between such a word and its digits."""
    halves: tuple[str, ...] = ()
    """"And a half" after a masculine and a feminine noun, where it follows the noun: "dos horas y media"."""
    mixed: Callable[["NumberSpeller", int, int, int], str]
    """A whole number, numerator and denominator (2½) to words."""

    ordinal_pattern: str
    """Matches an ordinal in digits, which are in group `number`."""
    ordinal: Callable[["NumberSpeller", re.Match[str]], str | None]

    roman: tuple[str, ...] = ()
    """Match Roman numerals next to words that mark them as numbers; group `roman` is the numeral."""
    say_roman: Callable[["NumberSpeller", int, re.Match[str]], str] | None = None
    """The words from the numeral to the end of the match, by the numeral's value."""

    months: tuple[str, ...] = ()
    """Patterns of the months' names, January first."""
    written_date: str = ""
    """Matches dates with month names (<months>) that need a rule of their own. Groups: `day`, `year`."""
    day_first: bool = True
    date: Callable[["NumberSpeller", int | None, int | None, int | None], str]
    """Year, month and day to words; some may be missing."""
    year_pattern: str | None = None
    """Matches a year that is not said like other numbers, in group `year`."""
    time_pattern: str = (
        r"(?<!\d)(?<!\d[.:：])(?:(?<!\d,)|(?<=[:：]\d\d,))(?P<hour>[01]?\d|2[0-4])[:：](?P<minute>[0-5]\d)"
        r"(?:[:：](?P<second>[0-5]\d))?(?![\d:])"
    )
    """Matches a clock time. Groups: `hour` or `hour2`, `minute` or `minute2`, `second`, and others for `time`."""
    time: Callable[["NumberSpeller", re.Match[str]], str | None]

    lasting: Callable[["NumberSpeller", tuple[int, int, int]], str] | None = None
    """Hours, minutes and seconds (2 h 05 min 30 s) to words."""

    currencies: tuple[Currency, ...]
    meant: Callable[[re.Match[str], Currency], Currency | None] = lambda match, currency: currency
    """The currency that a sign means in its sentence, by its first one: pesos for "$", none for the "Q" of "Q4"."""
    with_cents: Callable[[str, int, str, str], str]
    """The words for an amount: whole units ("" for none), cents as a number, in words, and in words with their name."""
    scales: Mapping[str, tuple[int, Noun]] = field(default_factory=dict)
    """Patterns of what multiplies an amount of money ("k", "millones"), with the factor and its name.

    With an empty name the amount is multiplied and spelled as one number."""
    of: Callable[[str], str] = lambda noun: noun
    """A noun as it follows a round million: "un millón de euros"."""

    per: str = ""
    """The word for the slash of "€/kg"."""
    every: str = ""
    """The word for the slash of "mg/12 h", if it is another one."""
    no_units: frozenset[str] = frozenset()
    """Symbols of units that are words of the language."""
    own_units: Mapping[str, Noun] = field(default_factory=dict)
    """Units that CLDR lacks or names in an uncommon way, by their symbols."""
    counted: Mapping[str, Noun] = field(default_factory=dict)
    """What a number counts, by its abbreviation, which has a point: 232 p., 2 vol."""
    pers: Mapping[str, str] = field(default_factory=dict)
    """Other words for `per` before certain words, by patterns for these."""
    prefixes: Mapping[str, str] = field(default_factory=dict)
    """The prefixes "m", "k" and "µ" in words."""

    symbols: Mapping[str, str]
    """Single characters between words; "" for silent ones."""
    operators: Mapping[str, str]
    """Single characters between numbers."""
    heads: Mapping[str, Noun] = field(default_factory=dict)
    """What is counted before a slash only: "94 hab./km²"."""
    below: Mapping[str, str] = field(default_factory=dict)
    """Symbols after a slash only: the "d" of "mg/kg/d"."""
    hundred: str = "{amount}"
    """Template of what follows the slash of "l/100 km": `{amount}`, or only the `{unit}`."""
    squared: str
    cubed: str
    power: str
    """Template of base and exponent."""
    dotted: Abbreviations = NONE
    """Abbreviations with points, by which sentences are divided, too."""
    abbreviations: Mapping[str, str] = field(default_factory=dict)
    """Other abbreviations in full, by patterns for them."""
    pointed: Mapping[str, str] = field(default_factory=dict)
    """The same for patterns that match a point within their first 12 characters."""

    web: Mapping[str, str]
    """Marks in addresses."""
    phone: Callable[["NumberSpeller", str], str] | None = None
    """Spells a telephone number; None: digit by digit, with pauses between the groups."""
    calls: str = ""
    """Matches words before the number of a service: "llame al 112", which is spelled digit by digit."""
    called: str = ""
    """Matches words after such a number, in languages that have the verb there."""
    short_by_digit: bool = True
    """Whether numbers of three digits are spelled by digit there, too."""
    minute: Callable[["NumberSpeller", int, str, bool], str] | None = None
    """A minute of play (93'), the text before it, and whether minutes are added (90+3'), to words."""
    always_open: str = ""
    """The words for 24/7, where they are not those of the two numbers."""
    laws: str = ""
    """Matches words before a number with a year: "la Ley 39/2015"."""
    of_year: str = ""
    """The word for the slash there."""
    short_years: bool = False
    """Whether any law may have a year of two digits: "Lei 8.078/90"."""
    phone_pattern: str
    """Matches the country's forms of telephone numbers; `web` adds the international form."""
    emoji: str | None = None
    """The language's code in the library `emoji`; None: the library does not have it, and emoji are silent."""
    emoji_names: Mapping[str, str] = field(default_factory=dict)
    """Names of emoji, without variation selectors, where the library does not have the language."""
    own_rules: Callable[["NumberSpeller"], tuple[Rule, ...]] = lambda speller: ()
    """Rules of this language alone; they precede the others."""
