"""The ends of requests that do not complete, and of engine slots."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from kokoro_speech_server.errors import (
    EngineError,
    OverloadedError,
    StoppingError,
)
from kokoro_speech_server.scheduling.text_admission import REQUESTS_PER_CHUNK
from tests.scheduling.slots import FakeSlot, Harness, gauge, settle
from tests.scheduling.virtual_time import in_virtual_time


async def ends(work: Coroutine[Any, Any, Any]) -> bool:
    """Whether the work ends without time passing."""
    task = asyncio.create_task(work)
    await settle()
    done = task.done()
    task.cancel()
    return done


# Cancellation


@in_virtual_time
async def test_a_chunk_that_is_cancelled_while_it_waits_never_runs_and_its_admission_ends() -> None:
    slot = FakeSlot()
    harness = Harness(slot)
    await harness.request("a")
    await harness.cancel(*await harness.request("b"))
    assert harness.held == 1
    await harness.request("c")
    await slot.finish()
    assert slot.runs == [["a"], ["c"]]


@in_virtual_time
async def test_an_admission_that_is_cancelled_while_its_chunk_runs_ends_with_the_run() -> None:
    slot = FakeSlot()
    harness = Harness(slot, capacity=1)
    await harness.cancel(*await harness.request("a"))
    with pytest.raises(OverloadedError):
        harness.admit()
    await slot.finish()
    assert harness.held == 0
    harness.admit()


@in_virtual_time
async def test_an_admission_that_is_released_while_its_chunk_runs_ends_with_the_run() -> None:
    slot = FakeSlot()
    harness = Harness(slot)
    admission, synthesis = await harness.request("a")
    harness.scheduler.release(admission)
    harness.scheduler.release(admission)
    assert harness.held == 1
    await slot.finish()
    assert harness.held == 0
    assert (await synthesis).audio == "A"


@in_virtual_time
async def test_the_server_is_empty_when_the_last_admission_ends() -> None:
    slot = FakeSlot()
    harness = Harness(slot)
    empty = asyncio.create_task(harness.scheduler.capacity.wait_until_empty())
    await settle()
    assert empty.done()
    await harness.cancel(*await harness.request("a"))
    assert not await ends(harness.scheduler.capacity.wait_until_empty())
    await slot.finish()
    assert await ends(harness.scheduler.capacity.wait_until_empty())


# Lost slots


@in_virtual_time
async def test_a_chunk_of_a_lost_slot_runs_in_another() -> None:
    slot, other = FakeSlot(), FakeSlot()
    harness = Harness(slot)
    _, synthesis = await harness.request("a")
    harness.add(other)
    await slot.lose()
    assert harness.lost == [(slot, "its worker has ended", False)]
    await other.finish()
    assert (await synthesis).audio == "A"
    await harness.request("b")
    assert (slot.runs, other.runs) == ([["a"]], [["a"], ["b"]])


@in_virtual_time
async def test_a_chunk_of_a_lost_slot_waits_for_a_new_one_in_its_place_of_the_queue() -> None:
    slot, new = FakeSlot(), FakeSlot()
    harness = Harness(slot)
    await harness.request("b", due=2.0)
    await harness.request("a", due=1.0)
    await harness.request("c", due=3.0)
    await slot.lose()
    harness.add(new)
    for _ in range(3):
        await settle()
        await new.finish()
    assert new.runs == [["a"], ["b"], ["c"]]


@in_virtual_time
async def test_a_chunk_fails_when_it_has_lost_two_slots() -> None:
    slots = [FakeSlot() for _ in range(3)]
    harness = Harness(*slots)
    admission, synthesis = await harness.request("a")
    await slots[0].lose()
    await slots[1].lose()
    with pytest.raises(EngineError):
        await synthesis
    assert [slot.runs for slot in slots] == [[["a"]], [["a"]], []]
    harness.scheduler.release(admission)
    assert harness.held == 0


@in_virtual_time
async def test_a_cancelled_chunk_is_not_run_again_when_its_slot_is_lost() -> None:
    slot, other = FakeSlot(), FakeSlot()
    harness = Harness(slot, other)
    await harness.cancel(*await harness.request("a"))
    assert harness.held == 1
    await slot.lose()
    assert (harness.held, other.runs) == (0, [])


@in_virtual_time
async def test_a_slot_that_hangs_is_lost_at_the_timeout() -> None:
    slot, other = FakeSlot(), FakeSlot()
    harness = Harness(slot, other, engine_timeout_s=5.0)
    _, synthesis = await harness.request("a")
    await asyncio.sleep(4.9)
    assert not harness.lost
    await asyncio.sleep(0.2)
    assert harness.lost == [(slot, "a run has taken longer than 5 s", True)]
    await other.finish()
    assert (await synthesis).audio == "A"
    await slot.finish()  # too late: it changes nothing
    await harness.request("b")
    assert len(slot.runs) == 1


@pytest.mark.parametrize(("seconds", "timeout_s"), [(1.0, 60.0), (40.0, 100.0)])
@in_virtual_time
async def test_the_default_timeout_is_ten_times_the_expected_duration_but_at_least_a_minute(
    seconds: float, timeout_s: float
) -> None:
    harness = Harness(FakeSlot(), engine_timeout_s=None)  # 4 times real time
    await harness.synthesize(harness.admit(), "a", seconds=seconds)
    await asyncio.sleep(timeout_s - 0.1)
    assert not harness.lost
    await asyncio.sleep(0.2)
    assert harness.lost


@in_virtual_time
async def test_a_slot_that_is_removed_gets_no_more_chunks() -> None:
    slot, other = FakeSlot(), FakeSlot()
    harness = Harness(slot, other)
    harness.scheduler.remove_slot(slot)
    await harness.request("a")
    await harness.request("b")
    await other.finish()
    assert (slot.runs, other.runs) == ([], [["a"], ["b"]])
    assert (gauge("speech_engine_slots", state="busy"), gauge("speech_engine_slots", state="free")) == (1, 0)


@in_virtual_time
async def test_a_chunk_may_lose_any_number_of_slots_that_end_for_another_reason() -> None:
    slots = [FakeSlot() for _ in range(4)]
    harness = Harness(*slots)
    _, synthesis = await harness.request("a")
    for slot in slots[:3]:
        harness.scheduler.remove_slot(slot, faultless=True)
        await slot.lose()
    await slots[3].finish()
    assert (await synthesis).audio == "A"


# Failures


@in_virtual_time
async def test_a_chunk_that_the_engine_fails_on_fails_alone() -> None:
    slot = FakeSlot(capacity=3)
    harness = Harness(slot)
    await harness.request("running")
    requests = [await harness.request(chunk) for chunk in "abc"]
    await slot.finish()
    await slot.finish(failed="b")
    for (_, synthesis), failed in zip(requests, (False, True, False), strict=True):
        assert isinstance(synthesis.exception(), EngineError) is failed
    assert not harness.lost


@in_virtual_time
async def test_an_unexpected_error_fails_the_chunks_of_the_run_and_the_slot_goes_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    slot = FakeSlot()
    harness = Harness(slot)
    _, synthesis = await harness.request("a")
    await slot.fail(ValueError("unexpected"))
    with pytest.raises(EngineError):
        await synthesis
    assert "An engine slot failed" in caplog.text
    _, synthesis = await harness.request("b")
    await slot.finish()
    assert (await synthesis).audio == "B"


# The end


@in_virtual_time
async def test_abort_fails_whatever_waits_or_runs() -> None:
    slot = FakeSlot()
    harness = Harness(slot)
    requests = [await harness.request(chunk) for chunk in "abc"]
    for _ in range(REQUESTS_PER_CHUNK):
        last = harness.admit(due=5.0)
    text = asyncio.create_task(harness.scheduler.wait_for_text_slot(last))
    await settle()
    harness.scheduler.abort_all()
    await settle()
    for admission, synthesis in requests:
        assert isinstance(synthesis.exception(), StoppingError)
        harness.scheduler.release(admission)
    assert isinstance(text.exception(), StoppingError)
    with pytest.raises(StoppingError):
        await (await harness.synthesize(last, "d"))
    assert harness.held == 1 + REQUESTS_PER_CHUNK  # one chunk is still running
    await slot.finish()
    assert (harness.held, slot.runs) == (REQUESTS_PER_CHUNK, [["a"]])


@in_virtual_time
async def test_requests_that_were_admitted_go_on_while_the_server_stops() -> None:
    slot = FakeSlot()
    harness = Harness(slot)
    _, synthesis = await harness.request("a")
    harness.scheduler.stopping = True
    with pytest.raises(StoppingError):
        harness.admit()
    await slot.finish()
    assert (await synthesis).audio == "A"
