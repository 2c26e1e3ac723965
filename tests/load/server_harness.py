"""A server of real processes with paced engines, and what a load test needs of it."""

import asyncio
import contextlib
import json
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, Self

import psutil  # type: ignore[import-untyped]
from prometheus_client.parser import text_string_to_metric_families

from kokoro_speech_server.config import Settings
from tests.load.client import PATIENCE_S, Answer, Client
from tests.load.engine_control import EngineControl
from tests.load.paced_serve import CONTROL_FOLDER
from tests.load.speech_factory import VOICE, Speech, SpeechFactory
from tests.servers import ServerProcess, worker_processes

PACE = 0.01
"""Seconds of work per second of audio by default."""


async def until(condition: Callable[[], Awaitable[object]], what: str) -> None:
    """Polls until the condition holds, and fails with `what` if it does not within PATIENCE_S.

    It polls less often the longer it waits, since the metrics of several workers cost much to show.
    """
    start = time.monotonic()
    while not await condition():
        waited = time.monotonic() - start
        assert waited < PATIENCE_S, f"no {what} within {PATIENCE_S:g} s"
        await asyncio.sleep(0.01 + waited / 20)


class ServerHarness(ExitStack):
    """`python -m tests.load.paced_serve` with settings from the environment.

    control:  controls the engines of all workers
    speeches: makes requests whose audio is known
    workers:  the number of workers
    capacity: the number of requests that the server must admit at the same time
    """

    def __init__(
        self, *, module: str = "tests.load.paced_serve", pace: float = PACE, **settings: str
    ) -> None:
        super().__init__()
        folder = self.enter_context(tempfile.TemporaryDirectory(prefix="engine-control-"))
        self.control = EngineControl(Path(folder))
        self.control.prepare(pace)
        environment = {"DEFAULT_VOICE": VOICE, "LOG_LEVEL": "warning", CONTROL_FOLDER: folder, **settings}
        environment["SENTENCE_PAUSE_S"] = "0"  # so that tests can count samples
        self.process = self.enter_context(ServerProcess(module=module, **environment))
        fields: dict[str, Any] = {name.lower(): value for name, value in settings.items()}
        self.settings = Settings(**fields)
        self.speeches = SpeechFactory(self.settings)
        self.callback(self.speeches.close)
        self.workers = int(settings["WORKERS"])
        self.capacity = self.workers * self.settings.queue_size
        self._pace = pace
        self.push(self._end)

    @property
    def port(self) -> int:
        return self.process.port

    async def ready(self) -> Self:
        """Waits until every worker is ready and no request is admitted, and forgets all events."""
        await until(self._is_ready, "readiness of all workers")
        await self.reset()
        return self

    async def reset(self) -> None:
        """Waits until no request is admitted, restores the pace and forgets all events."""
        await self.until_metric("speech_queue_depth", 0)
        self.control.pace = self._pace
        self.control.forget()

    async def get(self, path: str) -> Answer:
        async with Client(self.port) as client:
            return await client.get(path)

    async def speak(self, speech: Speech, **fields: Any) -> Answer:
        """Sends the request on a new connection."""
        async with Client(self.port) as client:
            return await client.speak(**{**speech.request, **fields})

    async def metric(self, name: str, **labels: str) -> float:
        """Returns the sum of the samples with these labels; 0 without any."""
        answer = await self.get("/metrics")
        if not answer.whole:
            raise ConnectionResetError("the worker has died")
        assert answer.status == 200, answer
        # Only its own lines are parsed: all of them would cost as much as the rest of a test.
        family = name.removesuffix("_total").removesuffix("_count")
        lines = [line for line in answer.body.decode().splitlines() if family in line]
        assert any(line.startswith("# TYPE ") for line in lines), f"no metric {name}"
        return sum(
            sample.value
            for one in text_string_to_metric_families("\n".join(lines))
            for sample in one.samples
            if sample.name == name and labels.items() <= sample.labels.items()
        )

    async def until_metric(self, name: str, value: float, **labels: str) -> None:
        async def reached() -> bool:
            with contextlib.suppress(ConnectionError):  # a worker may be dying
                return await self.metric(name, **labels) == value
            return False

        await until(reached, f"{name} {labels or ''} {value:g}")

    async def until_begun(self, chunk: int) -> None:
        async def begun() -> bool:
            return self.control.begins(chunk) > 0

        await until(begun, "begin of the chunk")

    async def until_workers(self, count: int) -> None:
        async def warm() -> bool:
            return len(self.control.workers) >= count

        await until(warm, f"{count} warm workers")

    async def until_events(self, count: int) -> None:
        async def logged() -> bool:
            return len(self.control.events) >= count

        await until(logged, f"{count} events")

    @asynccontextmanager
    async def clients(self, count: int, *, buffer: int = 0) -> AsyncIterator[list[Client]]:
        """Opens this many persistent connections."""
        async with AsyncExitStack() as stack:
            yield [await stack.enter_async_context(Client(self.port, buffer=buffer)) for _ in range(count)]

    @asynccontextmanager
    async def clients_of_every_worker(self, each: int) -> AsyncIterator[list[Client]]:
        """Opens this many persistent connections to each worker.

        A worker that has no core for a while leaves connections to others: they are closed, and as many opened again.
        """
        counts = Counter[int]()
        clients: list[Client] = []

        async def complete() -> bool:
            missing = each * self.workers - len(clients)
            opened = [await stack.enter_async_context(Client(self.port)) for _ in range(missing)]
            for client, owner in zip(opened, await self.owners(opened), strict=True):
                if counts[owner] < each:
                    counts[owner] += 1
                    clients.append(client)
                else:
                    client.reset()
            return len(clients) == each * self.workers

        async with AsyncExitStack() as stack:
            await until(complete, f"{each} connections of each worker")
            yield clients

    @asynccontextmanager
    async def full(self) -> AsyncIterator[list[Speech]]:
        """Fills the server with lines that do not end before the block does, and then must all be complete."""
        lines = await self.speeches.lines(self.capacity)
        async with asyncio.TaskGroup() as tasks:
            with self.control.hold():
                calls = [tasks.create_task(self.speak(line)) for line in lines]
                await self.until_metric("speech_queue_depth", self.capacity)
                yield lines
        for line, call in zip(lines, calls, strict=True):
            line.assert_matches(call.result())

    async def assert_capacity(self) -> None:
        """Asserts that the server admits exactly `capacity` requests at the same time, and completes them."""
        async with self.full():
            for line in await self.speeches.lines(3):
                assert_refused(await self.speak(line))
            assert await self.metric("speech_queue_depth") == self.capacity
        await self.reset()

    def processes(self) -> list[int]:
        """Returns the workers that are alive."""
        workers = worker_processes(self.process.process.pid)
        return sorted(worker.pid for worker in workers if worker.pid in self.control.workers)

    async def owners(self, clients: Sequence[Client]) -> list[int]:
        """Returns the process at the other end of each connection."""
        owners: dict[int, int] = {}

        async def known() -> bool:
            for worker in self.processes():
                for one in psutil.Process(worker).net_connections("tcp"):
                    if one.raddr:
                        owners[one.raddr.port] = worker
            return all(client.port in owners for client in clients)

        await until(known, "worker of each connection")
        return [owners[client.port] for client in clients]

    async def _is_ready(self) -> bool:
        assert self.process.process.poll() is None, self.process.stderr
        with contextlib.suppress(ConnectionError):
            answer = await self.get("/ready")
            return answer.status == 200 and json.loads(answer.body)["workers_ready"] == self.workers
        return False

    def _end(self, kind: type[BaseException] | None, *_: object) -> None:
        """Stops the server by SIGTERM; after a failure, kills it and its children."""
        self.control.release_all()
        server = self.process.process
        if kind is None and server.poll() is None:
            assert self.process.stop() == 0, self.process.stderr
            assert "never retrieved" not in self.process.stderr
            assert self.process.temporary_files == []  # also after workers were killed
        if server.poll() is None:
            for process in psutil.Process(server.pid).children(recursive=True):
                process.kill()
        if kind is not None:
            print(self.process.stderr)


def assert_refused(answer: Answer, code: str = "server_is_overloaded") -> int:
    """Asserts that the response is a 503 with Retry-After. Returns its seconds."""
    assert (answer.status, answer.whole) == (503, True), answer
    assert set(answer.error) == {"message", "type", "param", "code"}
    assert (answer.error["type"], answer.error["code"]) == ("service_unavailable_error", code)
    assert answer.headers["x-request-id"]
    seconds = int(answer.headers["retry-after"])
    assert 1 <= seconds <= 60
    return seconds
