"""A plugin that ends every process that the tests have started, however pytest itself ends.

pytest's process gives all its children an environment variable with an identifier of the run. A watchdog process in a
session of its own, which neither Ctrl-C nor `timeout` reaches, waits until pytest's process is gone and then kills
whatever still carries the identifier.
"""

import contextlib
import os
import subprocess
import sys
import uuid

import psutil  # type: ignore[import-untyped]
import pytest

RUN = "SPEECH_TESTS_RUN"
"""The environment variable with the identifier."""


class Watchdog:
    """The watchdog of this process; it acts when `close` is called or this process ends."""

    def __init__(self) -> None:
        run = os.environ[RUN] = uuid.uuid4().hex
        command = [sys.executable, __file__, run]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)

    def close(self) -> None:
        """Kill what is left now; return when it is done."""
        with contextlib.suppress(BrokenPipeError):
            self._process.communicate()


_WATCHDOG = pytest.StashKey[Watchdog]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_WATCHDOG] = Watchdog()


def pytest_unconfigure(config: pytest.Config) -> None:
    config.stash[_WATCHDOG].close()


def kill_run(run: str) -> None:
    """Kill every process but this one whose environment has the identifier, until no such process is left."""
    while leftovers := [process for process in psutil.process_iter() if _belongs_to(process, run)]:
        for process in leftovers:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        psutil.wait_procs(leftovers, timeout=1)


def _belongs_to(process: psutil.Process, run: str) -> bool:
    try:
        if process.pid == os.getpid() or process.status() == psutil.STATUS_ZOMBIE:
            return False
        found: str | None = process.environ().get(RUN)
    except psutil.Error:
        return False  # another user's, or gone
    return found == run


if __name__ == "__main__":
    sys.stdin.buffer.read()  # ends with pytest's process, which holds the other end of the pipe
    kill_run(sys.argv[1])
