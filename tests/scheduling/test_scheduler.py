"""The order in which the scheduler runs chunks, with engine slots that the tests control."""

import asyncio
import itertools

import pytest

from kokoro_speech_server.scheduling.engine_slot import ChunkResult, EngineSlotLostError, WarmUp
from tests.scheduling.slots import CACHE, FAST, FakeSlot, Harness, Synthesis, gauge, now, settle
from tests.scheduling.virtual_time import in_virtual_time

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
async def test_a_run_takes_a_limited_amount_of_audio() -> None:
    slot = FakeSlot(capacity=8)
    harness = Harness(slot, warm_up=FAST)
    await harness.request("running")
    for number, seconds in enumerate((6.0, 10.0, 1.0, 40.0, 1.0, 15.5, 0.5)):
        await harness.synthesize(harness.admit(), f"{number}", due=number, seconds=seconds)
    for _ in range(5):
        await slot.finish()
    # None is passed over, however long it is.
    assert slot.runs == [["running"], ["0", "1"], ["2"], ["3"], ["4"], ["5", "6"]]


@pytest.mark.parametrize(
    ("speed", "runs"),
    [(1.0, ["01", "2", "3", "45", "6"]), (6.0, ["012", "3", "456"]), (10.0, ["012", "3", "456"])],
)
@in_virtual_time
async def test_a_run_of_a_slow_slot_has_several_chunks_only_if_it_is_short(
    speed: float, runs: list[str]
) -> None:
    """Of two seconds at most, or 8 seconds of audio."""
    slot = FakeSlot(capacity=8)
    harness = Harness(slot, warm_up=WarmUp(audio_seconds=speed, engine_seconds=1.0))
    await harness.request("running")
    for number, seconds in enumerate((3.5, 3.5, 2.0, 16.0, 4.0, 4.0, 4.0)):
        await harness.synthesize(harness.admit(), f"{number}", due=number, seconds=seconds)
    for _ in range(len(runs)):
        await slot.finish(seconds=10.0)
    assert slot.runs == [["running"], *map(list, runs)]


@in_virtual_time
async def test_a_run_takes_as_much_audio_as_the_slot_synthesizes_in_45_ms() -> None:
    """Of 20 ms for a run and 1 ms for each second of its audio, which a single chunk does not show."""
    slot = FakeSlot(capacity=64)
    harness = Harness(slot, capacity=1000)
    engine = asyncio.create_task(_run_steadily(slot))
    async with asyncio.TaskGroup() as tasks:
        for number in range(500):
            tasks.create_task(_synthesize(harness, f"{number}"))
    engine.cancel()
    durations_ms = [20 + len(run) for run in slot.runs[1:-1]]
    assert durations_ms == sorted(durations_ms), "the limit shrinks"
    assert (durations_ms[0], durations_ms[-1]) == (36, 44)


@in_virtual_time
async def test_first_audio_takes_two_runs_at_most_while_books_keep_the_slot_busy() -> None:
    """Of 45 ms each, although the books would fill runs of 84 ms."""
    slot = FakeSlot(capacity=64)
    harness = Harness(slot, capacity=1000)
    engine = asyncio.create_task(_run_steadily(slot))
    over = asyncio.Event()
    waits_s: list[float] = []

    async def read(book: int) -> None:
        for number in itertools.count():
            if over.is_set():
                return
            await _synthesize(harness, f"book {book} {number}", due=1_000.0 + number)

    async with asyncio.TaskGroup() as tasks:
        for book in range(100):
            tasks.create_task(read(book))
        await asyncio.sleep(1)  # until the limit of a run has settled
        for number in range(100):
            begun = now()
            await _synthesize(harness, f"line {number}", due=begun)
            waits_s.append(now() - begun)
            await asyncio.sleep(0.0137)
        over.set()
    engine.cancel()
    assert 0.045 < max(waits_s) <= 0.09


@in_virtual_time
async def test_runs_that_are_slow_for_a_while_have_as_much_audio_as_before() -> None:
    slot = FakeSlot(capacity=64)
    harness = Harness(slot, capacity=1000)
    await harness.request("fast")
    await slot.finish(seconds=0.001)
    for number in range(3):
        await harness.request(f"slow {number}")
        await slot.finish(seconds=1.0)
    await harness.request("running")
    for number in range(100):
        await harness.request(f"{number}")
    await slot.finish()
    assert len(slot.runs[-1]) == 45


@in_virtual_time
async def test_first_chunks_come_before_the_next_ones_of_listeners_who_still_have_audio() -> None:
    """But a listener who has run out of audio comes before whoever arrived after that."""
    slot = FakeSlot(capacity=4)
    harness = Harness(slot, warm_up=FAST)
    await harness.request("running")
    await asyncio.sleep(10)
    for chunk, due in (("in time", 12.0), ("late", 9.0), ("first", 10.0), ("later", 30.0), ("another", 10.0)):
        await harness.synthesize(harness.admit(), chunk, due=due, seconds=5.0)
    await slot.finish()
    await slot.finish()
    assert slot.runs[1:] == [["late", "first", "another"], ["in time", "later"]]


@in_virtual_time
async def test_a_listener_is_not_left_behind_by_ever_new_requests() -> None:
    """Four requests arrive in each run, and a run takes the audio of three of them."""
    slot = FakeSlot(capacity=8)
    harness = Harness(slot, warm_up=FAST, capacity=1000)
    await harness.request("running")
    listener = await harness.synthesize(harness.admit(), "listener", due=2.0, seconds=15.0)
    while not listener.done():
        for number in range(4):
            await harness.synthesize(harness.admit(), f"{now()} {number}", due=now(), seconds=5.0)
        await asyncio.sleep(1)
        await slot.finish()
    # One chunk ran, and the requests of two seconds were due before; those of the third came when it was due.
    assert now() == 1 + 3 + 1


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


async def _synthesize(harness: Harness, chunk: str, *, due: float = 0.0) -> None:
    admission = harness.admit(due=due)
    await (await harness.synthesize(admission, chunk, due=due))
    harness.scheduler.release(admission)


async def _run_steadily(slot: FakeSlot) -> None:
    """Let each run take 20 ms, and 1 ms for each chunk."""
    while True:
        while not slot.running:
            await settle()
        seconds = 0.02 + len(slot.runs[-1]) * 0.001
        await asyncio.sleep(seconds)
        await slot.finish(seconds=seconds)


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
async def test_a_batch_with_enough_audio_runs_at_once() -> None:
    slot = FakeSlot(capacity=3)
    harness = Harness(slot, warm_up=FAST, batch_wait_s=0.5)
    await harness.synthesize(harness.admit(), "a", seconds=10.0)
    assert slot.runs == []
    await harness.synthesize(harness.admit(), "b", seconds=6.0)
    assert (slot.runs, now()) == ([["a", "b"]], 0)


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
