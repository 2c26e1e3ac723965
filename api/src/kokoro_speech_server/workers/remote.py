"""Proxies over the link: of the scheduler in a worker, and of a worker's engine slot in the supervisor."""

import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kokoro_speech_server.chunk import Chunk, ChunkAudio
from kokoro_speech_server.scheduling.admission import QueueStatus
from kokoro_speech_server.scheduling.engine_slot import (
    ChunkResult,
    Demand,
    EngineSlot,
    EngineSlotLostError,
    SlotRun,
    WarmUp,
)
from kokoro_speech_server.scheduling.scheduler_client import Admission, ChunkSlot, SchedulerClient
from kokoro_speech_server.workers.link import Link, LinkClosedError
from kokoro_speech_server.workers.wire import pack_chunk, unpack_audio

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

    async def _admitted(self, method: str, *args: object) -> Admission:
        admission = _RemoteAdmission(self._link, next(self._numbers))
        try:
            admitted = await self._link.call(method, admission.number, *args)
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
        result, self._waited = await self._link.call("synthesize", self.number, pack_chunk(chunk), demand)
        return ChunkResult(unpack_audio(result.audio), result.worker, result.engine_seconds)

    def release(self) -> None:
        self._link.notify("release", self.number)


class RemoteEngineSlot(EngineSlot[bytes, bytes]):
    """The supervisor's proxy of a worker's engine slot."""

    def __init__(self, link: Link[Any], capacity: int) -> None:
        self._link = link
        self._capacity = capacity

    @property
    def capacity(self) -> int:
        return self._capacity

    async def run(self, chunks: Sequence[bytes]) -> SlotRun[bytes]:
        run: SlotRun[bytes] | None = await self._call("run", list(chunks))
        if run is None:
            raise EngineSlotLostError("its engine has failed")
        return run

    async def release_memory(self) -> None:
        await self._call("release_memory")

    async def _call(self, method: str, *args: Any) -> Any:
        try:
            return await self._link.call(method, *args)
        except LinkClosedError as error:
            raise EngineSlotLostError("its worker has ended") from error
