"""The one road: text → chunks → engine → audio → writer → bytes."""

import asyncio
import hashlib
import time
from collections.abc import AsyncGenerator, Awaitable, Iterator
from contextlib import aclosing, contextmanager
from dataclasses import dataclass, field
from typing import IO, TypeVar

import numpy as np

from api.src.core.config import Settings
from api.src.core.errors import NothingToSpeakError
from api.src.core.threads import run_to_end
from api.src.core.tracing import span
from api.src.inference.base import SAMPLE_RATE, Chunk, ChunkAudio, Samples
from api.src.inference.voices import VoiceLibrary, VoiceMix
from api.src.scheduling.tickets import Ticket
from api.src.services import audio
from api.src.services.demand import RequestDemand
from api.src.services.look_ahead import LookAhead
from api.src.services.streaming_audio_writer import AudioFormat, BitRates, StreamingAudioWriter
from api.src.services.text_processing.languages import Language
from api.src.services.text_processing.phonemizer import Phonemizer
from api.src.services.text_processing.sentences import Boundary
from api.src.services.text_processing.text_processor import TextChunk, smart_split

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Utterance:
    """Everything that shapes the sound of one request.

    speed: 0.25 to 4, as the voice speaks at 1; volume: a factor; seed: of the source's noise
    """

    text: str
    voice: VoiceMix
    language: Language
    format: AudioFormat
    speed: float
    volume: float
    seed: int


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
class Admission:
    """What a request holds while it is spoken: its ticket, what it will still want, what has been made of it."""

    ticket: Ticket
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

    async def stream(self, utterance: Utterance, admission: Admission) -> AsyncGenerator[bytes]:
        """The audio file in pieces as they become ready, never empty ones.

        The ticket is given back when the last chunk has left the engine. Errors (NothingToSpeakError,
        EngineError) come before the first piece where the first chunk meets them.
        """
        with StreamingAudioWriter(utterance.format, self._bit_rates) as writer:
            async with aclosing(self._samples(utterance, admission)) as pieces:
                async for samples in pieces:
                    encoded = await _timed(
                        admission.progress, "encode", run_to_end(None, writer.write, samples)
                    )
                    if encoded:
                        yield encoded
            tail = await _timed(admission.progress, "encode", run_to_end(None, writer.finish))
            if tail:
                yield tail

    async def write(self, utterance: Utterance, admission: Admission, file: IO[bytes]) -> None:
        """The whole audio file into an empty binary file that can seek; its headers tell its length."""
        with StreamingAudioWriter(utterance.format, self._bit_rates, whole=file) as writer:
            async with aclosing(self._samples(utterance, admission)) as pieces:
                async for samples in pieces:
                    await _timed(admission.progress, "encode", run_to_end(None, writer.write, samples))
            await _timed(admission.progress, "encode", run_to_end(None, writer.finish))

    async def _samples(self, utterance: Utterance, admission: Admission) -> AsyncGenerator[Samples]:
        """The audio of each chunk with the silence around it, ready to be joined end to end."""
        ticket, demand, progress = admission.ticket, admission.demand, admission.progress
        with span("queue"):
            await ticket.approach()
        style_pack = await self._voices.pack(utterance.voice)
        silence_before = 0.0
        index = 0
        chunks = smart_split(
            utterance.text,
            language=utterance.language,
            phonemizer=self._phonemizer,
            settings=self._settings,
        )
        async with LookAhead(chunks) as upcoming:
            while (text_chunk := await _timed(progress, "text", upcoming.next())) is not None:
                if not text_chunk.tokens:
                    silence_before += text_chunk.pause
                    continue
                chunk = Chunk(
                    tokens=text_chunk.tokens,
                    style=style_pack[len(text_chunk.tokens) - 1],
                    speed=utterance.speed,
                    pause=text_chunk.pause,
                    seed=_noise_seed(utterance.seed, index),
                )
                upcoming.start()
                spoken = await _spoken(chunk, index, admission)
                upcoming.when_over(ticket.give_back)
                progress.tokens += len(chunk.tokens)
                progress.frames += int(spoken.durations.sum())
                samples = await asyncio.to_thread(
                    self._finish_chunk, spoken.samples, text_chunk, utterance.volume, silence_before
                )
                progress.samples += len(samples)
                demand.made(chunk, len(samples) / SAMPLE_RATE)
                yield samples
                silence_before = 0.0
                index += 1
        ticket.give_back()
        if index == 0:
            raise NothingToSpeakError
        if silence_before:
            progress.samples += len(ending := audio.silence(silence_before))
            yield ending

    def _finish_chunk(
        self, samples: Samples, chunk: TextChunk, volume: float, silence_before: float
    ) -> Samples:
        # Where the author asked for a pause, the model's own silence is not added to it.
        tail_s = audio.LEAD_S if chunk.pause else audio.tail_s(chunk.ends, self._settings)
        fill = chunk.ends >= Boundary.SENTENCE and not chunk.pause
        trimmed, _ = audio.trim(samples, tail_s=tail_s, fill=fill)
        spoken = audio.amplify(trimmed, volume)
        return np.concatenate([audio.silence(silence_before), spoken, audio.silence(chunk.pause)])


def _noise_seed(seed: int, index: int) -> int:
    """A chunk's own seed, 0 to 2^63 - 1: near seeds and neighbouring chunks get unrelated noise."""
    digest = hashlib.blake2b(f"{seed}:{index}".encode(), digest_size=8).digest()
    return int.from_bytes(digest) >> 1


async def _spoken(chunk: Chunk, index: int, admission: Admission) -> ChunkAudio:
    """The chunk's audio. Its span, as its time, has the wait for a lane in it."""
    ticket, demand, progress = admission.ticket, admission.demand, admission.progress
    facts = {"speech.chunk": index, "speech.tokens": len(chunk.tokens)}
    with progress.timed("engine"), span("chunk", facts) as traced:
        heard = await ticket.synthesize(chunk, demand.of(chunk))
        traced.set_attributes(
            {
                "speech.worker": heard.worker or "cache",
                "speech.engine_seconds": heard.engine_seconds,
                "speech.audio_seconds": len(heard.audio.samples) / SAMPLE_RATE,
            }
        )
    return heard.audio


async def _timed(progress: Progress, stage: str, work: Awaitable[T]) -> T:
    with progress.timed(stage), span(stage):
        return await work
