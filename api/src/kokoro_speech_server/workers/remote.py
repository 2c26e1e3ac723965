"""Proxies over the link: of the scheduler in a worker, and of a worker's engine slot in the supervisor."""

import asyncio
import itertools
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from kokoro_speech_server.chunk import Chunk, ChunkAudio
from kokoro_speech_server.errors import EngineError, SpeechServerError
from kokoro_speech_server.scheduling.admission import QueueStatus
from kokoro_speech_server.scheduling.engine_slot import (
    ChunkResult,
    CpuShare,
    Demand,
    EngineSlot,
    EngineSlotLostError,
    SlotRun,
    SynthesizedChunk,
    WarmUp,
)
from kokoro_speech_server.scheduling.scheduler_client import Admission, ChunkSlot, SchedulerClient
from kokoro_speech_server.workers.audio_memory import AudioRegion, AudioRegions, AudioSpan
from kokoro_speech_server.workers.link import Link, LinkClosedError
from kokoro_speech_server.workers.wire import PackedAudio, PackedChunk, pack_chunk, unpack_audio

if TYPE_CHECKING:
    from kokoro_speech_server.workers.worker_calls import WorkerCalls


class RemoteSchedulerClient(SchedulerClient):
    """A worker's client of the supervisor's scheduler."""

    def __init__(self, link: "Link[WorkerCalls]") -> None:
        self._link = link
        self._numbers = itertools.count()

    async def admit(self, caller: str, *, due: float, remaining: float) -> Admission:
        return await self._admitted("admit", caller, due, remaining)

    async def admit_text(self, caller: str) -> Admission:
        return await self._admitted("admit_text", caller)

    async def admit_session(self, caller: str) -> Admission:
        return await self._admitted("admit_session", caller)

    async def _admitted(self, method: str, *args: object) -> Admission:
        admission = _RemoteAdmission(self._link, next(self._numbers))
        try:
            admitted = await self._link.call(method, admission.number, *args)
        except SpeechServerError:
            raise  # the supervisor has refused it
        except BaseException:
            admission.release()  # the supervisor may have admitted it before the cancellation
            raise
        admission.allowance, admission.text_admitted = admitted
        return admission

    async def add_slot(self, slot: ChunkSlot, warm_up: WarmUp) -> None:
        self._link.handler.slot = slot
        await self._link.call("add_slot", slot.capacity, warm_up)

    async def queue_status(self) -> QueueStatus:
        status: QueueStatus = await self._link.call("queue_status")
        return status

    async def model_faults(self) -> Mapping[str, str]:
        faults: Mapping[str, str] = await self._link.call("model_faults")
        return faults


class _RemoteAdmission(Admission):
    def __init__(self, link: "Link[WorkerCalls]", number: int) -> None:
        self.number = number
        self.text_admitted = False
        self._link = link
        self._waited: float | None = None

    @property
    def waited(self) -> float | None:
        return self._waited

    def announce(self, *, due: float, remaining: float) -> None:
        self._link.notify("announce", self.number, due, remaining)

    async def wait_for_text_slot(self) -> None:
        if not self.text_admitted:
            await self._link.call("wait_for_text_slot", self.number)

    async def synthesize(self, chunk: Chunk, demand: Demand) -> ChunkResult[ChunkAudio]:
        try:
            result, self._waited = await self._link.call("synthesize", self.number, pack_chunk(chunk), demand)
            audio = unpack_audio(result.audio, self._link.handler.audio_memory)
            return ChunkResult(audio, result.worker, result.engine_seconds)
        finally:
            self._link.notify("audio_read", self.number)  # also if it came after a cancellation

    def release(self) -> None:
        self._link.notify("release", self.number)


class RelayedAudio(NamedTuple):
    """Audio on its way through the supervisor.

    packed: as a worker receives it
    region: of the audio memory in which it is; None if `packed` has the samples itself
    """

    packed: PackedAudio
    region: AudioRegion | None


class RemoteEngineSlot(EngineSlot[PackedChunk, RelayedAudio]):
    """The supervisor's proxy of a worker's engine slot."""

    def __init__(self, link: Link[Any], capacity: int, audio: AudioRegions) -> None:
        self._link = link
        self._capacity = capacity
        self._audio = audio
        self._lent: list[AudioRegion | None] = []

    @property
    def capacity(self) -> int:
        return self._capacity

    async def run(
        self, chunks: Sequence[PackedChunk], share: CpuShare | None = None
    ) -> SlotRun[RelayedAudio]:
        self._lent = [self._audio.lend(chunk.max_samples) for chunk in chunks]
        spans = [None if region is None else region.span for region in self._lent]
        arguments = [(chunk.data, span) for chunk, span in zip(chunks, spans, strict=True)]
        run: SlotRun[PackedAudio] | None = await self._call("run", arguments, share)
        if run is None:
            self._lent = []  # not in a local variable, which the exception's traceback would keep
            raise EngineSlotLostError("its engine has failed")
        results: list[SynthesizedChunk[RelayedAudio] | EngineError] = []
        for result, region in zip(run.results, self._lent, strict=True):
            if isinstance(result, EngineError):
                results.append(result)
            else:
                audio = await self._relayed(result.audio, region)
                results.append(SynthesizedChunk(audio, result.seconds))
        self._lent = []
        return SlotRun(results, run.engine_seconds, run.memory_is_high)

    async def _relayed(self, audio: PackedAudio, region: AudioRegion | None) -> RelayedAudio:
        span = audio.samples
        if region is None or not isinstance(span, AudioSpan):
            return RelayedAudio(audio, None)
        if self._audio.kept:
            samples = self._audio.memory.view(span).tobytes()
            await asyncio.sleep(0)  # a batch of copies would hold up the event loop
            return RelayedAudio(PackedAudio(samples, audio.durations), None)
        region.shrink(span.length)
        return RelayedAudio(audio, region)

    async def use_models(self, models: Sequence[str]) -> None:
        await self._call("use_models", models)

    async def release_memory(self) -> None:
        await self._call("release_memory")

    def worker_ended(self) -> None:
        """Free what was lent to a run that did not end: no process writes there any more."""
        self._lent = []

    async def _call(self, method: str, *args: Any) -> Any:
        try:
            return await self._link.call(method, *args)
        except LinkClosedError as error:
            raise EngineSlotLostError("its worker has ended") from error
