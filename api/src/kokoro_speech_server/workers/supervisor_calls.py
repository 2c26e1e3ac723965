"""The methods of the supervisor that a worker calls."""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from kokoro_speech_server.engine.local_slot import EngineReport
from kokoro_speech_server.scheduling.admission import QueueStatus
from kokoro_speech_server.scheduling.engine_slot import ChunkResult, Demand, WarmUp
from kokoro_speech_server.scheduling.limits import Allowance
from kokoro_speech_server.scheduling.scheduler import Scheduler
from kokoro_speech_server.workers.link import LinkClosedError
from kokoro_speech_server.workers.remote import RelayedAudio, RemoteEngineSlot
from kokoro_speech_server.workers.setup import WorkerSetup
from kokoro_speech_server.workers.wire import PackedAudio, PackedChunk

if TYPE_CHECKING:
    from kokoro_speech_server.workers.worker_process import WorkerProcess

_REPORT_TIMEOUT_S = 2.0

_TURNS = 3
"""Turns of the event loop in which everything is received and done that other processes had sent before."""


class SupervisorCalls:
    """The handler of the supervisor's end of a link. worker: at the other end"""

    def __init__(
        self,
        worker: "WorkerProcess",
        scheduler: Scheduler[PackedChunk, RelayedAudio],
        all_workers: Callable[[], Iterable["WorkerProcess"]],
    ) -> None:
        self._worker = worker
        self._all_workers = all_workers
        self._scheduler = scheduler

    def setup(self) -> WorkerSetup:
        """What the worker needs for its start."""
        return self._worker.setup(self._worker)

    def serving(self) -> None:
        """Note that the worker's HTTP side is up."""
        self._worker.set_serving()

    def failed(self) -> None:
        """Note that the worker cannot load its model or warm up: it leaves."""
        self._worker.leave(self._worker.grace_s)

    async def admit(
        self, number: int, caller: str, due: float, remaining: float
    ) -> tuple[Allowance | None, bool]:
        """Admit a request. number: the worker's number for it, which later calls refer to

        Returns the rest of the caller's requests per minute, and whether the request may prepare its text at once.
        """
        if not self._scheduler.has_place(caller, self._scheduler.capacity):
            await _catch_up()
        admission = self._scheduler.admit(self._worker, caller, due=due, remaining=remaining)
        self._worker.admissions[number] = admission
        return admission.allowance, admission.text_admitted.is_set()

    async def admit_text(self, number: int, caller: str) -> tuple[Allowance | None, bool]:
        """Admit a request that only processes text. See `admit`."""
        if not self._scheduler.has_place(caller, self._scheduler.text_capacity):
            await _catch_up()
        admission = self._worker.admissions[number] = self._scheduler.admit_text(self._worker, caller)
        return admission.allowance, True

    async def admit_session(self, number: int, caller: str) -> tuple[Allowance | None, bool]:
        """Count a live session of a caller. See `admit`."""
        if not self._scheduler.sessions.has_place(caller):
            await _catch_up()
        session = self._worker.admissions[number] = self._scheduler.admit_session(self._worker, caller)
        return session.allowance, True

    def announce(self, number: int, due: float, remaining: float) -> None:
        """See Scheduler.announce."""
        if admission := self._worker.admissions.get(number):
            self._scheduler.announce(admission, due, remaining)

    async def wait_for_text_slot(self, number: int) -> None:
        """See Scheduler.wait_for_text_slot."""
        await self._scheduler.wait_for_text_slot(self._worker.admissions[number])

    def release(self, number: int) -> None:
        if admission := self._worker.admissions.pop(number, None):
            self._scheduler.release(admission)

    async def synthesize(
        self, number: int, chunk: PackedChunk, demand: Demand
    ) -> tuple[ChunkResult[PackedAudio], float | None]:
        """Returns the audio of the chunk, and the seconds for which the request waited for its first chunk.

        The worker calls `audio_read` when it has read the audio, or if it does not want it any more.
        """
        admission = self._worker.admissions[number]
        result = await self._scheduler.synthesize(admission, chunk, demand)
        audio = result.audio
        if audio.region is not None:
            self._worker.unread[number] = audio.region
        return ChunkResult(audio.packed, result.worker, result.engine_seconds), admission.waited

    def audio_read(self, number: int) -> None:
        self._worker.unread.pop(number, None)

    def queue_status(self) -> QueueStatus:
        return self._scheduler.queue_status

    def model_faults(self) -> Mapping[str, str]:
        return self._scheduler.model_faults

    def add_slot(self, capacity: int, warm_up: WarmUp) -> None:
        """Let the scheduler use the worker's engine, which is warm."""
        slot = RemoteEngineSlot(self._worker.link, capacity, self._worker.audio)
        self._worker.slot = slot
        self._scheduler.add_slot(slot, self._worker.index, warm_up)
        self._worker.set_warm()

    def warm(self) -> None:
        """Note that the worker, which has no engine, is warm."""
        self._worker.set_warm()

    async def engines(self) -> dict[int, EngineReport]:
        """The report of each worker's engine, except of workers that do not answer in time."""
        with_engine = [worker for worker in self._all_workers() if worker.has_engine and worker.serves]

        async def report_of(worker: "WorkerProcess") -> EngineReport | None:
            with suppress(LinkClosedError, TimeoutError):
                async with asyncio.timeout(_REPORT_TIMEOUT_S):
                    report: EngineReport | None = await worker.link.call("engine")
                    return report
            return None

        reports = await asyncio.gather(*map(report_of, with_engine))
        return {
            worker.index: report
            for worker, report in zip(with_engine, reports, strict=True)
            if report is not None
        }


async def _catch_up() -> None:
    """Return when the messages that have arrived are read.

    A client may send its next request to another worker as soon as it has its answer. The release of the answer's place
    was sent before, but on another link, and the links are not read in the order in which messages arrive.
    """
    for _ in range(_TURNS):
        await asyncio.sleep(0)
