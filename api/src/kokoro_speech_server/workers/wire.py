"""Serializes chunks and their audio to bytes, which the supervisor passes on without decoding them."""

import pickle

import numpy as np

from kokoro_speech_server.chunk import Chunk, ChunkAudio, PhonemeToken
from kokoro_speech_server.errors import EngineError
from kokoro_speech_server.scheduling.engine_slot import SlotRun, SynthesizedChunk


def pack_chunk(chunk: Chunk) -> bytes:
    """The part of a chunk that an engine needs. The tokens' spans in the input stay with the request."""
    symbols = "".join(token.symbol for token in chunk.tokens)
    return pickle.dumps(
        (symbols, chunk.style.tobytes(), chunk.speed, chunk.pause, chunk.seed, chunk.reproducible)
    )


def unpack_chunk(data: bytes) -> Chunk:
    symbols, style, *rest = pickle.loads(data)  # nosec B301  # from our own processes, see link.py
    tokens = tuple(PhonemeToken(symbol, 0, 0) for symbol in symbols)
    return Chunk(tokens, np.frombuffer(style, np.float32), *rest)


def pack_run(run: SlotRun[ChunkAudio]) -> SlotRun[bytes]:
    results = [
        result
        if isinstance(result, EngineError)
        else SynthesizedChunk(_pack_audio(result.audio), result.seconds)
        for result in run.results
    ]
    return SlotRun(results, run.engine_seconds, run.memory_is_high)


def unpack_audio(data: bytes) -> ChunkAudio:
    samples, durations = pickle.loads(data)  # nosec B301  # from our own processes, see link.py
    return ChunkAudio(np.frombuffer(samples, np.float32), np.frombuffer(durations, np.int64))


def _pack_audio(audio: ChunkAudio) -> bytes:
    return pickle.dumps((audio.samples.tobytes(), audio.durations.astype(np.int64).tobytes()))
