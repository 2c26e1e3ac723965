"""A worker that dies or hangs takes its own callers with it, visibly, and nobody else."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack

import pytest

from tests.load.client import heard
from tests.load.house import House
from tests.load.speeches import Speech
from tests.servers import each_way

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def shared_three(model_files: None) -> Iterator[House]:
    with House(WORKERS="3", QUEUE_SIZE="4") as house:
        yield house


@pytest.fixture
async def three(shared_three: House) -> AsyncIterator[House]:
    yield await shared_three.ready()
    print(shared_three.process.stderr)  # shown where the test has failed


@pytest.mark.parametrize("number", [0, 1], ids=["before_the_first_sound", "later"])
@each_way
async def test_a_chunk_that_the_engine_fails_on_fails_its_request_alone(
    three: House, way: dict[str, object], number: int
) -> None:
    failing, *others = [await three.author.book(3) for _ in range(three.places)]
    three.stage.fail(failing.chunks[number], "error")
    answer, *answers = await asyncio.gather(
        three.speak(failing, **way), *(three.speak(other) for other in others)
    )
    for other, spoken in zip(others, answers, strict=True):
        other.assert_heard(spoken)
    if number == 0 or way == {"stream": False}:
        assert (answer.status, answer.whole, answer.error["type"]) == (500, True, "server_error"), answer
    else:
        assert (answer.status, answer.whole) == (200, False), answer
        assert (b'"type": "error"' in answer.body) == ("stream_format" in way)
    await three.rest()
    assert three.processes() == sorted(three.stage.workers)


async def test_a_worker_that_dies_breaks_its_own_connections_and_no_others(three: House) -> None:
    """All have been heard; three are in the engine; one lane speaks for another worker's connection and is killed."""
    stage = three.stage
    before = three.processes()
    crashes = await three.metric("speech_worker_restarts_total", reason="crash")
    speeches = [await three.author.book(3) for _ in range(9)]
    async with three.clients(len(speeches)) as clients:
        with ExitStack() as held:
            with stage.hold():
                for client, speech in zip(clients, speeches, strict=True):
                    held.enter_context(stage.hold(speech.chunks[1]))
                    await client.ask(**speech.request)
                # All first chunks wait or are spoken; they go before any second one.
                await three.until_metric("speech_chunks_waiting", len(speeches) - three.workers)
            answers = [await client.answer(heard) for client in clients]
            owners = await three.owners(clients)
            assert set(owners) == set(before)
            await three.until_metric("speech_lanes", 3, state="busy")
            victim, moved = await _a_lane_that_speaks_for_another(three, speeches, owners)
            os.kill(victim, signal.SIGKILL)
            await three.until_metric("speech_worker_restarts_total", crashes + 1, reason="crash")
        await asyncio.gather(
            *(client.answer(begun=answer) for client, answer in zip(clients, answers, strict=True))
        )
    for speech, owner, answer in zip(speeches, owners, answers, strict=True):
        if owner == victim:
            assert not answer.whole
        else:
            speech.assert_heard(answer)
            assert [stage.ends(chunk) for chunk in speech.chunks] == [1] * len(speech.chunks)
            for chunk in speech.chunks:
                assert stage.begins(chunk) == (2 if chunk == moved else 1)
    await three.ready()
    after = three.processes()
    assert len(after) == len(before)
    assert set(before) - set(after) == {victim}
    await three.assert_capacity()


async def _a_lane_that_speaks_for_another(
    house: House, speeches: list[Speech], owners: list[int]
) -> tuple[int, int]:
    """A worker, and the held chunk in its lane, which is of another worker's connection."""
    owner_of = {speech.chunks[1]: owner for speech, owner in zip(speeches, owners, strict=True)}
    for _ in speeches:
        running = {event.worker: event.chunk for event in house.stage.events if event.chunk in owner_of}
        for worker, chunk in running.items():
            if owner_of[chunk] != worker and house.stage.ends(chunk) == 0:
                return worker, chunk
        # Each speaks for itself: let one go on, and its lane takes the next.
        seen = len(house.stage.events)
        house.stage.release(next(chunk for chunk in running.values() if house.stage.ends(chunk) == 0))
        await house.until_events(seen + 2)
    raise AssertionError("chunks stay with the workers of their connections")


async def test_a_chunk_that_kills_whatever_speaks_it_kills_two_at_most(three: House) -> None:
    """Its connection is with the third worker, whose lane is busy, so that its caller can be told."""
    stage = three.stage
    crashes = await three.metric("speech_worker_restarts_total", reason="crash")
    poison, other, *plugs = [await three.author.book(2) for _ in range(5)]
    stage.fail(poison.chunks[0], "die")
    async with three.clients(18) as clients:
        owners = await three.owners(clients)
        survivor = owners[0]
        asker, *plugging = [one for one, owner in zip(clients, owners, strict=True) if owner == survivor][:4]
        with ExitStack() as held:
            for client, plug in zip(plugging, plugs, strict=True):
                held.enter_context(stage.hold(plug.chunks[0]))
                await client.ask(**plug.request)
            await three.until_metric("speech_lanes", 3, state="busy")
            for client, plug in zip(plugging, plugs, strict=True):
                if stage.lane_of(plug.chunks[0]) != survivor:
                    stage.release(plug.chunks[0])
                    plug.assert_heard(await client.answer())
            answer = await asker.speak(**poison.request)
            assert (answer.status, answer.whole, answer.error["type"]) == (500, True, "server_error"), answer
            assert stage.begins(poison.chunks[0]) == 2
            await three.until_metric("speech_worker_restarts_total", crashes + 2, reason="crash")
            assert survivor in three.processes()
        [still] = [plug for plug in plugs if stage.lane_of(plug.chunks[0]) == survivor]
        still.assert_heard(await plugging[plugs.index(still)].answer())
        other.assert_heard(await asker.speak(**other.request))
    await three.ready()
    await three.assert_capacity()


async def test_the_only_worker_is_replaced_too(single: House) -> None:
    speech = await single.author.book(2)
    single.stage.fail(speech.chunks[1], "once die")
    answer = await single.speak(speech)
    assert (answer.status, answer.whole) == (200, False), answer
    await single.ready()
    speech.assert_heard(await single.speak(speech))
    await single.assert_capacity()


async def test_a_worker_that_hangs_is_replaced_and_what_it_spoke_for_others_is_spoken_elsewhere(
    model_files: None,
) -> None:
    with House(WORKERS="2", QUEUE_SIZE="8", ENGINE_TIMEOUT_S="3") as house:
        await house.ready()
        stage = house.stage
        before = house.processes()
        plug, hanging, *speeches = [await house.author.book(3) for _ in range(8)]
        stage.fail(hanging.chunks[0], "once hang")
        async with house.clients(12) as clients:
            owners = dict(zip(clients, await house.owners(clients), strict=True))
            first, *rest = clients
            with stage.hold(plug.chunks[0]):
                await first.ask(**plug.request)
                await house.until_begun(plug.chunks[0])
                safe = stage.lane_of(plug.chunks[0])
                client = next(client for client in rest if owners[client] == safe)
                await client.ask(**hanging.request)
                await house.until_begun(hanging.chunks[0])
                victim = stage.lane_of(hanging.chunks[0])
                assert victim != safe
            asked = {first: plug, client: hanging}
            for other, speech in zip((one for one in rest if one is not client), speeches, strict=False):
                asked[other] = speech
                await other.ask(**speech.request)
            answers = await asyncio.gather(*(one.answer() for one in asked))
        for (one, speech), answer in zip(asked.items(), answers, strict=True):
            # Those with the victim may have been served before it was found out.
            if owners[one] == safe or answer.whole:
                speech.assert_heard(answer)
        assert [stage.begins(chunk) for chunk in hanging.chunks] == [2, 1, 1]
        await house.until_metric("speech_worker_restarts_total", 1, reason="hang")
        assert await house.metric("speech_worker_restarts_total", reason="crash") == 0
        await house.ready()
        assert set(before) - set(house.processes()) == {victim}
        await house.assert_capacity()


async def test_under_mps_workers_that_share_a_gpu_are_replaced_together(model_files: None) -> None:
    with House(WORKERS="3", QUEUE_SIZE="4", CUDA_MPS_STATE="on") as house:
        await house.ready()
        before = house.processes()
        speech, after = [await house.author.book(2) for _ in range(2)]
        house.stage.fail(speech.chunks[1], "once die")
        answer = await house.speak(speech)
        assert (answer.status, answer.whole) == (200, False), answer
        await house.until_metric("speech_worker_restarts_total", 2, reason="cuda_mps")
        assert await house.metric("speech_worker_restarts_total", reason="crash") == 1
        await house.ready()
        assert not set(before) & set(house.processes())
        after.assert_heard(await house.speak(after))
        await house.assert_capacity()
