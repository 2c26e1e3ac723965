"""The cores are divided among the engines that run."""

import asyncio

from tests.scheduling.slots import FakeSlot, Harness
from tests.scheduling.virtual_time import in_virtual_time


@in_virtual_time
async def test_a_run_takes_the_cores_that_no_other_uses_but_at_least_its_share() -> None:
    first, second, third = FakeSlot(), FakeSlot(), FakeSlot()
    harness = Harness(first, cores=8)
    await harness.request("alone")
    harness.add(second)
    await harness.request("beside a run that keeps all threads")
    harness.add(third)
    await harness.request("beside two runs")
    assert [slot.threads for slot in (first, second, third)] == [8, 4, 2]
    await first.finish()
    await harness.request("beside runs with six threads")
    assert first.threads == 2
    await second.finish()
    await harness.request("beside runs with four threads")
    assert second.threads == 4
    await first.finish()
    await second.finish()
    await third.finish()
    await harness.request("alone again")
    assert [slot.threads for slot in (first, second, third) if slot.running] == [8]


@in_virtual_time
async def test_runs_that_begin_together_divide_the_cores() -> None:
    slots = [FakeSlot(), FakeSlot()]
    harness = Harness(*slots, cores=2)
    await asyncio.gather(*(harness.request(chunk) for chunk in "ab"))
    assert [slot.threads for slot in slots] == [1, 1]


@in_virtual_time
async def test_a_run_gives_way_to_event_loops_if_others_run() -> None:
    first, second = FakeSlot(), FakeSlot()
    harness = Harness(first, second, cores=4)

    def give_way() -> list[bool]:
        return [slot.share.gives_way for slot in (first, second) if slot.running and slot.share]

    await harness.request("the only run")
    assert give_way() == [False]
    await harness.request("beside a run")
    assert give_way() == [False, True]
    for chunk in ("waits", "waits too"):
        await harness.request(chunk)
    await first.finish()
    assert give_way() == [True, True]
    await second.finish()
    await first.finish()
    await second.finish()
    await harness.request("the only run again")
    assert give_way() == [False]


@in_virtual_time
async def test_a_run_gives_way_to_event_loops_while_chunks_wait() -> None:
    slot = FakeSlot()
    harness = Harness(slot, cores=1)
    for chunk in ("first", "second", "third"):
        await harness.request(chunk)
    await slot.finish()
    assert slot.share is not None
    assert slot.share.gives_way
    await slot.finish()
    assert not slot.share.gives_way


@in_virtual_time
async def test_more_engines_than_cores_have_one_thread_each() -> None:
    slots = [FakeSlot() for _ in range(3)]
    harness = Harness(*slots, cores=2)
    for chunk in "abc":
        await harness.request(chunk)
    assert slots[2].threads == 1


@in_virtual_time
async def test_without_a_number_of_cores_engines_keep_their_threads() -> None:
    slot = FakeSlot()
    await Harness(slot).request("chunk")
    assert slot.running
    assert slot.threads is None
