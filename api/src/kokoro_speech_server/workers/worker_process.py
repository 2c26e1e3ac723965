"""The supervisor's side of one worker: its process, what it holds of the scheduler, and whether it lives."""

import asyncio
import logging
import os
import signal
import socket
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Literal

from kokoro_speech_server.engine.local_slot import EngineReport
from kokoro_speech_server.scheduling.admission import AdmissionRecord, QueueStatus
from kokoro_speech_server.scheduling.engine_slot import ChunkResult, Demand, WarmUp
from kokoro_speech_server.scheduling.limits import Allowance
from kokoro_speech_server.scheduling.scheduler import Scheduler
from kokoro_speech_server.workers.link import Link, LinkClosedError
from kokoro_speech_server.workers.remote import RemoteEngineSlot

logger = logging.getLogger(__name__)

_PING_EVERY_S = 15.0
_PING_TIMEOUT_S = 60.0
_END_TIMEOUT_S = 5.0
_REPORT_TIMEOUT_S = 2.0


class WorkerProcess:
    """One life of a worker.

    speaks:  whether it has a model
    warm:    whether its lane is ready, or, where it has no model, its text processing
    end:     what it dies of, if it does: by itself, or killed since it hangs or since another has died under MPS
    factory: "module:callable" that makes the application
    changed: called when the worker begins to serve, and when it is warm
    others:  all workers that there are at the moment
    """

    def __init__(
        self,
        index: int,
        factory: str,
        scheduler: Scheduler[bytes, bytes],
        *,
        has_engine: bool,
        changed: Callable[[], None],
        others: Callable[[], Iterable["WorkerProcess"]],
    ) -> None:
        self.index = index
        self.has_engine = has_engine
        self.warm = False
        self.serves = False
        self.slot: RemoteEngineSlot | None = None
        self.admissions: dict[int, AdmissionRecord] = {}
        self.end: Literal["crash", "hang", "cuda_mps"] = "crash"
        self._factory = factory
        self._scheduler = scheduler
        self.changed = changed
        self._process: asyncio.subprocess.Process | None = None
        self._killed = False
        ours, self._link_end = socket.socketpair()
        self._connections, self._connections_end = socket.socketpair()
        for own in (ours, self._connections):
            own.setblocking(False)
        self.link = Link(ours, _Calls(self, scheduler, others))

    async def run(self, environment: Mapping[str, str]) -> int:
        """Start the process and serve it until it ends. Its exit code."""
        # What it leaves there when it is killed goes with the folder.
        with tempfile.TemporaryDirectory(prefix="speech-worker-", ignore_cleanup_errors=True) as folder:
            return await self._live({"TMPDIR": folder, **environment})

    async def _live(self, environment: Mapping[str, str]) -> int:
        inherited = (self._link_end, self._connections_end)
        descriptors = [end.fileno() for end in inherited]
        self._process = await asyncio.create_subprocess_exec(
            *(
                sys.executable,
                "-m",
                "kokoro_speech_server.workers.worker",
                self._factory,
                *map(str, descriptors),
            ),
            *(() if self.has_engine else ("--no-model",)),
            pass_fds=descriptors,
            env={**os.environ, **environment},
            stdin=asyncio.subprocess.DEVNULL,
            # Ctrl-C in a terminal is for the supervisor, which lets requests end. Not a session of its own:
            # Linux shares cores evenly between sessions, and then give_way would not hold between workers.
            preexec_fn=os.setpgrp,  # uvloop knows no process_group
        )
        if self._killed:
            self.kill()  # there was nothing to kill yet
        for end in inherited:
            end.close()
        await self.link.open()
        watching = asyncio.create_task(self._watch())
        try:
            await self.link.run()
            return await self._end()
        finally:
            self.kill()
            watching.cancel()
            self.serves = self.warm = False
            if self.slot is not None:
                self._scheduler.remove_slot(self.slot)
            self.slot = None
            for admission in self.admissions.values():
                self._scheduler.release(admission)
            self.admissions.clear()
            self._connections.close()

    def hand_over(self, connection: socket.socket) -> bool:
        """Give it a connection; whether it took it."""
        try:
            socket.send_fds(self._connections, [b"c"], [connection.fileno()])
        except OSError:
            return False  # it is dying, or so far behind that its socket is full
        return True

    def kill(self) -> None:
        """End it at once, whatever it does; also if it only begins."""
        self._killed = True
        self._signal(signal.SIGKILL)

    async def stop(self) -> None:
        """Ask it to end; what it does not end in time is broken off."""
        self._signal(signal.SIGTERM)
        if self._process is not None:
            await self._end()

    def _signal(self, number: signal.Signals) -> None:
        if self._process is not None and self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.send_signal(number)

    async def _end(self) -> int:
        assert self._process is not None
        try:
            async with asyncio.timeout(_END_TIMEOUT_S):
                return await self._process.wait()
        except TimeoutError:
            self.kill()
            return await self._process.wait()

    async def _watch(self) -> None:
        """Replace it if its event loop does not turn any more."""
        while True:
            await asyncio.sleep(_PING_EVERY_S)
            if not self.serves:
                continue  # it imports and loads
            try:
                async with asyncio.timeout(_PING_TIMEOUT_S):
                    await self.link.call("ping")
            except TimeoutError:
                logger.error("Worker %d does not answer", self.index)
                self.end = "hang"
                self.kill()
            except LinkClosedError:
                return


class _Calls:
    """What a worker may ask of its supervisor."""

    def __init__(
        self,
        worker: WorkerProcess,
        scheduler: Scheduler[bytes, bytes],
        others: Callable[[], Iterable[WorkerProcess]],
    ) -> None:
        self._worker = worker
        self._others = others
        self._scheduler = scheduler

    def serving(self) -> None:
        """It takes connections."""
        self._worker.serves = True
        self._worker.changed()

    def admit(self, number: int, caller: str, due: float, remaining: float) -> tuple[Allowance | None, bool]:
        """A place for a request, which the worker calls by a number.

        What its caller has left, and whether its text is wanted at once.
        """
        admission = self._scheduler.admit(self._worker, caller, due=due, remaining=remaining)
        self._worker.admissions[number] = admission
        return admission.allowance, admission.text_admitted.is_set()

    async def wait_for_text_slot(self, number: int) -> None:
        """Return when the text of the request is wanted."""
        await self._scheduler.wait_for_text_slot(self._worker.admissions[number])

    def release(self, number: int) -> None:
        if admission := self._worker.admissions.pop(number, None):
            self._scheduler.release(admission)

    async def synthesize(
        self, number: int, chunk: bytes, demand: Demand
    ) -> tuple[ChunkResult[bytes], float | None]:
        """The chunk as it was spoken, and how long the request waited for its first."""
        admission = self._worker.admissions[number]
        result = await self._scheduler.synthesize(admission, chunk, demand)
        return result, admission.waited

    def queue_status(self) -> QueueStatus:
        return self._scheduler.queue_status

    def add_slot(self, capacity: int, warm_up: WarmUp) -> None:
        """Its engine is warm."""
        slot = RemoteEngineSlot(self._worker.link, capacity)
        self._worker.slot = slot
        self._scheduler.add_slot(slot, self._worker.index, warm_up)
        self.warm()

    def warm(self) -> None:
        """It is as fast as it will be."""
        self._worker.warm = True
        self._worker.changed()

    async def engines(self) -> dict[int, EngineReport]:
        """How each worker's engine does; one that does not answer at once is not among them."""
        speaking = [worker for worker in self._others() if worker.has_engine and worker.serves]

        async def ask(worker: WorkerProcess) -> EngineReport | None:
            with suppress(LinkClosedError, TimeoutError):
                async with asyncio.timeout(_REPORT_TIMEOUT_S):
                    report: EngineReport | None = await worker.link.call("engine")
                    return report
            return None

        reports = await asyncio.gather(*map(ask, speaking))
        return {
            worker.index: report
            for worker, report in zip(speaking, reports, strict=True)
            if report is not None
        }
