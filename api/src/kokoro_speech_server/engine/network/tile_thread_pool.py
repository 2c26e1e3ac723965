"""Threads that share the pieces of a tensor's work.

OpenMP's threads meet at the end of every single operation, ten thousand times in a chunk of speech, and who comes first
waits by spinning. While another process has the processor of one of them, the others spin, and use up the share of
time that they would have had. Here a thread takes a piece through many operations by itself, and they meet fifty times.
"""

import itertools
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TypeVar

import torch

T = TypeVar("T")
R = TypeVar("R")


class Crew:
    """threads: the caller's own among them, which works, too. For one caller at a time."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._helpers = threads - 1
        self._pool = ThreadPoolExecutor(
            max(1, self._helpers), thread_name_prefix="crew", initializer=_compute_alone
        )

    def map(self, work: Callable[[T], R], items: Sequence[T]) -> list[R]:
        """What the work makes of each item. Raises what it raises, when no thread works any more."""
        if not self._helpers:
            return [work(item) for item in items]
        results: dict[int, R] = {}
        numbers = itertools.count()

        @torch.inference_mode()
        def share() -> None:
            while (number := next(numbers)) < len(items):
                results[number] = work(items[number])

        helping = [self._pool.submit(share) for _ in range(min(self._helpers, len(items) - 1))]
        torch.set_num_threads(1)
        try:
            share()
        finally:
            torch.set_num_threads(self._threads)
            wait(helping)
        for helper in helping:
            helper.result()
        return [results[number] for number in range(len(items))]


def _compute_alone() -> None:
    torch.get_num_threads()  # a thread's first look takes what another thread has set last, even after its own setting
    torch.set_num_threads(1)
