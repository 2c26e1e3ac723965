"""The path of every request: text → chunks → engine → audio → writer → bytes."""

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
    """Everything that determines the audio of one request.

    input:          the text of the request, to which the offsets of word timings refer
    text:           what is read of it
    voice_settings: settings of all passages without settings of their own
    speed:          0.25 to 4, relative to the voice's own speed
    volume:         factor of the amplitude
    seed:           seed of the harmonic source's noise
    reproducible:   whether equal requests must give equal audio, to the bit
    timed:          whether the times of words and marks are requested
    """

    input: str
    text: Script | GivenPhonemes
    voice_settings: VoiceSettings
    format: AudioFormat
    speed: float
    volume: float
    seed: int
    reproducible: bool = False
    timed: bool = False

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks whose times are requested."""
        return () if isinstance(self.text, GivenPhonemes) or not self.timed else self.text.marks

    @property
    def unknown(self) -> tuple[str, ...]:
        """Unsupported directives in the text."""
        return () if isinstance(self.text, GivenPhonemes) else self.text.unknown


class AudioPiece(NamedTuple):
    """Bytes of the audio file, with the words and marks of their chunk."""

    data: bytes
    words: tuple[WordTiming, ...] = ()
    marks: tuple[MarkTiming, ...] = ()


@dataclass(frozen=True, slots=True)
class _TimedSamples:
    """Samples, and the words and marks in them."""

    samples: Samples
    words: tuple[WordTiming, ...] = ()
    marks: tuple[MarkTiming, ...] = ()


@dataclass(slots=True)
class Progress:
    """What has been produced of an utterance so far.

    tokens, frames: of the model; samples: of the audio
    seconds:        duration of each stage
    """

    tokens: int = 0
    frames: int = 0
    samples: int = 0
    seconds: dict[str, float] = field(default_factory=lambda: {"text": 0.0, "engine": 0.0, "encode": 0.0})

    @property
    def audio_seconds(self) -> float:
        return self.samples / SAMPLE_RATE

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        """Add the duration of the context to that of a stage."""
        start = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[stage] += time.perf_counter() - start

    def server_timing(self) -> str:
        """The value of a Server-Timing header with the stages in milliseconds (W3C Server Timing)."""
        return ", ".join(f"{stage};dur={seconds * 1000:.1f}" for stage, seconds in self.seconds.items())


@dataclass(frozen=True, slots=True)
class SynthesisContext:
    """The state of a request while it is synthesized."""

    admission: Admission
    demand: RequestDemand
    progress: Progress = field(default_factory=Progress)


class TTSService:
    """Synthesizes utterances. Each call is one task tree: its cancellation stops everything below it."""

    def __init__(self, *, voices: VoiceLibrary, phonemizer: Phonemizer, settings: Settings) -> None:
        self._voices = voices
        self._phonemizer = phonemizer
        self._settings = settings
        self._bit_rates = BitRates(
            mp3=settings.mp3_bit_rate, aac=settings.aac_bit_rate, opus=settings.opus_bit_rate
        )

    def bytes_per_second(self, format: AudioFormat) -> float:
        """The size of a second of speech in `format`, roughly."""
        return self._bit_rates.bytes_per_second(format)

    async def stream(
        self, utterance: Utterance, context: SynthesisContext, *, whole: IO[bytes] | None = None
    ) -> AsyncGenerator[AudioPiece]:
        """The audio file in pieces as they become ready.

        whole: an empty, seekable binary file to which the audio goes instead, so that its headers contain its length;
               the pieces, one for each chunk, then have no bytes

        The admission is released when the last chunk has left the engine. Errors of the first chunk
        (NothingToSpeakError, EngineError) are raised before the first piece.
        """
        progress = context.progress
        with StreamingAudioWriter(utterance.format, self._bit_rates, whole=whole) as writer:
            async with aclosing(self._synthesize(utterance, context)) as parts:
                async for part in parts:
                    encoded = await _timed(progress, "encode", run_to_end(None, writer.write, part.samples))
                    if whole is not None or encoded or part.words or part.marks:
                        yield AudioPiece(encoded, part.words, part.marks)
            tail = await _timed(progress, "encode", run_to_end(None, writer.finish))
            if tail:
                yield AudioPiece(tail)

    async def _synthesize(
        self, utterance: Utterance, context: SynthesisContext
    ) -> AsyncGenerator[_TimedSamples]:
        """The audio of each chunk with the silence around it, ready to be concatenated."""
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
                    reproducible=utterance.reproducible,
                )
                upcoming.start()
                chunk_audio = await _synthesize_chunk(chunk, index, context)
                upcoming.on_end(admission.release)
                progress.tokens += len(chunk.tokens)
                progress.frames += int(chunk_audio.durations.sum())
                part = await asyncio.to_thread(
                    self._finish_chunk, utterance, text_chunk, chunk_audio, silence_before, progress.samples
                )
                progress.samples += len(part.samples)
                demand.chunk_done(chunk, len(part.samples) / SAMPLE_RATE)
                yield replace(part, marks=marks.reached(part.words))
                silence_before = 0.0
                index += 1
        admission.release()
        if index == 0:
            raise NothingToSpeakError
        progress.samples += len(ending := audio.silence(silence_before))
        last_marks = marks.end(progress.audio_seconds)
        if silence_before or last_marks:
            yield _TimedSamples(ending, marks=last_marks)

    def _chunks(self, text: Script | GivenPhonemes) -> AsyncGenerator[TextChunk]:
        if isinstance(text, GivenPhonemes):
            return split_phonemes(text, settings=self._settings)
        return smart_split(text, phonemizer=self._phonemizer, settings=self._settings)

    def _finish_chunk(
        self,
        utterance: Utterance,
        chunk: TextChunk,
        chunk_audio: ChunkAudio,
        silence_before: float,
        offset: int,
    ) -> _TimedSamples:
        """Trim a chunk and time its words. offset: position of the chunk's audio in the whole audio, in samples"""
        # A requested pause includes the silence that the model adds on its own.
        tail_s = chunk.pause or audio.tail_s(chunk.ends, self._settings)
        fill = chunk.pause > 0 or chunk.ends >= Boundary.SENTENCE
        trimmed, cut = audio.trim(chunk_audio.samples, tail_s=tail_s, fill=fill)
        lead = audio.silence(silence_before)
        words: tuple[WordTiming, ...] = ()
        if utterance.timed:
            words = word_timings(
                utterance.input,
                chunk.tokens,
                chunk_audio,
                cut=cut,
                kept=len(trimmed),
                offset=offset + len(lead),
            )
        amplified = audio.amplify(trimmed, utterance.volume * chunk.voice_settings.volume)
        return _TimedSamples(np.concatenate([lead, amplified]), words)


def _noise_seed(seed: int, index: int) -> int:
    """The seed of a chunk, 0 to 2^63 - 1. Similar seeds and adjacent chunks get unrelated noise."""
    digest = hashlib.blake2b(f"{seed}:{index}".encode(), digest_size=8).digest()
    return int.from_bytes(digest) >> 1


async def _synthesize_chunk(chunk: Chunk, index: int, context: SynthesisContext) -> ChunkAudio:
    """Synthesize a chunk. Its span and its time include the wait for an engine slot."""
    admission, demand, progress = context.admission, context.demand, context.progress
    attributes = {"speech.chunk": index, "speech.tokens": len(chunk.tokens)}
    with progress.timed("engine"), span("chunk", attributes) as traced:
        result = await admission.synthesize(chunk, demand.for_chunk(chunk))
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
