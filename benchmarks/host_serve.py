"""`python -m benchmarks.host_serve`: the server with an engine that costs no processor time, for `benchmarks.host`.

Beside the server's own routes, GET /host says how much CPU time the process that answers has spent on what.
"""

import importlib
import os
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import numpy as np
from fastapi import FastAPI

from kokoro_speech_server.audio.streaming_audio_writer import StreamingAudioWriter
from kokoro_speech_server.chunk import FRAME, SAMPLE_RATE, Chunk, ChunkAudio
from kokoro_speech_server.config import Settings
from kokoro_speech_server.engine.base import EngineState, ModelBackend
from kokoro_speech_server.errors import EngineError
from kokoro_speech_server.synthesis.tts_service import TTSService
from kokoro_speech_server.weights import assets

P = ParamSpec("P")
T = TypeVar("T")

SPEECH_FILE = "HOST_BENCHMARK_SPEECH"
"""The environment variable that names a file with speech, float32 samples as numpy writes them."""

_FRAMES_PER_TOKEN = 2.5
"""Mean of the model's English."""

_AUDIO_PER_SECOND = 2000
"""What the engine synthesizes, so that batches are as large as beside a GPU."""

_CAPACITY = 16

_TEXT_THREADS = ("phonemizer", "g2p-loading", "directives", "uvloop")
"""Beginnings of the names of threads that do nothing else than text, besides the functions that are measured."""


class RecordedEngine(ModelBackend):
    """Returns stretches of the same speech, as long as the tokens let expect; each seed has a place where it begins."""

    def __init__(self, speech: Path) -> None:
        self._speech = np.load(speech, mmap_mode="r")
        self._vocabulary: dict[str, int] = assets.config()["vocab"]

    @property
    def device(self) -> str:
        return "recorded"

    @property
    def capacity(self) -> int:
        return _CAPACITY

    @property
    def batch_invariant(self) -> bool:
        return True

    @property
    def vocabulary(self) -> Mapping[str, int]:
        return self._vocabulary

    def load(self) -> None:
        self.state = EngineState.READY

    def unload(self) -> None:
        self.state = EngineState.UNLOADED

    def synthesize(self, chunks: Sequence[Chunk]) -> list[ChunkAudio | EngineError]:
        results: list[ChunkAudio | EngineError] = [self._recorded(chunk) for chunk in chunks]
        samples = sum(len(one.samples) for one in results if isinstance(one, ChunkAudio))
        time.sleep(samples / SAMPLE_RATE / _AUDIO_PER_SECOND)
        return results

    def _recorded(self, chunk: Chunk) -> ChunkAudio:
        durations = np.full(len(chunk.tokens) + 2, round(_FRAMES_PER_TOKEN), dtype=np.int64)
        length = min(int(len(durations) * _FRAMES_PER_TOKEN) * FRAME, len(self._speech))
        start = chunk.seed % (len(self._speech) - length + 1)
        return ChunkAudio(samples=self._speech[start : start + length], durations=durations)


class _StageClock:
    """Counts the CPU time of functions by stage, and tells what of it was spent in the event loop's thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._seconds: defaultdict[tuple[str, bool], float] = defaultdict(float)

    def measure(self, owner: type, name: str, stage: str) -> None:
        """Replace a method by one that counts."""
        setattr(owner, name, self._counted(getattr(owner, name), stage))

    def _counted(self, work: Callable[P, T], stage: str) -> Callable[P, T]:
        def counted(*args: P.args, **kwargs: P.kwargs) -> T:
            begun = time.thread_time()
            try:
                return work(*args, **kwargs)
            finally:
                seconds = time.thread_time() - begun
                with self._lock:
                    self._seconds[stage, threading.current_thread() is threading.main_thread()] += seconds

        return counted

    def figures(self) -> dict[str, float]:
        """CPU seconds of this process so far by stage; "event loop" is the rest of its thread."""
        threads = _cpu_of_threads()
        with self._lock:
            seconds = dict(self._seconds)
        stages: defaultdict[str, float] = defaultdict(float)
        for (stage, _), spent in seconds.items():
            stages[stage] += spent
        in_loop = sum(spent for (_, main), spent in seconds.items() if main)
        stages["text"] = sum(spent for name, spent in threads.items() if name.startswith(_TEXT_THREADS))
        stages["text"] -= sum(seconds.values()) - in_loop
        stages["event loop"] = threads["MainThread"] - in_loop
        return dict(stages)


def _cpu_of_threads() -> dict[str, float]:
    """CPU seconds of Python's threads by name; threads of one pool together."""
    seconds: defaultdict[str, float] = defaultdict(float)
    for thread in threading.enumerate():
        # Python does not renew the main thread's native_id in a fork.
        number = os.getpid() if thread is threading.main_thread() else thread.native_id
        stat = Path(f"/proc/self/task/{number}/schedstat").read_text()
        seconds[thread.name.partition("_")[0]] += int(stat.split()[0]) / 1e9
    return seconds


def preload(_: Settings) -> dict[str, Any]:
    """Import what a worker needs."""
    importlib.import_module("kokoro_speech_server.app")
    return {}


def create_app(**parts: Any) -> FastAPI:
    from kokoro_speech_server import app  # noqa: PLC0415  only in workers: it takes seconds

    clock = _StageClock()
    for name in ("__init__", "write", "finish", "close"):
        clock.measure(StreamingAudioWriter, name, "encoding")
    clock.measure(TTSService, "_finish_chunk", "trimming")
    server = app.create_app(engine=RecordedEngine(Path(os.environ[SPEECH_FILE])), **parts)

    @server.get("/host")
    async def host() -> dict[str, float]:
        return clock.figures()

    return server


if __name__ == "__main__":
    from kokoro_speech_server import cli

    sys.exit(cli.main(factory="benchmarks.host_serve:create_app"))
