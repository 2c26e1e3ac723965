"""`python -m benchmarks.timed_serve`: the server with engines of known speed that log when they work."""

import importlib
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from benchmarks.processes import Server
from kokoro_speech_server.chunk import Chunk, ChunkAudio
from kokoro_speech_server.config import Settings
from kokoro_speech_server.errors import EngineError
from tests.load.engine_control import EngineControl
from tests.load.paced_engine import PacedEngine
from tests.load.paced_serve import CONTROL_FOLDER

_LOG = "timed_steps"


@dataclass(frozen=True, slots=True)
class Step:
    """One chunk in one engine.

    worker:       the process id of the worker
    chunk:        the seed of the chunk's noise, which identifies it
    begun, ended: moments on the clock of `time.perf_counter`
    """

    worker: int
    chunk: int
    begun: float
    ended: float

    @property
    def seconds(self) -> float:
        return self.ended - self.begun


class TimedEngine(PacedEngine):
    def __init__(self, folder: Path) -> None:
        super().__init__(EngineControl(folder))
        self._log = folder / _LOG

    def synthesize(self, chunks: Sequence[Chunk]) -> list[ChunkAudio | EngineError]:
        begun = time.perf_counter()
        results = super().synthesize(chunks)
        ended = time.perf_counter()
        # A single write to a file in append mode, so that lines of several processes do not mix.
        with self._log.open("ab", buffering=0) as log:
            for chunk in chunks:
                log.write(json.dumps(asdict(Step(os.getpid(), chunk.seed, begun, ended))).encode() + b"\n")
        return results


class TimedServer(Server):
    """pace: seconds of work per second of audio. A phoneme token makes 0.025 s of audio."""

    def __init__(self, folder: Path, *, workers: int, pace: float, **settings: str) -> None:
        self._log = folder / _LOG
        EngineControl(folder).prepare(pace)
        super().__init__(
            workers=workers, module="benchmarks.timed_serve", **{CONTROL_FOLDER: str(folder)}, **settings
        )

    @property
    def steps(self) -> list[Step]:
        """All steps so far, in the order in which they ended."""
        return [Step(**json.loads(line)) for line in self._log.read_bytes().splitlines()]


@contextmanager
def timed_server(*, workers: int, pace: float, **settings: str) -> Iterator[TimedServer]:
    """A ready server in a temporary folder."""
    with (
        tempfile.TemporaryDirectory() as folder,
        TimedServer(Path(folder), workers=workers, pace=pace, **settings) as server,
    ):
        server.wait_until_ready()
        yield server


def preload(_: Settings) -> dict[str, Any]:
    """Import what a worker needs."""
    importlib.import_module("kokoro_speech_server.app")
    return {}


def create_app(**parts: Any) -> FastAPI:
    from kokoro_speech_server import app  # noqa: PLC0415  only in workers: it takes seconds

    return app.create_app(engine=TimedEngine(Path(os.environ[CONTROL_FOLDER])), **parts)


if __name__ == "__main__":
    from kokoro_speech_server import cli

    sys.exit(cli.main(factory="benchmarks.timed_serve:create_app"))
