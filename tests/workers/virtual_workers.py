"""Worker processes that exist only in the test's event loop, so that their lives can be random and take no time.

The supervisor starts them in place of real processes and talks to them over real links. Everything on the worker's side
of the link is the product's, except for uvicorn and the engine.
"""

import asyncio
import os
import random
import signal
import socket
from collections.abc import Callable, Coroutine, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np

from kokoro_speech_server.chunk import FRAME, SAMPLE_RATE, Chunk, ChunkAudio, PhonemeToken
from kokoro_speech_server.errors import EngineError, RateLimitError, UnavailableError
from kokoro_speech_server.http.server_status import ServerStatus
from kokoro_speech_server.scheduling.engine_slot import (
    CpuShare,
    Demand,
    EngineSlotLostError,
    SlotRun,
    SynthesizedChunk,
    WarmUp,
)
from kokoro_speech_server.workers.audio_memory import AudioMemory
from kokoro_speech_server.workers.child_process import ChildProcess, ProcessStarter
from kokoro_speech_server.workers.connection_counts import ConnectionCounts
from kokoro_speech_server.workers.link import Link
from kokoro_speech_server.workers.remote import RemoteSchedulerClient
from kokoro_speech_server.workers.setup import WorkerSetup
from kokoro_speech_server.workers.wire import unpack_chunk
from kokoro_speech_server.workers.worker_calls import ConnectionServer, WorkerCalls

_STYLE = np.zeros(1, np.float32)


class Request:
    """What one caller asks for, and how it ended.

    chunks:  seeds of its chunks
    sent:    chunks whose audio the caller has received
    outcome: "answered", "refused", "broken", "failed" (an error of the engine), "left" (the caller disconnected), or
             None while it lasts
    """

    def __init__(self, chunks: Sequence[int]) -> None:
        self.chunks = chunks
        self.sent = 0
        self.outcome: str | None = None
        self.worker: VirtualWorker | None = None
        self.task: asyncio.Task[None] | None = None

    def end(self, outcome: str) -> None:
        assert self.outcome is None, f"{outcome} after {self.outcome}"
        self.outcome = outcome


class PausableLink(Link[Any]):
    """A link whose process can be stopped, as by SIGSTOP: nothing is received or sent until it continues.

    on_held: called with each message that the stopped process does not receive yet
    """

    def __init__(self, sock: socket.socket, handler: object, on_held: Callable[..., None]) -> None:
        super().__init__(sock, handler)
        self.on_held = on_held
        self.stopped = False
        self._held: list[Callable[[], None]] = []

    def close(self) -> None:
        """What the kernel does when the process ends."""
        self._writer.transport.abort()

    def go_on(self) -> None:
        self.stopped = False
        held, self._held = self._held, []
        for step in held:
            step()

    def _receive(self, *message: Any) -> None:
        if self.stopped:
            self.on_held(*message)
            self._held.append(lambda: self._receive(*message))
        else:
            super()._receive(*message)

    def _send(self, *message: Any) -> None:
        if self.stopped:
            self._held.append(lambda: self._send(*message))
        else:
            super()._send(*message)


class VirtualWorker(ConnectionServer, ChildProcess):
    """One process, from the moment at which the supervisor starts it.

    fault: what went wrong in it last; "" for a worker that must be left alone
    """

    def __init__(self, machine: "Machine", descriptors: Sequence[int], *, has_engine: bool) -> None:
        link, counts, audio, *listener = descriptors
        self.fault = ""
        self.accepting = False
        self.leaving = False
        self.warm = False
        self.requests: dict[Request, None] = {}
        self.capacity = 1
        self.has_engine = has_engine
        self.accepts = bool(listener)
        self.exit_code: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._machine = machine
        self._counts_descriptor = os.dup(counts)
        self._counts: ConnectionCounts | None = None
        self._setup: WorkerSetup | None = None
        self._hung = asyncio.Event()
        self._unanswered = asyncio.Event()
        self._audio_memory = AudioMemory(os.dup(audio))
        self._calls = WorkerCalls(self._audio_memory)
        link_end = socket.socket(fileno=os.dup(link))
        link_end.setblocking(False)
        self._link = PausableLink(link_end, self._calls, self._note_held)
        self._scheduler = RemoteSchedulerClient(self._link)
        self._tasks: dict[asyncio.Task[Any], None] = {}

    async def start(self) -> None:
        await self._link.open()
        self._spawn(self._live())

    @property
    def index(self) -> int:
        return -1 if self._setup is None else self._setup.worker

    @property
    def alive(self) -> bool:
        return not self.exit_code.done()

    @property
    def stopped(self) -> bool:
        return self._link.stopped

    def __str__(self) -> str:
        flags = [name for name in ("stopped", "warm", "accepting", "leaving") if getattr(self, name)]
        return f"worker {self.index}: {self.fault or 'sound'}, {flags}, {len(self.requests)} requests"

    @property
    def status(self) -> ServerStatus | None:
        """The status of the server, as this worker would report it."""
        status: ServerStatus | None = getattr(self._calls.state, "status", None)
        return status

    # As a ChildProcess

    @property
    def pid(self) -> int:
        return 2**31 - 1  # which no process has

    async def wait(self) -> int:
        return await asyncio.shield(self.exit_code)

    def kill(self) -> None:
        if self.alive:
            self._machine.killed(self)
            self.exit(-signal.SIGKILL)

    # Faults

    def exit(self, code: int) -> None:
        """End at once: everything that this process was doing breaks."""
        if not self.alive:
            return
        self.exit_code.set_result(code)
        if self.accepting and self._counts is not None and code == 0:
            self._counts.stop_accepting(self.index)
        self.accepting = self.leaving = self.warm = False
        for request in self.requests:
            if request.outcome is None:
                request.end("broken")
        self.requests.clear()
        for task in list(self._tasks):
            task.cancel()
        self._link.close()
        os.close(self._counts_descriptor)
        os.close(self._audio_memory.descriptor)

    def die(self, code: int) -> None:
        self.blame("died")
        self.exit(code)

    def stop(self) -> None:
        """As SIGSTOP does."""
        self.blame(self.fault or "stopped")
        self._link.stopped = True

    def go_on(self) -> None:
        self._link.go_on()

    def blame(self, fault: str) -> None:
        self.fault = fault

    # The worker

    async def _live(self) -> None:
        machine = self._machine
        await self._start_part()
        self._spawn(self._link.run())
        setup = self._setup = await self._link.call("setup")
        self._counts = ConnectionCounts(self._counts_descriptor, setup.workers)
        await self._start_part()
        self._calls.server = self
        self._calls.state = SimpleNamespace(  # type: ignore[assignment]  # of the AppState only what the calls need
            status=None, api_keys=None, slot=self, requests_in_flight=self
        )
        self._link.notify("serving")
        await self._start_part()
        if machine.fails(0.15):
            self.blame("cannot load")
            self._link.notify("failed")
        elif self.has_engine:
            await self._scheduler.add_slot(self, WarmUp(audio_seconds=4.0, engine_seconds=1.0))
            self.warm = True
        else:
            await self._link.call("warm")
            self.warm = True

    async def _start_part(self) -> None:
        seconds = self._machine.start_s()
        if seconds > 1_000:
            self.blame("does not start")
        await asyncio.sleep(seconds)

    def set_accepting(self, accepting: bool) -> None:
        assert self._counts is not None
        assert not (accepting and (self.leaving or not self.accepts))
        self.accepting = accepting
        if accepting:
            self.publish()
        else:
            self._counts.stop_accepting(self.index)

    def publish(self) -> None:
        if self.accepting and self._counts is not None:
            self._counts.set_open(self.index, len(self.requests))

    def leave(self, timeout_s: float) -> None:
        self.set_accepting(False)
        if not self.leaving:
            self.leaving = True
            self._spawn(self._leave(timeout_s))

    async def _leave(self, timeout_s: float) -> None:
        try:
            async with asyncio.timeout(timeout_s):
                await self.wait_until_none()
        except TimeoutError:
            self.blame("left before all was answered")
        self.exit(0)

    async def wait_until_none(self) -> None:
        while self.requests:
            self._unanswered.clear()
            await self._unanswered.wait()

    # Its engine

    def report(self) -> None:
        return None

    async def run(self, chunks: Sequence[Chunk], share: CpuShare | None = None) -> SlotRun[ChunkAudio]:
        machine = self._machine
        for chunk in chunks:
            machine.begun(self, chunk)
        seconds = machine.chance.uniform(0.05, 0.5)
        match machine.engine_fault():
            case "hang":
                self.blame("hangs")
                await self._hung.wait()
            case "die":
                asyncio.get_running_loop().call_soon(self.die, 9)
                await self._hung.wait()
            case "device":
                self.blame("its device failed")
                raise EngineSlotLostError("its device failed")
        await asyncio.sleep(seconds)
        if not self.stopped:
            for chunk in chunks:
                machine.ended(self, chunk)
        results = [SynthesizedChunk(audio_of(chunk.seed), FRAME / SAMPLE_RATE) for chunk in chunks]
        return SlotRun(results, seconds, memory_is_high=machine.chance.random() < 0.05)

    def _note_held(self, kind: int, number: int, content: Any) -> None:
        """The scheduler counts on this engine although the process does not run."""
        if isinstance(content, tuple) and content[0] == "run":
            for chunk, _ in content[1][0]:
                self._machine.begun(self, unpack_chunk(chunk))

    async def use_models(self, models: Sequence[str]) -> None:
        assert not models

    async def release_memory(self) -> None:
        await asyncio.sleep(0.01)

    # Its requests

    def serve(self, request: Request) -> None:
        """Take the caller's connection, which has one request."""
        request.worker = self
        self.requests[request] = None
        self.publish()
        request.task = self._spawn(self._answer(request))
        request.task.add_done_callback(lambda _: self._answered(request))

    def _answered(self, request: Request) -> None:
        self.requests.pop(request, None)
        self.publish()
        self._unanswered.set()

    async def _answer(self, request: Request) -> None:
        loop = asyncio.get_running_loop()
        try:
            admission = await self._scheduler.admit("ann", due=loop.time(), remaining=1.0)
        except (UnavailableError, RateLimitError) as error:
            self._refuse(request, error)
            return
        try:
            await admission.wait_for_text_slot()
            for position, seed in enumerate(request.chunks):
                demand = Demand(loop.time() + position, 0.025, 0.025, seed.to_bytes(8))
                result = await admission.synthesize(chunk_of(seed), demand)
                assert np.array_equal(result.audio.samples, audio_of(seed).samples), "another request's audio"
                request.sent += 1
                await asyncio.sleep(self._machine.chance.choice([0, 0.01, 2.0]))
            request.end("answered")
        except UnavailableError as error:
            self._refuse(request, error)
        except EngineError:
            request.end("failed")
        finally:
            admission.release()

    @staticmethod
    def _refuse(request: Request, error: UnavailableError | RateLimitError) -> None:
        """Refuse the request or, after its first audio, break its connection."""
        assert 1 <= int(error.headers["retry-after"]) <= 60
        request.end("broken" if request.sent else "refused")

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks[task] = None
        task.add_done_callback(lambda _: self._tasks.pop(task, None))
        task.add_done_callback(self._machine.note_error)
        return task


class Machine(ProcessStarter):
    """The processes of a test, and the faults that happen to them.

    engines:      number of workers with a model
    calm:         while true, no fault happens by itself
    next_start_hangs: whether a start hangs, even then
    next_fault:   of the engine that runs next, even then: "hang", "die", "device" or ""
    stopping:     whether the server has got a signal
    workers:      all processes that were ever started
    errors:       what must not happen
    unended:      the workers that have begun a chunk and not ended it, by the chunk's seed
    """

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.engines = 0
        self.calm = False
        self.next_fault = ""
        self.next_start_hangs = False
        self.stopping = False
        self.workers: list[VirtualWorker] = []
        self.errors: list[str] = []
        self.unended: dict[int, dict[VirtualWorker, None]] = {}

    async def start(self, worker: int, descriptors: Sequence[int]) -> VirtualWorker:
        await asyncio.sleep(self.chance.choice([0, 0.1]))
        if self.fails(0.02):
            raise OSError("no memory for another process")
        started = VirtualWorker(self, descriptors, has_engine=worker < self.engines)
        await started.start()
        self.workers.append(started)
        return started

    def close(self) -> None:
        """The processes that run go on."""

    async def wait_closed(self) -> None:
        """Nothing else is left."""

    @property
    def alive(self) -> list[VirtualWorker]:
        return [worker for worker in self.workers if worker.alive]

    def killed(self, worker: VirtualWorker) -> None:
        if not worker.fault and not self.stopping:
            self.errors.append(f"worker {worker.index} was killed without a fault")

    def note_error(self, task: asyncio.Task[Any]) -> None:
        if not task.cancelled() and (error := task.exception()):
            self.errors.append(repr(error))

    def start_s(self) -> float:
        """Seconds of a part of a worker's start, which may hang."""
        hangs, self.next_start_hangs = self.next_start_hangs, False
        return 1e6 if hangs or self.fails(0.01) else self.chance.choice([0.0, 0.5, 3.0, 20.0])

    def fails(self, probability: float) -> bool:
        return not self.calm and self.chance.random() < probability

    def engine_fault(self) -> str:
        fault, self.next_fault = self.next_fault, ""
        return fault or (self.chance.choice(["hang", "die", "device"]) if self.fails(0.03) else "")

    def begun(self, worker: VirtualWorker, chunk: Chunk) -> None:
        self.unended.setdefault(chunk.seed, {})[worker] = None

    def ended(self, worker: VirtualWorker, chunk: Chunk) -> None:
        self.unended[chunk.seed].pop(worker, None)


def chunk_of(seed: int) -> Chunk:
    return Chunk((PhonemeToken("a", 0, 1),), _STYLE, 1.0, 0.0, seed)


def audio_of(seed: int) -> ChunkAudio:
    return ChunkAudio(np.full(4, seed, np.float32), np.array([0, 1, 0], np.int64))
