"""Serializes chunks and their audio to bytes, which the supervisor passes on without decoding them."""

import asyncio
import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from kokoro_speech_server.chunk import FRAME, SAMPLE_RATE, Chunk, ChunkAudio, PhonemeToken
from kokoro_speech_server.errors import EngineError
from kokoro_speech_server.scheduling.engine_slot import SlotRun, SynthesizedChunk
from kokoro_speech_server.workers.audio_memory import AudioMemory, AudioSpan

_MAX_SAMPLES_PER_TOKEN = SAMPLE_RATE * 2 // 15
"""Twice the usual number at speed 1. The audio of a chunk that is slower still travels in a message."""

_MAX_SAMPLES_OF_PADS = SAMPLE_RATE
"""Of the silence at both ends of a chunk."""


class PackedChunk(NamedTuple):
    """What an engine needs of a chunk, and the samples that its audio hardly ever exceeds."""

    data: bytes
    max_samples: int


@dataclass(frozen=True, slots=True)
class PackedAudio:
    """The audio of a chunk. samples: float32, or where they are in the audio memory; durations: int64"""

    samples: bytes | AudioSpan
    durations: bytes


def pack_chunk(chunk: Chunk) -> PackedChunk:
    """The tokens' spans in the input stay with the request."""
    symbols = "".join(token.symbol for token in chunk.tokens)
    facts = (
        *(chunk.speed, chunk.pause, chunk.seed, chunk.reproducible, chunk.mix),
        *(chunk.start, chunk.window, chunk.model),
    )
    data = pickle.dumps((symbols, chunk.style.tobytes(), *facts))
    most = _MAX_SAMPLES_OF_PADS + int(len(symbols) * _MAX_SAMPLES_PER_TOKEN / chunk.speed)
    if chunk.window is not None:
        most = min(most, 2 * chunk.window * FRAME)  # its last window may be longer than the others
    return PackedChunk(data, most)


def unpack_chunk(data: bytes) -> Chunk:
    symbols, style, *rest = pickle.loads(data)  # nosec B301  # from our own processes, see link.py
    tokens = tuple(PhonemeToken(symbol, 0, 0) for symbol in symbols)
    return Chunk(tokens, np.frombuffer(style, np.float32), *rest)


async def pack_run(
    run: SlotRun[ChunkAudio], spans: Sequence[AudioSpan | None], memory: AudioMemory
) -> SlotRun[PackedAudio]:
    """Write the audio to the memory, chunk by chunk, so that the event loop is not held up.

    spans: for each chunk, the part of the memory that is lent to it, or None if there was no room
    """
    results: list[SynthesizedChunk[PackedAudio] | EngineError] = []
    for result, span in zip(run.results, spans, strict=True):
        if isinstance(result, EngineError):
            results.append(result)
            continue
        samples, durations = result.audio.samples, result.audio.durations.astype(np.int64).tobytes()
        written = None if span is None else memory.write(span, samples)
        audio = PackedAudio(samples.tobytes() if written is None else written, durations)
        results.append(SynthesizedChunk(audio, result.seconds))
        await asyncio.sleep(0)
    return SlotRun(results, run.engine_seconds, run.memory_is_high)


def unpack_audio(audio: PackedAudio, memory: AudioMemory) -> ChunkAudio:
    if isinstance(audio.samples, bytes):
        samples = np.frombuffer(audio.samples, np.float32)
    else:
        samples = memory.view(audio.samples).copy()
    return ChunkAudio(samples, np.frombuffer(audio.durations, np.int64))
