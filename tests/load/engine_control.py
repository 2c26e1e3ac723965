"""The folder through which a test controls the paced engines of all workers and reads what they did."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from kokoro_speech_server.chunk import SAMPLE_RATE, Chunk

FRAME = 600
"""Samples per token."""


@dataclass(frozen=True, slots=True)
class Event:
    """A line of the log: a chunk began or ended.

    kind:    "begin" or "end"
    worker:  the process
    chunk:   the chunk's noise seed, which identifies it
    audio_s: the chunk's length
    threads: of the run; None if the scheduler does not set them
    """

    kind: str
    worker: int
    chunk: int
    audio_s: float
    threads: int | None = None


class EngineControl:
    """Controls the engines of a server.

    The folder has:
    steps:               a line for each chunk that begins or ends, in chronological order
    pace:                seconds of work per second of audio
    held/all:            while it exists, no chunk ends
    held/<noise seed>:   while it exists, this chunk does not end
    faults/<noise seed>: what happens in the middle of the chunk: "die", "hang", "device" (the engine can't go on) or
                         "error"; after "once", only the first time
    faults/load:         what happens when an engine is loaded: "die", "hang" or "error"; also after "once"
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._forgotten = 0

    # For the engines

    def record(self, kind: str, chunk: Chunk, threads: int | None) -> None:
        event = Event(kind, os.getpid(), chunk.seed, seconds_of(chunk), threads)
        # One write to a file opened for appending: lines of several processes neither mix nor change order.
        with (self.folder / "steps").open("ab", buffering=0) as log:
            log.write(json.dumps(asdict(event)).encode() + b"\n")

    def is_held(self, chunk: Chunk) -> bool:
        held = self.folder / "held"
        return (held / "all").exists() or (held / str(chunk.seed)).exists()

    def take_fault(self, of: Chunk | Literal["load"]) -> str:
        """Returns the fault of a chunk or of loading, or "". A fault that happens once is removed."""
        note = self.folder / "faults" / (of if isinstance(of, str) else str(of.seed))
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

    # For the tests

    @pace.setter
    def pace(self, value: float) -> None:
        # Replaced, so that an engine never reads half a number.
        new = self.folder / "pace.new"
        new.write_text(str(value))
        new.replace(self.folder / "pace")

    def prepare(self, pace: float) -> None:
        """Creates the files."""
        for name in ("held", "faults"):
            (self.folder / name).mkdir()
        (self.folder / "steps").touch()
        self.pace = pace

    @contextmanager
    def hold(self, chunk: int | None = None) -> Iterator[None]:
        """Lets chunks begin but not end, or only this chunk, until the end of the block or `release`."""
        self._held(chunk).touch()
        try:
            yield
        finally:
            self.release(chunk)

    def release(self, chunk: int | None = None) -> None:
        self._held(chunk).unlink(missing_ok=True)

    def release_all(self) -> None:
        for hold in (self.folder / "held").iterdir():
            hold.unlink()

    def fail(self, chunk: int | Literal["load"], fault: str) -> None:
        (self.folder / "faults" / str(chunk)).write_text(fault)

    def forget(self) -> None:
        """Hides all events so far."""
        self._forgotten = (self.folder / "steps").stat().st_size

    @property
    def events(self) -> list[Event]:
        """The events since `forget`."""
        log = (self.folder / "steps").read_bytes()[self._forgotten :]
        return [Event(**json.loads(line)) for line in log.splitlines()]

    @property
    def workers(self) -> set[int]:
        """Every process whose engine ever ran; each has a warm-up."""
        log = (self.folder / "steps").read_bytes()
        return {json.loads(line)["worker"] for line in log.splitlines()}

    def begins(self, chunk: int) -> int:
        return sum(event.kind == "begin" and event.chunk == chunk for event in self.events)

    def ends(self, chunk: int) -> int:
        return sum(event.kind == "end" and event.chunk == chunk for event in self.events)

    def worker_of(self, chunk: int) -> int:
        """The process in which the chunk last began."""
        return next(event.worker for event in reversed(self.events) if event.chunk == chunk)

    def _held(self, chunk: int | None) -> Path:
        return self.folder / "held" / ("all" if chunk is None else str(chunk))


def seconds_of(chunk: Chunk) -> float:
    return FRAME * len(chunk.tokens) / SAMPLE_RATE
