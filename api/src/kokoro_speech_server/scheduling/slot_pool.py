"""The engine slots of the server, and what each of them is doing."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from kokoro_speech_server.errors import EngineError
from kokoro_speech_server.observability import metrics
from kokoro_speech_server.scheduling.chunk_queue import ChunkJob
from kokoro_speech_server.scheduling.engine_slot import (
    CpuShare,
    EngineSlot,
    EngineSlotLostError,
    SlotRun,
    WarmUp,
)

logger = logging.getLogger(__name__)

C = TypeVar("C")
A = TypeVar("A")


_RUN_S = 0.045
"""Duration that a run with several chunks should not exceed. A request that comes while it runs waits for its end, and
then for a run with its own first chunk: twice that, and its audio is there within a tenth of a second."""

_LONG_CHUNK_S = 16.0
"""Audio of a long chunk, which a run must be able to take anyway."""

_SLOW_RUN_S = 2.0
"""Duration that a run with several chunks should not exceed where a long chunk takes longer than that, as on a CPU."""

_MOST_BEGUN = 64
"""Chunks that a slot is known to have begun: about as many as an engine keeps."""

_OWN = "kokoro"
"""The engine's own model, as the metrics name it."""

_SHORT_CHUNKS_S = 8.0
"""Audio of short chunks that share a run however slow the engine is: half of a long chunk's."""


class EngineSlotHungError(EngineSlotLostError):
    """A run of the slot has exceeded its timeout."""


@dataclass(eq=False, slots=True)
class Loading:
    """A slot's attempt to load a model, which has not ended.

    slow:      whether it takes so long that the slot may load another model meanwhile
    overdue:   whether it takes so long that no request waits for it any more
    abandoned: whether the engine is to drop the model at the end
    """

    slow: bool = False
    overdue: bool = False
    abandoned: bool = False


@dataclass(eq=False, slots=True)
class SlotState(Generic[C, A]):
    """The state of one engine slot.

    worker:         number of the slot's worker, as the metrics name it
    audio_seconds:  audio that it has produced, beginning with that of the least used slot when it was added
    fastest:        audio seconds per second in its fastest run, beginning with the warm-up
    jobs:           chunks of its current run
    task:           its current run, None while it is idle
    memory_is_high: whether its engine used too much memory after its last run
    memory_due:     whether it releases memory before its next run
    faultless:      whether its chunks cannot be the cause of its loss
    threads:        of its current run, 0 before it has begun
    begun:          chunks of which it has made a part, so that it needs less time for the next; the latest at the end
    models:         besides its own that its engine has loaded; the one that was used last at the end
    loading:        the models that its engine is loading
    refused:        models that its engine could not load
    """

    slot: EngineSlot[C, A]
    worker: str
    audio_seconds: float
    fastest: float
    jobs: list[ChunkJob[C, A]] = field(default_factory=list)
    task: asyncio.Task[None] | None = None
    memory_is_high: bool = False
    memory_due: bool = False
    faultless: bool = False
    threads: int = 0
    begun: OrderedDict[bytes, None] = field(default_factory=OrderedDict)
    models: OrderedDict[str, None] = field(default_factory=OrderedDict)
    loading: dict[str, Loading] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)

    def begin(self, jobs: list[ChunkJob[C, A]]) -> None:
        """Take jobs for the next run."""
        self.jobs = jobs
        if jobs and jobs[0].demand.model:
            self.models.move_to_end(jobs[0].demand.model)
        for job in jobs:
            if job.demand.chunk:
                self.begun[job.demand.chunk] = None
                self.begun.move_to_end(job.demand.chunk)
        while len(self.begun) > _MOST_BEGUN:
            self.begun.popitem(last=False)

    def add_model(self, model: str) -> None:
        """Note that its engine has loaded a model."""
        self.models[model] = None
        self.report_model(model, loaded=True)

    def drop_model(self, model: str) -> None:
        """Note that its engine is to forget a model."""
        del self.models[model]
        self.report_model(model, loaded=False)

    def report_model(self, model: str, *, loaded: bool) -> None:
        """Set the metric of a model."""
        metrics.MODELS_LOADED.labels(self.worker, model.partition("@")[0]).set(loaded)

    @property
    def max_seconds(self) -> float:
        """Audio that the next run takes at most, if it takes more than one chunk.

        It follows the fastest run, not the latest: a batch takes less time for each second of its audio than a single
        chunk, so the limit must grow for the speed to show, and it grows until such a batch takes `_RUN_S`. It does not
        shrink while engines that share a GPU slow each other down, since smaller batches would slow all of them.
        """
        slow = min(_LONG_CHUNK_S, _SLOW_RUN_S * self.fastest)
        return max(_SHORT_CHUNKS_S, slow, _RUN_S * self.fastest)

    def seconds_until_free(self, now: float, speed: float) -> float:
        """Expected rest of the current run, 0 if there is none. speed: audio seconds per second"""
        if not self.jobs:
            return 0.0
        started_at = min(now if job.started_at is None else job.started_at for job in self.jobs)
        expected = sum(job.demand.seconds for job in self.jobs) / speed
        return max(0.0, started_at + expected - now)

    async def run(self, timeout_s: float, share: CpuShare | None) -> SlotRun[A]:
        """Run the jobs, after a release of memory if one is due. Raises EngineSlotLostError."""
        run = asyncio.ensure_future(self._run(share))
        # At the timeout the run is abandoned, not cancelled: an engine that hangs would not react.
        done, _ = await asyncio.wait([run], timeout=timeout_s)
        if not done:
            run.add_done_callback(lambda run: run.cancelled() or run.exception())
            raise EngineSlotHungError(f"a run has taken longer than {timeout_s:g} s")
        try:
            result = run.result()
        except EngineSlotLostError:
            raise
        except Exception:
            logger.exception("An engine slot failed")
            failure = EngineError("The model failed to synthesize a part of the input.")
            result = SlotRun([failure] * len(self.jobs), engine_seconds=0.0, memory_is_high=False)
        self.memory_is_high = result.memory_is_high
        self._count(result)
        return result

    async def _run(self, share: CpuShare | None) -> SlotRun[A]:
        if self.memory_due:
            await self.slot.release_memory()
            self.memory_due = self.memory_is_high = False
        if not self.jobs:
            return SlotRun((), engine_seconds=0.0, memory_is_high=False)
        chunks = [job.chunk for job in self.jobs]
        run = await self.slot.run(chunks, share)
        if len(run.results) != len(chunks):
            raise ValueError(f"a run of {len(chunks)} chunks has {len(run.results)} results")
        return run

    def _count(self, run: SlotRun[A]) -> None:
        self.audio_seconds += run.audio_seconds
        if run.engine_seconds:
            self.fastest = max(self.fastest, run.audio_seconds / run.engine_seconds)
        metrics.CHUNKS.labels(self.worker).inc(len(run.results))
        metrics.AUDIO_SECONDS.labels(self.worker).inc(run.audio_seconds)
        metrics.ENGINE_SECONDS.labels(self.worker).inc(run.engine_seconds)
        if run.audio_seconds:
            metrics.REAL_TIME_FACTOR.observe(run.engine_seconds / run.audio_seconds)


class SlotPool(Generic[C, A]):
    """The slots that can run chunks."""

    def __init__(self) -> None:
        self._states: dict[EngineSlot[C, A], SlotState[C, A]] = {}

    def __len__(self) -> int:
        return len(self._states)

    def __iter__(self) -> Iterator[SlotState[C, A]]:
        return iter(self._states.values())

    def add(self, slot: EngineSlot[C, A], worker: str, warm_up: WarmUp) -> None:
        # A new slot does not have to catch up with what the others produced before it was added.
        audio_seconds = min((state.audio_seconds for state in self), default=0.0)
        self._states[slot] = SlotState(slot, worker, audio_seconds, warm_up.speed)
        self._states[slot].report_model(_OWN, loaded=True)

    def remove(self, slot: EngineSlot[C, A], *, faultless: bool = False) -> None:
        """Remove the slot if it is in the pool. faultless: whether its chunks cannot be the cause of its loss"""
        if (state := self._states.pop(slot, None)) is not None:
            state.faultless = faultless
            state.report_model(_OWN, loaded=False)
            for model in list(state.models):
                state.drop_model(model)

    def idle(self) -> list[SlotState[C, A]]:
        """The slots without a run, the one that has produced least first: the load stays even."""
        return sorted((state for state in self if state.task is None), key=lambda state: state.audio_seconds)

    def may_run(self, job: ChunkJob[C, A], state: SlotState[C, A]) -> bool:
        """Whether a slot has the model of a job, and no other one has begun its chunk, and has not failed."""
        chunk, model = job.demand.chunk, job.demand.model
        if model and model not in state.models:
            return False
        return chunk in state.begun or not any(chunk in other.begun for other in self)

    @property
    def busy(self) -> int:
        """Slots that are running chunks."""
        return sum(bool(state.jobs) for state in self)

    def cpu_share(self, state: SlotState[C, A], cores: int, *, others_wait: bool) -> CpuShare:
        """For a run that begins: the cores that no other run uses, but at least its part of all cores.

        A run that has begun keeps its threads, so that for the rest of it there may be more threads than cores.

        others_wait: whether chunks wait that are not in the run
        """
        others = [other for other in self if other.jobs and other is not state]
        part = cores // (len(others) + 1)
        threads = max(1, part, cores - sum(other.threads or part for other in others))
        return CpuShare(threads, gives_way=bool(others) or others_wait)

    @property
    def total_capacity(self) -> int:
        """Chunks that all slots run at once."""
        return sum(state.slot.capacity for state in self)

    def request_memory_release(self) -> None:
        """Let every slot whose engine uses too much memory release it before its next run."""
        for state in self:
            state.memory_due |= state.memory_is_high
