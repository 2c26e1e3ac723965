"""A worker that dies or hangs visibly breaks its own connections, and no others."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack

import pytest

from tests.load.client import has_audio
from tests.load.server_harness import ServerHarness
from tests.load.speech_factory import Speech
from tests.servers import each_way

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def shared_three(model_files: None) -> Iterator[ServerHarness]:
    with ServerHarness(WORKERS="3", QUEUE_SIZE="4") as harness:
        yield harness


@pytest.fixture
async def three(shared_three: ServerHarness) -> AsyncIterator[ServerHarness]:
    yield await shared_three.ready()
    print(shared_three.process.stderr)  # shown where the test has failed


@pytest.mark.parametrize("number", [0, 1], ids=["before_the_first_sound", "later"])
@each_way
async def test_a_chunk_that_fails_in_the_engine_fails_only_its_request(
    three: ServerHarness, way: dict[str, object], number: int
) -> None:
    failing, *others = [await three.speeches.book(3) for _ in range(three.capacity)]
    three.control.fail(failing.chunks[number], "error")
    answer, *answers = await asyncio.gather(
        three.speak(failing, **way), *(three.speak(other) for other in others)
    )
    for other, spoken in zip(others, answers, strict=True):
        other.assert_matches(spoken)
    if number == 0 or way == {"stream": False}:
        assert (answer.status, answer.whole, answer.error["type"]) == (500, True, "server_error"), answer
    else:
        assert (answer.status, answer.whole) == (200, False), answer
        assert (b'"type": "error"' in answer.body) == ("stream_format" in way)
    await three.reset()
    assert three.processes() == sorted(three.control.workers)


async def test_a_worker_that_dies_breaks_its_own_connections_and_no_others(three: ServerHarness) -> None:
    """Three of nine started streams are in the engines; the test kills one that synthesizes for another."""
    control = three.control
    before = three.processes()
    crashes = await three.metric("speech_worker_restarts_total", reason="crash")
    speeches = [await three.speeches.book(3) for _ in range(9)]
    async with three.clients_of_every_worker(3) as clients:
        with ExitStack() as held:
            with control.hold():
                for client, speech in zip(clients, speeches, strict=True):
                    held.enter_context(control.hold(speech.chunks[1]))
                    await client.ask(**speech.request)
                # All first chunks wait or run; they go before any second one.
                await three.until_metric("speech_chunks_waiting", len(speeches) - three.workers)
            answers = [await client.answer(has_audio) for client in clients]
            owners = await three.owners(clients)
            await three.until_metric("speech_engine_slots", 3, state="busy")
            victim, moved = await _worker_that_synthesizes_for_another(three, speeches, owners)
            os.kill(victim, signal.SIGKILL)
            await three.until_metric("speech_worker_restarts_total", crashes + 1, reason="crash")
        await asyncio.gather(
            *(client.answer(begun=answer) for client, answer in zip(clients, answers, strict=True))
        )
    for speech, owner, answer in zip(speeches, owners, answers, strict=True):
        if owner == victim:
            assert not answer.whole
        else:
            speech.assert_matches(answer)
            assert [control.ends(chunk) for chunk in speech.chunks] == [1] * len(speech.chunks)
            for chunk in speech.chunks:
                assert control.begins(chunk) == (2 if chunk == moved else 1)
    await three.ready()
    after = three.processes()
    assert len(after) == len(before)
    assert set(before) - set(after) == {victim}
    await three.assert_capacity()


async def _worker_that_synthesizes_for_another(
    harness: ServerHarness, speeches: list[Speech], owners: list[int]
) -> tuple[int, int]:
    """Returns a worker and the held chunk in its engine, which belongs to another worker's connection."""
    owner_of = {speech.chunks[1]: owner for speech, owner in zip(speeches, owners, strict=True)}
    for _ in speeches:
        running = {event.worker: event.chunk for event in harness.control.events if event.chunk in owner_of}
        for worker, chunk in running.items():
            if owner_of[chunk] != worker and harness.control.ends(chunk) == 0:
                return worker, chunk
        # Each synthesizes for itself: release one, so that its engine takes the next.
        seen = len(harness.control.events)
        harness.control.release(next(chunk for chunk in running.values() if harness.control.ends(chunk) == 0))
        await harness.until_events(seen + 2)
    raise AssertionError("chunks stay with the workers of their connections")


async def test_a_chunk_that_kills_its_worker_kills_two_at_most(three: ServerHarness) -> None:
    """Its connection belongs to the third worker, whose engine is busy, so that its client gets the error."""
    control = three.control
    crashes = await three.metric("speech_worker_restarts_total", reason="crash")
    poison, other, *plugs = [await three.speeches.book(2) for _ in range(5)]
    control.fail(poison.chunks[0], "die")
    async with three.clients_of_every_worker(6) as clients:
        owners = await three.owners(clients)
        survivor = owners[0]
        poisoned, *plugging = [one for one, owner in zip(clients, owners, strict=True) if owner == survivor][
            :4
        ]
        with ExitStack() as held:
            for client, plug in zip(plugging, plugs, strict=True):
                held.enter_context(control.hold(plug.chunks[0]))
                await client.ask(**plug.request)
            await three.until_metric("speech_engine_slots", 3, state="busy")
            for client, plug in zip(plugging, plugs, strict=True):
                if control.worker_of(plug.chunks[0]) != survivor:
                    control.release(plug.chunks[0])
                    plug.assert_matches(await client.answer())
            answer = await poisoned.speak(**poison.request)
            assert (answer.status, answer.whole, answer.error["type"]) == (500, True, "server_error"), answer
            assert control.begins(poison.chunks[0]) == 2
            await three.until_metric("speech_worker_restarts_total", crashes + 2, reason="crash")
            assert survivor in three.processes()
        [still] = [plug for plug in plugs if control.worker_of(plug.chunks[0]) == survivor]
        still.assert_matches(await plugging[plugs.index(still)].answer())
        other.assert_matches(await poisoned.speak(**other.request))
    await three.ready()
    await three.assert_capacity()


async def test_a_worker_whose_device_fails_completes_its_responses_before_it_ends(
    three: ServerHarness,
) -> None:
    """Nine streams on all three workers; the chunk that makes one engine fail, and the rest, run in the others."""
    before = three.processes()
    speeches = [await three.speeches.book(3) for _ in range(9)]
    three.control.fail(speeches[0].chunks[1], "once device")
    async with three.clients_of_every_worker(3) as clients:
        answers = await asyncio.gather(
            *(client.speak(**speech.request) for client, speech in zip(clients, speeches, strict=True))
        )
    for speech, answer in zip(speeches, answers, strict=True):
        speech.assert_matches(answer)
    await three.ready()
    assert len(set(before) & set(three.processes())) == 2
    await three.assert_capacity()


async def test_the_only_worker_is_replaced_too(single: ServerHarness) -> None:
    speech = await single.speeches.book(2)
    single.control.fail(speech.chunks[1], "once die")
    answer = await single.speak(speech)
    assert (answer.status, answer.whole) == (200, False), answer
    await single.ready()
    speech.assert_matches(await single.speak(speech))
    await single.assert_capacity()


async def test_a_worker_that_hangs_is_replaced_and_another_synthesizes_its_chunk(
    model_files: None,
) -> None:
    with ServerHarness(WORKERS="2", QUEUE_SIZE="8", ENGINE_TIMEOUT_S="6") as harness:
        await harness.ready()
        control = harness.control
        before = harness.processes()
        plug, hanging, *speeches = [await harness.speeches.book(3) for _ in range(8)]
        control.fail(hanging.chunks[0], "once hang")
        async with harness.clients_of_every_worker(6) as clients:
            owners = dict(zip(clients, await harness.owners(clients), strict=True))
            first, *rest = clients
            with control.hold(plug.chunks[0]):
                await first.ask(**plug.request)
                await harness.until_begun(plug.chunks[0])
                safe = control.worker_of(plug.chunks[0])
                client = next(client for client in rest if owners[client] == safe)
                await client.ask(**hanging.request)
                await harness.until_begun(hanging.chunks[0])
                victim = control.worker_of(hanging.chunks[0])
                assert victim != safe
            asked = {first: plug, client: hanging}
            for other, speech in zip((one for one in rest if one is not client), speeches, strict=False):
                asked[other] = speech
                await other.ask(**speech.request)
            answers = await asyncio.gather(*(one.answer() for one in asked))
        for (one, speech), answer in zip(asked.items(), answers, strict=True):
            # Responses of the victim's connections may be complete before the hang is detected.
            if owners[one] == safe or answer.whole:
                speech.assert_matches(answer)
        assert [control.begins(chunk) for chunk in hanging.chunks] == [2, 1, 1]
        await harness.until_metric("speech_worker_restarts_total", 1, reason="hang")
        assert await harness.metric("speech_worker_restarts_total", reason="crash") == 0
        await harness.ready()
        assert set(before) - set(harness.processes()) == {victim}
        await harness.assert_capacity()


@pytest.mark.proof
async def test_under_cuda_mps_workers_that_share_a_gpu_are_replaced_together(model_files: None) -> None:
    with ServerHarness(WORKERS="2", QUEUE_SIZE="4", CUDA_MPS_STATE="on") as harness:
        await harness.ready()
        before = harness.processes()
        speech, after = [await harness.speeches.book(2) for _ in range(2)]
        harness.control.fail(speech.chunks[1], "once die")
        answer = await harness.speak(speech)
        assert (answer.status, answer.whole) == (200, False), answer
        await harness.until_metric("speech_worker_restarts_total", 1, reason="cuda_mps")
        assert await harness.metric("speech_worker_restarts_total", reason="crash") == 1
        await harness.ready()
        assert not set(before) & set(harness.processes())
        after.assert_matches(await harness.speak(after))
        await harness.assert_capacity()


async def test_under_cuda_mps_a_fault_costs_no_request_of_a_worker_without_a_model(model_files: None) -> None:
    """The other, idle engine ends too; the chunk waits for a new one, and does not seem to have killed both."""
    with ServerHarness(WORKERS="3", ENGINES="2", QUEUE_SIZE="4", CUDA_MPS_STATE="on") as harness:
        await harness.ready()
        speech = await harness.speeches.book(3)
        harness.control.fail(speech.chunks[1], "once die")
        speech.assert_matches(await harness.speak(speech))
        assert await harness.metric("speech_worker_restarts_total", reason="crash") == 1
        assert await harness.metric("speech_worker_restarts_total", reason="cuda_mps") == 1
