"""A deterministic engine that makes tones, counts its chunks, and waits and fails on demand."""

import os
import signal
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Condition, Event

import numpy as np

from kokoro_speech_server.chunk import SAMPLE_RATE, Chunk, ChunkAudio, PhonemeToken
from kokoro_speech_server.engine.base import BatchTooLargeError, EngineState, ModelBackend
from kokoro_speech_server.engine.trial import FUSED_KERNELS, TrialFailedError, trial
from kokoro_speech_server.errors import EngineError
from kokoro_speech_server.temporary_folder import temporary_folder
from kokoro_speech_server.weights import assets

FRAME = 600
PATIENCE_S = 180.0
"""Longest wait for anything that must happen; a test that reaches it fails."""


class FakeEngine(ModelBackend):
    """Makes one tone per chunk: the tokens set its length, the voice's style its pitch.

    A step is one chunk; steps are counted from 1 since `forget`.

    frames:     frames of 600 samples per token
    capacity:   the batch size that it prefers
    windows:    whether it gives chunks window by window
    batches:    the number of chunks in each pass
    too_many:   the batch size from which it runs out of memory
    chunks:     the chunks since `forget`
    loading:    `load` waits for this event, which is set at first
    load_error: the exception that `load` raises
    full:       whether it reports that memory is high
    invariant:  whether it reports that a chunk's audio never depends on others in its pass
    released:   the number of steps at each release of memory
    models:     of one's own that are loaded; a chunk of another one fails
    model_error: the exception that loading one of them raises
    model_loading: loading one of them waits for this event, which is set at first
    model_gates: loading the model of that name waits for its event instead
    faults:     what happens at a step: an EngineError is its result, another exception is raised, a float is its audio
    """

    def __init__(self, *, frames: int = 1, capacity: int = 1, windows: bool = False) -> None:
        self._frames = frames
        self._capacity = capacity
        self._windows = windows
        self.batches: list[int] = []
        self.too_many = 1_000
        self._vocabulary: dict[str, int] = assets.config()["vocab"]
        self._changed = Condition()
        self._gates: dict[int, Event] = {}
        self.chunks: list[Chunk] = []
        self.faults: dict[int, Exception | float] = {}
        self.loading = Event()
        self.loading.set()
        self.load_error: Exception | None = None
        self.full = False
        self.invariant = True
        self.released: list[int] = []
        self.models: list[str] = []
        self.model_error: Exception | None = None
        self._wanted_models: list[str] = []
        self.model_gates: dict[str, Event] = {}
        self.model_loading = Event()
        self.model_loading.set()

    @property
    def device(self) -> str:
        return "fake"

    @property
    def capacity(self) -> int:
        return self._capacity

    @property
    def batch_invariant(self) -> bool:
        return self.invariant

    @property
    def has_windows(self) -> bool:
        return self._windows

    @property
    def vocabulary(self) -> Mapping[str, int]:
        return self._vocabulary

    def load(self) -> None:
        self.state = EngineState.LOADING
        assert self.loading.wait(PATIENCE_S)
        if self.load_error is not None:
            self.state = EngineState.FAILED
            raise self.load_error
        self.state = EngineState.READY

    def unload(self) -> None:
        self.state = EngineState.UNLOADED

    def use_models(self, models: Sequence[str]) -> None:
        self._wanted_models = list(models)
        self.models = [model for model in self.models if model in models]
        if not models or models[-1] in self.models:
            return
        gate = self.model_gates.get(models[-1].partition("@")[0], self.model_loading)
        assert gate.wait(PATIENCE_S)
        if self.model_error is not None:
            raise self.model_error
        if models[-1] in self._wanted_models:
            self.models = [*self.models, models[-1]]

    @property
    def own_models(self) -> Sequence[str]:
        return self.models

    def memory_is_high(self) -> bool:
        return self.full

    def release_memory(self) -> None:
        self.released.append(self.steps)

    def synthesize(self, chunks: Sequence[Chunk]) -> list[ChunkAudio | EngineError]:
        self.batches.append(len(chunks))
        assert len({chunk.model for chunk in chunks}) == 1
        assert chunks[0].model in ("", *self.models)
        if len(chunks) >= self.too_many:
            raise BatchTooLargeError("The server's device ran out of memory.")
        return [self._synthesize(chunk) for chunk in chunks]

    def forget(self) -> None:
        """Resets the count and the faults."""
        with self._changed:
            self.chunks = []
            self.batches = []
            self.faults = {}

    @property
    def steps(self) -> int:
        """The number of chunks that have begun since `forget`."""
        return len(self.chunks)

    @property
    def seconds(self) -> float:
        """The audio of all chunks since `forget`, in seconds."""
        return sum(self.length(chunk) for chunk in self.chunks) / SAMPLE_RATE

    def length(self, chunk: Chunk) -> int:
        """The samples of a chunk, which has no silence at its ends."""
        return FRAME * self._frames * len(chunk.tokens)

    def wait_for_step(self, step: int) -> None:
        """Returns once the step has begun."""
        with self._changed:
            assert self._changed.wait_for(lambda: self.steps >= step, PATIENCE_S), (
                f"{self.steps} of {step} steps"
            )

    @contextmanager
    def hold(self, step: int) -> Iterator[Event]:
        """Lets the step begin, but not end before the event is set or the block ends."""
        gate = self._gates[step] = Event()
        try:
            yield gate
        finally:
            gate.set()
            del self._gates[step]

    def _synthesize(self, chunk: Chunk) -> ChunkAudio | EngineError:
        with self._changed:
            self.chunks.append(chunk)
            step = self.steps
            fault = self.faults.get(step)
            self._changed.notify_all()
        if gate := self._gates.get(step):
            assert gate.wait(PATIENCE_S)
        if isinstance(fault, EngineError):
            return fault
        if isinstance(fault, Exception):
            raise fault
        samples = tone(chunk, self.length(chunk))
        if fault is not None:
            samples[:] = fault
        stop = None if chunk.window is None else (chunk.start + chunk.window) * FRAME
        samples = samples[chunk.start * FRAME : stop]
        durations = np.array([0, *[self._frames] * len(chunk.tokens), 0], dtype=np.int64)
        return ChunkAudio(samples=samples, durations=durations)


def tone(chunk: Chunk, length: int) -> np.typing.NDArray[np.float32]:
    """Returns a tone that starts and ends far from zero, so that a join without a fade is a loud click."""
    voice = zlib.crc32(np.ascontiguousarray(chunk.style).tobytes())
    t = np.arange(length) / SAMPLE_RATE
    return (0.5 * np.cos(2 * np.pi * (100 + voice % 200) * t)).astype(np.float32)


def symbols(tokens: Sequence[PhonemeToken]) -> str:
    return "".join(token.symbol for token in tokens)


class TrialEngine(FakeEngine):
    """Its process dies when the engine is loaded with fused kernels, as by a fault of a GPU."""

    def load(self) -> None:
        with (
            suppress(TrialFailedError),
            trial(Path(temporary_folder()), FUSED_KERNELS, fatal=EngineError),
        ):
            os.kill(os.getpid(), signal.SIGKILL)
        super().load()
