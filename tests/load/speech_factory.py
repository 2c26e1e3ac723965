"""Texts with known audio: which chunks, how long, at which pitch."""

import io
import itertools
import wave
from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from kokoro_speech_server.chunk import SAMPLE_RATE
from kokoro_speech_server.config import Settings
from kokoro_speech_server.synthesis.tts_service import _noise_seed
from kokoro_speech_server.text.languages import LANGUAGES
from kokoro_speech_server.text.phonemizer import ThreadPhonemizer
from kokoro_speech_server.text.script import VoiceSettings
from kokoro_speech_server.text.tags import plain_script
from kokoro_speech_server.text.text_processor import smart_split
from kokoro_speech_server.voices import VoiceMix
from kokoro_speech_server.weights import assets
from tests.load.client import Answer
from tests.load.engine_control import FRAME
from tests.load.paced_engine import pitch, tone
from tests.servers import joined_events
from tests.sounds import SURPLUS, Sound, decode

VOICE = "ef_dora"
"""Spanish: espeak-ng reads it, so that workers start in half the time of English ones."""

SPEED = 2.5
"""Voices speak about 16 tokens per second at speed 1, which the server's forecasts rely on. At this speed they speak
40, as the paced engine does."""

_SYLLABLES = ("ba", "be", "bi", "bo", "bu", "la", "le", "li", "lo", "lu")

_FADE = 120
"""Samples at each end of a chunk that a fade may change."""

LOSSLESS = ("flac", "wav", "pcm")


@dataclass(frozen=True)
class Speech:
    """A request and the audio that it must get. sizes: the samples of each chunk."""

    text: str
    seed: int
    sizes: tuple[int, ...]

    @cached_property
    def chunks(self) -> list[int]:
        """The noise seeds of its chunks, which identify them in the log."""
        return [_noise_seed(self.seed, index) for index in range(len(self.sizes))]

    @property
    def seconds(self) -> float:
        return sum(self.sizes) / SAMPLE_RATE

    @property
    def request(self) -> dict[str, Any]:
        return {"input": self.text, "seed": self.seed, "response_format": "pcm", "speed": SPEED}

    def assert_matches(self, answer: Answer, format: str = "pcm", **way: object) -> None:
        """Asserts that the response is this speech in this format, complete, without other requests' audio."""
        assert answer.status == 200, answer
        assert answer.whole, answer
        body = answer.body
        if way.get("stream_format") == "sse":
            events, body = joined_events(body.decode())
            assert events[-1]["type"] == "speech.audio.done"
        if way.get("stream") is False:
            assert int(answer.headers["content-length"]) == len(body)
        whole = way.get("stream") is False
        if format == "wav" and whole:
            with wave.open(io.BytesIO(body)) as file:
                assert file.getnframes() == sum(self.sizes)
        self.assert_audio_matches(decode(format, body), format, whole=whole)

    def assert_audio_matches(self, sound: Sound, format: str, *, whole: bool) -> None:
        surplus = sound.size - sum(self.sizes)
        assert 0 <= surplus <= SURPLUS.get(format, (0, 0))[whole], f"{format}: {surplus} surplus samples"
        at = 0
        for number, (chunk, size) in enumerate(zip(self.chunks, self.sizes, strict=True)):
            part = sound[at : at + size]
            what = f"{format}, chunk {number} of {len(self.sizes)}"
            if format in LOSSLESS:
                difference = np.abs(part - tone(chunk, size))[_FADE:-_FADE]
                assert difference.max() < 1e-3, f"{what} is not this request's"
            else:
                assert abs(_loudest(part) - pitch(chunk)) < 25, f"{what} is not this request's"
            at += size


def _loudest(part: Sound) -> float:
    """Returns the dominant frequency, in Hz, of the middle half."""
    middle = part[part.size // 4 : -part.size // 4]
    spectrum = np.abs(np.fft.rfft(middle * np.hanning(middle.size)))
    return float(np.argmax(spectrum)) * SAMPLE_RATE / middle.size


class SpeechFactory:
    """Makes speeches with distinct texts, whose chunks are those of a server with these settings."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._numbers = itertools.count(1)
        self._phonemizer = ThreadPhonemizer(frozenset(assets.config()["vocab"]))

    def close(self) -> None:
        self._phonemizer.close()

    async def line(self) -> Speech:
        """Returns a speech of one chunk."""
        [line] = await self.lines(1)
        return line

    async def lines(self, count: int) -> list[Speech]:
        """Returns speeches of one chunk each, about half a second long."""
        lines = [await self.speech(1) for _ in range(count)]
        assert all(len(line.sizes) == 1 for line in lines)
        return lines

    async def speech(self, sentences: int) -> Speech:
        """Returns a speech of this many sentences, each as long as a line."""
        number = next(self._numbers)
        word = "".join(_SYLLABLES[int(digit)] for digit in f"{number:06}")
        text = " ".join(f"Di {word}{' ya' * (i % 3)}." for i in range(sentences))
        return Speech(text, number, tuple([size async for size in self._sizes(text)]))

    async def book(self, chunks: int) -> Speech:
        """Returns a speech of at least this many chunks."""
        book = await self.speech(chunks)
        sentences = chunks
        while (made := len(book.sizes)) < chunks:
            sentences = max(sentences + chunks, sentences * chunks // made)
            book = await self.speech(sentences)
        return book

    async def _sizes(self, text: str) -> AsyncIterator[int]:
        voice_settings = VoiceSettings(VoiceMix(((VOICE, 1.0),)), LANGUAGES[VOICE[0]])
        chunks = smart_split(
            plain_script(text, voice_settings), phonemizer=self._phonemizer, settings=self._settings
        )
        async for chunk in chunks:
            yield FRAME * len(chunk.tokens)
