"""A bounded number of requests whose text is processed outside the scheduler's queue."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from kokoro_speech_server.errors import OverloadedError
from kokoro_speech_server.observability import metrics


class TextQueue:
    """Bounds the requests that process text without an admission.

    These are requests for phonemes or normalized text, and requests for speech while their SSML is parsed.

    size: requests at once
    free: requests that can still enter
    """

    def __init__(self, size: int) -> None:
        self.free = size

    @asynccontextmanager
    async def enter(self) -> AsyncIterator[None]:
        """Count a request for the duration of the context. Raises OverloadedError at once if there is no room."""
        if not self.free:
            metrics.REFUSALS.labels("text").inc()
            raise OverloadedError("The server processes too many texts at once.", retry_after=1)
        self.free -= 1
        try:
            yield
        finally:
            self.free += 1
