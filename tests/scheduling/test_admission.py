"""Requests that are refused, time out, or wait to prepare their text."""

import asyncio

import pytest

from kokoro_speech_server.errors import (
    NotReadyError,
    OverloadedError,
    RateLimitError,
    StoppingError,
)
from kokoro_speech_server.scheduling.limits import CallerLimits
from kokoro_speech_server.scheduling.text_admission import REQUESTS_PER_CHUNK
from tests.scheduling.slots import CACHE, FakeSlot, Harness, now
from tests.scheduling.virtual_time import in_virtual_time

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
    assert refused.value.headers["retry-after-ms"] == "1000"
    harness.scheduler.release(short)
    harness.admit(due=3.0, remaining=400.0)
    await asyncio.sleep(1.1)  # the first promise is over
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


@in_virtual_time
async def test_the_places_of_text_are_others_than_those_of_speech() -> None:
    harness = Harness(FakeSlot(), capacity=1, text_capacity=2)
    texts = [harness.scheduler.admit_text(None, "ann") for _ in range(2)]
    with pytest.raises(OverloadedError) as refused:
        harness.scheduler.admit_text(None, "ann")
    assert refused.value.headers["retry-after"] == "1"
    harness.admit()
    assert harness.held == 1
    harness.scheduler.release(texts[0])
    harness.scheduler.release(texts[0])
    harness.scheduler.admit_text(None, "ann")
    with pytest.raises(OverloadedError):
        harness.scheduler.admit_text(None, "ann")


@in_virtual_time
async def test_text_needs_no_engine() -> None:
    harness = Harness(limits=CallerLimits(per_minute=None, at_once=1))
    harness.scheduler.admit_text(None, "ann")
    with pytest.raises(RateLimitError) as refused:
        harness.scheduler.admit_text(None, "ann")
    assert refused.value.headers["retry-after"] == "1"
    harness.scheduler.stopping = True
    with pytest.raises(StoppingError):
        harness.scheduler.admit_text(None, "ann")


@in_virtual_time
async def test_the_live_sessions_of_a_caller_are_limited_and_take_no_place() -> None:
    limits = CallerLimits(per_minute=1, at_once=1, sessions=2)
    harness = Harness(FakeSlot(), capacity=1, text_capacity=1, limits=limits)
    sessions = [harness.scheduler.admit_session(None, "ann") for _ in range(2)]
    with pytest.raises(RateLimitError, match="2 live sessions") as refused:
        harness.scheduler.admit_session(None, "ann")
    assert refused.value.headers["retry-after"] == "5"
    harness.scheduler.admit_session(None, "bob")
    assert harness.held == 0
    harness.admit(caller="ann")
    harness.scheduler.release(sessions[0])
    harness.scheduler.release(sessions[0])
    harness.scheduler.admit_session(None, "ann")
    with pytest.raises(RateLimitError):
        harness.scheduler.admit_session(None, "ann")
    harness.scheduler.stopping = True
    with pytest.raises(StoppingError):
        harness.scheduler.admit_session(None, "carl")


@in_virtual_time
async def test_text_and_speech_count_together_towards_the_limits_of_a_caller() -> None:
    harness = Harness(FakeSlot(), limits=CallerLimits(per_minute=3, at_once=2))
    text = harness.scheduler.admit_text(None, "ann")
    speech = harness.admit(caller="ann")
    with pytest.raises(RateLimitError, match="at once"):
        harness.scheduler.admit_text(None, "ann")
    with pytest.raises(RateLimitError, match="at once"):
        harness.admit(caller="ann")
    harness.scheduler.admit_text(None, "bob")
    for admission in (text, speech):
        harness.scheduler.release(admission)
    last = harness.scheduler.admit_text(None, "ann")
    assert last.allowance is not None
    assert last.allowance.remaining == 0
    with pytest.raises(RateLimitError, match="a minute"):
        harness.admit(caller="ann")


@in_virtual_time
async def test_a_refused_text_counts_towards_no_limit() -> None:
    harness = Harness(FakeSlot(), text_capacity=0, limits=CallerLimits(per_minute=1, at_once=1))
    with pytest.raises(OverloadedError):
        harness.scheduler.admit_text(None, "ann")
    harness.admit(caller="ann")


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
async def test_the_due_time_that_is_announced_decides_who_prepares_text_next() -> None:
    harness = Harness(FakeSlot())
    first = [harness.admit(due=0.0) for _ in range(REQUESTS_PER_CHUNK)]
    early, late, last = (harness.admit(due=due) for due in (1.0, 2.0, 3.0))
    harness.scheduler.announce(early, due=60.0, remaining=8.0)
    harness.scheduler.announce(last, due=1.5, remaining=8.0)
    admitted = []
    for one in first:
        harness.scheduler.release(one)
        admitted.append([request.text_admitted.is_set() for request in (early, late, last)])
    assert admitted == [[False, False, True], [False, True, True], [True, True, True]]


@in_virtual_time
async def test_an_urgent_request_prepares_its_text_as_soon_as_it_is_announced() -> None:
    harness = Harness(FakeSlot())
    for _ in range(REQUESTS_PER_CHUNK):
        harness.admit(due=10.0)
    request = harness.admit(due=60.0)
    assert not request.text_admitted.is_set()
    harness.scheduler.announce(request, due=0.0, remaining=1.0)
    assert request.text_admitted.is_set()


@in_virtual_time
async def test_what_is_announced_is_what_the_forecast_knows() -> None:
    harness = Harness(FakeSlot(), capacity=1)
    request = harness.admit(remaining=400.0)
    harness.scheduler.announce(request, due=0.0, remaining=20.0)
    with pytest.raises(OverloadedError) as refused:
        harness.admit()
    assert refused.value.headers["retry-after"] == "5"


@in_virtual_time
async def test_an_announcement_after_the_first_chunk_changes_no_order() -> None:
    harness = Harness(FakeSlot())
    admission, _ = await harness.request("a")
    harness.scheduler.announce(admission, due=-1.0, remaining=4.0)
    others = [harness.admit() for _ in range(REQUESTS_PER_CHUNK)]
    assert all(other.text_admitted.is_set() for other in others)


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
