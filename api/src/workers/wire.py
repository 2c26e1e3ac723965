"""Chunks and their audio as bytes, so that they pass through the supervisor without being looked at."""

import pickle

import numpy as np

from api.src.core.errors import EngineError
from api.src.inference.base import Chunk, ChunkAudio, PhonemeToken
from api.src.scheduling.lane import Run, Spoken


def pack_chunk(chunk: Chunk) -> bytes:
    """What the engine needs of a chunk; which characters a token speaks stays with its request."""
    symbols = "".join(token.symbol for token in chunk.tokens)
    return pickle.dumps((symbols, chunk.style.tobytes(), chunk.speed, chunk.pause, chunk.seed))


def unpack_chunk(data: bytes) -> Chunk:
    symbols, style, speed, pause, seed = pickle.loads(data)  # nosec B301  # from our own processes: link.py
    tokens = tuple(PhonemeToken(symbol, 0, 0) for symbol in symbols)
    return Chunk(tokens, np.frombuffer(style, np.float32), speed, pause, seed)


def pack_run(run: Run[ChunkAudio]) -> Run[bytes]:
    results = [
        one if isinstance(one, EngineError) else Spoken(_pack_audio(one.audio), one.seconds)
        for one in run.results
    ]
    return Run(results, run.engine_seconds, run.crowded)


def unpack_audio(data: bytes) -> ChunkAudio:
    samples, durations = pickle.loads(data)  # nosec B301  # from our own processes: link.py
    return ChunkAudio(np.frombuffer(samples, np.float32), np.frombuffer(durations, np.int64))


def _pack_audio(audio: ChunkAudio) -> bytes:
    return pickle.dumps((audio.samples.tobytes(), audio.durations.astype(np.int64).tobytes()))
