"""A deterministic engine of known speed for worker processes, and the folder by which a test directs it."""

import json
import os
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kokoro_speech_server.chunk import SAMPLE_RATE, Chunk, ChunkAudio, Samples
from kokoro_speech_server.engine.base import EngineState, ModelBackend
from kokoro_speech_server.errors import EngineError
from kokoro_speech_server.weights import assets

FRAME = 600
"""Samples per token."""

_LOOK_S = 0.005
"""Pause between two looks at the stage while a step is held."""


@dataclass(frozen=True, slots=True)
class Event:
    """A line of the log: that a chunk began or ended.

    worker: the process; chunk: its noise seed, which tells whose and which it is; audio_s: what it will sound
    """

    kind: str
    worker: int
    chunk: int
    audio_s: float


class Stage:
    """What the engines of all workers do and shall do: a folder that they and the test look into.

    steps:        a line for each chunk that begins or ends, in the order in which it happened
    pace:         seconds of work for each second of audio
    held/all:     while it is there, no step ends; held/<noise seed>: that chunk's does not
    faults/<noise seed>: what happens in the middle of that chunk: "die", "hang" or "error"; behind "once", the
                  first time alone
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._forgotten = 0

    # What the engines use.

    def record(self, event: str, chunk: Chunk) -> None:
        line = {"kind": event, "worker": os.getpid(), "chunk": chunk.seed, "audio_s": seconds_of(chunk)}
        # One write to a file opened to append: lines of several processes neither mix nor overtake each other.
        with (self.folder / "steps").open("ab", buffering=0) as log:
            log.write(json.dumps(line).encode() + b"\n")

    def is_held(self, chunk: Chunk) -> bool:
        held = self.folder / "held"
        return (held / "all").exists() or (held / str(chunk.seed)).exists()

    def take_fault(self, chunk: Chunk) -> str:
        """The fault, or nothing; one that happens once is gone with this."""
        note = self.folder / "faults" / str(chunk.seed)
        try:
            words = note.read_text().split()
            if words[0] == "once":
                note.unlink()
        except FileNotFoundError:
            return ""
        return words[-1]

    @property
    def pace(self) -> float:
        return float((self.folder / "pace").read_text())

    # What the tests use.

    @pace.setter
    def pace(self, value: float) -> None:
        # Replaced, since an engine that looks must never find half of it.
        new = self.folder / "pace.new"
        new.write_text(str(value))
        new.replace(self.folder / "pace")

    def prepare(self, pace: float) -> None:
        for name in ("held", "faults"):
            (self.folder / name).mkdir()
        (self.folder / "steps").touch()
        self.pace = pace

    @contextmanager
    def hold(self, chunk: int | None = None) -> Iterator[None]:
        """Let steps begin but not end, or that chunk's alone, until the end of the block or `release`."""
        self._held(chunk).touch()
        try:
            yield
        finally:
            self.release(chunk)

    def release(self, chunk: int | None = None) -> None:
        self._held(chunk).unlink(missing_ok=True)

    def fail(self, chunk: int, fault: str) -> None:
        (self.folder / "faults" / str(chunk)).write_text(fault)

    def forget(self) -> None:
        """Start the log anew."""
        self._forgotten = (self.folder / "steps").stat().st_size

    @property
    def events(self) -> list[Event]:
        """Since `forget`."""
        log = (self.folder / "steps").read_bytes()[self._forgotten :]
        return [Event(**json.loads(line)) for line in log.splitlines()]

    @property
    def workers(self) -> set[int]:
        """Every process that ever spoke; each warms up with a step."""
        log = (self.folder / "steps").read_bytes()
        return {json.loads(line)["worker"] for line in log.splitlines()}

    def begins(self, chunk: int) -> int:
        return sum(event.kind == "begin" and event.chunk == chunk for event in self.events)

    def ends(self, chunk: int) -> int:
        return sum(event.kind == "end" and event.chunk == chunk for event in self.events)

    def lane_of(self, chunk: int) -> int:
        """The process in which it began last."""
        return next(event.worker for event in reversed(self.events) if event.chunk == chunk)

    def _held(self, chunk: int | None) -> Path:
        return self.folder / "held" / ("all" if chunk is None else str(chunk))


class PacedEngine(ModelBackend):
    """Speaks one tone per chunk at the stage's pace. Its length follows the tokens, its pitch the noise seed."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
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
        self.state = EngineState.READY

    def unload(self) -> None:
        self.state = EngineState.UNLOADED

    def synthesize(self, chunks: Sequence[Chunk]) -> list[ChunkAudio | EngineError]:
        return [self._speak(chunk) for chunk in chunks]

    def _speak(self, chunk: Chunk) -> ChunkAudio | EngineError:
        self._stage.record("begin", chunk)
        # Not a wait for anything: this is how fast the engine is.
        time.sleep(self._stage.pace * seconds_of(chunk))
        while self._stage.is_held(chunk):
            time.sleep(_LOOK_S)
        match self._stage.take_fault(chunk):
            case "die":
                os._exit(9)
            case "hang":
                threading.Event().wait()
            case "error":
                self._stage.record("end", chunk)
                return EngineError("The engine was told to fail.")
        self._stage.record("end", chunk)
        durations = np.array([0, *[1] * len(chunk.tokens), 0], dtype=np.int64)
        return ChunkAudio(samples=tone(chunk.seed, FRAME * len(chunk.tokens)), durations=durations)


def seconds_of(chunk: Chunk) -> float:
    return FRAME * len(chunk.tokens) / SAMPLE_RATE


def pitch(seed: int) -> int:
    """Of a chunk, in Hz: 64 of them, within what every format keeps."""
    return 300 + 50 * (seed % 64)


def tone(seed: int, length: int) -> Samples:
    """Loud from the first sample to the last, so that nothing of it is trimmed; a chunk's phase is its own too."""
    t = np.arange(length) / SAMPLE_RATE
    return (0.4 * np.cos(2 * np.pi * pitch(seed) * t + seed % 7)).astype(np.float32)
