"""The next item is made while the last one is worked on."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from types import TracebackType
from typing import Generic, Self, TypeVar

T = TypeVar("T")


class LookAhead(Generic[T]):
    """Reads a generator at most one item ahead; closes it on the way out of its context."""

    def __init__(self, items: AsyncGenerator[T]) -> None:
        self._items = items
        self._next: asyncio.Future[T | None] | None = None

    def start(self) -> None:
        """Begin to make the next item."""
        if self._next is None:
            self._next = asyncio.ensure_future(anext(self._items, None))

    async def next(self) -> T | None:
        """The next item, None after the last. Raises what the generator raises."""
        self.start()
        assert self._next is not None
        try:
            return await self._next
        finally:
            self._next = None

    def when_over(self, act: Callable[[], None]) -> None:
        """Call `act` as soon as it is known that the item begun by `start` is none or can't be made."""
        assert self._next is not None
        self._next.add_done_callback(
            lambda item: None if item.cancelled() or (not item.exception() and item.result()) else act()
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._next is not None:
            self._next.cancel()
            await asyncio.gather(self._next, return_exceptions=True)
        await self._items.aclose()
