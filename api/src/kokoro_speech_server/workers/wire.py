"""Chunks and their audio as bytes, so that they pass through the supervisor without being looked at."""

import pickle

import numpy as np

from kokoro_speech_server.chunk import Chunk, ChunkAudio, PhonemeToken
from kokoro_speech_server.errors import EngineError
from kokoro_speech_server.scheduling.engine_slot import SlotRun, SynthesizedChunk


def pack_chunk(chunk: Chunk) -> bytes:
    """What the engine needs of a chunk; which characters a token speaks stays with its request."""
    symbols = "".join(token.symbol for token in chunk.tokens)
    return pickle.dumps((symbols, chunk.style.tobytes(), chunk.speed, chunk.pause, chunk.seed))


def unpack_chunk(data: bytes) -> Chunk:
    symbols, style, speed, pause, seed = pickle.loads(data)  # nosec B301  # from our own processes: link.py
    tokens = tuple(PhonemeToken(symbol, 0, 0) for symbol in symbols)
    return Chunk(tokens, np.frombuffer(style, np.float32), speed, pause, seed)


def pack_run(run: SlotRun[ChunkAudio]) -> SlotRun[bytes]:
    results = [
        one if isinstance(one, EngineError) else SynthesizedChunk(_pack_audio(one.audio), one.seconds)
        for one in run.results
    ]
    return SlotRun(results, run.engine_seconds, run.memory_is_high)


def unpack_audio(data: bytes) -> ChunkAudio:
    samples, durations = pickle.loads(data)  # nosec B301  # from our own processes: link.py
    return ChunkAudio(np.frombuffer(samples, np.float32), np.frombuffer(durations, np.int64))


def _pack_audio(audio: ChunkAudio) -> bytes:
    return pickle.dumps((audio.samples.tobytes(), audio.durations.astype(np.int64).tobytes()))
