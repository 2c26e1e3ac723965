"""Amounts of money, the sign before or behind, with cents and in thousands and millions."""

import re
from decimal import Decimal

from kokoro_speech_server.text.normalization.international.locale import Currency
from kokoro_speech_server.text.normalization.international.numbers import spanned
from kokoro_speech_server.text.normalization.international.reader import NO_LETTER, SIGN, Reader
from kokoro_speech_server.text.normalization.rules import Category, Rule

_MILLION = 1_000_000
_TOO_MUCH = 10**15
"""It is read digit by digit."""


def money_rules(reader: Reader) -> tuple[Rule, ...]:
    """The sign before the amount, and behind it."""
    locale = reader.locale
    currencies = {sign: currency for currency in locale.currencies for sign in currency.signs}
    ordered = sorted(currencies, key=len, reverse=True)
    signs = "|".join(re.escape(sign) + (NO_LETTER if sign[-1].isalpha() else "") for sign in ordered)
    before = "|".join(re.escape(sign) for sign in ordered if sign != "元")  # 公元2000年 is a year
    scales = "|".join(locale.scales)
    scale = rf"(?: ?(?P<scale>{scales}))?" if scales else "(?P<scale>(?!))?"
    number = reader.number_pattern
    amount = rf"(?P<number>{number})(?: ?[-–~〜～] ?(?P<last>{number}))?{scale}"

    names = "|".join(
        sorted({re.escape(name) for one in locale.currencies for name in one.noun}, key=len, reverse=True)
    )

    def say(match: re.Match[str]) -> str | None:
        currency = currencies[match["currency"]]
        again = match.groupdict().get("again")
        if again and again.strip() not in currency.noun:
            return None
        words = _amount(reader, match, currency)
        return None if words is None else reader.signed(match["sign"] or match["late_sign"], words)

    return (
        Rule(
            Category.MONEY,
            re.compile(
                rf"{SIGN}(?<![A-Za-z\d])(?P<currency>{before}) ?(?P<late_sign>[-−])?{amount}"
                rf"(?P<again> ?(?:{names}){NO_LETTER})?{NO_LETTER}"
            ),
            say,
        ),
        Rule(
            Category.MONEY,
            re.compile(rf"{SIGN}(?<![\d])(?P<late_sign>(?!))?{amount} ?(?P<currency>{signs})"),
            say,
        ),
    )


def _amount(reader: Reader, match: re.Match[str], currency: Currency) -> str | None:
    number = match["number"]
    if match["scale"]:
        return _scaled(reader, match, currency)
    if match["last"]:
        return _span(reader, match, currency)
    value = reader.value(number)
    if value >= _TOO_MUCH:
        return reader.counted(number, currency.noun)
    if value == value.to_integral_value():
        return _whole(reader, int(value), currency)
    if not currency.cent or not re.search(r"[.,]\d\d$", number):
        return reader.counted(number, currency.noun)
    cents = int(value % 1 * 100)
    words = reader.cardinal(cents, " " + reader.form(Decimal(cents), currency.cent))
    named = reader.counted(str(cents), currency.cent)
    whole = _whole(reader, int(value), currency) if value >= 1 else ""
    return reader.locale.with_cents(whole, cents, words, named)


def _span(reader: Reader, match: re.Match[str], currency: Currency) -> str | None:
    if reader.value(match["last"]) <= reader.value(match["number"]):
        return None
    form = reader.form(reader.value(match["last"]), currency.noun)
    first, last = (reader.number(match[name], " " + form) for name in ("number", "last"))
    return reader.join(spanned(reader, match, first, last), form)


def _whole(reader: Reader, value: int, currency: Currency) -> str:
    form = reader.form(Decimal(value), currency.noun)
    round_million = value >= _MILLION and value % _MILLION == 0
    return reader.join(
        reader.number(str(value), " " + form), reader.locale.of(form) if round_million else form
    )


def _scaled(reader: Reader, match: re.Match[str], currency: Currency) -> str | None:
    locale = reader.locale
    factor, noun = next(
        scale for pattern, scale in locale.scales.items() if re.fullmatch(pattern, match["scale"])
    )
    value = reader.value(match["number"])
    if not noun.other:
        total = value * factor
        if match["last"] or total != total.to_integral_value():
            return None
        return _whole(reader, int(total), currency)
    plural = reader.form(Decimal(2), currency.noun)
    after = " " + reader.form(value, noun)
    words = reader.number(match["number"], after)
    if match["last"]:
        words = spanned(reader, match, words, reader.number(match["last"], after))
        after = " " + noun.other
    if factor == 1000 and match["number"] == "1":
        words = ""  # "mil", not "un mil"
    named = locale.of(plural) if factor >= _MILLION else plural
    return reader.join(words, after.strip(), named)
