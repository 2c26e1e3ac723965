"""Phonemes that authors give: in which letters they may be written, and how text carries them."""

import re
import unicodedata
from collections.abc import Collection

from kokoro_speech_server.errors import InvalidRequestError

_FIRST = 0xF0000
_MOST = 0x10FFFE - _FIRST  # planes 15 and 16

PRIVATE = re.compile("[\U000f0000-\U0010ffff]")
"""The characters that stand for given phonemes. Those that an author wrote himself must be taken out."""

# What the model has one symbol for, as IPA writes it; the ties of those that it writes as two are left out.
_ONE_SYMBOL = {
    "tʃ": "ʧ", "dʒ": "ʤ", "t͡ʃ": "ʧ", "d͡ʒ": "ʤ", "t͡s": "ʦ", "d͡z": "ʣ", "t͡ɕ": "ʨ",
    "aɪ": "I", "aʊ": "W", "eɪ": "A", "ɔɪ": "Y", "oʊ": "O", "əʊ": "Q",
    "a͡ɪ": "I", "a͡ʊ": "W", "e͡ɪ": "A", "ɔ͡ɪ": "Y", "o͡ʊ": "O", "ə͡ʊ": "Q",
}  # fmt: skip
_SEQUENCE = re.compile("|".join(sorted(_ONE_SYMBOL, key=len, reverse=True)))

# To the model a full stop is a pause; between the symbols of a word it is IPA's border of two syllables.
_SYLLABLE = re.compile(r"(?<=[^\s.])\.(?=[^\s.])")


class UnknownSymbolError(ValueError):
    """A symbol that the model does not know. The message says which, and fits behind the name of what has it."""

    def __init__(self, symbol: str) -> None:
        hint = "; IPA's g is ɡ (U+0261)" if symbol == "g" else ""
        super().__init__(f"the model does not know the symbol {symbol!r} (U+{ord(symbol):04X}){hint}")


def model_phonemes(ipa: str, vocabulary: Collection[str]) -> str:
    """IPA in the symbols that the model was trained on: "eɪ" is one, a border of syllables is none.

    Raises UnknownSymbolError. Empty if nothing in it has a sound.
    """
    written = _SEQUENCE.sub(lambda found: _ONE_SYMBOL[found[0]], _SYLLABLE.sub("", ipa.strip()))
    symbols: list[str] = []
    for symbol in written:
        for part in symbol if symbol in vocabulary else unicodedata.normalize("NFD", symbol):
            if part not in vocabulary:
                raise UnknownSymbolError(symbol)
            symbols.append(part)
    # Stress and length are letters that modify (Lm).
    sounds = any(unicodedata.category(symbol) in ("Ll", "Lu", "Lo") for symbol in symbols)
    return "".join(symbols) if sounds else ""


class Pronunciations:
    """Phonemes that the author has given for words of one request.

    In the text a character of Unicode's private use stands for each, which goes through everything that is done to text
    as a word that nobody knows.
    """

    def __init__(self) -> None:
        self._phonemes: dict[str, str] = {}
        self._characters: dict[str, str] = {}

    def character(self, phonemes: str) -> str:
        """The character that stands for the phonemes, which must be symbols of the model's vocabulary.

        Raises InvalidRequestError if there are none left.
        """
        if phonemes not in self._characters:
            if len(self._phonemes) == _MOST:
                raise InvalidRequestError(f"At most {_MOST} pronunciations can be given.", param="input")
            character = chr(_FIRST + len(self._phonemes))
            self._phonemes[character] = phonemes
            self._characters[phonemes] = character
        return self._characters[phonemes]

    def __contains__(self, character: object) -> bool:
        return character in self._phonemes

    def __getitem__(self, character: str) -> str:
        return self._phonemes[character]
