"""Several replicas under load: clients that send one request after another, measured within a window of time."""

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

from .replica import Replica


@dataclass(frozen=True, slots=True)
class Shape:
    """A division of a machine's cores into replicas, each with a number of threads."""

    replicas: int
    threads: int

    def __str__(self) -> str:
        return f"{self.replicas}x{self.threads}"


@dataclass(frozen=True, slots=True)
class Request:
    """Times of one request, in seconds of the performance counter."""

    began: float
    first_audio: float
    ended: float


@dataclass(frozen=True, slots=True)
class Window:
    """Throughput of all replicas together within the window.

    audio_per_second: seconds of audio per second; a chunk partly outside the window counts in proportion
    requests:         the requests that ended in the window
    """

    audio_per_second: float
    requests: list[Request]


class Load:
    """Clients in front of replicas. Each client sends its next request as soon as the previous one has ended.

    As in the server, the chunks of a request go one after another to any free replica, and no chunk waits while a
    replica is free. Unlike in the server, waiting chunks are served in order of arrival.
    """

    def __init__(self, replicas: Sequence[Replica], chunks: Sequence[str]) -> None:
        self._free: asyncio.Queue[Replica] = asyncio.Queue()
        for replica in replicas:
            self._free.put_nowait(replica)
        self._chunks = chunks
        self._running: list[float] = []
        self._chunk_runs: list[tuple[float, float, float]] = []  # began, ended, seconds of audio
        self._requests: list[Request] = []
        self._warm_clients = 0
        self._progress = asyncio.Condition()

    async def run(self, clients: int, seconds: float) -> Window:
        """Apply load for a window of `seconds`, which opens once each client has completed a request."""
        try:
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(self._client()) for _ in range(clients)]
                await self._until(lambda: self._warm_clients == clients)
                opens = time.perf_counter()
                await asyncio.sleep(seconds)
                closes = time.perf_counter()
                # The load continues until the chunks that were running at the close are done: they must not end faster.
                await self._until(lambda: all(began >= closes for began in self._running))
                for task in tasks:
                    task.cancel()
        except ExceptionGroup as failures:
            raise failures.exceptions[0] from None
        return self._window(opens, closes)

    async def _client(self) -> None:
        await self._request()
        async with self._progress:
            self._warm_clients += 1
            self._progress.notify_all()
        while True:
            self._requests.append(await self._request())

    async def _request(self) -> Request:
        began = time.perf_counter()
        done = [await self._synthesize(chunk) for chunk in self._chunks]
        return Request(began, first_audio=done[0], ended=done[-1])

    async def _synthesize(self, phonemes: str) -> float:
        """Synthesize a chunk on a free replica. Returns the time of its end."""
        replica = await self._free.get()
        began = time.perf_counter()
        self._running.append(began)
        run = await replica.synthesize(phonemes)
        ended = time.perf_counter()
        self._free.put_nowait(replica)
        # A waiting client acquires the replica now. Without this, this client would acquire it again each time.
        await asyncio.sleep(0)
        self._chunk_runs.append((began, ended, run.audio_s))
        async with self._progress:
            self._running.remove(began)
            self._progress.notify_all()
        return ended

    async def _until(self, done: Callable[[], bool]) -> None:
        async with self._progress:
            await self._progress.wait_for(done)

    def _window(self, opens: float, closes: float) -> Window:
        audio_s = sum(
            audio_s * max(0.0, min(ended, closes) - max(began, opens)) / (ended - began)
            for began, ended, audio_s in self._chunk_runs
        )
        requests = [request for request in self._requests if opens <= request.ended <= closes]
        if not requests:
            raise RuntimeError(f"No request ended within {closes - opens:.0f} s; use a longer window.")
        return Window(audio_s / (closes - opens), requests)


async def under_load(
    shape: Shape, chunks: Sequence[str], *, clients: int, seconds: float, model_dir: Path, voice: str
) -> Window:
    """Start the replicas, apply load, and stop them."""
    async with AsyncExitStack() as stack:
        replicas = [
            await stack.enter_async_context(Replica(shape.threads, model_dir=model_dir, voice=voice))
            for _ in range(shape.replicas)
        ]
        for replica in replicas:
            await replica.wait_until_ready()
        return await Load(replicas, chunks).run(clients, seconds)
