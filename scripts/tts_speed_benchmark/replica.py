"""The study's side of `engine_process`: it starts the process, sends chunks and stops it."""

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import psutil  # type: ignore[import-untyped]

from kokoro_speech_server.workers.sizing import openmp_environment

_ROOT = Path(__file__).resolve().parents[2]
_END_S = 10.0
"""Seconds from SIGTERM until a process is killed."""


@dataclass(frozen=True, slots=True)
class ChunkRun:
    """The forward pass of one chunk, in seconds of computing and of audio."""

    engine_s: float
    audio_s: float


class Replica:
    """One engine with a number of threads, as an async context manager that stops it.

    To start several at once, enter all of them before waiting for the first.
    """

    def __init__(self, threads: int, *, model_dir: Path, voice: str) -> None:
        self._threads = threads
        self._arguments = ["--threads", str(threads), "--model-dir", str(model_dir), "--voice", voice]
        self._process: Process | None = None

    async def __aenter__(self) -> Self:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "scripts.tts_speed_benchmark.engine_process", *self._arguments),
            cwd=_ROOT,
            env={**os.environ, **openmp_environment(self._threads)},
            stdin=PIPE,
            stdout=PIPE,
            start_new_session=True,  # Ctrl-C goes to the study, which then stops this process
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        process = self._running
        if process.returncode is None:
            process.terminate()
        try:
            await asyncio.wait_for(process.wait(), _END_S)
        except TimeoutError:
            pass
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()

    async def wait_until_ready(self) -> None:
        """Return once the model is loaded. Raises RuntimeError if it does not load or has other threads."""
        about = await self._answer()
        if about["threads"] != self._threads:
            raise RuntimeError(f"torch uses {about['threads']} threads instead of {self._threads}.")

    async def synthesize(self, phonemes: str) -> ChunkRun:
        """Run one forward pass. Calls must not overlap."""
        stdin = self._running.stdin
        assert stdin is not None
        stdin.write(json.dumps({"phonemes": phonemes}).encode() + b"\n")
        return ChunkRun(**await self._answer())

    @property
    def resident_bytes(self) -> int:
        """Resident memory of the process, including the weights that it shares with other processes."""
        return int(psutil.Process(self._running.pid).memory_info().rss)

    @property
    def _running(self) -> Process:
        assert self._process is not None, "used outside its context"
        return self._process

    async def _answer(self) -> dict[str, Any]:
        stdout = self._running.stdout
        assert stdout is not None
        line = await stdout.readline()
        if not line:
            code = await self._running.wait()
            raise RuntimeError(f"The engine with {self._threads} thread(s) ended with exit code {code}.")
        answer: dict[str, Any] = json.loads(line)
        return answer
