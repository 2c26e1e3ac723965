"""Threads that process the tiles of one tensor.

OpenMP's threads synchronize at the end of every operation, ten thousand times per chunk, and those that arrive first
spin. If another process occupies one thread's core, the others spin until it is done and use up the time share that
they would have had. Here each thread takes a tile through many operations on its own, and the threads synchronize
fifty times per chunk.

Threads have the priority of the one that starts them (threads.py). So each thread that calls has helpers of its own.
"""

import itertools
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TypeVar

import torch

T = TypeVar("T")
R = TypeVar("R")

_MOST_THREADS = 256
"""The executor starts only as many as it has had tasks at once."""


class TileThreadPool:
    """As many threads as torch would use, including the calling one. Only one thread at a time may call `map`."""

    def __init__(self) -> None:
        self._of_caller = threading.local()

    @property
    def threads(self) -> int:
        return torch.get_num_threads()

    @property
    def _executor(self) -> ThreadPoolExecutor:
        """That of the calling thread."""
        if not hasattr(self._of_caller, "executor"):
            self._of_caller.executor = ThreadPoolExecutor(
                _MOST_THREADS, thread_name_prefix="tiles", initializer=_use_one_thread
            )
        executor: ThreadPoolExecutor = self._of_caller.executor
        return executor

    def map(self, work: Callable[[T], R], items: Sequence[T]) -> list[R]:
        """The results of work(item), in order. An exception of `work` is raised once all threads have stopped."""
        threads = self.threads
        if threads == 1:
            return [work(item) for item in items]
        results: dict[int, R] = {}
        numbers = itertools.count()

        @torch.inference_mode()
        def process_items() -> None:
            while (number := next(numbers)) < len(items):
                results[number] = work(items[number])

        executor = self._executor
        helpers = [executor.submit(process_items) for _ in range(min(threads, len(items)) - 1)]
        torch.set_num_threads(1)
        try:
            process_items()
        finally:
            torch.set_num_threads(threads)
            wait(helpers)
        for helper in helpers:
            helper.result()
        return [results[number] for number in range(len(items))]


def _use_one_thread() -> None:
    # A thread's first query adopts the setting of another thread, even after its own setting.
    torch.get_num_threads()
    torch.set_num_threads(1)
