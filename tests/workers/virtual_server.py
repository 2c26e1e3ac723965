"""A supervisor with virtual workers and callers, on a loop with virtual time."""

import asyncio
import os
import random
import signal
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import pytest

from kokoro_speech_server.config import Settings
from kokoro_speech_server.scheduling.scheduler import A, C, Scheduler
from kokoro_speech_server.workers import supervisor as supervisor_module
from kokoro_speech_server.workers.supervisor import Supervisor
from tests.scheduling.virtual_time import VirtualTimeLoop
from tests.workers.virtual_workers import Machine, Request, VirtualWorker

T = TypeVar("T")

RECOVERY_S = 1_500.0
"""Virtual seconds in which a server has recovered from everything: to notice that a start hangs takes the longest."""


def run(seed: int, test: Callable[["VirtualServer"], Coroutine[Any, Any, T]], **arguments: Any) -> T:
    """Run a test with a server of its own, in virtual time. arguments: of the VirtualServer"""

    async def with_server() -> T:
        machine = Machine(random.Random(seed))
        # Without memory for audio, with room for one chunk, and with enough for all.
        samples = machine.chance.choice([0, 30_000, 1_000_000])
        patch.setattr(supervisor_module, "_SAMPLES_PER_ENGINE", samples)
        server = VirtualServer(machine, **arguments)
        try:
            return await test(server)
        finally:
            server.close()

    with pytest.MonkeyPatch.context() as patch, asyncio.Runner(loop_factory=_Loop) as runner:
        patch.setattr(supervisor_module, "Scheduler", _VirtualScheduler)
        return runner.run(with_server())


class _Loop(VirtualTimeLoop):
    """The loop of a process that gets no real signals: the test calls their handlers."""

    def __init__(self) -> None:
        super().__init__(with_sockets=True)
        self.signal_handlers: dict[int, Callable[..., Any]] = {}

    def add_signal_handler(self, sig: int, callback: Callable[..., Any], *_: Any) -> None:  # type: ignore[override]
        self.signal_handlers[sig] = callback


class _VirtualScheduler(Scheduler[C, A]):
    """A scheduler on the clock of the loop."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(clock=asyncio.get_running_loop().time, **settings)


class _Listener:
    """Stands for the listening socket, of which virtual workers need only to know whether they have it."""

    def fileno(self) -> int:
        return 0

    def close(self) -> None:
        pass


class VirtualServer:
    """machine: its processes; requests: all that were ever sent; serving: the supervisor"""

    def __init__(self, machine: Machine, *, workers: int, engines: int, **settings: Any) -> None:
        self.machine = machine
        self.requests: list[Request] = []
        self._workers = workers
        machine.engines = engines
        self._callers: set[asyncio.Task[None]] = set()
        self._seeds = iter(range(1, 1 << 30))
        self._supervisor = Supervisor(
            Settings(**settings),
            [_Listener()],  # type: ignore[list-item]
            workers=workers,
            engines=engines,
            starter=machine,
            on_ready=lambda: None,
        )
        self.scheduler = self._supervisor._scheduler
        self.serving = asyncio.create_task(self._supervisor.run())

    def close(self) -> None:
        for task in self._callers:
            task.cancel()
        # As the end of a real supervisor does.
        os.close(self._supervisor._counts.descriptor)
        os.close(self._supervisor._audio.memory.descriptor)

    def request(self, chunks: int) -> Request:
        """Send a request on a new connection."""
        request = Request([next(self._seeds) for _ in range(chunks)])
        self.requests.append(request)
        task = asyncio.create_task(self._connect(request))
        self._callers.add(task)
        task.add_done_callback(self._callers.discard)
        return request

    async def _connect(self, request: Request) -> None:
        """As the kernel and the acceptors do: to the least loaded worker that accepts, as soon as one does."""
        able: list[VirtualWorker] = []

        def find() -> bool:
            able[:] = [worker for worker in self.machine.alive if worker.accepting and not worker.stopped]
            return bool(able)

        await self.until(find, every_s=0.1, within_s=10 * RECOVERY_S)
        min(able, key=lambda worker: len(worker.requests)).serve(request)

    def signal(self, number: int = signal.SIGTERM) -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, _Loop)
        self.machine.stopping = True
        loop.signal_handlers[number]()

    async def until(
        self, condition: Callable[[], object], *, within_s: float = RECOVERY_S, every_s: float = 0.5
    ) -> None:
        loop = asyncio.get_running_loop()
        deadline = loop.time() + within_s
        while not condition():
            assert loop.time() < deadline, [str(worker) for worker in self.machine.alive]
            await asyncio.sleep(every_s)

    def is_recovered(self) -> bool:
        """Whether all workers are ready, accept connections and know that."""
        alive = [worker for worker in self.machine.alive if worker.fault in ("", "stopped")]
        return len(alive) == self._workers and all(
            worker.warm
            and not worker.leaving
            and worker.accepting == worker.accepts
            and (status := worker.status) is not None
            and (status.ready, status.workers_ready) == (True, self._workers)
            for worker in alive
        )

    def check(self) -> None:
        """Check what must hold at any time."""
        machine = self.machine
        assert not machine.errors, machine.errors
        sound = [
            worker for worker in machine.alive if worker.warm and not worker.fault and not worker.leaving
        ]
        for worker in machine.alive:
            assert not (worker.accepting and worker.leaving)
            if any(one.accepts for one in sound) and worker.fault == "cannot load" and not worker.stopped:
                assert not worker.accepting, "a worker without a model accepts connections beside others"
        for worker in sound:
            assert worker.accepting == worker.accepts, "a sound worker does not accept"
        counted = set(self._supervisor._counts.less_loaded(len(self.requests) + 1))
        running = {worker.index for worker in machine.alive if worker.accepting}
        assert counted == running, "connections are left to workers that do not accept, or not to all that do"
        for request in self.requests:
            match request.outcome:
                case "answered":
                    assert request.sent == len(request.chunks)
                case "broken":
                    assert request.worker is not None
                    assert request.worker.fault or machine.stopping, "broken although its worker is sound"
                case "failed":
                    lost = [seed for seed in request.chunks if len(machine.unended.get(seed, ())) > 1]
                    assert lost, "failed although no chunk has lost two engines"

    async def check_places(self) -> None:
        """Check that every place is free, and can be taken at once."""
        await self.until(lambda: not self.scheduler.capacity.held)
        assert self.scheduler.queue_status[1:4] == (0, 0, 0)
        requests = [self.request(1) for _ in range(self.scheduler.capacity.total)]
        await self.until(lambda: all(request.outcome for request in requests))
        assert {request.outcome for request in requests} == {"answered"}
        await self.until(self._all_audio_is_read)

    def _all_audio_is_read(self) -> bool:
        audio = self._supervisor._audio
        return audio.free == audio.memory.size

    async def check_end(self, within_s: float) -> None:
        """Check that the server ends in time after a signal, without an error and with everything released."""
        assert await asyncio.wait_for(self.serving, within_s) == 0
        assert not self.machine.alive
        assert all(request.outcome for request in self.requests if request.worker)
        assert not self.scheduler.capacity.held
        assert self._all_audio_is_read(), "audio is left in the memory"
        self.check()
