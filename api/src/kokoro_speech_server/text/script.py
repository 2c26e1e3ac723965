"""A script: the input without its directives, in passages with one voice each."""

import itertools
from array import array
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Protocol

from kokoro_speech_server.text.languages import Language
from kokoro_speech_server.text.lexicon import Lexicon
from kokoro_speech_server.text.normalization.rules import Normalization
from kokoro_speech_server.text.origins import TracedText
from kokoro_speech_server.text.pronunciations import Pronunciations
from kokoro_speech_server.voices import VoiceMix

SLOWEST, FASTEST = 0.25, 4.0
"""The engine's range of speeds."""

_LOUDEST = 10.0


@dataclass(frozen=True, slots=True)
class VoiceSettings:
    """How a passage sounds.

    rate:   a factor of the request's speed, 0.25 to 4
    volume: a factor of the request's volume, 0 to 10
    """

    voice: VoiceMix
    language: Language
    rate: float = 1.0
    volume: float = 1.0

    @property
    def vocabulary(self) -> Collection[str] | None:
        """The symbols of the model that speaks, or None if it is the server's."""
        model = self.voice.model
        return None if model is None else model.vocabulary.keys()

    def scaled(self, *, rate: float = 1.0, volume: float = 1.0) -> "VoiceSettings":
        """The settings with rate and volume multiplied, both kept within their ranges."""
        return replace(
            self,
            rate=min(FASTEST, max(SLOWEST, self.rate * rate)),
            volume=min(_LOUDEST, self.volume * volume),
        )

    def speed(self, requested: float) -> float:
        """The engine's speed for the request's speed: the product with the rate, within the engine's range."""
        return min(FASTEST, max(SLOWEST, self.rate * requested))


@dataclass(frozen=True, slots=True)
class SoundClip:
    """A sound between the words, or a part of it.

    name:           of the sound
    start_s, end_s: the part of it that is heard, in seconds
    times:          how often it is heard; 1.5: once and a half
    volume:         factor of its amplitude, which otherwise is that of speech
    marks:          number of the script's marks before it
    """

    name: str
    start_s: float
    end_s: float
    times: float
    volume: float
    marks: int

    @property
    def seconds(self) -> float:
        """How long it is heard."""
        return (self.end_s - self.start_s) * self.times


@dataclass(frozen=True, slots=True)
class Passage:
    """The characters `start:end` of a script, which share voice settings, and what follows them.

    pause:     silence after them, in seconds
    sound:     after the pause; None: no sound
    ends_turn: whether they are the end of a turn, over which the next one fades in
    """

    start: int
    end: int
    voice_settings: VoiceSettings
    pause: float = 0.0
    sound: SoundClip | None = None
    ends_turn: bool = False

    @property
    def is_interrupted(self) -> bool:
        """Whether there is a pause, a sound or the end of a turn between this passage and the next one."""
        return self.pause > 0 or self.sound is not None or self.ends_turn


class Passages:
    """Passages in order, stored compactly, since the garbage collector stops everything to visit 100,000 objects."""

    def __init__(self) -> None:
        self._starts = array("Q")
        self._ends = array("Q")
        self._pauses = array("d")
        self._voice_settings: list[VoiceSettings] = []
        self._sounds: dict[int, SoundClip] = {}  # by the passage's number
        self._turn_ends: set[int] = set()

    @property
    def pause(self) -> float:
        """The sum of all pauses, in seconds."""
        return sum(self._pauses)

    def append(self, passage: Passage) -> None:
        if passage.sound:
            self._sounds[len(self._starts)] = passage.sound
        if passage.ends_turn:
            self._turn_ends.add(len(self._starts))
        self._starts.append(passage.start)
        self._ends.append(passage.end)
        self._pauses.append(passage.pause)
        self._voice_settings.append(passage.voice_settings)

    def __iter__(self) -> Iterator[Passage]:
        sounds = map(self._sounds.get, itertools.count())
        turn_ends = map(self._turn_ends.__contains__, itertools.count())
        return map(Passage, self._starts, self._ends, self._voice_settings, self._pauses, sounds, turn_ends)


@dataclass(frozen=True, slots=True)
class Mark:
    """A named place before the character at `offset` of the input."""

    name: str
    offset: int


@dataclass(frozen=True, slots=True)
class GivenPhonemes:
    """Phonemes to synthesize instead of a text: symbols of the model's vocabulary."""

    symbols: str
    voice_settings: VoiceSettings


class Script(Protocol):
    """A text to read, in passages.

    text:           the whole text; passages have offsets into it
    pronunciations: the phonemes for private-use characters in the text
    lexicon:        pronunciations to apply after markup is removed
    marks:          in order of their offsets
    unknown:        directives that the server does not support, in ASCII
    unspoken:       names of the writing systems in it that nobody reads, in ASCII
    markup:         whether to interpret Markdown and HTML
    normalization:  what to put into words
    """

    text: TracedText
    pronunciations: Pronunciations
    lexicon: Lexicon
    marks: tuple[Mark, ...]
    unknown: tuple[str, ...]
    unspoken: tuple[str, ...]
    markup: bool
    normalization: Normalization

    def passages(self) -> Iterator[Passage]:
        """The passages in order, without overlap. Text between them, such as a tag, is not read."""
