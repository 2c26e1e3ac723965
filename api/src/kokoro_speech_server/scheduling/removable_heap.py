"""A heap from which any item can be removed."""

import heapq
import itertools
from collections.abc import Hashable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)

_MIN_ENTRIES = 64


class RemovableHeap(Generic[T]):
    """Items in ascending order. Of equal items the one that was pushed first comes first.

    An entry that is removed stays in the list until it comes first, or until most of the entries are such.
    """

    def __init__(self) -> None:
        self._entries: list[tuple[float, int, T]] = []
        self._live: dict[T, int] = {}
        self._count = itertools.count()

    def __len__(self) -> int:
        return len(self._live)

    def __contains__(self, item: object) -> bool:
        return item in self._live

    def __iter__(self) -> Iterator[T]:
        """The items, in no particular order."""
        return iter(self._live)

    def push(self, order: float, item: T) -> None:
        """Add an item, or move it to another place."""
        number = self._live[item] = next(self._count)
        heapq.heappush(self._entries, (order, number, item))
        self._compact()

    def remove(self, item: T) -> None:
        """Remove the item if it is in the heap."""
        if self._live.pop(item, None) is not None:
            self._compact()

    def _compact(self) -> None:
        if len(self._entries) > _MIN_ENTRIES + 2 * len(self._live):
            self._entries = [entry for entry in self._entries if self._is_live(entry)]
            heapq.heapify(self._entries)

    @property
    def first(self) -> T | None:
        while self._entries and not self._is_live(self._entries[0]):
            heapq.heappop(self._entries)
        return self._entries[0][-1] if self._entries else None

    def pop(self) -> T:
        """Remove the first item. Raises IndexError if there is none."""
        if self.first is None:
            raise IndexError("The heap is empty.")
        item = heapq.heappop(self._entries)[-1]
        del self._live[item]
        return item

    def _is_live(self, entry: tuple[float, int, T]) -> bool:
        return self._live.get(entry[-1]) == entry[1]
