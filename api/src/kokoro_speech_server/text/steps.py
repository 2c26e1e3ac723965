"""Work in short steps, between which it can be interrupted."""

from collections.abc import Generator
from typing import TypeVar

T = TypeVar("T")

Steps = Generator[None, None, T]
"""Work with a result. No step takes more than a few milliseconds, or calls a C function that does."""


def finished(steps: Steps[T]) -> T:
    """Do all steps at once. Returns the result of the work."""
    try:
        while True:
            next(steps)
    except StopIteration as stop:
        result: T = stop.value
        return result
