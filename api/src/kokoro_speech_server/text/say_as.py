"""SSML's say-as: the words for a text of a given kind.

English has rules for every kind. Other languages have what CLDR provides: cardinals, ordinals, digits and dates.
Everything else is left to normalization, which recognizes most kinds.
"""

import calendar
import datetime
import itertools
import re
from collections.abc import Callable
from functools import cache

from babel import Locale
from babel.dates import format_date
from unicode_rbnf import FormatPurpose, RbnfEngine
from unicode_rbnf.engine import NoRuleForNumberError

from kokoro_speech_server.text.languages import AMERICAN_ENGLISH, Language

_CHARACTERS = {
    ".": "dot", ",": "comma", "-": "dash", "_": "underscore", "/": "slash", "\\": "backslash", "@": "at",
    "#": "hash", "&": "ampersand", "+": "plus", "=": "equals", "*": "star", "%": "percent", ":": "colon",
    ";": "semicolon", "!": "exclamation mark", "?": "question mark", "'": "apostrophe", '"': "quote",
    "(": "open parenthesis", ")": "close parenthesis", "$": "dollar", "€": "euro", "£": "pound",
    "A": "eh",  # alone it would be read as the article
    "<": "less than", ">": "greater than", "|": "bar", "~": "tilde", "^": "caret",
}  # fmt: skip

_NUMBER = re.compile(r"([+\-−]?)(\d{1,3}(?:[,\u00a0\u202f ]\d{3}){1,5}|\d{1,15})(?:\.(\d{1,15}))?")
_ORDINAL = re.compile(r"(\d{1,9})(?:\.|[a-zºª]{1,3})?", re.IGNORECASE)
_FRACTION = re.compile(r"(?:(\d{1,6})[\s+]{1,3})?(\d{1,6})\s?[/⁄]\s?(\d{1,6})")
_TIME = re.compile(r"(\d{1,2})(?:[:.](\d{2}))?(?:[:.](\d{2}))?\s?([ap])?\.?m?\.?", re.IGNORECASE)
_MINUTES = re.compile(r"(\d{1,4})['′](?:\s?(\d{1,2})(?:''|[\"″]))?")
_CURRENCY = re.compile(r"([A-Z]{3})\s?([\d.,]{1,20})|([\d.,]{1,20})\s?([A-Z]{3})")
_SYMBOLS = {"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹", "BRL": "R$"}
_DATE_PARTS = re.compile(r"\d{1,4}|[^\W\d_]{3,12}")
_ISO_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


def say_as(text: str, kind: str, format: str, language: Language) -> str | None:
    """The words for a text; None: normalization should read it. Raises KeyError for an unknown kind."""
    to_words = _KINDS[kind.lower()]
    return to_words(" ".join(text.split()), format.lower(), language)


def _cardinal(text: str, _: str, language: Language) -> str | None:
    found = _NUMBER.fullmatch(text)
    if not found:
        return None
    whole = _spelled(int(re.sub(r"\D", "", found[2])), language)
    if whole is None or ((found[1] or found[3]) and not language.is_english):
        return None
    sign = {"": "", "+": "plus "}.get(found[1], "minus ")
    return f"{sign}{whole}{f' point {_digits_of(found[3], language)}' if found[3] else ''}"


def _ordinal(text: str, _: str, language: Language) -> str | None:
    found = _ORDINAL.fullmatch(text)
    if not found:
        return None
    return _spelled(int(found[1]), language, FormatPurpose.ORDINAL, feminine=text.endswith("ª"))


def _characters(text: str, _: str, language: Language) -> str | None:
    words = []
    for character in text:
        if character.isdecimal():
            words.append(_digits_of(character, language))
        elif language.is_english:
            words.append(_CHARACTERS.get(character.upper(), character.upper()).strip() or ",")
        else:
            words.append(character)
    return re.sub(r"\s{1,5},", ",", " ".join(words))


def _digits(text: str, _: str, language: Language) -> str | None:
    return _spaced(re.sub(r"\d", lambda digit: f" {_digits_of(digit[0], language)} ", text))


def _telephone(text: str, _: str, language: Language) -> str | None:
    """Digit by digit, with a comma between groups of digits."""
    if language.is_english:
        text = re.sub(r"(?i)\b(?:x|ext\.?)\s?(?=\d)", " extension ", text).replace("+", " plus ")
    text = re.sub(r"[\s().\-–/]{1,8}+(?=\d|[A-Z]{2})", ", ", text.strip("() "))
    words = _digits(text, "", language) or ""
    return (
        re.sub(r"\s?,(?:\s?,)*+", ",", words)
        .removeprefix(", ")
        .replace("plus,", "plus")
        .replace("extension,", "extension")
    )


def _date(text: str, format: str, language: Language) -> str | None:
    parts = _DATE_PARTS.findall(text)
    if not format and _ISO_DATE.fullmatch(text):
        format = "ymd"
    if len(text) in (6, 8) and text.isdecimal() and len(format) == 3:
        width = {"y": len(text) - 4, "m": 2, "d": 2}  # 20240115
        edges = [sum(width[part] for part in format[:i] if part in width) for i in range(4)]
        parts = [text[start:end] for start, end in itertools.pairwise(edges)]
    if sorted(format) != sorted(set(format)) or len(format) != len(parts) or not set(format) <= set("ymd"):
        return None
    fields = dict(zip(format, parts, strict=True))
    try:
        day, year = (int(fields[part]) if part in fields else None for part in "dy")
        month = _month(fields["m"], language) if "m" in fields else None
    except ValueError:
        return None
    if year is not None and len(fields["y"]) == 2:
        year += 2000 if year < 50 else 1900
    if language.is_english:
        return _english_date(day, month, year, british=language.is_british)
    if not (day and month and year):
        return None
    try:
        return str(format_date(datetime.date(year, month, day), "long", locale=_locale(language)))
    except ValueError:
        return None


def _english_date(day: int | None, month: int | None, year: int | None, *, british: bool) -> str | None:
    if month not in (None, *range(1, 13)) or day not in (None, *range(1, 32)):
        return None
    name = calendar.month_name[month] if month else ""
    day_words = _spelled(day, AMERICAN_ENGLISH, FormatPurpose.ORDINAL) if day else ""
    year_words = _spelled(year, AMERICAN_ENGLISH, FormatPurpose.YEAR) if year else ""
    if day_words and name:
        words = f"the {day_words} of {name}" if british else f"{name} {day_words}"
        return f"{words}, {year_words}" if year_words else words
    return " ".join(filter(None, (f"the {day_words}" if day_words else "", name, year_words))) or None


def _time(text: str, _: str, language: Language) -> str | None:
    if not language.is_english:
        return None
    if found := _MINUTES.fullmatch(text):
        minutes, seconds = int(found[1]), int(found[2] or 0)
        parts = [_counted(minutes, "minute"), _counted(seconds, "second") if seconds else ""]
        return " and ".join(filter(None, parts))
    found = _TIME.fullmatch(text)
    if not found or int(found[1]) > 24 or int(found[2] or 0) > 59 or int(found[3] or 0) > 60:
        return None
    if not (found[2] or found[4]):
        return None
    hour = _spelled(int(found[1]), AMERICAN_ENGLISH) or ""
    minute = int(found[2] or 0)
    if minute:
        words = f"{hour} {'oh ' if minute < 10 else ''}{_spelled(minute, AMERICAN_ENGLISH)}"
    else:
        words = hour if found[4] else f"{hour} o'clock" if 1 <= int(found[1]) <= 12 else f"{hour} hundred"
    if found[3]:
        words += f" and {_counted(int(found[3]), 'second')}"
    return f"{words} {found[4].lower()}.m." if found[4] else words


def _fraction(text: str, _: str, language: Language) -> str | None:
    found = _FRACTION.fullmatch(text)
    if not found or not language.is_english or int(found[3]) == 0:
        return None
    over, under = int(found[2]), int(found[3])
    part = (
        {2: "half", 4: "quarter"}.get(under) or _spelled(under, AMERICAN_ENGLISH, FormatPurpose.ORDINAL) or ""
    )
    if over != 1:
        part = "halves" if under == 2 else f"{part}s"
    words = f"{_spelled(over, AMERICAN_ENGLISH)} {part}"
    return f"{_spelled(int(found[1]), AMERICAN_ENGLISH)} and {words}" if found[1] else words


def _currency(text: str, _: str, language: Language) -> str | None:
    """The amount with the currency's sign instead of its code, which normalization reads."""
    found = _CURRENCY.fullmatch(text)
    symbol = _SYMBOLS.get(found[1] or found[4]) if found else None
    return f"{symbol}{found[2] or found[3]}" if found and symbol else None


def _beeped(text: str, _: str, language: Language) -> str | None:
    return "beep" if text else None


def _as_written(text: str, _: str, language: Language) -> str | None:
    return None


_Say = Callable[[str, str, Language], str | None]

_KINDS: dict[str, _Say] = {
    "cardinal": _cardinal, "number": _cardinal,
    "ordinal": _ordinal,
    "characters": _characters, "spell-out": _characters, "verbatim": _characters,
    "digits": _digits,
    "telephone": _telephone,
    "date": _date,
    "time": _time,
    "currency": _currency,
    "fraction": _fraction,
    "expletive": _beeped, "bleep": _beeped,
    "unit": _as_written, "address": _as_written, "name": _as_written, "text": _as_written,
}  # fmt: skip

_WITH_AND = ["spellout-cardinal-verbose"]


def _spelled(
    number: int,
    language: Language,
    purpose: FormatPurpose = FormatPurpose.CARDINAL,
    *,
    feminine: bool = False,
) -> str | None:
    """The number in words; None: CLDR has no rule for it."""
    try:
        words = _engine(language.tag.partition("-")[0]).format_number(
            number, purpose, _WITH_AND if language.is_british and purpose is FormatPurpose.CARDINAL else None
        )
    except NoRuleForNumberError:
        return None
    gendered = f"spellout-ordinal-{'feminine' if feminine else 'masculine'}"
    return words.text_by_ruleset.get(gendered, words.text)


def _counted(number: int, what: str) -> str:
    return f"{_spelled(number, AMERICAN_ENGLISH)} {what}{'' if number == 1 else 's'}"


def _digits_of(digits: str, language: Language) -> str:
    return " ".join(_digit(int(digit), language) for digit in digits)


@cache
def _digit(digit: int, language: Language) -> str:
    return _spelled(digit, language) or str(digit)


def _spaced(text: str) -> str:
    return " ".join(text.split())


def _month(text: str, language: Language) -> int:
    if text.isdecimal():
        return int(text)
    for width in ("wide", "abbreviated"):
        for number, name in _locale(language).months["format"][width].items():
            if name.rstrip(".").lower() in (text.lower(), text.lower()[:3]):  # Sept
                return int(number)
    raise ValueError(text)


@cache
def _engine(code: str) -> RbnfEngine:
    return RbnfEngine.for_language(code)


@cache
def _locale(language: Language) -> Locale:
    return Locale.parse(language.tag, sep="-")
