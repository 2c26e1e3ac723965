"""What is to be read, and in which manner: the input with its directions taken out."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from kokoro_speech_server.text.languages import Language
from kokoro_speech_server.text.lexicon import Lexicon
from kokoro_speech_server.text.normalization.rules import Normalization
from kokoro_speech_server.text.pronunciations import Pronunciations
from kokoro_speech_server.text.source_text import SourceText
from kokoro_speech_server.voices import VoiceMix

SLOWEST, FASTEST = 0.25, 4.0
"""The speeds that the engine has."""


@dataclass(frozen=True, slots=True)
class VoiceSettings:
    """How a passage is spoken.

    rate:   times the request's speed
    volume: times the request's
    """

    voice: VoiceMix
    language: Language
    rate: float = 1.0
    volume: float = 1.0

    def speed(self, requested: float) -> float:
        """The engine's speed where the request asks for `requested`: their product, within what the engine has."""
        return min(FASTEST, max(SLOWEST, self.rate * requested))


@dataclass(frozen=True, slots=True)
class Passage:
    """`start:end` of the script, spoken in one manner, and the seconds of silence asked for after it."""

    start: int
    end: int
    voice_settings: VoiceSettings
    pause: float = 0.0


@dataclass(frozen=True, slots=True)
class Mark:
    """A place that the author has named: in front of the character at `offset` of the input."""

    name: str
    offset: int


@dataclass(frozen=True, slots=True)
class GivenPhonemes:
    """What is spoken without being read: symbols of the model's vocabulary."""

    symbols: str
    voice_settings: VoiceSettings


class Script(Protocol):
    """The text to be read, in passages that are found as they are asked for.

    pronunciations: what the private characters of its sources stand for
    lexicon:        the pronunciations that are to be applied to them, once markup is gone
    marks:          in order
    unknown:        directions in it that nobody knows, in ASCII
    markup:         whether Markdown in it is Markdown; otherwise it is text
    normalization:  which categories of it are put into words
    """

    pronunciations: Pronunciations
    lexicon: Lexicon
    marks: tuple[Mark, ...]
    unknown: tuple[str, ...]
    markup: bool
    normalization: Normalization

    @property
    def text(self) -> str:
        """All of it; passages are stretches of this."""

    def passages(self) -> Iterator[Passage]:
        """In order, without overlap; what is in none (a tag) is not read."""

    def source(self, start: int, end: int) -> SourceText:
        """`text[start:end]` with the offsets of the input that it came from."""
