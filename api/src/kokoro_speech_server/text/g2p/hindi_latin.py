"""Words in Latin letters within Hindi texts that are Hindi or Indian: names, brands and romanized Hindi."""

import re

from kokoro_speech_server.text.g2p.hindi_latin_names import NAMES
from kokoro_speech_server.text.g2p.hindi_romanized import romanized
from kokoro_speech_server.text.g2p.hindi_words import spelling
from kokoro_speech_server.text.g2p.respelling import Respelling

_WORD = re.compile(r"(?<![^\W_])(?<!['’])[A-Za-z]{2,20}+(?![^\W_]|['’][^\W_])")


def respelled_latin(text: str) -> list[Respelling]:
    """The words that are passed on in Devanagari. Those in capitals may be initials, and are left to others."""
    words = [match for match in _WORD.finditer(text) if not match[0].isupper()]
    if not words:
        return []
    small = [match[0].lower() for match in words]
    is_joined = [i > 0 and text[words[i - 1].end() : match.start()] == " " for i, match in enumerate(words)]
    found = zip(words, small, romanized(small, is_joined), strict=True)
    return [(match, spelling(said)) for match, word, hindi in found if (said := hindi or NAMES.get(word))]
