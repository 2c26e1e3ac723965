"""Words in which letters of another writing system stand for those that look like them."""

import re
from functools import cache, partial

from kokoro_speech_server.text.writing import Writing

Table = dict[int, int]

_CYRILLIC_TO_LATIN = str.maketrans("АВЕЅІЈКМНОРСТУХаеіјорсухѕԁһ", "ABESIJKMHOPCTYXaeijopcyxsdh")
_LATIN_TO_CYRILLIC = str.maketrans("ABEKMHOPCTYXaeopcyxij", "АВЕКМНОРСТУХаеорсухіј")
_GREEK_TO_LATIN = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "ABEZHIKMNOPTYXo")
_LATIN_TO_GREEK = str.maketrans("ABEZHIKMNOPTYXo", "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο")

_LATIN = "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f"


def without_look_alikes(text: str) -> str:
    """The text, of the same length, with every word in one writing system that can be.

    "Pаypal" with a Cyrillic а becomes Latin, "Mосква" with a Latin M Cyrillic. A word that has other letters of both
    stays as it is ("T恤", "iPhoneом"), and so does a Greek letter that is a sign ("kα").
    """
    for writing, to_latin, from_latin in (
        (Writing.CYRILLIC, _CYRILLIC_TO_LATIN, _LATIN_TO_CYRILLIC),
        (Writing.GREEK, _GREEK_TO_LATIN, _LATIN_TO_GREEK),
    ):
        if writing.pattern.search(text):
            text = _mixed(writing).sub(partial(_in_one, to_latin, from_latin), text)
    return text


@cache
def _mixed(writing: Writing) -> re.Pattern[str]:
    """Matches a word of Latin and other letters."""
    latin, other = f"[{_LATIN}]", f"[{writing.value}]"
    either = f"[{_LATIN}{writing.value}]"
    return re.compile(f"(?:{latin}++{other}|{other}++{latin}){either}*+")


def _in_one(to_latin: Table, from_latin: Table, match: re.Match[str]) -> str:
    for table in (to_latin, from_latin):
        folded = match[0].translate(table)
        if len({_is_latin(letter) for letter in folded}) == 1:
            return folded
    return match[0]


def _is_latin(letter: str) -> bool:
    return letter < "\u0250"
