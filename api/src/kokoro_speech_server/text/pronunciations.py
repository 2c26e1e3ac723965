"""Given phonemes: how they are written in IPA, and how text carries them."""

import re
import unicodedata
from collections.abc import Collection

from kokoro_speech_server.errors import InvalidRequestError

_FIRST_CHARACTER = 0xF0000
_CHARACTERS = 0x10FFFE - _FIRST_CHARACTER  # planes 15 and 16

PRIVATE = re.compile("[\U000f0000-\U0010ffff]")
"""The private-use characters that stand for given phonemes. Any in the input itself must be removed."""

# IPA's spellings of the model's single symbols, with and without a tie bar.
_ONE_SYMBOL = {
    "tʃ": "ʧ", "dʒ": "ʤ", "t͡ʃ": "ʧ", "d͡ʒ": "ʤ", "t͡s": "ʦ", "d͡z": "ʣ", "t͡ɕ": "ʨ",
    "aɪ": "I", "aʊ": "W", "eɪ": "A", "ɔɪ": "Y", "oʊ": "O", "əʊ": "Q",
    "a͡ɪ": "I", "a͡ʊ": "W", "e͡ɪ": "A", "ɔ͡ɪ": "Y", "o͡ʊ": "O", "ə͡ʊ": "Q",
}  # fmt: skip
_SEQUENCE = re.compile("|".join(sorted(_ONE_SYMBOL, key=len, reverse=True)))

# Within a word, IPA's full stop separates syllables. The model would make a pause of it.
_SYLLABLE = re.compile(r"(?<=[^\s.])\.(?=[^\s.])")


class UnknownSymbolError(ValueError):
    """A symbol outside the model's vocabulary. The message continues a sentence that names where the symbol is."""

    def __init__(self, symbol: str) -> None:
        hint = "; IPA's g is ɡ (U+0261)" if symbol == "g" else ""
        super().__init__(f"the model does not know the symbol {symbol!r} (U+{ord(symbol):04X}){hint}")


def model_phonemes(ipa: str, vocabulary: Collection[str]) -> str:
    """IPA in the model's symbols: "eɪ" becomes one symbol, and syllable separators are removed.

    Empty if nothing in it has a sound. Raises UnknownSymbolError.
    """
    written = _SEQUENCE.sub(lambda found: _ONE_SYMBOL[found[0]], _SYLLABLE.sub("", ipa.strip()))
    symbols: list[str] = []
    for symbol in written:
        for part in symbol if symbol in vocabulary else unicodedata.normalize("NFD", symbol):
            if part not in vocabulary:
                raise UnknownSymbolError(symbol)
            symbols.append(part)
    # Stress and length marks are modifier letters (Lm), without a sound.
    sounds = any(unicodedata.category(symbol) in ("Ll", "Lu", "Lo") for symbol in symbols)
    return "".join(symbols) if sounds else ""


class Pronunciations:
    """The given phonemes of one request.

    In text, a private-use character stands for the phonemes of a word. All text processing leaves it as it is, like an
    unknown word.
    """

    def __init__(self) -> None:
        self._phonemes: dict[str, str] = {}
        self._characters: dict[str, str] = {}

    def character(self, phonemes: str) -> str:
        """The character for phonemes, which must be in the model's vocabulary.

        Raises InvalidRequestError if all characters are in use.
        """
        if phonemes not in self._characters:
            if len(self._phonemes) == _CHARACTERS:
                raise InvalidRequestError(
                    f"At most {_CHARACTERS} pronunciations can be given.", param="input"
                )
            character = chr(_FIRST_CHARACTER + len(self._phonemes))
            self._phonemes[character] = phonemes
            self._characters[phonemes] = character
        return self._characters[phonemes]

    def __contains__(self, character: object) -> bool:
        return character in self._phonemes

    def __getitem__(self, character: str) -> str:
        return self._phonemes[character]
