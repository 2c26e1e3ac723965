"""What is to be read, and in which manner: the input with its directions taken out."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from api.src.inference.voices import VoiceMix
from api.src.services.text_processing.languages import Language
from api.src.services.text_processing.source_text import SourceText


@dataclass(frozen=True, slots=True)
class Manner:
    """How a passage is spoken.

    rate:   times the request's speed
    volume: times the request's
    """

    voice: VoiceMix
    language: Language
    rate: float = 1.0
    volume: float = 1.0


@dataclass(frozen=True, slots=True)
class Passage:
    """`start:end` of the script, spoken in one manner, and the seconds of silence asked for after it."""

    start: int
    end: int
    manner: Manner
    pause: float = 0.0


class Pronunciations:
    """Phonemes that the author has given for words of one request.

    In the text a character of Unicode's private use stands for each, which goes through everything that is done to text
    as a word that nobody knows. Such characters that the author wrote himself must be taken out before.
    """

    _FIRST = 0xF0000  # planes 15 and 16 have room for more than an input can name

    def __init__(self) -> None:
        self._phonemes: dict[str, str] = {}
        self._characters: dict[str, str] = {}

    def character(self, phonemes: str) -> str:
        """The character that stands for the phonemes. They must be symbols of the model's vocabulary."""
        if phonemes not in self._characters:
            character = chr(self._FIRST + len(self._phonemes))
            self._phonemes[character] = phonemes
            self._characters[phonemes] = character
        return self._characters[phonemes]

    def __contains__(self, character: str) -> bool:
        return character in self._phonemes

    def __getitem__(self, character: str) -> str:
        return self._phonemes[character]


@dataclass(frozen=True, slots=True)
class GivenPhonemes:
    """What is spoken without being read: symbols of the model's vocabulary."""

    symbols: str
    manner: Manner


class Script(Protocol):
    """The text to be read, in passages that are found as they are asked for."""

    pronunciations: Pronunciations
    markup: bool
    """Whether the text may be Markdown or HTML."""

    @property
    def text(self) -> str:
        """All of it; passages are stretches of this."""

    def passages(self) -> Iterator[Passage]:
        """In order, without overlap; what is in none (a tag) is not read."""

    def source(self, start: int, end: int) -> SourceText:
        """`text[start:end]` with the offsets of the input that it came from."""
