"""Roman numerals, in capitals."""

import re

_CANONICAL = re.compile(r"(?=[IVXLCDM])M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})")
_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}


def is_roman(numeral: str) -> bool:
    """Whether it is canonical: "IX", not "VIIII"."""
    return _CANONICAL.fullmatch(numeral) is not None


def roman_value(numeral: str) -> int:
    """The value of a canonical numeral."""
    values = [_VALUES[letter] for letter in numeral]
    return sum(
        -value if value < following else value
        for value, following in zip(values, [*values[1:], 0], strict=True)
    )
