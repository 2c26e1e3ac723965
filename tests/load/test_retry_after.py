"""What a refused caller is told comes from the work that is queued, reckoned at the speed that was measured."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from typing import Any

import pytest

from tests.load.client import Client
from tests.load.house import House, assert_refused
from tests.load.paced_engine import Event
from tests.load.speeches import Speech

pytestmark = pytest.mark.anyio

PACE = 0.1
STREAM: dict[str, Any] = {}
WHOLE: dict[str, Any] = {"stream": False}


@pytest.fixture(scope="module")
def known_speed(model_files: None) -> Iterator[House]:
    """Two lanes and six places, at a pace that never changes: held steps would be measured too."""
    with House(WORKERS="2", QUEUE_SIZE="3", pace=PACE) as house:
        yield house


async def test_retry_after_is_when_a_place_comes_free(known_speed: House) -> None:
    """Within a factor of two of what the engine really needs until then, and the whole seconds' rounding.

    Equal requests go on together, so all are done late; a stream among files is done before them.
    """
    house = await known_speed.ready()
    short, long = [(3, WHOLE)] * house.places, [(6, WHOLE)] * house.places
    results = {
        "short files": await _told_and_true(house, short),
        "long files": await _told_and_true(house, long),
        "a stream before long files": await _told_and_true(house, [*long[1:], (3, STREAM)]),
        "streams": await _told_and_true(house, [(4, STREAM)] * house.places),
    }
    for told, true in results.values():
        assert true / 2 - 1 <= told <= 2 * true + 1, results
    assert results["short files"][0] < results["streams"][0]
    assert results["short files"][0] < results["long files"][0]


async def _told_and_true(house: House, requests: Sequence[tuple[int, dict[str, Any]]]) -> tuple[int, float]:
    """With every place taken: the Retry-After, and the engine's seconds until a place came free.

    requests: the chunks and the way of each
    """
    await house.rest()
    speeches = [await house.author.book(chunks) for chunks, _ in requests]
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(Client(house.port)) for _ in speeches]
        for client, speech, (_, way) in zip(clients, speeches, requests, strict=True):
            await client.ask(**{**speech.request, **way})
        await house.until_metric("speech_queue_depth", house.places)
        told = assert_refused(await house.speak(await house.author.line()))
        before = len(house.stage.events)
        # All are read, since a stream whose reader rests does.
        reading = [asyncio.create_task(client.answer()) for client in clients]
        await asyncio.wait(reading, return_when=asyncio.FIRST_COMPLETED)
        for task in reading:
            task.cancel()
        await asyncio.gather(*reading, return_exceptions=True)
    return told, PACE * _work_until_a_place_is_free(house.stage.events[before:], speeches)


def _work_until_a_place_is_free(events: list[Event], speeches: list[Speech]) -> float:
    """Seconds of audio made by the busier lane until the first of the speeches was done."""
    last = {speech.chunks[-1] for speech in speeches}
    lanes: dict[int, float] = {}
    for event in events:
        if event.kind == "end":
            lanes[event.worker] = lanes.get(event.worker, 0.0) + event.audio_s
            if event.chunk in last:
                return max(lanes.values())
    raise AssertionError("no place came free")
