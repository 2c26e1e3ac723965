"""A deterministic engine of known speed for worker processes."""

import os
import threading
import time
from collections.abc import Mapping, Sequence

import numpy as np

from kokoro_speech_server.chunk import SAMPLE_RATE, Chunk, ChunkAudio, Samples
from kokoro_speech_server.engine.base import EngineState, ModelBackend
from kokoro_speech_server.errors import EngineError
from kokoro_speech_server.weights import assets
from tests.load.engine_control import FRAME, EngineControl, seconds_of

_POLL_S = 0.005
"""Interval at which a held chunk checks whether it may end."""


class PacedEngine(ModelBackend):
    """Synthesizes one tone per chunk at the control's pace: the tokens set its length, the noise seed its pitch."""

    def __init__(self, control: EngineControl) -> None:
        self._control = control
        self._threads: int | None = None
        self._vocabulary: dict[str, int] = assets.config()["vocab"]

    @property
    def device(self) -> str:
        return "paced"

    @property
    def capacity(self) -> int:
        return 1

    @property
    def vocabulary(self) -> Mapping[str, int]:
        return self._vocabulary

    def load(self) -> None:
        match self._control.take_fault("load"):
            case "die":
                os._exit(9)
            case "hang":
                threading.Event().wait()
            case "error":
                raise RuntimeError("The test made the load fail.")
        self.state = EngineState.READY

    def unload(self) -> None:
        self.state = EngineState.UNLOADED

    def use_threads(self, threads: int) -> None:
        self._threads = threads

    def synthesize(self, chunks: Sequence[Chunk]) -> list[ChunkAudio | EngineError]:
        return [self._synthesize(chunk) for chunk in chunks]

    def _synthesize(self, chunk: Chunk) -> ChunkAudio | EngineError:
        self._control.record("begin", chunk, self._threads)
        time.sleep(self._control.pace * seconds_of(chunk))  # the engine's speed
        while self._control.is_held(chunk):
            time.sleep(_POLL_S)
        match self._control.take_fault(chunk):
            case "die":
                os._exit(9)
            case "hang":
                threading.Event().wait()
            case "device":
                self.state = EngineState.FAILED
                raise RuntimeError("The test made the device fail.")
            case "error":
                self._control.record("end", chunk, self._threads)
                return EngineError("The test made the engine fail.")
        self._control.record("end", chunk, self._threads)
        durations = np.array([0, *[1] * len(chunk.tokens), 0], dtype=np.int64)
        return ChunkAudio(samples=tone(chunk.seed, FRAME * len(chunk.tokens)), durations=durations)


def pitch(seed: int) -> int:
    """A chunk's pitch in Hz: one of 64, which every format preserves."""
    return 300 + 50 * (seed % 64)


def tone(seed: int, length: int) -> Samples:
    """Returns this many samples, loud from first to last, so that nothing is trimmed; the seed sets the phase too."""
    t = np.arange(length) / SAMPLE_RATE
    return (0.4 * np.cos(2 * np.pi * pitch(seed) * t + seed % 7)).astype(np.float32)
