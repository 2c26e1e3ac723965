"""Numbers: plain and signed, ordinals, fractions, ranges and scores, Roman numerals, powers."""

import re
import unicodedata

from kokoro_speech_server.text.normalization.international.locale import Locale
from kokoro_speech_server.text.normalization.international.reader import LETTERS, NO_LETTER, SIGN, Reader
from kokoro_speech_server.text.normalization.rules import Category, Rule

_ROMAN = re.compile(r"(?=[IVXLCDM])M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})")
_ROMAN_DIGITS = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")


def roman_value(numeral: str) -> int | None:
    """What a Roman numeral in capitals is worth; None if it is not written as one."""
    if not _ROMAN.fullmatch(numeral):
        return None
    values = [_ROMAN_DIGITS[letter] for letter in numeral]
    return sum(
        -value if value < following else value
        for value, following in zip(values, [*values[1:], 0], strict=True)
    )


def ordinal_rules(reader: Reader) -> tuple[Rule, ...]:
    """In digits and, where the words around tell that they are numbers, in Roman numerals."""
    locale = reader.locale

    def roman(match: re.Match[str]) -> str | None:
        value = roman_value(match["roman"])
        if value is None or locale.say_roman is None:
            return None
        words = match[0][: match.start("roman") - match.start()] + locale.say_roman(reader, value, match)
        groups = match.groupdict()
        following = roman_value(groups.get("next") or "")
        return f"{words} {groups['and']} {locale.say_roman(reader, following, match)}" if following else words

    return (
        *(Rule(Category.ROMAN, re.compile(pattern), roman) for pattern in locale.roman),
        Rule(
            Category.ORDINALS, re.compile(locale.ordinal_pattern), lambda match: locale.ordinal(reader, match)
        ),
    )


def number_rules(reader: Reader) -> tuple[Rule, ...]:
    """From what is written with several numbers down to the single number."""
    locale = reader.locale
    number = reader.number_pattern
    code, label = _named_by(locale)

    def fraction(match: re.Match[str]) -> str | None:
        above, below = int(match["above"]), int(match["below"])
        if not 0 < above < below or below > 1000:
            return None
        if match["whole"]:
            return locale.mixed(reader, int(match["whole"]), above, below)
        return locale.fraction(reader, above, below, match.string[match.end() :])

    def marks(match: re.Match[str]) -> str:
        return locale.over.format(reader.number(match["above"]), reader.number(match["below"]))

    def half(match: re.Match[str]) -> str:
        number, noun = int(match["whole"]), " " + match["noun"]
        feminine = locale.ruleset(21, noun).endswith("feminine")
        if number == 1:
            noun = noun.removesuffix("s")  # 1½ horas: "una hora y media"
        return reader.cardinal(number, noun) + noun + " " + locale.halves[feminine]

    def vulgar(match: re.Match[str]) -> str | None:
        above, slash, below = unicodedata.normalize("NFKC", match["sign"]).partition("⁄")
        if not slash or not below:
            return None
        if match["whole"]:
            return locale.mixed(reader, int(match["whole"]), int(above), int(below))
        return locale.fraction(reader, int(above), int(below), match.string[match.end() :])

    def span(match: re.Match[str]) -> str | None:
        first, last = match["first"], match["last"]
        if re.match(r"0\d", first) or re.match(r"0\d", last):
            return None
        after = match.string[match.end() :]
        words = reader.number(first, after), reader.number(last, after)
        rises = 0 < reader.value(first) < reader.value(last) or len(last) < len(first) == 4
        return (spanned(reader, match, *words) if rises else locale.score.format(*words)).strip()

    def ratio(match: re.Match[str]) -> str:
        template = locale.ratio or locale.score
        return template.format(reader.number(match["first"]), reader.number(match["last"]))

    def power(match: re.Match[str]) -> str:
        exponent = (match["raised"] or match["up"]).translate(_SUPERSCRIPTS).replace("−", "-")
        base = reader.number(match["base"]) if match["base"][0].isdigit() else match["base"]
        if exponent in ("2", "3"):
            return reader.join(base, locale.squared if exponent == "2" else locale.cubed)
        sign = "-" if exponent.startswith("-") else None
        return locale.power.format(base, reader.signed(sign, reader.cardinal(int(exponent.lstrip("-")))))

    def scientific(match: re.Match[str]) -> str:
        sign = "-" if match["minus"] == "-" else None
        exponent = reader.signed(sign, reader.cardinal(int(match["exponent"])))
        ten = locale.power.format(reader.cardinal(10), exponent)
        words = reader.join(reader.number(match["factor"]), locale.operators["×"], ten)
        return reader.signed(match["sign"], words)

    def listed(match: re.Match[str]) -> str:
        return ", ".join(reader.number(part) for part in match[0].split(","))

    def plain(match: re.Match[str]) -> str:
        before = match.string[: match.start()][-1:]
        if before.isupper() and len(match["number"]) > 3 and match["number"].isdigit():
            return reader.digits(match["number"])  # a flight, a number plate: "IB3456"
        ahead = match.string[max(0, match.start() - 30) : match.start()]
        is_code = code and code.search(ahead)
        if is_code and len(match["number"]) > (3 if locale.spaced else 2) and match["number"].isdigit():
            return reader.digits(match["number"])
        is_name = label and label.search(ahead)
        words = reader.number(match["number"], "" if is_name else match.string[match.end() :])
        return reader.signed(match["sign"], words)

    halves = Rule(
        Category.FRACTIONS,
        re.compile(r"(?<![\d/.,-])(?P<whole>\d{1,4})(?: ?½| 1/2) (?P<noun>[a-zà-ÿ]{3,20})(?!\w)"),
        half,
    )
    decimal_marks = Rule(
        Category.FRACTIONS,
        re.compile(r"(?<![\d/.,-])(?P<above>\d{1,3}[.,]\d{1,2})/(?P<below>\d{1,3})(?![\d/]|[.,]\d)"),
        marks,
    )
    return (
        *((halves,) if locale.halves else ()),
        Rule(
            Category.FRACTIONS,
            re.compile(
                r"(?<![\d/.,-])(?:(?P<whole>\d{1,4}) )?(?P<above>\d{1,3})[/⁄](?P<below>\d{1,4})(?![\d/]|[.,]\d)"
            ),
            fraction,
        ),
        *((decimal_marks,) if locale.over else ()),
        Rule(Category.FRACTIONS, re.compile(r"(?:(?<!\d)(?P<whole>\d{1,9}) ?)?(?P<sign>[¼-¾⅐-⅞↉])"), vulgar),
        Rule(
            Category.MATHS,
            re.compile(
                rf"(?<![{LETTERS}\d.,])(?P<base>{number}|[{LETTERS}])(?:(?P<raised>⁻?[²³¹⁰⁴-⁹]{{1,4}})"
                rf"|\^(?P<up>[-−]?\d{{1,4}}))(?![{LETTERS}\d^])"
            ),
            power,
        ),
        Rule(
            Category.MATHS,
            re.compile(
                rf"{SIGN}(?<![{LETTERS}\d.,])(?P<factor>{number})[eE](?P<minus>[-+]?)(?P<exponent>\d{{1,3}}){NO_LETTER}"
            ),
            scientific,
        ),
        Rule(
            Category.RANGES,
            re.compile(
                rf"(?<![{LETTERS}\d.,/-])(?P<first>{number}) ?[-–—−~〜～](?P<last>{number})(?![-–/:]?\d)(?![A-Za-z])"
            ),
            span,
        ),
        Rule(
            Category.RATIOS,
            re.compile(r"(?<![\d:.,])(?P<first>\d{1,4}) ?[:：∶] ?(?P<last>\d{1,4})(?![\d:]|[.,]\d)"),
            ratio,
        ),
        Rule(Category.NUMBERS, re.compile(r"(?<![\d.,])\d{1,15}(?:,\d{1,2}(?!\d)){2,40}(?![.,]?\d)"), listed),
        Rule(
            Category.YEARS,
            re.compile(r"(?<!\w)['’](?P<decade>[1-9]\d)(?![\w'’]| [^'’]{1,40}['’])"),
            lambda match: reader.cardinal(int(match["decade"])),
        ),
        Rule(
            Category.RANGES,
            re.compile(
                r"(?<=:\d\d) ?[-–~〜～] ?(?=\d{1,2}:\d\d)|(?<=\dh) ?[-–] ?(?=\d{1,2}h)"
                r"|(?<=/\d\d) ?[-–—] ?(?=\d{1,2}/\d)|(?<=\d{4}) [-–—] (?=\d{1,2}/\d{1,2}/\d)"
                r"|(?<=[%％℃€元円]) ?[-–—~〜～] ?(?=\d[\d.,]{0,9} ?[%％℃€元円])"
            ),
            lambda match: locale.span.split("{}")[1].strip(),
        ),
        Rule(Category.NUMBERS, re.compile(rf"{SIGN}(?P<number>{number})"), plain),
    )


def _named_by(locale: Locale) -> tuple[re.Pattern[str] | None, re.Pattern[str] | None]:
    """Find, in what stands before a number, that it is a code, or a name."""
    code = label = None
    if locale.codes:
        code = re.compile(rf"(?:{locale.codes})[^\w\n]{{0,3}}(?:{locale.equals})? ?$", re.IGNORECASE)
    if locale.labels:
        label = re.compile(rf"(?<!\w)(?:{locale.labels}) ?$", re.IGNORECASE)
    return code, label


def spanned(reader: Reader, match: re.Match[str], first: str, last: str) -> str:
    """A range in words that go with the word before it: "between … and", "from … to"."""
    before = match.string[: match.start()]
    for word, template in reader.locale.spans_after.items():
        if re.search(rf"(?:^|\W)(?:{word}) $", before, re.IGNORECASE):
            return template.format(first, last)
    return reader.locale.span.format(first, last)
