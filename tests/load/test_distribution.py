"""Chunks go to free engines: evenly, and without delay."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from kokoro_speech_server.scheduling.text_admission import REQUESTS_PER_CHUNK
from kokoro_speech_server.workers.sizing import cores
from tests.load.client import Client
from tests.load.engine_control import Event
from tests.load.paced_serve import WORKER_HEADER
from tests.load.server_harness import ServerHarness, until

pytestmark = pytest.mark.anyio

REQUESTS = {3: 150, 8: 1600}
"""Requests by the number of workers."""

BUSIEST = 1.25
"""Most chunks, and most requests, of any process over the mean."""


@asynccontextmanager
async def evenly_connected(server: ServerHarness, count: int) -> AsyncIterator[Sequence[Client]]:
    """Opens persistent connections, and all of them again until no worker has too many of them.

    A worker without a core leaves connections to others. It does not matter which workers have a few.
    """
    clients: Sequence[Client] = []

    async def is_even() -> bool:
        nonlocal clients
        for client in clients:
            client.reset()
        clients = await stack.enter_async_context(server.clients(count))
        owners = Counter(await server.owners(clients))
        return count <= server.workers or max(owners.values()) <= BUSIEST * count / server.workers

    async with AsyncExitStack() as stack:
        await until(is_even, "evenly spread connections")
        yield clients


@pytest.mark.parametrize(
    ("kept", "clients", "pace"),
    [
        pytest.param(False, 80, 0.1, id="busy-new_connections"),
        pytest.param(True, 3, 0.005, id="quiet-kept_connections"),
        pytest.param(True, 80, 0.1, id="busy-kept_connections", marks=pytest.mark.proof),
        pytest.param(False, 3, 0.005, id="quiet-new_connections", marks=pytest.mark.proof),
    ],
)
async def test_equal_requests_are_spread_evenly(
    several: ServerHarness, kept: bool, clients: int, pace: float
) -> None:
    """Both while all engines are busy (50 ms a line, longer than the rest of the work) and while most are free."""
    several.control.pace = pace
    requests = REQUESTS[several.workers]
    lines = await several.speeches.lines(requests)
    speeches = iter(lines)
    answered = Counter[str]()

    async def run_client(client: Client) -> None:
        for speech in speeches:
            answer = await (client.speak(**speech.request) if kept else several.speak(speech))
            speech.assert_matches(answer)
            answered[answer.headers[WORKER_HEADER]] += 1

    async with (
        evenly_connected(several, min(clients, several.capacity)) as connected,
        asyncio.TaskGroup() as tasks,
    ):
        for client in connected:
            tasks.create_task(run_client(client))
    steps = Counter(event.worker for event in several.control.events if event.kind == "end")
    assert sum(steps.values()) == requests
    assert len(steps) == several.workers
    assert max(steps.values()) <= BUSIEST * requests / several.workers
    if clients > several.workers:  # with few connections, it does not matter which workers have them
        assert answered.total() == requests
        assert max(answered.values()) <= BUSIEST * requests / several.workers, answered


async def test_a_chunk_alone_has_all_cores_and_two_share_them(several: ServerHarness) -> None:
    speeches = [await several.speeches.speech(1) for _ in range(2)]
    async with asyncio.TaskGroup() as tasks:
        with several.control.hold():
            calls = []
            for speech in speeches:
                calls.append(tasks.create_task(several.speak(speech)))
                await several.until_begun(speech.chunks[0])
    for speech, call in zip(speeches, calls, strict=True):
        speech.assert_matches(call.result())
    threads = [event.threads for event in several.control.events if event.kind == "begin"]
    assert threads == [cores(), max(1, cores() // 2)]


async def test_no_chunk_waits_while_an_engine_is_idle(several: ServerHarness) -> None:
    """While an engine idles although a chunk waits, others would begin and end a chunk."""
    several.control.pace = 0.4  # 200 ms for a line
    speeches = [await several.speeches.speech(1 if i % 2 else 5) for i in range(several.capacity)]
    first = {speech.chunks[0] for speech in speeches}

    async with asyncio.TaskGroup() as tasks:
        with several.control.hold():
            calls = [tasks.create_task(several.speak(speech)) for speech in speeches]
            await several.until_metric("speech_queue_depth", several.capacity)

            async def enough() -> bool:
                return await several.metric("speech_chunks_waiting") >= REQUESTS_PER_CHUNK * several.workers

            await until(enough, "waiting chunks")
            assert await several.metric("speech_engine_slots", state="busy") == several.workers
            held = len(several.control.events)
    for speech, call in zip(speeches, calls, strict=True):
        speech.assert_matches(call.result())
    events = several.control.events
    # Until the last of the first chunks begins, at least that one waits.
    [*_, last] = (i for i, event in enumerate(events) if event.kind == "begin" and event.chunk in first)
    busy = events[held:last]
    assert len(busy) > several.capacity
    assert {event.worker for event in busy} == set(several.processes())
    assert list(steps_while_idle(busy)) == []


def steps_while_idle(events: Sequence[Event]) -> Iterator[tuple[Event, Event]]:
    """Yields each end of a chunk after which its engine idled for at least a whole chunk of another, with that end."""
    for i, end in enumerate(events):
        if end.kind != "end":
            continue
        begun = set()
        for event in events[i + 1 :]:
            if event.worker == end.worker:
                break
            if event.kind == "begin":
                begun.add(event.worker)
            elif event.worker in begun:
                yield end, event
                break


def test_steps_while_idle_are_seen() -> None:
    def log(text: str) -> list[Event]:
        """Parses events: b1 and e1 mean that worker 1 begins and ends."""
        kinds = {"b": "begin", "e": "end"}
        return [Event(kinds[word[0]], int(word[1]), 0, 1.0) for word in text.split()]

    assert list(steps_while_idle(log("b1 b2 e1 b1 e2 b2 e1 e2"))) == []
    assert list(steps_while_idle(log("b1 b2 e1 e2 b2 b1 e2"))) == []
    [(idle, _)] = steps_while_idle(log("b1 b2 e1 e2 b2 e2 b1"))
    assert idle.worker == 1
    # Also an engine that never runs again.
    assert len(list(steps_while_idle(log("b1 b2 e1 e2 b2 e2")))) == 1
