"""A server of real processes around paced engines, as a proof sees it: its stage, its metrics, its connections."""

import asyncio
import contextlib
import json
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, Self

import psutil  # type: ignore[import-untyped]
from prometheus_client.parser import text_string_to_metric_families

from kokoro_speech_server.config import Settings
from tests.load.client import PATIENCE_S, Answer, Client
from tests.load.paced_engine import Stage
from tests.load.paced_serve import STAGE
from tests.load.speeches import VOICE, Author, Speech
from tests.servers import ServerProcess

PACE = 0.01
"""Seconds of work for each second of audio, unless a test says otherwise."""


async def until(condition: Callable[[], Awaitable[object]], what: str) -> None:
    """Look until the condition holds; fail with `what` if it never does."""
    deadline = time.monotonic() + PATIENCE_S
    while not await condition():
        assert time.monotonic() < deadline, f"never came: {what}"
        await asyncio.sleep(0.01)


class House(ExitStack):
    """`python -m tests.load.paced_serve` with settings from the environment.

    places: how many requests it must take on at once
    """

    def __init__(
        self, *, module: str = "tests.load.paced_serve", pace: float = PACE, **settings: str
    ) -> None:
        super().__init__()
        folder = self.enter_context(tempfile.TemporaryDirectory(prefix="stage-"))
        self.stage = Stage(Path(folder))
        self.stage.prepare(pace)
        environment = {"DEFAULT_VOICE": VOICE, "LOG_LEVEL": "warning", STAGE: folder, **settings}
        environment["SENTENCE_PAUSE_S"] = "0"  # its engines leave no silence, and samples are counted
        self.process = self.enter_context(ServerProcess(module=module, **environment))
        fields: dict[str, Any] = {name.lower(): value for name, value in settings.items()}
        self.settings = Settings(**fields)
        self.author = Author(self.settings)
        self.callback(self.author.close)
        self.workers = int(settings["WORKERS"])
        self.places = self.workers * self.settings.queue_size
        self._pace = pace
        self.push(self._end)

    @property
    def port(self) -> int:
        return self.process.port

    async def ready(self) -> Self:
        """Wait until every worker is; forget their warm-ups."""
        await until(self._is_ready, "a server all of whose workers are ready")
        await self.rest()
        return self

    async def rest(self) -> None:
        """Wait until nobody is served; then as if nothing had happened."""
        await self.until_metric("speech_queue_depth", 0)
        self.stage.pace = self._pace
        self.stage.forget()

    async def get(self, path: str) -> Answer:
        async with Client(self.port) as client:
            return await client.get(path)

    async def speak(self, speech: Speech, **fields: Any) -> Answer:
        """On a connection of its own."""
        async with Client(self.port) as client:
            return await client.speak(**{**speech.request, **fields})

    async def metric(self, name: str, **labels: str) -> float:
        """The sum of what has these labels; 0 if nothing has."""
        answer = await self.get("/metrics")
        if not answer.whole:
            raise ConnectionResetError("the worker that was asked is gone")
        assert answer.status == 200, answer
        families = {one.name: one for one in text_string_to_metric_families(answer.body.decode())}
        family = families[name.removesuffix("_total").removesuffix("_count")]
        return sum(
            sample.value
            for sample in family.samples
            if sample.name == name and labels.items() <= sample.labels.items()
        )

    async def until_metric(self, name: str, value: float, **labels: str) -> None:
        async def reached() -> bool:
            with contextlib.suppress(ConnectionError):  # while a worker dies
                return await self.metric(name, **labels) == value
            return False

        await until(reached, f"{name} {labels or ''} {value:g}")

    async def until_begun(self, chunk: int) -> None:
        async def begun() -> bool:
            return self.stage.begins(chunk) > 0

        await until(begun, "the beginning of a chunk")

    async def until_workers(self, count: int) -> None:
        async def spoken() -> bool:
            return len(self.stage.workers) >= count

        await until(spoken, f"{count} workers that are warm")

    async def until_events(self, count: int) -> None:
        async def logged() -> bool:
            return len(self.stage.events) >= count

        await until(logged, f"{count} beginnings and ends of steps")

    @asynccontextmanager
    async def clients(self, count: int, *, buffer: int = 0) -> AsyncIterator[list[Client]]:
        """Connections that are kept."""
        async with AsyncExitStack() as stack:
            yield [await stack.enter_async_context(Client(self.port, buffer=buffer)) for _ in range(count)]

    @asynccontextmanager
    async def full(self) -> AsyncIterator[list[Speech]]:
        """Every place taken by a line that does not end before the block does; then all of them are heard."""
        lines = await self.author.lines(self.places)
        async with asyncio.TaskGroup() as callers:
            with self.stage.hold():
                calls = [callers.create_task(self.speak(line)) for line in lines]
                await self.until_metric("speech_queue_depth", self.places)
                yield lines
        for line, call in zip(lines, calls, strict=True):
            line.assert_heard(call.result())

    async def assert_capacity(self) -> None:
        """That exactly as many are taken on as there are places, and that all of those are served."""
        async with self.full():
            for line in await self.author.lines(3):
                assert_refused(await self.speak(line))
            assert await self.metric("speech_queue_depth") == self.places
        await self.rest()

    def processes(self) -> list[int]:
        """The workers that live."""
        children = psutil.Process(self.process.process.pid).children()
        return sorted(child.pid for child in children if child.pid in self.stage.workers)

    async def owners(self, clients: Sequence[Client]) -> list[int]:
        """The processes that have the connections' other ends."""
        owners: dict[int, int] = {}

        async def known() -> bool:
            for worker in self.processes():
                for one in psutil.Process(worker).net_connections("tcp"):
                    if one.raddr:
                        owners[one.raddr.port] = worker
            return all(client.port in owners for client in clients)

        await until(known, "a worker for each connection")
        return [owners[client.port] for client in clients]

    async def _is_ready(self) -> bool:
        assert self.process.process.poll() is None, self.process.stderr
        with contextlib.suppress(ConnectionError):
            answer = await self.get("/ready")
            return answer.status == 200 and json.loads(answer.body)["workers_ready"] == self.workers
        return False

    def _end(self, kind: type[BaseException] | None, *_: object) -> None:
        """Stop it as its user would; after a failure, kill it with all that it started."""
        for hold in (self.stage.folder / "held").iterdir():
            hold.unlink()
        server = self.process.process
        if kind is None and server.poll() is None:
            assert self.process.stop() == 0, self.process.stderr
            assert "never retrieved" not in self.process.stderr
        if server.poll() is None:
            for process in psutil.Process(server.pid).children(recursive=True):
                process.kill()
        if kind is not None:
            print(self.process.stderr)


def assert_refused(answer: Answer, code: str = "server_is_overloaded") -> int:
    """That the answer is the 503 that says when to come again; in how many seconds."""
    assert (answer.status, answer.whole) == (503, True), answer
    assert set(answer.error) == {"message", "type", "param", "code"}
    assert (answer.error["type"], answer.error["code"]) == ("service_unavailable_error", code)
    assert answer.headers["x-request-id"]
    seconds = int(answer.headers["retry-after"])
    assert 1 <= seconds <= 60
    return seconds
