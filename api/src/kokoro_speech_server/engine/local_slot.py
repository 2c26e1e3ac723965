"""The engine slot of the engine in this process: one run at a time, in dedicated threads.

The scheduler decides what runs.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Literal, TypeVar

from kokoro_speech_server.chunk import SAMPLE_RATE, Chunk, ChunkAudio
from kokoro_speech_server.engine.base import CudaGraphCount, EngineState, ModelBackend
from kokoro_speech_server.engine.batching import BatchReport, BatchRunner
from kokoro_speech_server.errors import EngineError
from kokoro_speech_server.scheduling.engine_slot import (
    CpuShare,
    EngineSlotLostError,
    SlotRun,
    SynthesizedChunk,
)
from kokoro_speech_server.threads import give_way, run_apart, run_to_end, seconds_without_core

T = TypeVar("T")

_STARVING = 0.25
"""Part of a run's time for which its threads together had no core. A program that keeps one core busy takes at least
half of a core from threads of the same priority, and nearly all of it from those that give way."""


@dataclass(frozen=True, slots=True)
class EngineReport:
    """An engine's properties and state.

    models:  the names of the models of one's own that it has loaded
    batches: its last batches, the latest at the end
    """

    device: str
    precision: str
    backend: str
    cuda_graphs: CudaGraphCount
    max_batch_size: int
    state: Literal["warming", "idle", "busy"]
    models: tuple[str, ...]
    batches: tuple[BatchReport, ...]


class LocalEngineSlot:
    """An EngineSlot for an engine in this process.

    warm: whether the warm-up is complete
    """

    def __init__(self, engine: ModelBackend) -> None:
        self.engine = engine
        self.batch_runner = BatchRunner(engine)
        self.warm = False
        self._semaphore = asyncio.Semaphore(1)
        # Whether other programs took the cores from the last run that need not have given way.
        self._starves = False
        self._executor = ThreadPoolExecutor(
            1, thread_name_prefix="engine", initializer=give_way if engine.device == "cpu" else None
        )
        # A thread cannot get its priority back, so that a run that does not give way has another one.
        self._normal_executor = ThreadPoolExecutor(1, thread_name_prefix="engine-normal")

    @property
    def capacity(self) -> int:
        return self.engine.capacity

    @property
    def busy(self) -> bool:
        """Whether the engine is computing, loading or releasing memory."""
        return self._semaphore.locked()

    def report(self) -> EngineReport:
        engine = self.engine
        return EngineReport(
            device=engine.device,
            precision=engine.precision,
            backend=engine.backend,
            cuda_graphs=engine.cuda_graphs,
            max_batch_size=engine.capacity,
            state="warming" if not self.warm else "busy" if self.busy else "idle",
            models=tuple(key.partition("@")[0] for key in engine.own_models),
            batches=self.batch_runner.reports,
        )

    async def load(self) -> None:
        """Load the engine. Raises the engine's exception on failure."""

        def load() -> None:
            self.engine.load()
            if self.engine.device == "cpu":
                give_way()  # the engine may have fallen back to the CPU

        await self._run_exclusively(load)

    async def close(self) -> None:
        """Unload the engine after the current run."""
        await self._run_exclusively(self.engine.unload)
        self._executor.shutdown()
        self._normal_executor.shutdown()

    async def run(self, chunks: Sequence[Chunk], share: CpuShare | None = None) -> SlotRun[ChunkAudio]:
        is_normal = self._starves and share is not None and not share.gives_way
        return await self._run_exclusively(
            lambda: self._run_batch(chunks, share), self._normal_executor if is_normal else self._executor
        )

    async def use_models(self, models: Sequence[str]) -> None:
        # Apart, so that chunks of other models are synthesized in the meantime, and files that hang hold up nothing.
        await run_apart(self.engine.use_models, models)

    async def release_memory(self) -> None:
        await self._run_exclusively(self.engine.release_memory)

    def _run_batch(self, chunks: Sequence[Chunk], share: CpuShare | None) -> SlotRun[ChunkAudio]:
        if share is not None:
            self.engine.use_threads(share.threads)
        may_starve = share is not None and not share.gives_way
        waited_before = seconds_without_core() if may_starve else 0.0
        start = time.perf_counter()
        results = self.batch_runner.run(chunks)
        seconds = time.perf_counter() - start
        if may_starve:
            self._starves = seconds_without_core() - waited_before > _STARVING * seconds
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

    async def _run_exclusively(self, work: Callable[[], T], executor: Executor | None = None) -> T:
        async with self._semaphore:
            return await run_to_end(executor or self._executor, work)
