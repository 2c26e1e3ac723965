"""Starts each worker as a new Python process."""

import asyncio
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress

from kokoro_speech_server.workers.child_process import ChildProcess, ProcessStarter


class ExecStarter(ProcessStarter):
    """Starts workers by `python -m kokoro_speech_server.workers.worker`.

    factory:     "module:callable" that creates the application
    environment: variables of the workers in addition to those of this process
    """

    def __init__(self, factory: str, environment: Mapping[str, str]) -> None:
        self._factory = factory
        self._environment = environment

    async def start(self, worker: int, descriptors: Sequence[int]) -> ChildProcess:
        return _Process(
            await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "kokoro_speech_server.workers.worker"),
                *(self._factory, str(worker), *map(str, descriptors)),
                pass_fds=descriptors,
                env={**os.environ, **self._environment},
                stdin=asyncio.subprocess.DEVNULL,
                # A process group of its own, since Ctrl-C in a terminal is for the supervisor, which drains requests.
                # Not a session of its own: Linux divides cores evenly between sessions, which would defeat give_way.
                preexec_fn=os.setpgrp,  # uvloop does not support process_group
            )
        )

    def close(self) -> None:
        """Nothing is left to close."""

    async def wait_closed(self) -> None:
        """Nothing is left to wait for."""


class _Process(ChildProcess):
    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @property
    def pid(self) -> int:
        return self._process.pid

    async def wait(self) -> int:
        return await self._process.wait()

    def kill(self) -> None:
        if self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.send_signal(signal.SIGKILL)
