"""What refused callers are told: each another time, at which a place is free for it."""

import asyncio
import math
import random
import time
from collections import Counter
from collections.abc import Sequence

import pytest

from kokoro_speech_server.errors import OverloadedError, RateLimitError
from kokoro_speech_server.retry_after import RETRY_AFTER_MAX_S
from kokoro_speech_server.scheduling.engine_slot import CpuShare, Demand, SlotRun, SynthesizedChunk
from kokoro_speech_server.scheduling.limits import CallerLimits
from tests.scheduling.slots import WARM_UP, FakeSlot, Harness, now
from tests.scheduling.virtual_time import in_virtual_time

SPEED = WARM_UP.audio_seconds / WARM_UP.engine_seconds

ATTEMPTS = 3
"""OpenAI's SDKs retry twice."""


def refusal(harness: Harness, caller: str = "ann") -> float:
    """Seconds after which the caller may come back."""
    with pytest.raises((OverloadedError, RateLimitError)) as refused:
        harness.admit(caller=caller)
    headers = refused.value.headers
    seconds = int(headers["retry-after-ms"]) / 1000
    assert int(headers["retry-after"]) == math.ceil(seconds)
    return seconds


def full(*seconds: float, jitter: float = 0.0) -> Harness:
    """A server with a slot for each request, whose places are free after so many seconds."""
    harness = Harness(*(FakeSlot() for _ in seconds), capacity=len(seconds), jitter=lambda: jitter)
    for one in seconds:
        harness.admit(remaining=one * SPEED, caller="holder")
    return harness


@pytest.mark.parametrize("callers", [["ann"] * 3, ["ann", "bob", "cid"]], ids=["one", "different"])
@in_virtual_time
async def test_each_refused_request_is_told_the_time_of_another_place(callers: Sequence[str]) -> None:
    harness = full(2.0, 3.0, 5.0)
    assert [refusal(harness, caller) for caller in callers] == pytest.approx([2, 3, 5])


@in_virtual_time
async def test_who_comes_after_all_places_waits_for_those_who_come_before() -> None:
    harness = full(2.0, 2.0)
    assert [refusal(harness) for _ in range(6)] == pytest.approx([2, 2, 4, 4, 6, 6])


@in_virtual_time
async def test_a_promise_ends_with_its_time() -> None:
    harness = full(2.0, 30.0)
    assert refusal(harness) == pytest.approx(2)
    await asyncio.sleep(2.1)
    assert refusal(harness) == pytest.approx(2)
    assert refusal(harness) > 15


@in_virtual_time
async def test_the_jitter_is_never_before_the_place_is_free_and_little_after() -> None:
    assert refusal(full(20.0, jitter=1.0)) == pytest.approx(22)


@pytest.mark.parametrize("jitter", [0.0, 1.0])
@in_virtual_time
async def test_no_wait_is_longer_than_the_bound(jitter: float) -> None:
    harness = full(58.0, 100.0, jitter=jitter)
    for _ in range(200):
        assert refusal(harness) <= RETRY_AFTER_MAX_S


@in_virtual_time
async def test_a_caller_that_does_not_wait_postpones_nobody_else() -> None:
    harness = full(*range(2, 12))
    for _ in range(1_000):
        refusal(harness, "impatient")
    assert refusal(harness, "impatient") > 30
    assert refusal(harness, "ann") == pytest.approx(3)
    assert refusal(harness, "bob") == pytest.approx(4)


@in_virtual_time
async def test_a_caller_at_its_limit_is_told_when_its_own_requests_end() -> None:
    slots = [FakeSlot() for _ in range(4)]
    harness = Harness(*slots, limits=CallerLimits(per_minute=None, at_once=2))
    for caller, seconds in (("ann", 3.0), ("ann", 5.0), ("bob", 2.0), ("bob", 4.0)):
        harness.admit(caller=caller, remaining=seconds * SPEED)
    assert [refusal(harness, "ann") for _ in range(2)] == pytest.approx([3, 5])
    assert [refusal(harness, "bob") for _ in range(2)] == pytest.approx([2, 4])


@in_virtual_time
async def test_a_caller_beyond_its_next_minute_is_told_a_later_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time", lambda: 1e9)  # minutes are those of this clock, which is not virtual
    harness = Harness(FakeSlot(), limits=CallerLimits(per_minute=2, at_once=None))
    for _ in range(2):
        harness.admit()
    waits = [refusal(harness) for _ in range(3)]
    assert waits[0] <= waits[1] <= RETRY_AFTER_MAX_S
    assert waits[2] == pytest.approx(RETRY_AFTER_MAX_S, abs=0.001)


# Clients that obey


class PacedSlot(FakeSlot):
    """An engine at a pace that never changes. A chunk is its seconds of audio."""

    async def run(self, chunks: Sequence[str], share: CpuShare | None = None) -> SlotRun[str]:
        seconds = sum(map(float, chunks))
        await asyncio.sleep(seconds / SPEED)
        results = [SynthesizedChunk(chunk, float(chunk)) for chunk in chunks]
        return SlotRun(results, seconds / SPEED, memory_is_high=False)


async def speak(harness: Harness, caller: str, chunks: Sequence[float], header: str) -> bool:
    """A request like those of OpenAI's SDKs. Returns whether it was served. header: the one that the client obeys"""
    for attempt in range(ATTEMPTS):
        try:
            admission = harness.admit(due=now(), remaining=sum(chunks), caller=caller)
        except OverloadedError as error:
            if attempt < ATTEMPTS - 1:
                wait = int(error.headers[header])
                await asyncio.sleep(wait / 1000 if header == "retry-after-ms" else wait)
            continue
        due = now()
        for number, seconds in enumerate(chunks):
            key = f"{id(admission)}/{number}".encode()
            demand = Demand(due, seconds, sum(chunks[number:]), key)
            await harness.scheduler.synthesize(admission, str(seconds), demand)
            due = max(due, now()) + seconds
        harness.scheduler.release(admission)
        return True
    return False


@pytest.mark.parametrize("header", ["retry-after-ms", "retry-after"])
@pytest.mark.parametrize("named", ["alike", "differently"])
@pytest.mark.parametrize(("slots", "capacity", "most_chunks"), [(2, 10, 2), (4, 20, 4), (8, 60, 4)])
@in_virtual_time
async def test_sixty_refused_requests_that_obey_are_all_served(
    slots: int, capacity: int, most_chunks: int, named: str, header: str
) -> None:
    chance = random.Random(1)
    harness = Harness(*(PacedSlot() for _ in range(slots)), capacity=capacity, jitter=chance.random)
    requests = []
    for number in range(capacity + 60):
        chunks = [chance.uniform(1.0, 4.0) for _ in range(chance.randint(1, most_chunks))]
        caller = "ann" if named == "alike" else f"caller {number}"
        requests.append(asyncio.create_task(speak(harness, caller, chunks, header)))
    assert Counter(await asyncio.gather(*requests)) == {True: capacity + 60}
