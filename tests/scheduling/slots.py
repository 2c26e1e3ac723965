"""An engine slot whose runs end when a test says so, and a scheduler to give it chunks."""

import asyncio
from collections.abc import Sequence
from typing import Any

from prometheus_client import REGISTRY

from kokoro_speech_server.errors import EngineError
from kokoro_speech_server.scheduling.admission import AdmissionRecord
from kokoro_speech_server.scheduling.engine_slot import (
    ChunkResult,
    CpuShare,
    Demand,
    EngineSlotLostError,
    SlotRun,
    SynthesizedChunk,
    WarmUp,
)
from kokoro_speech_server.scheduling.limits import CallerLimits
from kokoro_speech_server.scheduling.scheduler import Scheduler

Synthesis = asyncio.Task[ChunkResult[str]]

CACHE = 1024 * 1024
"""Bytes of a cache that holds everything that a test synthesizes."""

WARM_UP = WarmUp(audio_seconds=4.0, engine_seconds=1.0)

FAST = WarmUp(audio_seconds=100.0, engine_seconds=1.0)
"""Of a GPU, whose runs may have as much audio as a long chunk."""


class FakeSlot:
    """A chunk is a string, and its audio the same string in capitals, one second long.

    runs:     chunks of each run
    releases: the number of runs after which memory was released
    share:    of the processor that the last run has
    models:   that it was told last to have loaded
    """

    def __init__(self, capacity: int = 1) -> None:
        self.capacity = capacity
        self.runs: list[list[str]] = []
        self.releases: list[int] = []
        self.share: CpuShare | None = None
        self.models: list[str] = []
        self._end: asyncio.Future[SlotRun[str]] | None = None
        self._loading: dict[str, asyncio.Future[None]] = {}

    @property
    def threads(self) -> int | None:
        """Of the last run."""
        return None if self.share is None else self.share.threads

    @property
    def running(self) -> bool:
        return self._end is not None

    async def run(self, chunks: Sequence[str], share: CpuShare | None = None) -> SlotRun[str]:
        assert not self.running, "two runs at once"
        self.runs.append(list(chunks))
        self.share = share
        self._end = asyncio.get_running_loop().create_future()
        try:
            return await self._end
        finally:
            self._end = None

    @property
    def loading(self) -> bool:
        return bool(self._loading)

    async def use_models(self, models: Sequence[str]) -> None:
        assert models[-1] not in self._loading, "one model twice"
        self.models = list(models)
        self._loading[models[-1]] = asyncio.get_running_loop().create_future()
        try:
            await self._loading[models[-1]]
        finally:
            del self._loading[models[-1]]

    async def loaded(self, error: Exception | None = None, *, model: str | None = None) -> None:
        """End the loading of a model: by default, of the one that is being loaded."""
        [loading] = self._loading.values() if model is None else [self._loading[model]]
        if error is None:
            loading.set_result(None)
        else:
            loading.set_exception(error)
        await settle()

    async def release_memory(self) -> None:
        assert not self.running
        self.releases.append(len(self.runs))

    async def finish(
        self, *, failed: Sequence[str] = (), seconds: float = 0.25, memory_is_high: bool = False
    ) -> None:
        """End the run. failed: chunks that the engine fails on; seconds: duration of the run"""
        results = [
            EngineError("The model failed to synthesize a part of the input.")
            if chunk in failed
            else SynthesizedChunk(chunk.upper(), 1.0)
            for chunk in self.runs[-1]
        ]
        assert self._end is not None
        self._end.set_result(SlotRun(results, seconds, memory_is_high))
        await settle()

    async def fail(self, error: Exception) -> None:
        """End the run with an exception."""
        assert self._end is not None
        self._end.set_exception(error)
        await settle()

    async def lose(self) -> None:
        await self.fail(EngineSlotLostError("its worker has ended"))


class Harness:
    """A scheduler on the running loop's clock.

    lost: slots that the scheduler has reported as lost, with the reason and whether they hang
    """

    def __init__(
        self, *slots: FakeSlot, capacity: int = 10, warm_up: WarmUp = WARM_UP, **settings: Any
    ) -> None:
        self.lost: list[tuple[object, str, bool]] = []
        defaults: dict[str, Any] = {
            "limits": CallerLimits(per_minute=None, at_once=None),
            "queue_timeout_s": 1_000.0,
            "engine_timeout_s": 1_000.0,
            "batch_wait_s": 0.0,
            "cache_bytes": 0,
            "text_capacity": 10,
            "jitter": lambda: 0.0,
        }
        self.scheduler = Scheduler[str, str](
            capacity=capacity,
            on_slot_lost=lambda *lost: self.lost.append(lost),
            clock=asyncio.get_running_loop().time,
            **{**defaults, **settings},
        )
        for number, slot in enumerate(slots):
            self.add(slot, number, warm_up)

    def add(self, slot: FakeSlot, number: int = 0, warm_up: WarmUp = WARM_UP) -> None:
        self.scheduler.add_slot(slot, number, warm_up)

    def admit(self, *, due: float = 0.0, remaining: float = 1.0, caller: str = "ann") -> AdmissionRecord:
        return self.scheduler.admit(None, caller, due=due, remaining=remaining)

    async def synthesize(
        self,
        admission: AdmissionRecord,
        chunk: str,
        *,
        due: float = 0.0,
        seconds: float = 1.0,
        model: str = "",
    ) -> Synthesis:
        """Begin to synthesize a chunk. seconds: of audio, as expected"""
        demand = Demand(due, seconds=seconds, remaining=seconds, key=chunk.encode(), model=model)
        task = asyncio.create_task(self.scheduler.synthesize(admission, chunk, demand))
        await settle()
        return task

    async def request(
        self, chunk: str, *, due: float = 0.0, model: str = ""
    ) -> tuple[AdmissionRecord, Synthesis]:
        """A request with one chunk."""
        admission = self.admit(due=due)
        return admission, await self.synthesize(admission, chunk, due=due, model=model)

    async def cancel(self, admission: AdmissionRecord, synthesis: Synthesis) -> None:
        """End a request as a disconnect of its client does."""
        synthesis.cancel()
        await settle()
        self.scheduler.release(admission)

    @property
    def held(self) -> int:
        """Requests that count as admitted."""
        return len(self.scheduler.capacity.held)


def now() -> float:
    return asyncio.get_running_loop().time()


def gauge(name: str, **labels: str) -> float | None:
    return REGISTRY.get_sample_value(name, labels)


async def settle() -> None:
    """Let every task run until it waits for a timer or for the test."""
    for _ in range(10):
        await asyncio.sleep(0)
