"""The open connections of each worker and the bytes that it holds, in memory that all workers share."""

import mmap
import os
import tempfile
from collections.abc import Iterable

_NOT_ACCEPTING = -1
_NUMBERS_PER_WORKER = 3
_BYTES_PER_NUMBER = 4
_BYTES_PER_SHARE = 8
_OPEN, _ACCEPTED, _PASSED_OVER = range(_NUMBERS_PER_WORKER)


class ConnectionCounts:
    """Three numbers for each worker: its open connections, those that it has ever accepted, and whether it is slow.

    Each worker writes its own numbers, except that any worker may mark another one as passed over, because that one
    did not take a connection in time. No lock is needed, since a processor writes 64 bits at once.

    descriptor: of the shared memory, which child processes inherit
    held:       the bytes that each worker holds; see http/held_bytes.py
    """

    def __init__(self, descriptor: int, workers: int) -> None:
        self.descriptor = descriptor
        self._workers = workers
        memory = memoryview(mmap.mmap(descriptor, _size(workers)))
        shares = workers * _BYTES_PER_SHARE
        self.held = memory[:shares].cast("q")
        self._numbers = memory[shares:].cast("i")

    @classmethod
    def create(cls, workers: int) -> "ConnectionCounts":
        """Counts of workers that do not accept connections yet."""
        with tempfile.TemporaryFile() as file:
            file.write(bytes(_size(workers)))  # on a full disk, this fails, and writing to a hole would kill
            file.flush()
            counts = cls(os.dup(file.fileno()), workers)
        for worker in range(workers):
            counts.stop_accepting(worker)
        return counts

    def set_open(self, worker: int, connections: int) -> None:
        """Publish the number of the worker's open connections, and that it accepts more."""
        self._numbers[self._position(worker, _OPEN)] = connections

    def stop_accepting(self, worker: int) -> None:
        """Publish that the worker accepts no connections, or that it has ended."""
        self._numbers[self._position(worker, _OPEN)] = _NOT_ACCEPTING
        self._numbers[self._position(worker, _PASSED_OVER)] = 0

    def count_accepted(self, worker: int) -> None:
        position = self._position(worker, _ACCEPTED)
        self._numbers[position] = (self._numbers[position] + 1) & 0x7FFFFFFF

    @property
    def accepted(self) -> int:
        """Connections that all workers together have accepted, which changes with each."""
        return sum(self._numbers[self._position(worker, _ACCEPTED)] for worker in range(self._workers))

    def less_loaded(self, connections: int) -> list[int]:
        """The accepting workers with fewer open connections, without those that were passed over."""
        return [
            worker
            for worker in range(self._workers)
            if _NOT_ACCEPTING < self._numbers[self._position(worker, _OPEN)] < connections
            and not self._numbers[self._position(worker, _PASSED_OVER)]
        ]

    def pass_over(self, workers: Iterable[int]) -> None:
        """Mark workers that did not take a connection in time, so that nobody leaves another one to them."""
        for worker in workers:
            self._numbers[self._position(worker, _PASSED_OVER)] = 1

    def respond(self, worker: int) -> None:
        """Remove the worker's own mark: it runs again."""
        self._numbers[self._position(worker, _PASSED_OVER)] = 0

    @staticmethod
    def _position(worker: int, number: int) -> int:
        return worker * _NUMBERS_PER_WORKER + number


def _size(workers: int) -> int:
    """Bytes of the shared memory."""
    return workers * (_BYTES_PER_SHARE + _NUMBERS_PER_WORKER * _BYTES_PER_NUMBER)
