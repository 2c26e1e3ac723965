"""The way to a worker's engine: one forward pass at a time, in a thread of its own."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from api.src.core.errors import EngineError, NotReadyError
from api.src.core.threads import run_to_end
from api.src.inference.base import Chunk, ChunkAudio, EngineState, ModelBackend

T = TypeVar("T")


class Lane:
    """Hands chunks to the engine in the order in which they come."""

    def __init__(self, engine: ModelBackend) -> None:
        self.engine = engine
        self._free = asyncio.Semaphore(1)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="engine")

    async def load(self) -> None:
        """Load the engine. Raises what the engine raised."""
        await self._run(self.engine.load)

    async def close(self) -> None:
        """Unload the engine, after the chunk in work."""
        await self._run(self.engine.unload)
        self._thread.shutdown()

    async def synthesize(self, chunk: Chunk) -> ChunkAudio:
        """Speak one chunk. Raises EngineError if the model fails, NotReadyError before it is loaded.

        One who is cancelled while waiting never reaches the engine; one who is cancelled during the forward
        pass leaves when it is over, so that nobody takes an engine for free that still computes.
        """
        if self.engine.state is not EngineState.READY:
            raise NotReadyError(f"The model is not ready: {self.engine.state}.")
        [result] = await self._run(lambda: self.engine.synthesize([chunk]))
        if isinstance(result, EngineError):
            raise result
        return result

    async def _run(self, work: Callable[[], T]) -> T:
        async with self._free:
            return await run_to_end(self._thread, work)
