"""The scheduler in virtual time, with engine slots that the tests control."""

import asyncio
import itertools
from collections.abc import Coroutine
from typing import Any

import pytest

from kokoro_speech_server.errors import (
    EngineError,
    NotReadyError,
    OverloadedError,
    RateLimitError,
    StoppingError,
)
from kokoro_speech_server.scheduling.engine_slot import ChunkResult, EngineSlotLostError
from kokoro_speech_server.scheduling.limits import CallerLimits
from kokoro_speech_server.scheduling.text_admission import REQUESTS_PER_CHUNK
from tests.scheduling.slots import FakeSlot, Harness, Synthesis, gauge, settle
from tests.scheduling.virtual_time import in_virtual_time

CACHE = 1024 * 1024


def now() -> float:
    return asyncio.get_running_loop().time()


async def ends(work: Coroutine[Any, Any, Any]) -> bool:
    """Whether the work ends without time passing."""
    task = asyncio.create_task(work)
    await settle()
    done = task.done()
    task.cancel()
    return done


# Order


@in_virtual_time
async def test_the_chunk_that_is_due_first_runs_first() -> None:
    slot = FakeSlot()
    harness = Harness(slot)
    for chunk, due in (("running", 9.0), ("c", 3.0), ("a", 1.0), ("d", 4.0), ("b", 2.0)):
        await harness.request(chunk, due=due)
    for _ in range(5):
        await slot.finish()
    assert slot.runs == [["running"], ["a"], ["b"], ["c"], ["d"]]


@in_virtual_time
async def test_of_chunks_that_are_due_together_the_first_requested_runs_first() -> None:
    slot = FakeSlot()
    harness = Harness(slot)
    for chunk in "abcd":
        await harness.request(chunk, due=1.0)
    for _ in range(4):
        await slot.finish()
    assert slot.runs == [["a"], ["b"], ["c"], ["d"]]


@in_virtual_time
async def test_a_run_takes_the_chunks_that_are_due_first_up_to_the_slots_capacity() -> None:
    slot = FakeSlot(capacity=2)
    harness = Harness(slot)
    for chunk, due in (("running", 0.0), ("c", 3.0), ("a", 1.0), ("b", 2.0)):
        await harness.request(chunk, due=due)
    await slot.finish()
    await slot.finish()
    assert slot.runs == [["running"], ["a", "b"], ["c"]]


@in_virtual_time
async def test_the_slot_that_has_produced_least_is_used_first() -> None:
    first, second, new = FakeSlot(), FakeSlot(), FakeSlot()
    harness = Harness(first, second)
    for slot in (first, second, first):
        await harness.request(f"{len(slot.runs)}")
        await slot.finish()
    # A new slot begins with what the least used one has produced, so it does not run everything until it is even.
    harness.add(new)
    for slot in (second, first, new):
        await harness.request(f"{len(slot.runs)}")
    assert [len(slot.runs) for slot in (first, second, new)] == [3, 2, 1]


@in_virtual_time
async def test_a_request_waits_from_its_admission_until_its_first_chunk_starts() -> None:
    slot = FakeSlot()
    harness = Harness(slot)
    _, first = await harness.request("a")
    admission, second = await harness.request("b")
    assert admission.waited is None
    await asyncio.sleep(7)
    await slot.finish()
    assert admission.waited == 7
    await asyncio.sleep(2)
    await slot.finish(seconds=2.0)
    assert await first == ChunkResult("A", "0", 0.25)
    assert await second == ChunkResult("B", "0", 2.0)
    assert admission.waited == 7


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


# Sharing


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


# Fairness


@in_virtual_time
async def test_a_book_is_finished_while_lines_never_stop() -> None:
    """Four callers send a line as soon as their last one is done. Each chunk, of a line or the book, takes a second."""
    slot = FakeSlot()
    harness = Harness(slot)
    chunks, late_s = 10, []
    reading = True
    engine = asyncio.create_task(_run_every(slot, 1.0))

    async def send_lines(caller: str) -> None:
        for number in itertools.count():
            if not reading:
                return
            admission = harness.admit(due=now())
            await (await harness.synthesize(admission, f"{caller}{number}", due=now()))
            harness.scheduler.release(admission)

    async with asyncio.TaskGroup() as tasks:
        for caller in "abcd":
            tasks.create_task(send_lines(caller))
        await settle()
        admission = harness.admit(due=now() + 10)
        due = now() + 10
        for number in range(chunks):
            await (await harness.synthesize(admission, f"book {number}", due=due))
            late_s.append(now() - due)
            due = max(due, now()) + 3
        reading = False
    engine.cancel()
    assert len(slot.runs) > 3 * chunks, "the book ran alone"
    # When the chunk becomes due, at most one chunk runs and four lines wait that were due before.
    assert max(late_s) <= 6.1


@in_virtual_time
async def test_equal_books_advance_together() -> None:
    slot = FakeSlot()
    harness = Harness(slot)

    engine = asyncio.create_task(_run_every(slot, 0.05))

    async def read(book: str) -> None:
        admission = harness.admit(due=0.0)
        due = 0.0
        for number in range(8):
            await (await harness.synthesize(admission, f"{book}{number}", due=due))
            due = max(due, now()) + 1
        harness.scheduler.release(admission)

    async with asyncio.TaskGroup() as tasks:
        for book in "abcde":
            tasks.create_task(read(book))
    engine.cancel()
    done = dict.fromkeys("abcde", 0)
    for [chunk] in slot.runs:
        done[chunk[0]] += 1
        assert max(done.values()) - min(done.values()) <= 2
    assert set(done.values()) == {8}


async def _run_every(slot: FakeSlot, seconds: float) -> None:
    """Let each run of the slot take that long."""
    while True:
        await asyncio.sleep(seconds)
        if slot.running:
            await slot.finish(seconds=seconds)


# Batches


@in_virtual_time
async def test_a_partial_batch_is_held_for_the_batch_wait() -> None:
    slot = FakeSlot(capacity=3)
    harness = Harness(slot, batch_wait_s=0.5)
    await harness.request("a")
    await asyncio.sleep(0.3)
    await harness.request("b")
    await asyncio.sleep(0.19)
    assert slot.runs == []
    await asyncio.sleep(0.02)
    assert slot.runs == [["a", "b"]]


@in_virtual_time
async def test_a_full_batch_runs_at_once() -> None:
    slot = FakeSlot(capacity=3)
    harness = Harness(slot, batch_wait_s=0.5)
    for chunk in "abc":
        await harness.request(chunk)
    assert (slot.runs, now()) == ([["a", "b", "c"]], 0)


@in_virtual_time
async def test_the_batch_wait_includes_the_wait_for_the_slot() -> None:
    slot = FakeSlot(capacity=2)
    harness = Harness(slot, batch_wait_s=0.5)
    await harness.request("a")
    await harness.request("b")
    await harness.request("c")
    await asyncio.sleep(1)
    await slot.finish()
    assert slot.runs == [["a", "b"], ["c"]]


@in_virtual_time
async def test_a_chunk_that_returns_from_a_lost_slot_does_not_wait_longer_for_a_batch() -> None:
    slot, other = FakeSlot(), FakeSlot(capacity=3)
    harness = Harness(slot, batch_wait_s=0.5)
    await harness.request("a")
    harness.add(other)
    await asyncio.sleep(0.3)
    await harness.cancel(*await harness.request("b"))  # which the other slot would have held until 0.8 s
    await slot.lose()
    assert other.runs == []
    await asyncio.sleep(0.21)
    assert other.runs == [["a"]]


@in_virtual_time
async def test_without_a_batch_wait_a_single_chunk_runs_at_once() -> None:
    slot = FakeSlot(capacity=3)
    harness = Harness(slot)
    await harness.request("a")
    assert slot.runs == [["a"]]


# Timeouts


@in_virtual_time
async def test_a_request_whose_first_chunk_does_not_start_in_time_is_refused() -> None:
    slot = FakeSlot()
    harness = Harness(slot, queue_timeout_s=10.0)
    await harness.request("a")
    await asyncio.sleep(3)
    admission = harness.admit()
    await asyncio.sleep(2)
    synthesis = await harness.synthesize(admission, "b")
    await asyncio.sleep(7.9)
    assert not synthesis.done()
    await asyncio.sleep(0.2)
    assert isinstance(synthesis.exception(), OverloadedError)
    harness.scheduler.release(admission)
    assert harness.held == 1
    await slot.finish()
    assert slot.runs == [["a"]]


@in_virtual_time
async def test_a_request_that_has_started_does_not_time_out() -> None:
    slot = FakeSlot()
    harness = Harness(slot, queue_timeout_s=10.0)
    admission, first = await harness.request("a")
    await slot.finish()
    await first
    await harness.request("other")
    second = await harness.synthesize(admission, "b")
    await asyncio.sleep(100)
    assert not second.done()
    await slot.finish()
    await slot.finish()
    assert (await second).audio == "B"


@in_virtual_time
async def test_a_request_that_shares_a_running_chunk_does_not_time_out() -> None:
    slot = FakeSlot()
    harness = Harness(slot, queue_timeout_s=10.0, cache_bytes=CACHE)
    for _ in range(2):
        _, synthesis = await harness.request("a")
    await asyncio.sleep(100)
    await slot.finish()
    assert (await synthesis).audio == "A"


@in_virtual_time
async def test_a_timeout_leaves_a_shared_chunk_to_the_others() -> None:
    slot = FakeSlot()
    harness = Harness(slot, queue_timeout_s=10.0, cache_bytes=CACHE)
    await harness.request("other")
    _, early = await harness.request("a")
    await asyncio.sleep(5)
    _, late = await harness.request("a")
    await asyncio.sleep(6)
    assert isinstance(early.exception(), OverloadedError)
    await slot.finish()
    await slot.finish()
    assert (await late).audio == "A"


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


# Refusals


@in_virtual_time
async def test_nothing_is_admitted_before_the_first_slot() -> None:
    harness = Harness()
    with pytest.raises(NotReadyError):
        harness.admit()
    slot = FakeSlot()
    harness.add(slot)
    harness.admit()
    harness.scheduler.remove_slot(slot)
    harness.admit()  # a lost slot is replaced soon


@in_virtual_time
async def test_a_full_server_refuses_at_once_and_says_when_to_come_back() -> None:
    """Two requests of 4 s and 12 s of audio, at 4 times real time: the first is done after one second."""
    slot = FakeSlot()
    harness = Harness(slot, capacity=2)
    short = harness.admit(due=1.0, remaining=4.0)
    harness.admit(due=2.0, remaining=12.0)
    with pytest.raises(OverloadedError) as refused:
        harness.admit()
    assert refused.value.headers["retry-after"] == "1"
    harness.scheduler.release(short)
    harness.admit(due=3.0, remaining=400.0)
    with pytest.raises(OverloadedError) as refused:
        harness.admit()
    assert refused.value.headers["retry-after"] == "1"  # a forecast is used for 0.1 s
    await asyncio.sleep(0.2)
    with pytest.raises(OverloadedError) as refused:
        harness.admit()
    assert refused.value.headers["retry-after"] == "5"


@in_virtual_time
async def test_a_caller_at_its_limit_is_refused_while_others_are_not() -> None:
    slot = FakeSlot()
    harness = Harness(slot, limits=CallerLimits(per_minute=None, at_once=1))
    admission = harness.admit(remaining=8.0)
    with pytest.raises(RateLimitError) as refused:
        harness.admit()
    assert refused.value.headers["retry-after"] == "2"
    harness.admit(caller="bob")
    harness.scheduler.release(admission)
    harness.admit()


@in_virtual_time
async def test_requests_per_minute_are_counted_when_they_are_admitted() -> None:
    harness = Harness(FakeSlot(), capacity=2, limits=CallerLimits(per_minute=2, at_once=None))
    first = harness.admit(caller="bob")
    harness.admit()
    with pytest.raises(OverloadedError):
        harness.admit()  # not counted
    harness.scheduler.release(first)
    admission = harness.admit()
    assert admission.allowance is not None
    assert admission.allowance.remaining == 0
    with pytest.raises(RateLimitError):
        harness.admit()


# Text admission


@in_virtual_time
async def test_the_requests_that_are_due_first_prepare_their_text() -> None:
    slot = FakeSlot()
    harness = Harness(slot)
    requests = [harness.admit(due=float(due)) for due in range(REQUESTS_PER_CHUNK + 2)]
    assert [request.text_admitted.is_set() for request in requests] == [
        *[True] * REQUESTS_PER_CHUNK,
        False,
        False,
    ]
    urgent = harness.admit(due=-1.0)
    assert urgent.text_admitted.is_set()
    # The first chunk of a request starts: the next request may prepare its text.
    await harness.synthesize(urgent, "a")
    assert not requests[-2].text_admitted.is_set()
    harness.scheduler.release(requests[0])
    assert requests[-2].text_admitted.is_set()
    assert not requests[-1].text_admitted.is_set()


@in_virtual_time
async def test_a_text_without_a_chunk_holds_up_the_others_for_a_second() -> None:
    slot = FakeSlot()
    harness = Harness(slot)
    for _ in range(REQUESTS_PER_CHUNK):
        harness.admit()
    request = harness.admit()
    waiting = asyncio.create_task(harness.scheduler.wait_for_text_slot(request))
    await asyncio.sleep(0.9)
    assert not waiting.done()
    await asyncio.sleep(0.2)
    assert waiting.done()


@in_virtual_time
async def test_a_request_that_waits_too_long_to_prepare_its_text_is_refused() -> None:
    slot = FakeSlot()
    harness = Harness(slot, queue_timeout_s=10.0)
    for chunk in ("running", *"abc"):
        await harness.request(chunk)
    request = harness.admit()
    with pytest.raises(OverloadedError):
        await harness.scheduler.wait_for_text_slot(request)
    assert now() == 10


@in_virtual_time
async def test_another_slot_lets_more_requests_prepare_their_text() -> None:
    harness = Harness(FakeSlot())
    requests = [harness.admit() for _ in range(3 * REQUESTS_PER_CHUNK)]
    harness.add(FakeSlot())
    assert sum(request.text_admitted.is_set() for request in requests) == 2 * REQUESTS_PER_CHUNK


@in_virtual_time
async def test_with_a_cache_every_request_prepares_its_text_at_once() -> None:
    harness = Harness(FakeSlot(), cache_bytes=CACHE)
    assert all(harness.admit().text_admitted.is_set() for _ in range(10))


# Memory


@in_virtual_time
async def test_memory_is_released_between_requests_when_it_is_high() -> None:
    slot = FakeSlot()
    harness = Harness(slot)
    admission, _ = await harness.request("a")
    await slot.finish(memory_is_high=True)
    await harness.synthesize(admission, "b")
    await slot.finish(memory_is_high=True)
    assert slot.releases == []  # not within a request
    harness.scheduler.release(admission)
    await settle()
    assert slot.releases == [2]
    harness.scheduler.release(harness.admit())
    await settle()
    assert slot.releases == [2]


@in_virtual_time
async def test_a_slot_that_is_lost_while_it_releases_memory_fails_nothing() -> None:
    class Dying(FakeSlot):
        async def release_memory(self) -> None:
            raise EngineSlotLostError("its worker has ended")

    slot, other = Dying(), FakeSlot()
    harness = Harness(slot)
    admission, _ = await harness.request("a")
    await slot.finish(memory_is_high=True)
    harness.scheduler.release(admission)
    _, synthesis = await harness.request("b")
    harness.add(other)
    await settle()
    assert [one for one, *_ in harness.lost] == [slot]
    await other.finish()
    assert (await synthesis).audio == "B"


# Figures


@in_virtual_time
async def test_status_and_gauges_tell_running_and_waiting_apart() -> None:
    slot = FakeSlot()
    harness = Harness(slot)
    running: list[Synthesis] = []
    for chunk in "abc":
        _, synthesis = await harness.request(chunk)
        running.append(synthesis)
    await asyncio.sleep(4)
    harness.admit()
    assert harness.scheduler.queue_status == (10, 1, 3, 2, 4.0)
    assert gauge("speech_queue_capacity") == 10
    assert gauge("speech_requests_running") == 1
    assert gauge("speech_requests_waiting") == 3
    assert gauge("speech_chunks_waiting") == 2
    assert gauge("speech_engine_slots", state="busy") == 1
    assert gauge("speech_engine_slots", state="free") == 0


@in_virtual_time
async def test_a_request_whose_first_chunk_is_in_the_cache_counts_as_running() -> None:
    slot = FakeSlot()
    harness = Harness(slot, cache_bytes=CACHE)
    admission, _ = await harness.request("a")
    await slot.finish()
    harness.scheduler.release(admission)
    await harness.request("a")
    assert gauge("speech_requests_running") == 1
    assert gauge("speech_requests_waiting") == 0
