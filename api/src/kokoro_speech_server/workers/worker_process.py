"""The supervisor's side of a worker: its process, its admissions and engine slot, and its health."""

import asyncio
import logging
import os
import signal
import socket
import sys
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
    """One process of a worker, from its start to its end.

    has_engine:  whether it has a model
    warm:        whether its engine slot or, without a model, its text processing is warm
    serves:      whether it takes connections
    admissions:  its admitted requests, by the numbers that the worker has given them
    exit_reason: reason if the process dies: a crash of its own, or killed because it hangs or because another worker
                 died under MPS
    factory:     "module:callable" that creates the application
    on_change:   called when the worker starts to serve, and when it is warm
    all_workers: returns the workers of the moment
    """

    def __init__(
        self,
        index: int,
        factory: str,
        scheduler: Scheduler[bytes, bytes],
        *,
        has_engine: bool,
        on_change: Callable[[], None],
        all_workers: Callable[[], Iterable["WorkerProcess"]],
    ) -> None:
        self.index = index
        self.has_engine = has_engine
        self.warm = False
        self.serves = False
        self.slot: RemoteEngineSlot | None = None
        self.admissions: dict[int, AdmissionRecord] = {}
        self.exit_reason: Literal["crash", "hang", "cuda_mps"] = "crash"
        self._factory = factory
        self._scheduler = scheduler
        self.on_change = on_change
        self._process: asyncio.subprocess.Process | None = None
        self._killed = False
        ours, self._link_end = socket.socketpair()
        self._connections, self._connections_end = socket.socketpair()
        for own in (ours, self._connections):
            own.setblocking(False)
        self.link = Link(ours, _SupervisorCalls(self, scheduler, all_workers))

    async def run(self, environment: Mapping[str, str]) -> int:
        """Start the process and serve its calls until it ends. Returns its exit code."""
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
            # A process group of its own, since Ctrl-C in a terminal is for the supervisor, which drains requests. Not a
            # session of its own: Linux divides cores evenly between sessions, which would defeat give_way.
            preexec_fn=os.setpgrp,  # uvloop does not support process_group
        )
        if self._killed:
            self.kill()  # kill() was called before there was a process
        for end in inherited:
            end.close()
        await self.link.open()
        watching = asyncio.create_task(self._watch_event_loop())
        try:
            await self.link.run()
            return await self._wait_for_exit()
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
        """Pass an accepted connection to the process. Returns whether that succeeded."""
        try:
            # One byte and one descriptor per connection.
            socket.send_fds(self._connections, [b"c"], [connection.fileno()])
        except OSError:
            return False  # the process is ending, or the buffer of the socket is full
        return True

    def kill(self) -> None:
        """Kill the process at once, or as soon as it has started."""
        self._killed = True
        self._signal(signal.SIGKILL)

    async def stop(self) -> None:
        """Ask the process to end, and kill it if it does not end in time."""
        self._signal(signal.SIGTERM)
        if self._process is not None:
            await self._wait_for_exit()

    def _signal(self, number: signal.Signals) -> None:
        if self._process is not None and self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.send_signal(number)

    async def _wait_for_exit(self) -> int:
        assert self._process is not None
        try:
            async with asyncio.timeout(_END_TIMEOUT_S):
                return await self._process.wait()
        except TimeoutError:
            self.kill()
            return await self._process.wait()

    async def _watch_event_loop(self) -> None:
        """Kill the process if its event loop does not respond."""
        while True:
            await asyncio.sleep(_PING_EVERY_S)
            if not self.serves:
                continue  # it is still starting
            try:
                async with asyncio.timeout(_PING_TIMEOUT_S):
                    await self.link.call("ping")
            except TimeoutError:
                logger.error("Worker %d does not answer", self.index)
                self.exit_reason = "hang"
                self.kill()
            except LinkClosedError:
                return


class _SupervisorCalls:
    """The methods of the supervisor that a worker calls."""

    def __init__(
        self,
        worker: WorkerProcess,
        scheduler: Scheduler[bytes, bytes],
        all_workers: Callable[[], Iterable[WorkerProcess]],
    ) -> None:
        self._worker = worker
        self._all_workers = all_workers
        self._scheduler = scheduler

    def serving(self) -> None:
        """Note that the worker takes connections."""
        self._worker.serves = True
        self._worker.on_change()

    def admit(self, number: int, caller: str, due: float, remaining: float) -> tuple[Allowance | None, bool]:
        """Admit a request. number: the worker's number for it, which later calls refer to

        Returns the rest of the caller's requests per minute, and whether the request may prepare its text at once.
        """
        admission = self._scheduler.admit(self._worker, caller, due=due, remaining=remaining)
        self._worker.admissions[number] = admission
        return admission.allowance, admission.text_admitted.is_set()

    async def wait_for_text_slot(self, number: int) -> None:
        """See Scheduler.wait_for_text_slot."""
        await self._scheduler.wait_for_text_slot(self._worker.admissions[number])

    def release(self, number: int) -> None:
        if admission := self._worker.admissions.pop(number, None):
            self._scheduler.release(admission)

    async def synthesize(
        self, number: int, chunk: bytes, demand: Demand
    ) -> tuple[ChunkResult[bytes], float | None]:
        """Returns the audio of the chunk, and the seconds for which the request waited for its first chunk."""
        admission = self._worker.admissions[number]
        result = await self._scheduler.synthesize(admission, chunk, demand)
        return result, admission.waited

    def queue_status(self) -> QueueStatus:
        return self._scheduler.queue_status

    def add_slot(self, capacity: int, warm_up: WarmUp) -> None:
        """Let the scheduler use the worker's engine, which is warm."""
        slot = RemoteEngineSlot(self._worker.link, capacity)
        self._worker.slot = slot
        self._scheduler.add_slot(slot, self._worker.index, warm_up)
        self.warm()

    def warm(self) -> None:
        """Note that the worker is warm."""
        self._worker.warm = True
        self._worker.on_change()

    async def engines(self) -> dict[int, EngineReport]:
        """The report of each worker's engine, except of workers that do not answer in time."""
        with_engine = [worker for worker in self._all_workers() if worker.has_engine and worker.serves]

        async def report_of(worker: WorkerProcess) -> EngineReport | None:
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
