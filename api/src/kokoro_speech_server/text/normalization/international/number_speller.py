"""Numbers in the words of a language."""

import re
from decimal import Decimal
from functools import lru_cache

import babel
from unicode_rbnf import RbnfEngine

from kokoro_speech_server.text.normalization.international.locale import Locale, Noun

_MANY = 10**15
_LONGEST = 15
"""Digits in a number, at most: longer ones are spelled digit by digit."""

LETTERS = r"A-Za-zÀ-ÖØ-öø-ɏ\u0900-\u0963"
"""In a character class: letters that separate a number from the text beside it, unlike kanji and kana."""

SIGN = rf"(?P<sign>(?<![{LETTERS}\d)%°.,²³])[-−+±])?"
"""A sign before a number, unlike the hyphen in "A-5" or "5-3"."""

NO_LETTER = rf"(?![{LETTERS}\d])"
"""The end of a symbol made of letters."""


class NumberSpeller:
    """Spells numbers, alone and with nouns, in the language of a locale.

    spaced: whether spaces separate words
    """

    def __init__(self, locale: Locale, *, spaced: bool) -> None:
        self.locale = locale
        self.spaced = spaced
        self.number_pattern = _number_pattern(locale, spaced=spaced)
        self._engine = RbnfEngine.for_language(locale.tag)
        self._plural = babel.Locale.parse(locale.tag).plural_form
        self.spell = lru_cache(2048)(self._spell)

    def cardinal(self, number: int, after: str = "") -> str:
        """A whole number in words. It agrees with the noun at the start of `after`, the rest of the sentence."""
        return self.spell(number, self.locale.ruleset(number, after))

    def _spell(self, number: int, ruleset: str) -> str:
        def plain(part: int) -> str:
            return self._engine.format_number(part, ruleset_names=[ruleset]).text.replace("\u00ad", "")

        return self.locale.spell(number, plain) if self.locale.spell else plain(number)

    def digits(self, text: str) -> str:
        """The digits of a text one by one; other characters are skipped."""
        return self.join(*(self.cardinal(int(digit)) for digit in text if digit.isdecimal()))

    def join(self, *words: str) -> str:
        return (" " if self.spaced else "").join(word for word in words if word)

    def value(self, text: str) -> Decimal:
        """The value of a number that matches `number_pattern`."""
        whole, _, fraction = self._parts(text)
        return Decimal(f"{whole}.{fraction}" if fraction else whole)

    def number(self, text: str, after: str = "") -> str:
        """A number that matches `number_pattern`, in words; `after` as in `cardinal`."""
        whole, mark, fraction = self._parts(text)
        if len(whole) > _LONGEST or (whole.startswith("0") and len(whole) > 1):
            words = self.digits(whole)
        else:
            agreeing = self.locale.decimals_agree
            if fraction and not (agreeing and agreeing.match(after)):
                after = ""
            words = self.cardinal(int(whole), after)
        if not fraction:
            return words
        return self.join(words, self.locale.marks[mark], self._decimals(fraction, after))

    def _decimals(self, fraction: str, after: str) -> str:
        significant = fraction.lstrip("0")
        if (
            self.locale.decimals_by_digit
            or len(significant) > self.locale.longest_decimals
            or not significant
        ):
            return self.digits(fraction)
        zeros = self.digits(fraction[: len(fraction) - len(significant)])
        return self.join(zeros, self.cardinal(int(significant), after))

    def signed(self, sign: str | None, words: str) -> str:
        named = {"-": self.locale.minus, "−": self.locale.minus, "+": self.locale.plus}
        if sign == "±":
            return self.join(self.locale.operators["±"], words)
        return self.join(named.get(sign or "", ""), words)

    def counted(self, text: str, noun: Noun) -> str:
        """A number that matches `number_pattern`, in words, with the noun that it counts."""
        form = self.form(self.value(text), noun)
        if "{}" in form:
            return form.format(self.number(text, form.partition("{}")[2]))
        return self.join(self.number(text, " " + form), form)

    def form(self, value: Decimal, noun: Noun) -> str:
        """The noun in the singular or plural, by CLDR's plural rules."""
        return noun.one if value < _MANY and self._plural(value) == "one" else noun.other

    def _parts(self, text: str) -> tuple[str, str, str]:
        """Whole part, decimal mark and decimals of a written number."""
        marks = re.findall(r"[.,]", text)
        last = marks[-1] if marks else ""
        grouped = len(marks) > len(set(marks)) and len(set(marks)) == 1
        if not last or grouped or (last != self.locale.decimal and _GROUPED.fullmatch(text)):
            return re.sub(r"\D", "", text), "", ""
        whole, _, fraction = text.rpartition(last)
        return re.sub(r"\D", "", whole), last, fraction


_GROUPED = re.compile(r"[1-9]\d{0,2}(?:[., '’]\d{3}){1,6}")


def _number_pattern(locale: Locale, *, spaced: bool) -> str:
    """A regular expression for the numbers of a language, without sign."""
    decimal = re.escape(locale.decimal)
    if locale.decimal == ",":
        # Mexico and Switzerland write 1,234.56 and 1'234.56; "1,234" alone has three decimals.
        grouped = (
            r"[1-9]\d{0,2}(?:(?:\.\d{3}){1,6}|(?: \d{3}){1,6}|(?:['’]\d{3}){1,6})(?!\d)(?:,\d{1,15})?"
            r"|[1-9]\d{0,2}(?:(?:,\d{3}){2,6}(?:\.\d{1,15})?|(?:,\d{3}){1,6}\.\d{1,15})(?!\d)"
        )
    elif locale.pairs_of_thousands:
        lakhs = r"(?:,\d{2}){0,6},\d{3}"
        grouped = rf"[1-9]\d{{0,2}}(?:{lakhs}|(?:,\d{{3}}){{1,6}})(?!,?\d)(?:{decimal}\d{{1,15}})?"
    else:
        grouped = rf"[1-9]\d{{0,2}}(?:,\d{{3}}){{1,6}}(?!\d)(?:{decimal}\d{{1,15}})?"
    if not spaced:  # a comma that groups no thousands lists numbers: "18,0"
        return rf"(?:{grouped}|\d{{1,400}}+(?:{decimal}\d{{1,15}}+(?!\.\d))?)"
    # "1,2,3" and "1.2.3" are not decimals.
    return rf"(?:{grouped}|\d{{1,400}}+(?:[.,]\d{{1,15}}+(?![.,]\d))?)"
