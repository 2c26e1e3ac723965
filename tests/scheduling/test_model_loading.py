"""Models besides the engines' own: which slot loads which, beside its runs, and what runs where."""

import asyncio

import pytest

from kokoro_speech_server.errors import EngineError, ModelNotLoadedError, ModelUnusableError
from kokoro_speech_server.scheduling.engine_slot import EngineSlotLostError
from tests.scheduling.slots import FAST, FakeSlot, Harness, gauge
from tests.scheduling.virtual_time import in_virtual_time


@in_virtual_time
async def test_a_chunk_waits_for_its_model_and_no_other_chunk_does() -> None:
    slot = FakeSlot()
    harness = Harness(slot)
    _, mine = await harness.request("mine", model="m")
    assert (slot.models, slot.runs) == (["m"], [])
    _, other = await harness.request("other", due=1.0)
    await slot.finish()
    assert (await other).audio == "OTHER"
    assert slot.loading
    await slot.loaded()
    await slot.finish()
    assert (await mine).audio == "MINE"
    _, again = await harness.request("again", model="m")
    assert not slot.loading
    await slot.finish()
    assert (await again).audio == "AGAIN"


@in_virtual_time
async def test_a_model_is_loaded_while_a_chunk_runs() -> None:
    slot = FakeSlot()
    harness = Harness(slot)
    await harness.request("other")
    await harness.request("mine", model="m")
    assert slot.running
    assert slot.loading
    await slot.loaded()
    await slot.finish()
    assert slot.runs == [["other"], ["mine"]]


@in_virtual_time
async def test_requests_that_wait_for_a_model_hold_up_no_text() -> None:
    slot = FakeSlot()
    harness = Harness(slot, capacity=100)
    for number in range(10):
        await harness.request(f"mine {number}", model="m")
    admission = harness.admit(due=100.0)
    async with asyncio.timeout(1):
        await harness.scheduler.wait_for_text_slot(admission)


@in_virtual_time
async def test_a_run_is_of_one_model() -> None:
    slot = FakeSlot(capacity=4)
    harness = Harness(slot, warm_up=FAST, models_loaded=2)
    for model in "ab":
        await harness.request(model, model=model)
        await slot.loaded()
        await slot.finish()
    slot.runs.clear()
    await harness.request("first")
    requests = [("a1", "a"), ("b1", "b"), ("c1", ""), ("a2", "a"), ("c2", ""), ("b2", "b")]
    for due, (chunk, model) in enumerate(requests):
        await harness.request(chunk, due=float(due), model=model)
    for _ in range(4):
        await slot.finish()
    assert slot.runs == [["first"], ["a1", "a2"], ["b1", "b2"], ["c1", "c2"]]


@in_virtual_time
async def test_the_model_that_was_used_least_recently_makes_room() -> None:
    slot = FakeSlot()
    harness = Harness(slot, models_loaded=2)
    for model in "ab":
        await harness.request(model, model=model)
        await slot.loaded()
        await slot.finish()
    await harness.request("a again", model="a")
    await slot.finish()
    await harness.request("c", model="c")
    assert slot.models == ["a", "c"]
    await slot.loaded()
    await slot.finish()
    await harness.request("b", model="b")
    assert slot.models == ["c", "b"]


@in_virtual_time
async def test_models_that_share_a_room_take_turns_of_ten_seconds() -> None:
    slot = FakeSlot()
    harness = Harness(slot, capacity=100)
    await harness.request("a", model="a")
    await slot.loaded()
    _, b = await harness.request("b", model="b")
    for number in range(9):
        await harness.request(f"a{number}", model="a")
        await asyncio.sleep(1)
        await slot.finish()
    assert slot.models == ["a"], "a has not waited, and is in use"
    _, last = await harness.request("a last", model="a")
    await asyncio.sleep(2)
    await slot.finish()
    assert slot.models == ["b"]
    await slot.loaded()
    await slot.finish()
    assert (await b).audio == "B"
    assert slot.models == ["a"], "and back, now that b is not in use"
    await slot.loaded()
    await slot.finish()
    assert (await last).audio == "A LAST"


@in_virtual_time
async def test_a_model_that_runs_stays() -> None:
    slot = FakeSlot()
    harness = Harness(slot)
    await harness.request("a", model="a")
    await slot.loaded()
    await harness.request("b", model="b")
    await asyncio.sleep(100)
    await harness.request("other")
    assert slot.models == ["a"]
    await slot.finish()
    assert slot.models == ["b"]


@in_virtual_time
async def test_one_slot_loads_a_model_and_another_one_when_it_is_busy() -> None:
    slots = [FakeSlot(), FakeSlot()]
    harness = Harness(*slots)
    await harness.request("a1", model="a")
    await harness.request("a2", model="a")
    [loading] = [slot for slot in slots if slot.loading]
    await loading.loaded()
    [other] = [slot for slot in slots if slot is not loading]
    assert other.loading, "a2 waits, and this slot is idle"
    await other.loaded()
    assert sorted(slot.runs[0][0] for slot in slots) == ["a1", "a2"]
    await harness.request("b", model="b")
    assert not any(slot.loading for slot in slots), "both run chunks of their only model"
    await other.finish()
    assert other.models == ["b"]


@in_virtual_time
async def test_a_model_that_cannot_be_used_fails_its_chunks_and_is_not_tried_again() -> None:
    slots = [FakeSlot(), FakeSlot()]
    harness = Harness(*slots)
    requests = [await harness.request(name, model="m") for name in ("1", "2")]
    _, other = await harness.request("other")
    [loading] = [slot for slot in slots if slot.loading]
    await loading.loaded(ModelUnusableError("no model"))
    for _, synthesis in requests:
        with pytest.raises(ModelUnusableError, match="no model"):
            await synthesis
    _, later = await harness.request("3", model="m")
    with pytest.raises(ModelUnusableError, match="no model"):
        await later
    assert not any(slot.loading for slot in slots)
    await next(slot for slot in slots if slot.running).finish()
    assert (await other).audio == "OTHER"


@in_virtual_time
async def test_a_model_that_could_not_be_loaded_now_is_tried_again() -> None:
    slot = FakeSlot()
    harness = Harness(slot)
    _, first = await harness.request("1", model="m")
    await slot.loaded(MemoryError())
    with pytest.raises(EngineError):
        await first
    _, second = await harness.request("2", model="m")
    await slot.loaded()
    await slot.finish()
    assert (await second).audio == "2"


@in_virtual_time
async def test_a_model_that_ends_two_workers_is_given_to_no_third() -> None:
    slots = [FakeSlot() for _ in range(3)]
    harness = Harness(*slots)
    _, synthesis = await harness.request("1", model="m")
    for _ in range(2):
        [loading] = [slot for slot in slots if slot.loading]
        await loading.loaded(EngineSlotLostError("its worker has ended"))
    with pytest.raises(EngineError):
        await synthesis
    _, other = await harness.request("other")
    [left] = [slot for slot in slots if slot.running]
    await left.finish()
    assert (await other).audio == "OTHER"


@in_virtual_time
async def test_a_cancelled_request_needs_no_model() -> None:
    slot = FakeSlot()
    harness = Harness(slot)
    await harness.request("a", model="a")
    request = await harness.request("b", model="b")
    await harness.cancel(*request)
    await slot.loaded()
    await slot.finish()
    assert slot.models == ["a"]
    assert not slot.loading


@in_virtual_time
async def test_a_loading_that_hangs_fails_its_requests_and_holds_up_no_other(
    caplog: pytest.LogCaptureFixture,
) -> None:
    slot = FakeSlot()
    harness = Harness(slot, load_timeout_s=60.0)
    _, hanging = await harness.request("hanging", model="a@1")
    _, other = await harness.request("other")
    await slot.finish()
    assert (await other).audio == "OTHER"
    _, second = await harness.request("second", model="b@1")
    assert slot.models == ["a@1"]
    await asyncio.sleep(11)
    assert slot.models == ["a@1", "b@1"], "after a turn, another model is loaded meanwhile"
    await slot.loaded(model="b@1")
    await slot.finish()
    assert (await second).audio == "SECOND"
    assert not hanging.done()
    await asyncio.sleep(50)
    with pytest.raises(ModelNotLoadedError, match=r"'a' could not be loaded within 60 s") as raised:
        await hanging
    assert raised.value.status == 503
    assert "the model 'a' could not be loaded within 60 s" in caplog.text
    _, later = await harness.request("later", model="a@1")
    with pytest.raises(ModelNotLoadedError):
        await later


@in_virtual_time
async def test_a_loading_that_ends_late_is_of_use() -> None:
    slot = FakeSlot()
    harness = Harness(slot, load_timeout_s=60.0)
    _, early = await harness.request("early", model="a")
    await asyncio.sleep(61)
    with pytest.raises(ModelNotLoadedError):
        await early
    await slot.loaded()
    _, late = await harness.request("late", model="a")
    await slot.finish()
    assert (await late).audio == "LATE"


@in_virtual_time
async def test_an_engine_forgets_what_it_loads_too_late_for_another_model() -> None:
    slot = FakeSlot()
    harness = Harness(slot, load_timeout_s=60.0)
    await harness.request("early", model="a")
    await asyncio.sleep(61)
    await harness.request("b", model="b")
    assert slot.models == ["b"]
    await slot.loaded(model="b")
    await slot.loaded(model="a")
    await slot.finish()
    await harness.request("again", model="a")
    assert slot.models == ["a"], "it is loaded again, in the room of b"


@in_virtual_time
async def test_a_slot_whose_models_all_hang_loads_no_more_of_them() -> None:
    slot = FakeSlot()
    harness = Harness(slot, capacity=100, load_timeout_s=60.0)
    requests = [await harness.request(str(number), model=f"m{number}") for number in range(6)]
    await asyncio.sleep(300)
    for _, synthesis in requests:
        with pytest.raises(ModelNotLoadedError):
            await synthesis
    _, other = await harness.request("other")
    await slot.finish()
    assert (await other).audio == "OTHER"
    _, more = await harness.request("more", model="m9")
    with pytest.raises(ModelNotLoadedError):
        await more


@in_virtual_time
async def test_a_loading_that_fails_late_says_why() -> None:
    slot = FakeSlot()
    harness = Harness(slot, load_timeout_s=60.0)
    await harness.request("early", model="a")
    await asyncio.sleep(61)
    await slot.loaded(ModelUnusableError("no model"))
    _, late = await harness.request("late", model="a")
    with pytest.raises(ModelUnusableError, match="no model"):
        await late
    assert harness.scheduler.model_faults == {"a": "no model"}


@in_virtual_time
async def test_the_metrics_name_the_models_that_are_loaded() -> None:
    slots = [FakeSlot()]
    harness = Harness(*slots)
    for model in ("shown@1", "other@1"):
        await harness.request(model, model=model)
        await slots[0].loaded()
        await slots[0].finish()
    name = "speech_models_loaded"
    assert (gauge(name, worker="0", model="shown"), gauge(name, worker="0", model="other")) == (0, 1)
    harness.scheduler.remove_slot(slots[0])
    assert gauge(name, worker="0", model="other") == 0
