"""Several replicas under load: clients that speak one request after another, and what came of it in a window."""

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

from .replica import Replica, Spoken


@dataclass(frozen=True, slots=True)
class Shape:
    """How a machine is divided."""

    replicas: int
    threads: int

    def __str__(self) -> str:
        return f"{self.replicas}x{self.threads}"


@dataclass(frozen=True, slots=True)
class Request:
    """Moments of one request, in seconds of the performance counter."""

    began: float
    first_audio: float
    ended: float


@dataclass(frozen=True, slots=True)
class Window:
    """What all replicas did together within the window.

    audio_per_second: a chunk that reaches beyond the window counts with its share
    requests:         those that ended in it
    """

    audio_per_second: float
    requests: list[Request]


class Load:
    """A number of clients in front of replicas; each client's next request follows its last at once.

    As in the server, a request's chunks go one after another to whichever replica is free, and nobody waits
    while one is. Here, the first who waits is the first served.
    """

    def __init__(self, replicas: Sequence[Replica], chunks: Sequence[str]) -> None:
        self._free: asyncio.Queue[Replica] = asyncio.Queue()
        for replica in replicas:
            self._free.put_nowait(replica)
        self._chunks = chunks
        self._in_work: list[float] = []
        self._spoken: list[tuple[float, float, float]] = []  # began, ended, seconds of audio
        self._requests: list[Request] = []
        self._warm_clients = 0
        self._progress = asyncio.Condition()

    async def run(self, clients: int, seconds: float) -> Window:
        """Load for a while: the window opens once every client has had one request answered."""
        try:
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(self._client()) for _ in range(clients)]
                await self._until(lambda: self._warm_clients == clients)
                opens = time.perf_counter()
                await asyncio.sleep(seconds)
                closes = time.perf_counter()
                # The load stays on until what was in work at the close is done: none of it has an easier end.
                await self._until(lambda: all(began >= closes for began in self._in_work))
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
        done = [await self._speak(chunk) for chunk in self._chunks]
        return Request(began, first_audio=done[0], ended=done[-1])

    async def _speak(self, phonemes: str) -> float:
        """Speak a chunk on a free replica; the moment when it was done."""
        replica = await self._free.get()
        began = time.perf_counter()
        self._in_work.append(began)
        spoken: Spoken = await replica.speak(phonemes)
        ended = time.perf_counter()
        self._free.put_nowait(replica)
        # Who waits for a replica takes it now; else this client, which comes back at once, would have it for ever.
        await asyncio.sleep(0)
        self._spoken.append((began, ended, spoken.audio_s))
        async with self._progress:
            self._in_work.remove(began)
            self._progress.notify_all()
        return ended

    async def _until(self, done: Callable[[], bool]) -> None:
        async with self._progress:
            await self._progress.wait_for(done)

    def _window(self, opens: float, closes: float) -> Window:
        audio_s = sum(
            audio_s * max(0.0, min(ended, closes) - max(began, opens)) / (ended - began)
            for began, ended, audio_s in self._spoken
        )
        requests = [request for request in self._requests if opens <= request.ended <= closes]
        if not requests:
            raise RuntimeError(f"No request ended within {closes - opens:.0f} s; ask for a longer window.")
        return Window(audio_s / (closes - opens), requests)


async def under_load(
    shape: Shape, chunks: Sequence[str], *, clients: int, seconds: float, model_dir: Path, voice: str
) -> Window:
    """Start the replicas, load them, end them."""
    async with AsyncExitStack() as stack:
        replicas = [
            await stack.enter_async_context(Replica(shape.threads, model_dir=model_dir, voice=voice))
            for _ in range(shape.replicas)
        ]
        for replica in replicas:
            await replica.wait_until_ready()
        return await Load(replicas, chunks).run(clients, seconds)
