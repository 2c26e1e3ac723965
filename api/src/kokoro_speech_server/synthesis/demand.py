"""The demand of a request: when its next audio is due, and how much audio it still needs."""

import time
from collections.abc import Callable

from kokoro_speech_server.chunk import FRAME, SAMPLE_RATE, Chunk
from kokoro_speech_server.scheduling.engine_slot import Demand
from kokoro_speech_server.scheduling.scheduler_client import chunk_key, sound_key
from kokoro_speech_server.text.languages import Language
from kokoro_speech_server.text.script import GivenPhonemes, Script, VoiceSettings

SECONDS_PER_TOKEN = 1 / 15
"""Audio seconds for one token at speed 1, roughly."""

_MIN_MEASURED_CHARACTERS = 40
"""Characters after which the pace of the request itself replaces that of its language."""


class RequestDemand:
    """Follows the demand of one request from its arrival on.

    characters:       length of the input
    language:         language of the input, which gives the first estimate of its pace
    speed:            rate of speech
    arrived:          when the request arrived, on the clock
    playback_delay_s: seconds from the arrival until the listener starts playback; 0 for a stream
    clock:            the clock of due times, in seconds
    due:              when the listener runs out of audio, on the clock

    Playback is in real time: the next chunk is due at the end of the last one or, if the last one was late, its own
    length after it was ready.
    """

    def __init__(
        self,
        *,
        characters: int,
        language: Language,
        speed: float,
        arrived: float,
        playback_delay_s: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.due = arrived + playback_delay_s
        self._characters = characters
        self._speed = speed
        self._clock = clock
        self._seconds_per_character = language.seconds_per_character / speed
        self._characters_done = 0
        self._seconds_done = 0.0

    @property
    def remaining(self) -> float:
        """Seconds of audio that the request still needs, estimated from the characters that are left."""
        return max(0, self._characters - self._characters_done) * self._seconds_per_character

    def add_text(self, characters: int) -> None:
        """Count characters that have arrived since."""
        self._characters += characters

    def for_chunk(self, chunk: Chunk) -> Demand:
        """The demand of the next chunk, or of the part of it that is next."""
        seconds = len(chunk.tokens) * SECONDS_PER_TOKEN / self._speed
        remaining = max(self.remaining, seconds)
        if chunk.window is None:
            return Demand(self.due, seconds, remaining, sound_key(chunk), model=chunk.model)
        seconds = min(seconds, chunk.window * FRAME / SAMPLE_RATE)
        return Demand(self.due, seconds, remaining, sound_key(chunk), chunk_key(chunk), chunk.model)

    def part_done(self, seconds: float) -> None:
        """Count a part of a chunk whose audio, of that many seconds, is ready."""
        self.due = max(self.due, self._clock()) + seconds

    def chunk_done(self, chunk: Chunk, seconds: float) -> None:
        """Count a chunk whose parts, of that many seconds together, have been counted."""
        self._characters_done = max(self._characters_done, chunk.tokens[-1].end)
        self._seconds_done += seconds
        if self._characters_done >= _MIN_MEASURED_CHARACTERS:
            self._seconds_per_character = self._seconds_done / self._characters_done


def expected_seconds(text: Script | GivenPhonemes, speed: float) -> float:
    """Seconds of audio for a text, estimated from its characters, rates, pauses and sounds.

    It takes milliseconds for a text of 10,000 passages.
    """
    if isinstance(text, GivenPhonemes):
        return _seconds(len(text.symbols), text.voice_settings, speed)
    return sum(
        _seconds(passage.end - passage.start, passage.voice_settings, speed)
        + passage.pause
        + (passage.sound.seconds if passage.sound else 0.0)
        for passage in text.passages()
    )


def _seconds(characters: int, voice_settings: VoiceSettings, speed: float) -> float:
    return characters * voice_settings.language.seconds_per_character / voice_settings.speed(speed)
