"""English in capitals: "THE MAN WALKED HOME" is words, "IEEE" is letters."""

import re
from collections.abc import Callable

from kokoro_speech_server.text.g2p.acronym_tables import SAID, SPELLED

_WORD = re.compile(r"(?<![^\W_])[A-Z]{2,}+(?:['’][A-Z]{1,2}+)?+(?![^\W_])")
_ARTICLE = re.compile(r"(?<![^\W_])A(?= (?!(?:and|or)\b)[a-z])")
SMALL = frozenset(
    """AM AN AS AT BE BY DO GO HE IF IN IS IT ME MY NO OF OH OK ON OR SO TO UP WE ALL AND ANY ARE BUT CAN DID FOR GET
    GOT HAD HAS HER HIM HIS HOW ITS LET MAY NEW NOT NOW OFF OLD ONE OUR OUT OWN PUT SAY SEE SHE THE TOO TWO USE WAS WAY
    WHO WHY YES YET YOU""".split()
)
"""Short words that are words in a line of capitals; other words of two letters are read as letters."""

_IN_A_SENTENCE = 4
"""Letters from which on a word in capitals is a word beside small letters, too: shorter ones may be codes."""

NUMBER_WORDS = frozenset(
    """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion trillion
    oh point percent to and dollar dollars cent cents pound pounds euro euros number first second third fourth fifth
    sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth
    nineteenth twentieth thirtieth half quarter quarters volts degrees at dot""".split()
)
"""Words that numbers become before a text in capitals is phonemized."""
_SMALL_WORD = re.compile(r"[^\W\d_A-Z]{1,20}")
_US = re.compile(
    r"(?<![^\W_])(?:ASK|BRING|CALL|CONTACT|EMAIL|FOLLOW|GIVE|HELP|JOIN|LET|LIKE|SEND|SHOW|TELL|TEXT|VISIT|ABOUT) US"
    r"(?= (?:A|AN|AT|ON|IN|IF|FOR|FROM|KNOW|NOW|TO|TODAY|WITH|WHAT|WHEN|WHY|HOW|THE|YOUR|BY|ALL)\b|[.,!?:;]|$)"
)

_CONSONANTS = re.compile("[BCDFGHJKLMNPQRSTVWXZ]{4}")
_VOWEL = re.compile("[AEIOUY]")


def as_words(text: str, is_word: Callable[[str], bool]) -> str:
    """The text, of the same length, with the words in it that only have capitals in small letters.

    is_word: whether a word in small letters is known

    In a text without any small letter but those of numbers, all words are made small but what is known in capitals
    alone; else those of at least _IN_A_SENTENCE letters.
    """
    shouted = all(word[0] in NUMBER_WORDS for word in _SMALL_WORD.finditer(text))
    shortest = 3 if shouted and sum(1 for _ in _WORD.finditer(text)) > 1 else _IN_A_SENTENCE

    def small(match: re.Match[str]) -> str:
        word = match[0]
        lower = word.lower()
        if shouted and word in SMALL:
            return lower
        if (word in SPELLED and len(word) >= _IN_A_SENTENCE) or (word in SAID and not shouted):
            return word
        if len(word) >= shortest and (is_word(lower) or (shouted and _is_pronounceable(word))):
            return lower
        return word

    words = _WORD.sub(small, _US.sub(lambda match: match[0][:-2] + "us", text) if shouted else text)
    return _ARTICLE.sub("a", words) if shouted else words


def _is_pronounceable(word: str) -> bool:
    """Whether a word that no dictionary has can be said: it is long, has a vowel, and no four consonants together."""
    return len(word) > 5 and bool(_VOWEL.search(word)) and not _CONSONANTS.search(word)
