"""With a cache, requests share the chunks that have equal audio."""

import pytest

from kokoro_speech_server.errors import (
    EngineError,
)
from kokoro_speech_server.scheduling.engine_slot import ChunkResult
from tests.scheduling.slots import CACHE, FakeSlot, Harness
from tests.scheduling.virtual_time import in_virtual_time


@in_virtual_time
async def test_without_a_cache_equal_chunks_run_separately() -> None:
    slot = FakeSlot()
    harness = Harness(slot)
    for _ in range(2):
        await harness.request("a")
    await slot.finish()
    await slot.finish()
    assert slot.runs == [["a"], ["a"]]


@in_virtual_time
async def test_with_a_cache_equal_chunks_run_once() -> None:
    slot = FakeSlot()
    harness = Harness(slot, cache_bytes=CACHE)
    await harness.request("other")
    waiting = [await harness.request("a") for _ in range(2)]
    assert harness.scheduler.queue_status.waiting_chunks == 1
    await slot.finish()
    running = await harness.request("a")
    assert running[0].waited == 0
    await slot.finish()
    for _, synthesis in (*waiting, running):
        assert await synthesis == ChunkResult("A", "0", 0.25)
    _, synthesis = await harness.request("a")
    assert await synthesis == ChunkResult("A")
    assert slot.runs == [["other"], ["a"]]


@in_virtual_time
async def test_a_failure_is_not_cached() -> None:
    slot = FakeSlot()
    harness = Harness(slot, cache_bytes=CACHE)
    requests = [await harness.request("a") for _ in range(2)]
    await slot.finish(failed="a")
    assert all(isinstance(synthesis.exception(), EngineError) for _, synthesis in requests)
    _, synthesis = await harness.request("a")
    await slot.finish()
    assert (await synthesis).audio == "A"


@pytest.mark.parametrize("leaver", [0, 1])
@pytest.mark.parametrize("state", ["waiting", "running"])
@in_virtual_time
async def test_a_request_that_is_cancelled_leaves_a_shared_chunk_to_the_others(
    leaver: int, state: str
) -> None:
    slot = FakeSlot()
    harness = Harness(slot, cache_bytes=CACHE)
    if state == "waiting":
        await harness.request("other")
    requests = [await harness.request("a") for _ in range(2)]
    held = harness.held
    await harness.cancel(*requests[leaver])
    assert harness.held == held - 1
    if state == "waiting":
        await slot.finish()
    await slot.finish()
    assert (await requests[1 - leaver][1]).audio == "A"
    assert slot.runs.count(["a"]) == 1


@in_virtual_time
async def test_a_shared_chunk_that_all_its_requests_leave_never_runs() -> None:
    slot = FakeSlot()
    harness = Harness(slot, cache_bytes=CACHE)
    await harness.request("other")
    for request in [await harness.request("a") for _ in range(2)]:
        await harness.cancel(*request)
    await slot.finish()
    assert slot.runs == [["other"]]
    await harness.request("a")
    assert slot.runs == [["other"], ["a"]]


@in_virtual_time
async def test_a_shared_chunk_runs_when_the_first_of_its_requests_needs_it() -> None:
    slot = FakeSlot()
    harness = Harness(slot, cache_bytes=CACHE)
    for chunk, due in (("running", 0.0), ("a", 5.0), ("b", 3.0), ("a", 1.0), ("a", 9.0)):
        await harness.request(chunk, due=due)
    assert harness.scheduler.queue_status.waiting_chunks == 2
    await slot.finish()
    await slot.finish()
    assert slot.runs == [["running"], ["a"], ["b"]]


@in_virtual_time
async def test_a_request_that_was_cancelled_does_not_wait_for_the_second_run_of_a_shared_chunk() -> None:
    slot = FakeSlot()
    harness = Harness(slot, cache_bytes=CACHE)
    await harness.cancel(*await harness.request("a"))
    second = await harness.request("a")
    assert harness.held == 2
    await slot.lose()
    assert harness.held == 1
    await harness.cancel(*second)
    assert harness.held == 0
