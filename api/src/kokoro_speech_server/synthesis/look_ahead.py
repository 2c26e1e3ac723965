"""Produces the next item of a generator while the caller processes the last one."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from types import TracebackType
from typing import Generic, Self, TypeVar

T = TypeVar("T")


class LookAhead(Generic[T]):
    """Reads a generator at most one item ahead. As a context manager it closes the generator."""

    def __init__(self, items: AsyncGenerator[T]) -> None:
        self._items = items
        self._next: asyncio.Future[T | None] | None = None

    def start(self) -> None:
        """Start to produce the next item."""
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

    def on_end(self, callback: Callable[[], None]) -> None:
        """Call `callback` as soon as the item that `start` began turns out to be the end or an error."""
        assert self._next is not None
        self._next.add_done_callback(
            lambda item: None if item.cancelled() or (not item.exception() and item.result()) else callback()
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
