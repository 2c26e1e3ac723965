"""Work goes where there is room: evenly, and never past a lane that is free."""

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest

from kokoro_speech_server.scheduling.text_admission import REQUESTS_PER_CHUNK
from tests.load.client import Client
from tests.load.house import House, until
from tests.load.paced_engine import Event

pytestmark = pytest.mark.anyio

REQUESTS = 1600


@pytest.mark.parametrize("kept", [False, True], ids=["new_connections", "kept_connections"])
@pytest.mark.parametrize(("callers", "pace"), [(40, 0.1), (3, 0.005)], ids=["crowded", "quiet"])
async def test_equal_requests_are_spread_evenly(eight: House, kept: bool, callers: int, pace: float) -> None:
    """Where all lanes are busy (50 ms a line: what the cores do besides takes less), and where most are free."""
    eight.stage.pace = pace
    lines = await eight.author.lines(REQUESTS)
    speeches = iter(lines)

    async def caller() -> None:
        async with Client(eight.port) as client:
            for speech in speeches:
                answer = await (client.speak(**speech.request) if kept else eight.speak(speech))
                speech.assert_heard(answer)

    async with asyncio.TaskGroup() as calling:
        for _ in range(callers):
            calling.create_task(caller())
    steps = Counter(event.worker for event in eight.stage.events if event.kind == "end")
    assert sum(steps.values()) == REQUESTS
    assert len(steps) == eight.workers
    assert max(steps.values()) <= 1.25 * REQUESTS / eight.workers


async def test_no_chunk_waits_while_a_lane_is_idle(eight: House) -> None:
    """A lane that rests while something waits would see others take up and finish a step meanwhile."""
    eight.stage.pace = 0.4  # 200 ms for a line
    speeches = [await eight.author.speech(1 if i % 2 else 5) for i in range(eight.places)]
    first = {speech.chunks[0] for speech in speeches}

    async with asyncio.TaskGroup() as callers:
        with eight.stage.hold():
            calls = [callers.create_task(eight.speak(speech)) for speech in speeches]
            await eight.until_metric("speech_queue_depth", eight.places)

            async def enough() -> bool:
                return await eight.metric("speech_chunks_waiting") >= REQUESTS_PER_CHUNK * eight.workers

            await until(enough, "chunks that wait")
            assert await eight.metric("speech_lanes", state="busy") == eight.workers
            held = len(eight.stage.events)
    for speech, call in zip(speeches, calls, strict=True):
        speech.assert_heard(call.result())
    events = eight.stage.events
    # Until the last first chunk begins, at least that one is known to wait.
    [*_, last] = (i for i, event in enumerate(events) if event.kind == "begin" and event.chunk in first)
    busy = events[held:last]
    assert len(busy) > eight.places
    assert {event.worker for event in busy} == set(eight.processes())
    assert list(steps_while_idle(busy)) == []


def steps_while_idle(events: Sequence[Event]) -> Iterator[tuple[Event, Event]]:
    """Each end of a step after which its lane rested for at least a whole step of another, with that step's end."""
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
        """b1 and e1: worker 1 begins and ends."""
        kinds = {"b": "begin", "e": "end"}
        return [Event(kinds[word[0]], int(word[1]), 0, 1.0) for word in text.split()]

    assert list(steps_while_idle(log("b1 b2 e1 b1 e2 b2 e1 e2"))) == []
    assert list(steps_while_idle(log("b1 b2 e1 e2 b2 b1 e2"))) == []
    [(idle, _)] = steps_while_idle(log("b1 b2 e1 e2 b2 e2 b1"))
    assert idle.worker == 1
    # A lane that never comes back, too.
    assert len(list(steps_while_idle(log("b1 b2 e1 e2 b2 e2")))) == 1
