"""Room for requests whose text is processed before, or without, anything being spoken."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from kokoro_speech_server.errors import OverloadedError
from kokoro_speech_server.observability import metrics


class TextQueue:
    """A bounded number of such requests at once: they share the phonemizer with those that speak.

    Requests that speak do not stand here, but for the time in which SSML is parsed: their tickets bound them.

    free: places that nobody has
    """

    def __init__(self, size: int) -> None:
        self.free = size

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """Raises OverloadedError at once if there is no room."""
        if not self.free:
            metrics.REFUSALS.labels("text").inc()
            raise OverloadedError("The server processes too many texts at once.", retry_after=1)
        self.free -= 1
        try:
            yield
        finally:
            self.free += 1
