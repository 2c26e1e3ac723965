"""What the supervisor asks of a worker's process, however it is started."""

from collections.abc import Sequence
from typing import Protocol


class ChildProcess(Protocol):
    """A process of a worker. Only the supervisor ends it; it ignores other signals."""

    @property
    def pid(self) -> int: ...

    async def wait(self) -> int:
        """Return the exit code when the process has ended; it is negative after a signal."""

    def kill(self) -> None:
        """Kill the process, unless it has ended."""


class ProcessStarter(Protocol):
    """Starts the processes of workers."""

    async def start(self, worker: int, descriptors: Sequence[int]) -> ChildProcess:
        """Start the process of a worker. Raises OSError.

        worker:      its number
        descriptors: those of worker.run, which the process inherits
        """

    def close(self) -> None:
        """Start no further processes. Those that are being started may fail; those that run are not affected."""

    async def wait_closed(self) -> None:
        """Wait, after the end of all processes, until nothing is left."""
