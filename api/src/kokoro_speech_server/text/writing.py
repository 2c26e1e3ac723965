"""Writing systems, as far as it differs who can read them, and their names."""

import re
import unicodedata
from collections.abc import Iterable
from enum import Enum


class Writing(Enum):
    """A group of letters that one reader can read, by the inside of a character class. Latin letters are in none."""

    HAN = "々〆〇\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
    KANA = "ー\u3041-\u309f\u30a1-\u30fa\u30fd-\u30ff\u31f0-\u31ff\uff66-\uff9f"
    DEVANAGARI = "\u0900-\u0963\u0970-\u097f\ua8e0-\ua8ff"
    CYRILLIC = "\u0400-\u052f\u1c80-\u1c8f\u2de0-\u2dff\ua640-\ua69f"
    GREEK = (
        "\u0386\u0388-\u03d6\u03f0-\u03f2\u03f5"
        "\u1f00-\u1fbc\u1fbe\u1fc2-\u1fcc\u1fd0-\u1fdb\u1fe0-\u1fec\u1ff2-\u1ffc"
    )
    OTHER = (
        "\u0370-\u0373\u0376-\u037d\u037f\u03d7-\u03ef\u03f3\u03f4\u03f7-\u03ff"
        "\u0531-\u0588\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4-\u05f2\u0610-\u061a\u0620-\u065f\u066e-\u06d3"
        "\u06d5-\u06ef\u06fa-\u08ff\u0980-\u0e3e\u0e40-\u1360\u1369-\u1c7f\u1c90-\u1cff\u2c00-\u2c5f\u2c80-\u2cf3"
        "\u2d00-\u2ddf\u3105-\u318e\u31a0-\u31bf\ua000-\ua63f\ua6a0-\ua6ff\ua800-\ua8df\ua900-\uab2f\uab70-\ud7ff"
        "\ufb13-\ufdff\ufe70-\ufefc\U00010000-\U0001bfff\U0001e000-\U0001efff"
    )
    """Every other one that Unicode has, so far."""

    @property
    def pattern(self) -> re.Pattern[str]:
        """Matches a letter."""
        return _PATTERNS[self]


_PATTERNS = {writing: re.compile(f"[{writing.value}]") for writing in Writing}

_NAMES = {
    "CJK": "Han",
    "CANADIAN": "Canadian Aboriginal",
    "OLD": "Old",
    "MEETEI": "Meetei Mayek",
    "HALFWIDTH": "Hangul",
}
"""Of characters whose Unicode names do not begin with that of their writing system, in one word."""


def names(letters: Iterable[str]) -> set[str]:
    """The names of the letters' writing systems, in English and ASCII ("Thai")."""
    first = {unicodedata.name(letter, "").split(" ", 1)[0] for letter in letters}
    return {_NAMES.get(word) or word.title() for word in first if word.isalpha()}
