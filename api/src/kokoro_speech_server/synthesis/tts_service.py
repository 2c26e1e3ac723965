"""The one road: text → chunks → engine → audio → writer → bytes."""

import asyncio
import hashlib
import time
from collections.abc import AsyncGenerator, Awaitable, Iterator
from contextlib import aclosing, contextmanager
from dataclasses import dataclass, field, replace
from typing import IO, NamedTuple, TypeVar

import numpy as np

from kokoro_speech_server.audio import samples as audio
from kokoro_speech_server.audio.streaming_audio_writer import AudioFormat, BitRates, StreamingAudioWriter
from kokoro_speech_server.audio.timings import MarkTiming, MarkTimings, WordTiming, word_timings
from kokoro_speech_server.chunk import SAMPLE_RATE, Chunk, ChunkAudio, Samples
from kokoro_speech_server.config import Settings
from kokoro_speech_server.errors import NothingToSpeakError
from kokoro_speech_server.observability.tracing import span
from kokoro_speech_server.scheduling.scheduler_client import Admission
from kokoro_speech_server.synthesis.demand import RequestDemand
from kokoro_speech_server.synthesis.look_ahead import LookAhead
from kokoro_speech_server.text.phonemizer import Phonemizer
from kokoro_speech_server.text.script import GivenPhonemes, Mark, Script, VoiceSettings
from kokoro_speech_server.text.sentences import Boundary
from kokoro_speech_server.text.text_processor import TextChunk, smart_split, split_phonemes
from kokoro_speech_server.threads import run_to_end
from kokoro_speech_server.voices import VoiceLibrary

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Utterance:
    """Everything that shapes the sound of one request.

    input:  as the request has it; the offsets of word timings lead there
    text:   what is read of it
    manner: in which it is read, where it does not say otherwise
    speed:  0.25 to 4, as the voice speaks at 1; volume: a factor; seed: of the source's noise
    timed:  whether the times of its words and marks are wanted
    """

    input: str
    text: Script | GivenPhonemes
    voice_settings: VoiceSettings
    format: AudioFormat
    speed: float
    volume: float
    seed: int
    timed: bool = False

    @property
    def marks(self) -> tuple[Mark, ...]:
        """Places in the input whose time is to be told."""
        return () if isinstance(self.text, GivenPhonemes) or not self.timed else self.text.marks

    @property
    def unknown(self) -> tuple[str, ...]:
        """Directions in the text that nobody knows."""
        return () if isinstance(self.text, GivenPhonemes) else self.text.unknown


class Piece(NamedTuple):
    """Bytes of the audio file, and the words and marks of the chunk that they belong to; not all of it is empty."""

    data: bytes
    words: tuple[WordTiming, ...] = ()
    marks: tuple[MarkTiming, ...] = ()


@dataclass(frozen=True, slots=True)
class Timings:
    """When everything of a whole speech is heard."""

    words: tuple[WordTiming, ...]
    marks: tuple[MarkTiming, ...]


@dataclass(frozen=True, slots=True)
class _Sound:
    samples: Samples
    words: tuple[WordTiming, ...] = ()
    marks: tuple[MarkTiming, ...] = ()


@dataclass(slots=True)
class Progress:
    """What has been made of an utterance so far, and the seconds that each stage took."""

    tokens: int = 0
    frames: int = 0
    samples: int = 0
    seconds: dict[str, float] = field(default_factory=lambda: {"text": 0.0, "engine": 0.0, "encode": 0.0})

    @property
    def audio_seconds(self) -> float:
        return self.samples / SAMPLE_RATE

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        """Add the time inside to a stage's."""
        start = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[stage] += time.perf_counter() - start

    def server_timing(self) -> str:
        """The stages so far as a Server-Timing header, in milliseconds (W3C Server Timing)."""
        return ", ".join(f"{stage};dur={seconds * 1000:.1f}" for stage, seconds in self.seconds.items())


@dataclass(frozen=True, slots=True)
class SynthesisContext:
    """What a request holds while it is spoken: its ticket, what it will still want, what has been made of it."""

    admission: Admission
    demand: RequestDemand
    progress: Progress = field(default_factory=Progress)


class TTSService:
    """Speaks utterances. Each call is one task tree: cancelling it stops everything below it."""

    def __init__(self, *, voices: VoiceLibrary, phonemizer: Phonemizer, settings: Settings) -> None:
        self._voices = voices
        self._phonemizer = phonemizer
        self._settings = settings
        self._bit_rates = BitRates(
            mp3=settings.mp3_bit_rate, aac=settings.aac_bit_rate, opus=settings.opus_bit_rate
        )

    async def stream(self, utterance: Utterance, context: SynthesisContext) -> AsyncGenerator[Piece]:
        """The audio file in pieces as they become ready, with the words that are spoken in each.

        The ticket is given back when the last chunk has left the engine. Errors (NothingToSpeakError,
        EngineError) come before the first piece where the first chunk meets them.
        """
        progress = context.progress
        with StreamingAudioWriter(utterance.format, self._bit_rates) as writer:
            async with aclosing(self._sounds(utterance, context)) as sounds:
                async for sound in sounds:
                    encoded = await _timed(progress, "encode", run_to_end(None, writer.write, sound.samples))
                    if encoded or sound.words or sound.marks:
                        yield Piece(encoded, sound.words, sound.marks)
            tail = await _timed(progress, "encode", run_to_end(None, writer.finish))
            if tail:
                yield Piece(tail)

    async def write(self, utterance: Utterance, context: SynthesisContext, file: IO[bytes]) -> Timings:
        """The whole audio file into an empty binary file that can seek; its headers tell its length."""
        words: list[WordTiming] = []
        marks: list[MarkTiming] = []
        progress = context.progress
        with StreamingAudioWriter(utterance.format, self._bit_rates, whole=file) as writer:
            async with aclosing(self._sounds(utterance, context)) as sounds:
                async for sound in sounds:
                    words += sound.words
                    marks += sound.marks
                    await _timed(progress, "encode", run_to_end(None, writer.write, sound.samples))
            await _timed(progress, "encode", run_to_end(None, writer.finish))
        return Timings(tuple(words), tuple(marks))

    async def _sounds(self, utterance: Utterance, context: SynthesisContext) -> AsyncGenerator[_Sound]:
        """The audio of each chunk with the silence around it, ready to be joined end to end."""
        admission, demand, progress = context.admission, context.demand, context.progress
        with span("queue"):
            await admission.wait_for_text_slot()
        silence_before = 0.0
        index = 0
        marks = MarkTimings(utterance.marks)
        async with LookAhead(self._chunks(utterance.text)) as upcoming:
            while (text_chunk := await _timed(progress, "text", upcoming.next())) is not None:
                if not text_chunk.tokens:
                    silence_before += text_chunk.pause
                    continue
                voice_settings = text_chunk.voice_settings
                style_pack = await self._voices.pack(voice_settings.voice)
                chunk = Chunk(
                    tokens=text_chunk.tokens,
                    style=style_pack[len(text_chunk.tokens) - 1],
                    speed=voice_settings.speed(utterance.speed),
                    pause=text_chunk.pause,
                    seed=_noise_seed(utterance.seed, index),
                )
                upcoming.start()
                spoken = await _spoken(chunk, index, context)
                upcoming.when_over(admission.release)
                progress.tokens += len(chunk.tokens)
                progress.frames += int(spoken.durations.sum())
                sound = await asyncio.to_thread(
                    self._finish_chunk, utterance, text_chunk, spoken, silence_before, progress.samples
                )
                progress.samples += len(sound.samples)
                demand.made(chunk, len(sound.samples) / SAMPLE_RATE)
                yield replace(sound, marks=marks.reached(sound.words))
                silence_before = 0.0
                index += 1
        admission.release()
        if index == 0:
            raise NothingToSpeakError
        progress.samples += len(ending := audio.silence(silence_before))
        last_marks = marks.end(progress.audio_seconds)
        if silence_before or last_marks:
            yield _Sound(ending, marks=last_marks)

    def _chunks(self, text: Script | GivenPhonemes) -> AsyncGenerator[TextChunk]:
        if isinstance(text, GivenPhonemes):
            return split_phonemes(text, settings=self._settings)
        return smart_split(text, phonemizer=self._phonemizer, settings=self._settings)

    def _finish_chunk(
        self,
        utterance: Utterance,
        chunk: TextChunk,
        spoken: ChunkAudio,
        silence_before: float,
        begins: int,
    ) -> _Sound:
        """begins: samples of the whole audio in front of it and its silence."""
        # Where the author asked for a pause, the model's own silence is a part of it.
        tail_s = chunk.pause or audio.tail_s(chunk.ends, self._settings)
        fill = chunk.pause > 0 or chunk.ends >= Boundary.SENTENCE
        trimmed, cut = audio.trim(spoken.samples, tail_s=tail_s, fill=fill)
        lead = audio.silence(silence_before)
        words: tuple[WordTiming, ...] = ()
        if utterance.timed:
            words = word_timings(
                utterance.input,
                chunk.tokens,
                spoken,
                cut=cut,
                kept=len(trimmed),
                begins=begins + len(lead),
            )
        sound = audio.amplify(trimmed, utterance.volume * chunk.voice_settings.volume)
        return _Sound(np.concatenate([lead, sound]), words)


def _noise_seed(seed: int, index: int) -> int:
    """A chunk's own seed, 0 to 2^63 - 1: near seeds and neighbouring chunks get unrelated noise."""
    digest = hashlib.blake2b(f"{seed}:{index}".encode(), digest_size=8).digest()
    return int.from_bytes(digest) >> 1


async def _spoken(chunk: Chunk, index: int, context: SynthesisContext) -> ChunkAudio:
    """The chunk's audio. Its span, as its time, has the wait for a lane in it."""
    admission, demand, progress = context.admission, context.demand, context.progress
    facts = {"speech.chunk": index, "speech.tokens": len(chunk.tokens)}
    with progress.timed("engine"), span("chunk", facts) as traced:
        result = await admission.synthesize(chunk, demand.of(chunk))
        traced.set_attributes(
            {
                "speech.worker": result.worker or "cache",
                "speech.engine_seconds": result.engine_seconds,
                "speech.audio_seconds": len(result.audio.samples) / SAMPLE_RATE,
            }
        )
    return result.audio


async def _timed(progress: Progress, stage: str, work: Awaitable[T]) -> T:
    with progress.timed(stage), span(stage):
        return await work
