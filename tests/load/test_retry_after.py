"""Retry-After is computed from the queued work and the measured speed."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from typing import Any

import pytest

from tests.load.client import Client
from tests.load.engine_control import Event
from tests.load.server_harness import ServerHarness, assert_refused
from tests.load.speech_factory import Speech

pytestmark = pytest.mark.anyio

PACE = 0.1
STREAM: dict[str, Any] = {}
WHOLE: dict[str, Any] = {"stream": False}


@pytest.fixture(scope="module")
def known_speed(model_files: None) -> Iterator[ServerHarness]:
    """Two workers with a capacity of six, at a pace that never changes: the server would measure held chunks too."""
    with ServerHarness(WORKERS="2", QUEUE_SIZE="3", pace=PACE) as harness:
        yield harness


async def test_retry_after_is_the_time_until_an_admission_is_released(known_speed: ServerHarness) -> None:
    """Within a factor of two of the engine's real time, and a second for rounding.

    Equal requests progress together, so that all end late; a stream ends before whole files.
    """
    harness = await known_speed.ready()
    short, long = [(3, WHOLE)] * harness.capacity, [(6, WHOLE)] * harness.capacity
    results = {
        "short files": await _retry_after_and_true(harness, short),
        "long files": await _retry_after_and_true(harness, long),
        "a stream before long files": await _retry_after_and_true(harness, [*long[1:], (3, STREAM)]),
        "streams": await _retry_after_and_true(harness, [(4, STREAM)] * harness.capacity),
    }
    for retry_after, true in results.values():
        assert true / 2 - 1 <= retry_after <= 2 * true + 1, results
    assert results["short files"][0] < results["streams"][0]
    assert results["short files"][0] < results["long files"][0]


async def _retry_after_and_true(
    harness: ServerHarness, requests: Sequence[tuple[int, dict[str, Any]]]
) -> tuple[int, float]:
    """Fills the server; returns the Retry-After and the engine's seconds until the first admission was released.

    requests: the number of chunks and the fields of each
    """
    await harness.reset()
    speeches = [await harness.speeches.book(chunks) for chunks, _ in requests]
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(Client(harness.port)) for _ in speeches]
        for client, speech, (_, way) in zip(clients, speeches, requests, strict=True):
            await client.ask(**{**speech.request, **way})
        await harness.until_metric("speech_queue_depth", harness.capacity)
        retry_after = assert_refused(await harness.speak(await harness.speeches.line()))
        before = len(harness.control.events)
        # All are read, since a stream whose client does not read pauses.
        reading = [asyncio.create_task(client.answer()) for client in clients]
        await asyncio.wait(reading, return_when=asyncio.FIRST_COMPLETED)
        for task in reading:
            task.cancel()
        await asyncio.gather(*reading, return_exceptions=True)
    return retry_after, PACE * _work_until_a_release(harness.control.events[before:], speeches)


def _work_until_a_release(events: list[Event], speeches: list[Speech]) -> float:
    """Returns the seconds of audio that the busier worker made until the first speech was complete."""
    last = {speech.chunks[-1] for speech in speeches}
    workers: dict[int, float] = {}
    for event in events:
        if event.kind == "end":
            workers[event.worker] = workers.get(event.worker, 0.0) + event.audio_s
            if event.chunk in last:
                return max(workers.values())
    raise AssertionError("no speech was complete")
