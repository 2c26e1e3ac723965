"""The way to a worker's engine: one run at a time, in a thread of its own. What runs next is decided elsewhere."""

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Literal, TypeVar

from kokoro_speech_server.chunk import SAMPLE_RATE, Chunk, ChunkAudio
from kokoro_speech_server.engine.base import EngineState, ModelBackend
from kokoro_speech_server.engine.batching import Batch, Batching
from kokoro_speech_server.errors import EngineError
from kokoro_speech_server.scheduling.engine_slot import EngineSlotLostError, SlotRun, SynthesizedChunk
from kokoro_speech_server.threads import give_way, run_to_end

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class EngineReport:
    """What an engine is, and how it does. batches: its last, the latest at the end"""

    device: str
    precision: str
    backend: str
    max_batch_size: int
    state: Literal["warming", "idle", "busy"]
    batches: tuple[Batch, ...]


class LocalEngineSlot:
    """The scheduler's lane to an engine in this process.

    warm: whether the engine has spoken its first words
    """

    def __init__(self, engine: ModelBackend) -> None:
        self.engine = engine
        self.batching = Batching(engine)
        self.warm = False
        self._free = asyncio.Semaphore(1)
        self._thread = ThreadPoolExecutor(
            1, thread_name_prefix="engine", initializer=give_way if engine.device == "cpu" else None
        )

    @property
    def capacity(self) -> int:
        return self.engine.capacity

    @property
    def busy(self) -> bool:
        """Whether the engine computes, loads or gives back memory."""
        return self._free.locked()

    def report(self) -> EngineReport:
        engine = self.engine
        return EngineReport(
            device=engine.device,
            precision=engine.precision,
            backend=engine.backend,
            max_batch_size=engine.capacity,
            state="warming" if not self.warm else "busy" if self.busy else "idle",
            batches=self.batching.last,
        )

    async def load(self) -> None:
        """Load the engine. Raises what the engine raised."""
        await self._alone(self.engine.load)

    async def close(self) -> None:
        """Unload the engine, after the run in work."""
        await self._alone(self.engine.unload)
        self._thread.shutdown()

    async def run(self, chunks: Sequence[Chunk]) -> SlotRun[ChunkAudio]:
        return await self._alone(lambda: self._speak(chunks))

    async def release_memory(self) -> None:
        await self._alone(self.engine.release_memory)

    def _speak(self, chunks: Sequence[Chunk]) -> SlotRun[ChunkAudio]:
        start = time.perf_counter()
        results = self.batching.speak(chunks)
        seconds = time.perf_counter() - start
        if self.engine.state is not EngineState.READY:
            raise EngineSlotLostError(f"the engine is {self.engine.state}")
        return SlotRun(
            [
                result
                if isinstance(result, EngineError)
                else SynthesizedChunk(result, len(result.samples) / SAMPLE_RATE)
                for result in results
            ],
            engine_seconds=seconds,
            memory_is_high=self.engine.memory_is_high(),
        )

    async def _alone(self, work: Callable[[], T]) -> T:
        async with self._free:
            return await run_to_end(self._thread, work)
