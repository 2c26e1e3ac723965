"""What a request will still want from the scheduler: when its next audio is due, and how much is to come."""

import time

from kokoro_speech_server.chunk import Chunk
from kokoro_speech_server.scheduling.engine_slot import Demand
from kokoro_speech_server.scheduling.scheduler_client import sound_key
from kokoro_speech_server.text.languages import Language

_SECONDS_PER_TOKEN = 1 / 15
_ENOUGH_CHARACTERS = 40


class RequestDemand:
    """Follows one request from its arrival.

    characters: of the input; language: the one it is in; speed: rate of speech
    patience:   seconds after the arrival until the listener begins to listen; 0 for a stream

    Whoever listens hears what is made in real time: the next chunk is due when the last one has been heard, or,
    where it came too late, one length of it after it came.
    """

    def __init__(self, *, characters: int, language: Language, speed: float, patience: float) -> None:
        self.due = time.monotonic() + patience
        self._characters = characters
        self._speed = speed
        self._pace = language.seconds_per_character / speed
        self._said = 0
        self._made = 0.0

    @property
    def remaining(self) -> float:
        """Seconds of audio still to make; text that has not been looked at counts by its characters."""
        return max(0, self._characters - self._said) * self._pace

    def of(self, chunk: Chunk) -> Demand:
        seconds = len(chunk.tokens) * _SECONDS_PER_TOKEN / self._speed
        return Demand(self.due, seconds, max(self.remaining, seconds), sound_key(chunk))

    def made(self, chunk: Chunk, seconds: float) -> None:
        """A chunk has become so many seconds of audio."""
        self.due = max(self.due, time.monotonic()) + seconds
        self._said = max(self._said, chunk.tokens[-1].end)
        self._made += seconds
        if self._said >= _ENOUGH_CHARACTERS:
            self._pace = self._made / self._said
