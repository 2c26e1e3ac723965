"""The path of every request: text → chunks → engine → audio → writer → bytes."""

import asyncio
import hashlib
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import aclosing, contextmanager
from dataclasses import dataclass, field, replace
from typing import IO, NamedTuple, Protocol, TypeVar

import numpy as np

from kokoro_speech_server.audio import samples as audio
from kokoro_speech_server.audio.crossfade import Crossfade
from kokoro_speech_server.audio.limiter import TruePeakLimiter
from kokoro_speech_server.audio.sounds import SoundFolder
from kokoro_speech_server.audio.streaming_audio_writer import AudioFormat, BitRates, StreamingAudioWriter
from kokoro_speech_server.audio.timings import MarkTiming, MarkTimings, WordTiming, silence_timing
from kokoro_speech_server.chunk import FRAME, SAMPLE_RATE, Chunk, ChunkAudio, Samples
from kokoro_speech_server.config import Settings
from kokoro_speech_server.engine.network.moments import moment_table
from kokoro_speech_server.errors import EngineError, NothingToSpeakError
from kokoro_speech_server.observability.tracing import span
from kokoro_speech_server.scheduling.scheduler_client import Admission
from kokoro_speech_server.synthesis.chunk_sound import ChunkSound, TimedSamples
from kokoro_speech_server.synthesis.demand import RequestDemand
from kokoro_speech_server.synthesis.look_ahead import LookAhead
from kokoro_speech_server.text.chunk_cutter import TextChunk
from kokoro_speech_server.text.phonemizer import Phonemizer
from kokoro_speech_server.text.script import GivenPhonemes, Mark, Script, SoundClip, VoiceSettings
from kokoro_speech_server.text.sentences import Boundary
from kokoro_speech_server.text.text_processor import smart_split, split_phonemes
from kokoro_speech_server.threads import run_to_end
from kokoro_speech_server.voices.library import VoiceLibrary
from kokoro_speech_server.voices.loudness import gain_for

T = TypeVar("T")

_FIRST_WINDOW, _LATER_WINDOW, _LONGEST_WINDOW = 32, 128, 256
"""Frames of the first window of a request, of that of a later chunk, and of the longest one; each window of a chunk has
twice the frames of the one before. Short windows are early, and cost more: their ends are computed twice."""


@dataclass(frozen=True, slots=True)
class Utterance:
    """Everything that determines the audio of one request.

    input:          the text of the request, to which the offsets of word timings refer
    text:           what is read of it
    voice_settings: settings of all passages without settings of their own
    speed:          0.25 to 4, relative to the voice's own speed
    volume:         factor of the amplitude
    bit_rate:       bits per second of a lossy format; None: those of the settings
    loudness:       target in LUFS, for which each voice has its gain; None: voices are as loud as they are
    seed:           seed of the harmonic source's noise
    reproducible:   whether equal requests must give equal audio, to the bit
    timed:          whether the times of words and marks are requested
    sample_rate:    of the audio file
    crossfade_s:    seconds for which the turns of a dialogue overlap
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
    sample_rate: int = SAMPLE_RATE
    bit_rate: int | None = None
    loudness: float | None = None
    crossfade_s: float = 0.0

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks whose times are requested."""
        return () if isinstance(self.text, GivenPhonemes) or not self.timed else self.text.marks

    @property
    def unknown(self) -> tuple[str, ...]:
        """Unsupported directives in the text."""
        return () if isinstance(self.text, GivenPhonemes) else self.text.unknown

    @property
    def unspoken(self) -> tuple[str, ...]:
        """The writing systems in the text that nobody reads."""
        return () if isinstance(self.text, GivenPhonemes) else self.text.unspoken


class AudioPiece(NamedTuple):
    """Bytes of the audio file, with the words and marks of their chunk, and the voice that speaks it."""

    data: bytes
    words: tuple[WordTiming, ...] = ()
    marks: tuple[MarkTiming, ...] = ()
    voice: str = ""


class SampleCopy(Protocol):
    """Gets all samples of an utterance, besides the encoder. Both methods may block."""

    def write(self, part: "TimedSamples") -> None: ...

    def finish(self) -> None: ...


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
    """Synthesizes utterances. Each call is one task tree: its cancellation stops everything below it.

    has_windows: whether the engine gives chunks window by window, which is certain once it is loaded
    """

    def __init__(
        self,
        *,
        voices: VoiceLibrary,
        phonemizer: Phonemizer,
        settings: Settings,
        sounds: SoundFolder,
        has_windows: Callable[[], bool],
    ) -> None:
        self._voices = voices
        self._sounds = sounds
        self._phonemizer = phonemizer
        self._settings = settings
        self._has_windows = has_windows
        self._moments = moment_table() if settings.streaming_voice == "windowed" else None
        self._bit_rates = BitRates(
            mp3=settings.mp3_bit_rate, aac=settings.aac_bit_rate, opus=settings.opus_bit_rate
        )

    def bit_rates(self, utterance: Utterance) -> BitRates:
        """The bit rates of the settings, but for the format of an utterance that has its own."""
        if utterance.bit_rate is None:
            return self._bit_rates
        return self._bit_rates.with_rate(utterance.format, utterance.bit_rate)

    def bytes_per_second(self, utterance: Utterance) -> float:
        """The size of a second of an utterance, roughly."""
        return self.bit_rates(utterance).bytes_per_second(utterance.format, utterance.sample_rate)

    async def stream(
        self,
        utterance: Utterance,
        context: SynthesisContext,
        *,
        whole: IO[bytes] | None = None,
        copy: SampleCopy | None = None,
    ) -> AsyncGenerator[AudioPiece]:
        """The audio file in pieces as they become ready.

        whole: an empty, seekable binary file to which the audio goes instead, so that its headers contain its length;
               the pieces, one for each chunk, then have no bytes
        copy:  gets the samples too, and is finished before the last piece

        The admission is released when the last chunk has left the engine. Errors of the first chunk
        (NothingToSpeakError, EngineError) are raised before the first piece.
        """
        progress = context.progress
        limiter = None if utterance.loudness is None else TruePeakLimiter()
        with self._writer_of(utterance, whole) as writer:
            synthesized = self._crossfaded if utterance.crossfade_s else self._synthesize
            async with aclosing(synthesized(utterance, context)) as parts:
                async for part in parts:
                    if limiter is not None:
                        limited = await _timed(
                            progress, "encode", run_to_end(None, limiter.write, part.samples)
                        )
                        part = replace(part, samples=limited)  # noqa: PLW2901 - what follows is about these
                    encoded = await _timed(progress, "encode", run_to_end(None, writer.write, part.samples))
                    if copy is not None:
                        await _timed(progress, "encode", run_to_end(None, copy.write, part))
                    if whole is not None or encoded or part.words or part.marks:
                        yield AudioPiece(encoded, part.words, part.marks, part.voice)
            tail = b""
            if limiter is not None:
                last = TimedSamples(await run_to_end(None, limiter.finish))
                tail = await _timed(progress, "encode", run_to_end(None, writer.write, last.samples))
                if copy is not None:
                    await _timed(progress, "encode", run_to_end(None, copy.write, last))
            tail += await _timed(progress, "encode", run_to_end(None, writer.finish))
            if copy is not None:
                await _timed(progress, "encode", run_to_end(None, copy.finish))
            if tail:
                yield AudioPiece(tail)

    async def _crossfaded(
        self, utterance: Utterance, context: SynthesisContext
    ) -> AsyncGenerator[TimedSamples]:
        """What `_synthesize` yields, with turns that overlap."""
        progress = context.progress
        crossfade = Crossfade(utterance.crossfade_s, clips=utterance.loudness is None)
        async with aclosing(self._synthesize(utterance, context)) as parts:
            async for part in parts:
                before = crossfade.overlapped
                joined = await run_to_end(None, crossfade.write, part.samples, ends_turn=part.ends_turn)
                progress.samples -= crossfade.overlapped - before  # so that later times are right
                yield replace(part, samples=joined)
        before = crossfade.overlapped
        rest = await run_to_end(None, crossfade.finish)
        progress.samples -= crossfade.overlapped - before
        yield TimedSamples(rest)

    async def _synthesize(
        self, utterance: Utterance, context: SynthesisContext
    ) -> AsyncGenerator[TimedSamples]:
        """The audio of each chunk with the silence around it, ready to be concatenated."""
        admission, progress = context.admission, context.progress
        with span("queue"):
            await admission.wait_for_text_slot()
        silence_before = 0.0
        index = 0
        marks = MarkTimings(utterance.marks)
        async with LookAhead(self._chunks(utterance)) as upcoming:
            while (text_chunk := await _timed(progress, "text", upcoming.next())) is not None:
                if not (text_chunk.tokens or text_chunk.sound):
                    silence_before += text_chunk.pause
                    continue
                upcoming.start()
                if text_chunk.sound is not None:
                    upcoming.on_end(admission.release)
                    reached = marks.until(text_chunk.sound.marks, progress.audio_seconds + silence_before)
                    pieces = self._clip(utterance, text_chunk.sound, text_chunk.voice_settings)
                    async with aclosing(self._heard(pieces, context, silence_before)) as heard:
                        async for piece in heard:
                            yield replace(piece, marks=reached)
                            reached = ()
                    silence_before = 0.0
                    continue
                parts = self.speak_chunk(utterance, text_chunk, context, index, silence_before=silence_before)
                async with aclosing(parts):
                    async for part, is_last in parts:
                        if is_last:
                            upcoming.on_end(admission.release)
                        yield replace(part, marks=marks.reached(part.words))
                silence_before = 0.0
                index += 1
        admission.release()
        if not progress.samples:
            raise NothingToSpeakError
        progress.samples += len(ending := audio.silence(silence_before))
        last_marks = marks.end(progress.audio_seconds)
        if silence_before or last_marks:
            chunks = silence_timing(progress.samples - len(ending), progress.samples)
            yield TimedSamples(ending, marks=last_marks, chunks=chunks)

    def _chunks(self, utterance: Utterance) -> AsyncGenerator[TextChunk]:
        text, settings = utterance.text, self._settings

        def windowed(voice_settings: VoiceSettings) -> bool:
            return self.is_windowed(voice_settings, utterance.speed)

        if isinstance(text, GivenPhonemes):
            return split_phonemes(text, settings=settings, windowed=windowed)
        return smart_split(text, phonemizer=self._phonemizer, settings=settings, windowed=windowed)

    def whole_writer(self, utterance: Utterance, file: IO[bytes]) -> StreamingAudioWriter:
        """A writer of an utterance's audio file into an empty, seekable file."""
        return self._writer_of(utterance, file)

    def _writer_of(self, utterance: Utterance, whole: IO[bytes] | None) -> StreamingAudioWriter:
        bit_rates = self.bit_rates(utterance)
        return StreamingAudioWriter(
            utterance.format, bit_rates, sample_rate=utterance.sample_rate, whole=whole
        )

    def writer(
        self, format: AudioFormat, sample_rate: int, *, bit_rate: int | None = None
    ) -> StreamingAudioWriter:
        """A writer of a stream with the server's bit rates, or with another one."""
        bit_rates = self._bit_rates if bit_rate is None else BitRates(bit_rate, bit_rate, bit_rate)
        return StreamingAudioWriter(format, bit_rates, sample_rate=sample_rate)

    async def _chunk(self, utterance: Utterance, text_chunk: TextChunk, index: int) -> Chunk:
        """What the engine gets of a chunk."""
        voice_settings = text_chunk.voice_settings
        style_pack = await self._voices.pack(voice_settings.voice)
        return Chunk(
            tokens=text_chunk.tokens,
            style=style_pack[len(text_chunk.tokens) - 1],
            speed=voice_settings.speed(utterance.speed),
            pause=text_chunk.pause,
            seed=_noise_seed(utterance.seed, index),
            reproducible=utterance.reproducible,
            mix=voice_settings.voice.parts,
            model="" if voice_settings.voice.model is None else voice_settings.voice.model.key,
            window=(_LATER_WINDOW if index else _FIRST_WINDOW)
            if self.is_windowed(voice_settings, utterance.speed)
            else None,
        )

    async def speak_chunk(
        self,
        utterance: Utterance,
        text_chunk: TextChunk,
        context: SynthesisContext,
        index: int,
        *,
        silence_before: float = 0.0,
    ) -> AsyncGenerator[tuple[TimedSamples, bool]]:
        """The audio of a chunk as it is heard, counted as progress, in one or more parts. True: it is the last part.

        The admission is the caller's to release.

        text_chunk:     with tokens
        index:          of the chunk in its utterance
        silence_before: seconds before its sound
        Raises EngineError, OverloadedError, StoppingError.
        """
        progress, demand = context.progress, context.demand
        chunk = await self._chunk(utterance, text_chunk, index)
        sound = self._chunk_sound(utterance, text_chunk, progress.samples, silence_before)
        progress.tokens += len(chunk.tokens)
        begun, is_last = progress.samples, False
        while not is_last:
            made = await _synthesize_chunk(chunk, index, context)
            if chunk.window is not None and len(made.samples) < FRAME:
                raise EngineError("The model failed to synthesize a part of the input.")
            chunk = replace(
                chunk,
                start=chunk.start + len(made.samples) // FRAME,
                window=None if chunk.window is None else min(2 * chunk.window, _LONGEST_WINDOW),
            )
            frames = int(made.durations.sum())
            is_last = chunk.window is None or chunk.start >= frames
            part = await asyncio.to_thread(sound.write, made, is_last=is_last)
            progress.samples += len(part.samples)
            demand.part_done(len(part.samples) / SAMPLE_RATE)
            if is_last:
                progress.frames += frames
                demand.chunk_done(chunk, (progress.samples - begun) / SAMPLE_RATE)
            if is_last or len(part.samples):
                yield part, is_last

    def _clip(self, utterance: Utterance, clip: SoundClip, settings: VoiceSettings) -> Iterator[Samples]:
        """The samples of a sound, as loud as the voice that is heard around it. It may block."""
        target = utterance.loudness
        return self._sounds.pieces(
            clip,
            loudness=self._voices.loudness(settings.voice).plain if target is None else target,
            gain=utterance.volume * settings.volume,
            clips=target is None,  # otherwise a limiter follows
        )

    async def _heard(
        self, pieces: Iterator[Samples], context: SynthesisContext, silence_before: float
    ) -> AsyncGenerator[TimedSamples]:
        """The audio of a sound as it is heard, counted as progress."""
        progress = context.progress
        samples = audio.silence(silence_before)
        while (piece := await _timed(progress, "encode", run_to_end(None, next, pieces, None))) is not None:
            samples = np.concatenate([samples, piece])
            start = progress.samples
            progress.samples += len(samples)
            context.demand.part_done(len(samples) / SAMPLE_RATE)
            yield TimedSamples(samples, chunks=silence_timing(start, progress.samples))
            samples = piece[:0]

    def is_windowed(self, voice_settings: VoiceSettings, speed: float) -> bool:
        """Whether chunks with these settings, in a request of this speed, are heard window by window."""
        mix = voice_settings.voice
        return (
            self._moments is not None
            and self._has_windows()
            and mix.model is None
            and self._moments.has(mix.parts, voice_settings.speed(speed))
        )

    def _chunk_sound(
        self, utterance: Utterance, chunk: TextChunk, offset: int, silence_before: float
    ) -> ChunkSound:
        settings = chunk.voice_settings
        gain = utterance.volume * settings.volume
        if utterance.loudness is not None:
            gain *= gain_for(utterance.loudness, self._voices.loudness(settings.voice))
        return ChunkSound(
            utterance.input,
            chunk,
            # A requested pause includes the silence that the model adds on its own.
            tail_s=0.0 if chunk.ends_turn else chunk.pause or audio.tail_s(chunk.ends, self._settings),
            fill=not chunk.ends_turn and (chunk.pause > 0 or chunk.ends >= Boundary.SENTENCE),
            gain=gain,
            clips=utterance.loudness is None,  # otherwise a limiter follows, which takes any amplitude
            offset=offset,
            silence_before=silence_before,
            timed=utterance.timed,
        )


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
