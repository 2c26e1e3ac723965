"""The supervisor's side of a worker: its process and the states of its life, its admissions and its engine slot."""

import asyncio
import logging
import socket
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from pathlib import Path
from typing import Literal

from kokoro_speech_server.engine.trial import FUSED_KERNELS, ended_in_trial
from kokoro_speech_server.scheduling.admission import AdmissionRecord
from kokoro_speech_server.scheduling.scheduler import Scheduler
from kokoro_speech_server.temporary_folder import temporary_folder
from kokoro_speech_server.text.lexicon import Lexicon
from kokoro_speech_server.workers.audio_memory import AudioRegion, AudioRegions
from kokoro_speech_server.workers.child_process import ChildProcess, ProcessStarter
from kokoro_speech_server.workers.connection_counts import ConnectionCounts
from kokoro_speech_server.workers.link import Link, LinkClosedError
from kokoro_speech_server.workers.remote import RelayedAudio, RemoteEngineSlot
from kokoro_speech_server.workers.setup import WorkerSetup
from kokoro_speech_server.workers.supervisor_calls import SupervisorCalls
from kokoro_speech_server.workers.wire import PackedChunk

logger = logging.getLogger(__name__)

_START_TIMEOUT_S = 900.0
"""Seconds in which a worker must become ready. The capture of CUDA graphs may take 600 (CUDA_GRAPHS_MAX_S)."""

_PING_EVERY_S = 15.0
_PING_TIMEOUT_S = 60.0
_END_TIMEOUT_S = 5.0


class WorkerState(Enum):
    """The states of a worker's life, in their order. A worker may skip any, since it may die at any time.

    STARTING: the process starts, or its model or text processing is not warm yet
    READY:    it is warm
    LEAVING:  it accepts no connections, answers what it has, and ends
    GONE:     the process has ended
    """

    STARTING = 1
    READY = 2
    LEAVING = 3
    GONE = 4


class WorkerProcess:
    """One process of a worker, from its start to its end.

    has_engine:  whether it has a model
    accepts:     whether it ever accepts connections
    serves:      whether its HTTP side is up, so that it can accept connections
    gone:        set when the process has ended
    lexicon:     the lexicon that it was given last
    admissions:  its admitted requests, by the numbers that the worker has given them
    unread:      what the audio memory holds for these requests until the worker has read it, by the same numbers
    exit_reason: reason if the process dies: a crash of its own, or killed because it hangs or because another worker
                 died under MPS
    starter:     starts the process
    setup:       makes what is handed to the process when it asks for it
    listeners:   the listening sockets; none if the worker accepts no connections
    grace_s:     seconds for which the worker answers its requests when it leaves because it failed
    on_change:   called when `state` or `serves` has changed
    all_workers: returns the workers of the moment
    """

    def __init__(
        self,
        index: int,
        starter: ProcessStarter,
        scheduler: Scheduler[PackedChunk, RelayedAudio],
        *,
        has_engine: bool,
        setup: Callable[["WorkerProcess"], WorkerSetup],
        listeners: Sequence[socket.socket],
        counts: ConnectionCounts,
        audio: AudioRegions,
        grace_s: float,
        on_change: Callable[[], None],
        all_workers: Callable[[], Iterable["WorkerProcess"]],
    ) -> None:
        self.index = index
        self.has_engine = has_engine
        self.accepts = bool(listeners)
        self.state = WorkerState.STARTING
        self.serves = False
        self.gone = asyncio.Event()
        self.lexicon: Lexicon | None = None
        self._ready_at: float | None = None
        self.slot: RemoteEngineSlot | None = None
        self.admissions: dict[int, AdmissionRecord] = {}
        self.audio = audio
        self.unread: dict[int, AudioRegion] = {}
        self.exit_reason: Literal["crash", "hang", "cuda_mps"] = "crash"
        self.setup = setup
        self._starter = starter
        self._scheduler = scheduler
        self._listeners = listeners
        self._counts = counts
        self.grace_s = grace_s
        self._on_change = on_change
        self._process: ChildProcess | None = None
        self._killed = False
        self._accepting = False
        self._all_workers = all_workers
        self.link: Link[SupervisorCalls]  # exists while the process runs

    def enter(self, state: WorkerState) -> None:
        """Change the state. A worker never returns to a former one."""
        if state.value > self.state.value:
            self.state = state
            if state is WorkerState.READY:
                self._ready_at = asyncio.get_running_loop().time()
            self._on_change()

    @property
    def seconds_ready(self) -> float:
        """Seconds since the worker became ready; 0 if it never did."""
        return 0.0 if self._ready_at is None else asyncio.get_running_loop().time() - self._ready_at

    @property
    def ended_in_trial(self) -> bool:
        """Whether the process ended in the first use of something, which its replacement does without."""
        process = self._process
        return process is not None and ended_in_trial(Path(temporary_folder()), FUSED_KERNELS, process.pid)

    def set_serving(self) -> None:
        """Note that the HTTP side is up."""
        self.serves = True
        self._on_change()

    def set_warm(self) -> None:
        """Note that the engine slot or, without a model, the text processing is warm."""
        self.enter(WorkerState.READY)

    def set_accepting(self, accepting: bool) -> None:
        """Let the worker accept connections, or stop it."""
        if accepting != self._accepting:
            self._accepting = accepting
            self.link.notify("set_accepting", accepting)

    async def run(self) -> int:
        """Start the process and serve its calls until it ends. Returns its exit code. Raises OSError."""
        try:
            return await self._run()
        finally:
            self._end()

    async def _run(self) -> int:
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                self._process = await self._start_process(theirs)
            except BaseException:
                ours.close()
                raise
        if self._killed:
            self.kill()  # kill() was called before there was a process
        ours.setblocking(False)
        self.link = Link(ours, SupervisorCalls(self, self._scheduler, self._all_workers))
        await self.link.open()
        watching = asyncio.create_task(self._watch())
        try:
            await self.link.run()
            return await self._wait_for_exit()
        finally:
            self.kill()
            watching.cancel()

    async def _start_process(self, link_end: socket.socket) -> ChildProcess:
        descriptors = [link_end.fileno(), self._counts.descriptor, self.audio.memory.descriptor]
        descriptors += [listener.fileno() for listener in self._listeners]
        return await self._starter.start(self.index, descriptors)

    def _end(self) -> None:
        """Release everything that the process held."""
        self.serves = self._accepting = False
        self._counts.stop_accepting(self.index)
        self._counts.held[self.index] = 0
        if self.slot is not None:
            self._scheduler.remove_slot(self.slot)
            self.slot.worker_ended()
        self.slot = None
        self.unread.clear()
        for admission in self.admissions.values():
            self._scheduler.release(admission)
        self.admissions.clear()
        self.gone.set()
        self.enter(WorkerState.GONE)

    def kill(self) -> None:
        """Kill the process at once, or as soon as it has started."""
        self._killed = True
        if self._process is not None:
            self._process.kill()

    def leave(self, timeout_s: float) -> None:
        """Let the worker end: it accepts nothing more, and has this time to answer the requests that it has.

        It is killed some seconds after that if it has not ended, even if it was given more time before.
        """
        if self.serves:
            asyncio.get_running_loop().call_later(timeout_s + _END_TIMEOUT_S, self.kill)
        if self.state in (WorkerState.LEAVING, WorkerState.GONE):
            return
        self._accepting = False
        self._counts.stop_accepting(self.index)
        self.enter(WorkerState.LEAVING)
        if self.serves:
            self.link.notify("leave", timeout_s)
        else:
            self.kill()

    async def _wait_for_exit(self) -> int:
        assert self._process is not None
        try:
            async with asyncio.timeout(_END_TIMEOUT_S):
                return await self._process.wait()
        except TimeoutError:
            self.kill()
            return await self._process.wait()

    async def _watch(self) -> None:
        """Kill the process if it does not become ready, or if its event loop does not respond."""
        loop = asyncio.get_running_loop()
        started = loop.time()
        while True:
            await asyncio.sleep(_PING_EVERY_S)
            if self.state is WorkerState.STARTING and loop.time() - started > _START_TIMEOUT_S:
                self._kill_hung("does not become ready")
            if not self.serves:
                continue  # it may be importing modules
            try:
                async with asyncio.timeout(_PING_TIMEOUT_S):
                    await self.link.call("ping")
            except TimeoutError:
                self._kill_hung("does not answer")
            except LinkClosedError:
                return

    def _kill_hung(self, what: str) -> None:
        logger.error("Worker %d %s", self.index, what)
        self.exit_reason = "hang"
        self.kill()
