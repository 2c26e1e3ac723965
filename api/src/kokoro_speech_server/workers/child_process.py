"""How the supervisor starts a worker's process, waits for it and kills it."""

import asyncio
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress


class ChildProcess:
    """A Python process, started by `python -m MODULE`. Only the supervisor ends it; it ignores other signals."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(
        cls,
        module: str,
        arguments: Sequence[str],
        *,
        descriptors: Sequence[int],
        environment: Mapping[str, str],
    ) -> "ChildProcess":
        """Start a process. Raises OSError.

        descriptors: that the process inherits
        environment: variables in addition to those of this process
        """
        return cls(
            await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", module, *arguments),
                pass_fds=descriptors,
                env={**os.environ, **environment},
                stdin=asyncio.subprocess.DEVNULL,
                # A process group of its own, since Ctrl-C in a terminal is for the supervisor, which drains requests.
                # Not a session of its own: Linux divides cores evenly between sessions, which would defeat give_way.
                preexec_fn=os.setpgrp,  # uvloop does not support process_group
            )
        )

    async def wait(self) -> int:
        """Return the exit code when the process has ended; it is negative after a signal."""
        return await self._process.wait()

    def kill(self) -> None:
        """Kill the process, unless it has ended."""
        if self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.send_signal(signal.SIGKILL)
