"""A plain writing of sounds from which American and British phonemes follow: "k,ipC'OgA" is "Kipchoge".

Its letters are those of the phonemes, but for these: S C J Z N g r y for ʃ ʧ ʤ ʒ ŋ ɡ ɹ j; e for ɛ; a for the vowel of
"trap", ä for a foreign a, o for the vowel of "lot"; ' and , for the stress on the vowel behind them.
"""

import re

_SHARED = str.maketrans({"S": "ʃ", "C": "ʧ", "J": "ʤ", "Z": "ʒ", "N": "ŋ", "g": "ɡ", "r": "ɹ", "y": "j", "e": "ɛ",
                         "'": "ˈ", ",": "ˌ"})  # fmt: skip
_AMERICAN = str.maketrans({"a": "æ", "ä": "ɑ", "o": "ɑ"})
_BRITISH = str.maketrans({"ä": "a", "o": "ɒ", "O": "Q"})
_VOWELS = "aäeɛɪiuʊʌɑɔɒoəɜAIOWYQæ"
_FLAP = re.compile(rf"(?<=[{_VOWELS}ɹ])t(?=[{_VOWELS}])")
_LOST_R = re.compile(rf"ɹ(?![{_VOWELS}ˈˌ])")
_BRITISH_BEFORE_R = re.compile(r"(?:ɪ|ɛ|ʊ)(?=ɹ)")
_LONG = re.compile(rf"(?<=[ˈˌ])i(?![{_VOWELS}])|u(?![{_VOWELS}])|[ɑɔɜ]")
_CENTRED = {"ɪ": "ɪə", "ɛ": "ɛː", "ʊ": "ʊə"}
_SHORT_I = re.compile(rf"(?<![ˈˌ])i(?=[{_VOWELS}])")


def phonemes(sounds: str) -> tuple[str, str]:
    """The American and the British phonemes."""
    said = sounds.translate(_SHARED)
    american = _FLAP.sub("T", said.translate(_AMERICAN))
    british = _LONG.sub(lambda match: f"{match[0]}ː", said)
    british = _BRITISH_BEFORE_R.sub(lambda match: _CENTRED[match[0]], _SHORT_I.sub("ɪ", british))
    return american, _LOST_R.sub("", british.translate(_BRITISH))


def table(lines: str) -> dict[str, tuple[str, str]]:
    """The phonemes of the words in a table: "# a remark" or "word sounds; word sounds;" in each line."""
    rows = (row.split() for line in lines.splitlines() if not line.startswith("#") for row in line.split(";"))
    return {row[0]: phonemes(row[1]) for row in rows if row}
