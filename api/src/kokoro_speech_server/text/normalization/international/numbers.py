"""Numbers: cardinals, ordinals, fractions, ranges, scores, Roman numerals and powers."""

import re
import unicodedata

from kokoro_speech_server.text.normalization.international.locale import Locale
from kokoro_speech_server.text.normalization.international.number_speller import (
    LETTERS,
    NO_LETTER,
    SIGN,
    NumberSpeller,
)
from kokoro_speech_server.text.normalization.roman_numerals import is_roman, roman_value
from kokoro_speech_server.text.normalization.rules import DIGIT, Category, Rule

_ROMAN_NEEDS = re.compile(
    r"\b(?:[IVX][IVXLCDM]{0,11}|[LCDM][IVXLCDM]{1,11}|[LCDM](?!e\b))(?:e|è|er|ème|ᵉʳ|ᵉ|re|ª|º)?(?!\w)"
)
_ROMAN_LETTER = re.compile("[IVXLCDM]")
_YEAR = re.compile("(?:19|20)\\d\\d")
_AHEAD = 40
"""Characters before a ratio in which the word for it is."""
_BEST_MARKS = frozenset((5, 6, 10, 20, 30, 60, 100, 110))
"""Grades like 10/10 and 110/110, unlike 50/50."""
_FRACTION_NEEDS = re.compile(r"[/⁄¼-¾⅐-⅞↉]")
_RANGE_NEEDS = re.compile(r"[\dh%％℃°€元円′″] ?[-–—−~〜～]")
_COMMA = re.compile(r"\d,\d{3}")
_ENGLISH_THOUSANDS = re.compile(
    r"(?<![\d.,/-])(?P<number>[1-9]\d{0,2}(?:,\d{3})+)(?![\d.,%‰])(?= (?:de )?(?P<noun>(?!(?:kilo|centi|mili|milli|milí"
    r"|metr|mètr|litr|gram|grad|degr|graus|segund|second|minut|hor[ae]s|heure|punt|point|pont|quil|chil|tonel|tonn|onz"
    r"|libr|livr|euros)[a-zà-ÿ]{0,12})[a-zà-ÿ]{3,24}))"
)
"""12,000 with what is counted behind it, but no unit: then the comma is a decimal mark."""

_PLURALS = {
    "es": (re.compile(r"\w+s\b"), False),
    "pt": (re.compile(r"\w+s\b"), True),
    "fr": (re.compile(r"\w+[sx]\b"), True),
    "it": (re.compile(r"\w+[eio]\b"), True),
}
"""By language, what a plural noun looks like, and whether only round numbers have such commas."""

_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")


def ordinal_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Ordinals in digits, and Roman numerals next to words that mark them as numbers."""
    locale = speller.locale
    needs = _ROMAN_NEEDS if speller.spaced else _ROMAN_LETTER

    def roman(match: re.Match[str]) -> str | None:
        numeral = match["roman"]
        if locale.say_roman is None or not is_roman(numeral) or numeral in ("C", "D", "L", "M"):
            return None  # "Zone C"
        words = locale.say_roman(speller, roman_value(numeral), match)
        words = match[0][: match.start("roman") - match.start()] + words
        groups = match.groupdict()
        following = groups.get("next") or ""
        if is_roman(following):
            link = groups["and"] or locale.span.split("{}")[1].strip()
            words += f" {link} {locale.say_roman(speller, roman_value(following), match)}"
        return words

    return (
        *(Rule(Category.ROMAN, re.compile(pattern), roman, needs=needs) for pattern in locale.roman),
        Rule(
            Category.ORDINALS,
            re.compile(locale.ordinal_pattern),
            lambda match: locale.ordinal(speller, match),
            needs=DIGIT,
        ),
    )


def _ratio(speller: NumberSpeller, match: re.Match[str]) -> str | None:
    locale = speller.locale
    if len(match["first"]) > 2 and _YEAR.fullmatch(match["last"]):
        return None  # a standard with its year: ISO 9001:2015
    before = match.string[max(0, match.start() - _AHEAD) : match.start()]
    if locale.spaced_ratio and " " in match[0] and not locale.spaced_ratio.search(before):
        return None
    template = locale.ratio or locale.score
    return template.format(speller.number(match["first"]), speller.number(match["last"]))


def number_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules for notations of several numbers first, the one for a single number last."""
    locale = speller.locale
    number = speller.number_pattern
    code, label = _named_by(locale)
    # "pague 2: 2 unidades" is no ratio.
    to = "(?: [:：∶] ?|[:：∶])" if speller.spaced else " ?[:：∶] ?"
    listable = 2 if speller.spaced else 4  # digits in a list without spaces: "98,100,95"

    def fraction(match: re.Match[str]) -> str | None:
        above, below = int(match["above"]), int(match["below"])
        if not 0 < above < below or below > 1000:
            return marks(match) if locale.over and above == below in _BEST_MARKS else None
        if match["whole"]:
            return locale.mixed(speller, int(match["whole"]), above, below)
        return locale.fraction(speller, above, below, match.string[match.end() :])

    def marks(match: re.Match[str]) -> str:
        return locale.over.format(speller.number(match["above"]), speller.number(match["below"]))

    def half(match: re.Match[str]) -> str:
        number, noun = int(match["whole"]), " " + match["noun"]
        feminine = any(locale.ruleset(count, noun).endswith("feminine") for count in (1, 21))
        if number == 1:
            noun = noun.removesuffix("s")  # 1½ horas: "una hora y media"
        return speller.cardinal(number, noun) + noun + " " + locale.halves[feminine]

    def vulgar(match: re.Match[str]) -> str | None:
        above, slash, below = unicodedata.normalize("NFKC", match["sign"]).partition("⁄")
        if not slash or not below:
            return None
        if match["whole"]:
            return locale.mixed(speller, int(match["whole"]), int(above), int(below))
        return locale.fraction(speller, int(above), int(below), match.string[match.end() :])

    def span(match: re.Match[str]) -> str | None:
        first, last = match["first"], match["last"]
        if re.match(r"0\d", first) or re.match(r"0\d", last):
            return None
        after = match.string[match.end() :]
        words = speller.number(first, after), speller.number(last, after)
        rises = 0 < speller.value(first) < speller.value(last) or len(last) < len(first) == 4
        if not rises:
            return locale.score.format(speller.number(first), speller.number(last)).strip()
        return spanned(speller, match, *words).strip()

    def power(match: re.Match[str]) -> str:
        exponent = (match["raised"] or match["up"]).translate(_SUPERSCRIPTS).replace("−", "-")
        base = speller.number(match["base"]) if match["base"][0].isdigit() else match["base"]
        if exponent in ("2", "3"):
            return speller.join(base, locale.squared if exponent == "2" else locale.cubed)
        sign = "-" if exponent.startswith("-") else None
        return locale.power.format(base, speller.signed(sign, speller.cardinal(int(exponent.lstrip("-")))))

    def scientific(match: re.Match[str]) -> str:
        sign = "-" if match["minus"] == "-" else None
        exponent = speller.signed(sign, speller.cardinal(int(match["exponent"])))
        ten = locale.power.format(speller.cardinal(10), exponent)
        words = speller.join(speller.number(match["factor"]), locale.operators["×"], ten)
        return speller.signed(match["sign"], words)

    def listed(match: re.Match[str]) -> str | None:
        if re.fullmatch(number, match[0]):
            return None
        return ", ".join(speller.number(part) for part in match[0].split(","))

    def plain(match: re.Match[str]) -> str:
        before = match.string[: match.start()][-1:]
        if before.isupper() and len(match["number"]) > 3 and match["number"].isdigit():
            return speller.digits(match["number"])  # a flight or a number plate: "IB3456"
        ahead = match.string[max(0, match.start() - 30) : match.start()]
        is_long = len(match["number"]) > (3 if speller.spaced else 2) and match["number"].isdigit()
        if is_long and code and code.search(ahead):
            return speller.digits(match["number"])
        is_name = (label and label.search(ahead)) or (before.isascii() and before.isalpha())  # "A1"
        words = speller.number(match["number"], "" if is_name else match.string[match.end() :])
        return speller.signed(match["sign"], words)

    halves = Rule(
        Category.FRACTIONS,
        re.compile(r"(?<![\d/.,-])(?P<whole>\d{1,4})(?: ?½| 1/2) (?P<noun>[a-zà-ÿ]{3,20})(?!\w|\. [a-zà-ÿ])"),
        half,
        needs=_FRACTION_NEEDS,
    )
    decimal_marks = Rule(
        Category.FRACTIONS,
        re.compile(r"(?<![\d/.,-])(?P<above>\d{1,3}[.,]\d{1,2})/(?P<below>\d{1,3})(?![\d/]|[.,]\d)"),
        marks,
        needs=_FRACTION_NEEDS,
    )
    return (
        *((halves,) if locale.halves else ()),
        *_thousands_rules(speller),
        Rule(
            Category.FRACTIONS,
            re.compile(
                r"(?<![\d/.,-])(?:(?P<whole>\d{1,4}) )?(?P<above>\d{1,3})[/⁄](?P<below>\d{1,4})(?![\d/]|[.,]\d)"
            ),
            fraction,
            needs=_FRACTION_NEEDS,
        ),
        *((decimal_marks,) if locale.over else ()),
        Rule(
            Category.FRACTIONS,
            re.compile(r"(?:(?<!\d)(?P<whole>\d{1,9}) ?)?(?P<sign>[¼-¾⅐-⅞↉])"),
            vulgar,
            needs=_FRACTION_NEEDS,
        ),
        Rule(
            Category.MATHS,
            re.compile(
                rf"(?<![{LETTERS}\d.,])(?P<base>{number}|[{LETTERS}α-ωΑ-Ω])(?:(?P<raised>⁻?[²³¹⁰⁴-⁹]{{1,4}})"
                rf"|\^(?P<up>[-−]?\d{{1,4}}))(?![{LETTERS}\d^])"
            ),
            power,
            needs=re.compile("[⁻²³¹⁰⁴-⁹^]"),
        ),
        Rule(
            Category.MATHS,
            re.compile(
                rf"{SIGN}(?<![{LETTERS}\d.,])(?P<factor>{number})[eE](?P<minus>[-+]?)(?P<exponent>\d{{1,3}}){NO_LETTER}"
            ),
            scientific,
            needs=re.compile(r"\d[eE]"),
        ),
        Rule(
            Category.RANGES,
            re.compile(
                rf"(?<![{LETTERS}\d/-])(?<!\d[.,])(?P<first>{number}) ?[-–—−~〜～]"
                rf"(?P<last>{number})(?![-–/:]?\d)(?![A-Za-z])"
            ),
            span,
            needs=_RANGE_NEEDS,
        ),
        Rule(
            Category.RATIOS,
            re.compile(
                r"(?<![\d:])(?<!\d[.,])(?<![A-Z])(?P<first>\d{1,4}(?:[.,]\d{1,2}(?=[:：∶]\d(?!\d)))?)"
                + to
                + r"(?P<last>\d{1,9}(?:(?<=1[:：∶]\d)[.,]\d)?)(?![\d:ºª]|[.,]\d)"
            ),
            lambda match: _ratio(speller, match),
            needs=re.compile(r"\d ?[:：∶]"),
        ),
        Rule(
            Category.NUMBERS,
            re.compile(rf"(?<![\d.,])\d{{1,15}}(?:,\d{{1,{listable}}}(?!\d)){{2,40}}(?![.,]?\d)"),
            listed,
            needs=DIGIT,
        ),
        Rule(
            Category.YEARS,
            re.compile(r"(?<!\w)['’](?P<decade>[1-9]\d|[2-9]00)(?![\w'’]| [^'’]{1,40}['’](?!\w))"),
            lambda match: speller.cardinal(int(match["decade"])),
            needs=DIGIT,
        ),
        Rule(
            Category.RANGES,
            re.compile(
                r"(?<=:\d\d) ?[-–—~〜～] ?(?=\d{1,2}:\d\d)|(?<=[\s(]\d\d) ?[-–] ?(?=\d{1,2}:\d\d)"
                r"|(?:(?<=\dh)|(?<=\dh[0-5]\d)) ?[-–] ?(?=\d{1,2}h)"
                r"|(?<=/\d\d) ?[-–—] ?(?=\d{1,2}/\d)|(?<=\d{4}) [-–—] (?=\d{1,2}/\d{1,2}/\d)"
                r"|(?<=[%％℃°€元円′″]) ?[-–—~〜～] ?(?=\d[\d.,]{0,9} ?[%％℃°€元円])"
            ),
            lambda match: locale.span.split("{}")[1].strip(),
            needs=_RANGE_NEEDS,
        ),
        Rule(Category.NUMBERS, re.compile(rf"{SIGN}(?P<number>{number})"), plain, needs=DIGIT),
    )


def _thousands_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """A rule for 12,000 people, where the language has a decimal comma."""
    plural, only_round = _PLURALS.get(speller.locale.tag, (None, False))
    if plural is None:
        return ()

    def thousands(match: re.Match[str]) -> str | None:
        if not plural.match(match["noun"]) or (only_round and not match["number"].endswith("0")):
            return None
        return speller.cardinal(int(match["number"].replace(",", "")), match.string[match.end() :])

    return (Rule(Category.NUMBERS, _ENGLISH_THOUSANDS, thousands, needs=_COMMA),)


def _named_by(locale: Locale) -> tuple[re.Pattern[str] | None, re.Pattern[str] | None]:
    """Patterns for the text before a number: the first finds codes, which are spelled by digit; the second, labels."""
    code = label = None
    if locale.codes:
        code = re.compile(rf"(?:{locale.codes})[^\w\n]{{0,3}}(?:{locale.equals})? ?$", re.IGNORECASE)
    if locale.labels:
        label = re.compile(rf"(?<!\w)(?:{locale.labels}) ?$", re.IGNORECASE)
    return code, label


def spanned(speller: NumberSpeller, match: re.Match[str], first: str, last: str) -> str:
    """The words for a range, which depend on the word before it: "between … and", "from … to"."""
    before = match.string[: match.start()]
    for word, template in speller.locale.spans_after.items():
        if re.search(rf"(?:^|\W)(?:{word}) $", before, re.IGNORECASE):
            return template.format(first, last)
    return speller.locale.span.format(first, last)
