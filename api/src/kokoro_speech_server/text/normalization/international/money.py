"""Amounts of money with the currency before or after, cents, and words for thousands and millions."""

import re
from decimal import Decimal

from kokoro_speech_server.text.normalization.international.locale import Currency
from kokoro_speech_server.text.normalization.international.number_speller import (
    NO_LETTER,
    SIGN,
    NumberSpeller,
)
from kokoro_speech_server.text.normalization.international.numbers import spanned
from kokoro_speech_server.text.normalization.rules import Category, Rule, any_of

_MILLION = 1_000_000
_ENGLISH_MARKS = re.compile(r"[1-9]\d{0,2}(?:,\d{3})+(?:\.\d{1,2})?")
_PER_LITRE = re.compile(r" ?/ ?(?:[lL]\b|kWh|litr)| (?:por|el|al|le|par|o) (?:litr|kWh)")
_CONFERENCE = re.compile(r"COP ?\d{1,2}")
"""A conference on the climate: nothing costs so few Colombian pesos."""
_CENTS = re.compile(r"\d,\d\d")
_TOO_MUCH = 10**15
"""Amounts from here on are spelled digit by digit."""


def money_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """One rule for currencies before the amount, one for currencies after it."""
    locale = speller.locale
    currencies = {sign: currency for currency in locale.currencies for sign in currency.signs}
    ordered = sorted(currencies, key=len, reverse=True)
    letters = {sign for sign in ordered if len(sign) == 1 and sign.isascii() and sign.isalpha()}
    signs = "|".join(
        re.escape(sign) + (NO_LETTER if sign[-1].isalpha() else "") for sign in ordered if sign not in letters
    )
    before = any_of(
        sign for sign in ordered if sign != "元"
    )  # the 元 in 公元2000年 (the year 2000) is no currency
    any_sign = re.compile(
        "|".join((any_of(set(ordered) - letters), *(rf"{sign} ?\d" for sign in sorted(letters))))
    )
    scales = "|".join(locale.scales)
    scale = rf"(?: ?(?P<scale>{scales}))?" if scales else "(?P<scale>(?!))?"
    number = speller.number_pattern
    amount = rf"(?P<number>{number})(?: ?[-–~〜～] ?(?P<last>{number}))?{scale}"

    codes = [sign for sign in currencies if len(sign) == 3 and sign.isalpha() and sign.isascii()]
    names = any_of({*codes, *(name for one in locale.currencies for name in one.noun)})

    def say(match: re.Match[str]) -> str | None:
        if _CONFERENCE.fullmatch(match[0].strip()):
            return None
        currency = locale.meant(match, currencies[match["currency"]])
        if currency is None:
            return None
        again = match.groupdict().get("again")
        if again:
            code = currencies.get(again.strip())  # "$650 MXN"
            if code is None and again.strip() not in currency.noun:
                return None
            currency = code or currency
        words = _amount(speller, match, currency)
        return None if words is None else speller.signed(match["sign"] or match["late_sign"], words)

    return (
        Rule(
            Category.MONEY,
            re.compile(
                rf"{SIGN}(?<![A-Za-z\d])(?P<currency>{before}) ?(?P<late_sign>[-−])?{amount}"
                rf"(?P<again> ?(?:{names}){NO_LETTER})?{NO_LETTER}"
            ),
            say,
            needs=any_sign,
        ),
        Rule(
            Category.MONEY,
            re.compile(rf"{SIGN}(?<![\d])(?P<late_sign>(?!))?{amount} ?(?P<currency>{signs})"),
            say,
            needs=any_sign,
        ),
        *_named_rules(speller),
    )


def _named_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """A rule for "4,99 euro" in Italian, where the name of the currency is said before the cents."""
    if speller.locale.tag != "it":
        return ()
    named = {name: currency for currency in speller.locale.currencies for name in currency.noun}
    names = any_of(named)
    number = r"(?:[1-9]\d{0,2}(?:\.\d{3}){1,5}|\d{1,9}),\d\d"

    def say(match: re.Match[str]) -> str | None:
        currency = named[(match["currency"] or match["first"]).lower()]
        if currency.cent is None and not match["number"].endswith(",00"):
            return None
        return speller.signed(match["sign"], _amount(speller, match, currency) or "")

    pattern = (
        rf"(?:(?<![\w.,])(?P<first>[Ee]uro) )?{SIGN}(?<![\w.,])(?P<number>{number})(?P<last>(?!))?(?P<scale>(?!))?"
        rf"(?(first)(?!\d|,\d)| (?P<currency>{names}){NO_LETTER})"
    )
    return (Rule(Category.MONEY, re.compile(pattern), say, needs=_CENTS),)


def _amount(speller: NumberSpeller, match: re.Match[str], currency: Currency) -> str | None:
    number = _written(speller, match, "number")
    if match["scale"]:
        return _scaled(speller, match, currency)
    if match["last"]:
        return _span(speller, match, currency)
    value = speller.value(number)
    if value >= _TOO_MUCH:
        return speller.counted(number, currency.noun)
    if value == value.to_integral_value():
        return _whole(speller, int(value), currency)
    if not currency.cent or not re.search(r"[.,]\d\d$", number):
        return speller.counted(number, currency.noun)
    cents = int(value % 1 * 100)
    words = speller.cardinal(cents, " " + speller.form(Decimal(cents), currency.cent))
    named = speller.counted(str(cents), currency.cent)
    whole = _whole(speller, int(value), currency) if value >= 1 else ""
    return speller.locale.with_cents(whole, cents, words, named)


def _written(speller: NumberSpeller, match: re.Match[str], name: str) -> str:
    """The number in the marks of the language. Dollars and pesos have commas between thousands in any text: $1,350.

    "1,659 €" is a price with three decimals, and so is what a litre costs in any currency.
    """
    number = match[name]
    if speller.locale.decimal != "," or not _ENGLISH_MARKS.fullmatch(number):
        return number
    follows = match.start("currency") > match.start("number")
    if match["currency"] in ("R$", "BRL") or (follows and match["currency"] == "€"):
        return number
    return number if _PER_LITRE.match(match.string, match.end()) else number.replace(",", "")


def _span(speller: NumberSpeller, match: re.Match[str], currency: Currency) -> str | None:
    written = [_written(speller, match, name) for name in ("number", "last")]
    if speller.value(written[1]) <= speller.value(written[0]):
        return None
    form = speller.form(speller.value(written[1]), currency.noun)
    first, last = (speller.number(number, " " + form) for number in written)
    return speller.join(spanned(speller, match, first, last), form)


def _whole(speller: NumberSpeller, value: int, currency: Currency) -> str:
    form = speller.form(Decimal(value), currency.noun)
    round_million = value >= _MILLION and value % _MILLION == 0
    return speller.join(
        speller.number(str(value), " " + form), speller.locale.of(form) if round_million else form
    )


def _scaled(speller: NumberSpeller, match: re.Match[str], currency: Currency) -> str | None:
    locale = speller.locale
    factor, noun = next(
        scale for pattern, scale in locale.scales.items() if re.fullmatch(pattern, match["scale"])
    )
    number = _written(speller, match, "number")
    value = speller.value(number)
    if not noun.other:
        total = value * factor
        if match["last"] or total != total.to_integral_value():
            return None
        return _whole(speller, int(total), currency)
    plural = speller.form(Decimal(2), currency.noun)
    after = " " + speller.form(value, noun)
    words = speller.number(number, after)
    if match["last"]:
        words = spanned(speller, match, words, speller.number(match["last"], after))
        after = " " + noun.other
    if factor == 1000 and number == "1":
        words = ""  # "mil", not "un mil"
    named = locale.of(plural) if factor >= _MILLION else plural
    return speller.join(words, after.strip(), named)
