"""Numbers in English words, spelled by CLDR's rules."""

import re
import unicodedata
from functools import lru_cache

from unicode_rbnf import RbnfEngine

_DIGITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
_SIGNS = {
    "-": "minus", "−": "minus", "–": "minus", "+": "plus", "±": "plus or minus", "~": "about", "≈": "about",
    "<": "less than", ">": "greater than", "≤": "less than or equal to", "≥": "greater than or equal to",
}  # fmt: skip

_CONTINENTAL = re.compile(r"\d{1,4},\d{1,2}|\d{1,3}(?:\.\d{3})++,\d{1,2}|\d{1,3}(?: \d{3})++,\d++")
_LARGEST = 10**21


class Numbers:
    """Spells numbers. British English has "and" before tens and units."""

    def __init__(self, *, british: bool) -> None:
        self.british = british
        self._engine = RbnfEngine.for_language("en")
        self._verbose = "-verbose" if british else ""
        self._spell = lru_cache(4096)(self._spell_anew)

    def cardinal(self, number: int) -> str:
        """A whole number that is not negative; from 10²¹ on, digit by digit."""
        if number >= _LARGEST:
            return self.digits(str(number))
        words = []
        for scale, name in (
            (10**18, "quintillion"),
            (10**15, "quadrillion"),
        ):  # the engine does not go that far
            if number >= scale:
                words += [self._spell(number // scale, "spellout-cardinal"), name]
                number %= scale
        if number or not words:
            if words and self.british and number < 100:
                words.append("and")
            words.append(self._spell(number, "spellout-cardinal"))
        return " ".join(words)

    def ordinal(self, number: int) -> str:
        """ "third" of 3."""
        if number >= 10**15:
            return self.cardinal(number) + "th"
        return self._spell(number, "spellout-ordinal")

    def digits(self, text: str) -> str:
        """The digits of a text one by one; other characters are skipped."""
        return " ".join(_DIGITS[int(character)] for character in text if character.isdecimal())

    def number(self, text: str) -> str:
        """A match of `patterns.NUMBER` in words."""
        whole, _, decimals = _plain(text).partition(".")
        words = (
            self.digits(whole)
            if len(whole) > 1 and whole[0] == "0"
            else self.cardinal(int(whole))
            if whole
            else ""
        )
        return f"{words} point {self.digits(decimals)}".strip() if decimals else words

    def quantity(self, text: str) -> str:
        """A match of `patterns.QUANTITY` in words."""
        if (fraction := as_fraction(text)) is None:
            return self.number(text)
        whole, numerator, denominator = fraction
        if not whole:
            return self.fraction(numerator, denominator)
        part = self.fraction(numerator, denominator)
        if numerator == 1 and part.startswith("one "):
            part = ("an " if denominator in (8, 11, 18) else "a ") + part[4:]
        return f"{self.cardinal(whole)} and {part}"

    def fraction(self, numerator: int, denominator: int) -> str:
        """ "three quarters" of 3 and 4."""
        if denominator in (0, 1) or (denominator > 100 and denominator not in (1000, 10**6)):
            return f"{self.cardinal(numerator)} over {self.cardinal(denominator)}"
        if denominator == 2:
            return f"{self.cardinal(numerator)} " + ("half" if numerator == 1 else "halves")
        part = "quarter" if denominator == 4 else self.ordinal(denominator)
        return f"{self.cardinal(numerator)} {part}" + ("" if numerator == 1 else "s")

    def plural(self, words: str) -> str:
        """ "forty-sevens" of "forty-seven"."""
        if words.endswith("y"):
            return words[:-1] + "ies"
        return words + ("es" if words.endswith("x") else "s")

    def amount(self, match: re.Match[str]) -> str:
        """A match of `patterns.AMOUNT` in words."""
        words = self.signed(match["sign"], self.quantity(match["first"]))
        return f"{words} to {self.quantity(match['second'])}" if match["second"] else words

    def signed(self, sign: str | None, words: str) -> str:
        """The words, preceded by the name of the sign if there is one."""
        return f"{_SIGNS[sign]} {words}" if sign else words

    def year(self, number: int) -> str:
        """A year: "nineteen oh five", "two thousand five", "twenty ten"."""
        if self.british and 2000 < number < 2010:
            return self.cardinal(number)
        return self._spell(number, "spellout-numbering-year").replace("oh-", "oh ")

    def code(self, digits: str) -> str:
        """The number of a room, flight or model: "four oh four", "seven forty-seven"."""
        if digits[0] == "0" or len(digits) > 4:
            return self.digits(digits)
        number = int(digits)
        if number < 100 or number % 1000 == 0:
            return self.cardinal(number)
        hundreds, rest = divmod(number, 100)
        if rest == 0:
            return f"{self.cardinal(hundreds)} hundred"
        ending = f"oh {_DIGITS[rest]}" if rest < 10 else self.cardinal(rest)
        return f"{self.cardinal(hundreds)} {ending}"

    def _spell_anew(self, number: int, ruleset: str) -> str:
        if ruleset != "spellout-numbering-year":
            ruleset += self._verbose
        words = self._engine.format_number(number, ruleset_names=[ruleset]).text
        return words.replace(",", "")


def as_fraction(text: str) -> tuple[int, int, int] | None:
    """Whole part, numerator and denominator of "2 1/2" or "½"; None if the text is not a fraction."""
    text = text.replace("⁄", "/").replace("+", " ")
    spread = "".join(
        " " + unicodedata.normalize("NFKC", one).replace("⁄", "/") if unicodedata.numeric(one, 0) % 1 else one
        for one in text
    )
    if "/" not in spread:
        return None
    *whole, part = re.split(r"[ -]+", spread.strip())
    numerator, denominator = part.split("/")
    return int(whole[0]) if whole else 0, int(numerator), int(denominator)


def is_one(text: str) -> bool:
    """Whether a unit after this number is in the singular: after "1", not after "1.0"."""
    return text == "1"


def _plain(text: str) -> str:
    """The number without thousands separators and with a point before the decimals."""
    if _CONTINENTAL.fullmatch(text):
        text = text.replace(".", "").replace(" ", "").replace(",", ".")
    if text.count(".") > 1:
        text = text.replace(".", "")
    return re.sub(r"[, '’]", "", text)
