"""Python code in a process of its own, which is forked from one that has imported torch: that takes seconds of CPU."""

import multiprocessing
import os
import sys
from collections.abc import Mapping
from pathlib import Path

_context = multiprocessing.get_context("forkserver")
if sys.platform == "linux":  # on macOS the libraries may have threads that do not survive a fork
    _context.set_forkserver_preload(["safetensors.torch", "filelock", "httpx", "tqdm"])


class ForkedPython:
    """A process that runs `code` with this environment and writes its output to files in `folder`."""

    def __init__(self, code: str, environment: Mapping[str, str], folder: Path) -> None:
        self._output = {1: folder / "stdout", 2: folder / "stderr"}
        for path in self._output.values():
            path.write_bytes(b"")
        self._process = _context.Process(target=_run, args=(code, environment, self._output))
        self._process.start()

    @property
    def stdout(self) -> str:
        """The output so far."""
        return self._output[1].read_text()

    @property
    def stderr(self) -> str:
        """The output so far."""
        return self._output[2].read_text()

    def wait(self) -> int:
        """Returns the exit code; it is negative after a signal."""
        self._process.join()
        code = self._process.exitcode
        assert code is not None
        return code


def _run(code: str, environment: Mapping[str, str], output: Mapping[int, Path]) -> None:
    os.environ.clear()
    os.environ.update(environment)
    for descriptor, path in output.items():
        file = os.open(path, os.O_WRONLY | os.O_APPEND)
        os.dup2(file, descriptor)
        os.close(file)
    exec(code, {"__name__": "__main__"})
