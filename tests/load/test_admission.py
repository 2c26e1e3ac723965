"""As many are taken on as there are places, no more and no fewer; the others are told at once when to come again."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from kokoro_speech_server.scheduling.text_admission import REQUESTS_PER_CHUNK
from tests.load.client import Answer, Client, request
from tests.load.house import House, assert_refused
from tests.load.speeches import Speech
from tests.servers import each_way

pytestmark = pytest.mark.anyio

NONSENSE: list[object] = [
    b"not JSON",
    {},
    {"input": ""},
    {"input": "Hola", "speed": 100},
    {"input": "Hola", "voice": "nobody"},
    {"input": "Hola", "response_format": "mp5"},
]
TEXTS_OF_NO_SOUND: list[object] = [{"input": "?!"}]


async def test_of_a_crowd_exactly_as_many_are_taken_on_as_there_are_places(eight: House) -> None:
    """All at once; nothing is given back before everyone has come, since no step ends."""
    crowd = await eight.author.lines(eight.places + 50)
    refused: list[Answer] = []

    async def call(line: Speech) -> None:
        answer = await eight.speak(line)
        if answer.status == 503:
            refused.append(answer)
        else:
            line.assert_heard(answer)

    full = await eight.metric("speech_refusals_total", reason="full")
    late = await eight.metric("speech_refusals_total", reason="timeout")
    async with asyncio.TaskGroup() as callers:
        with eight.stage.hold():
            for line in crowd:
                callers.create_task(call(line))
            # They hear it while everything else stands still.
            await eight.until_metric("speech_refusals_total", full + 50, reason="full")
            assert await eight.metric("speech_queue_depth") == eight.places
            assert await eight.metric("speech_queue_capacity") == eight.places
    assert len(refused) == 50
    for answer in refused:
        assert_refused(answer)
    assert await eight.metric("speech_refusals_total", reason="timeout") == late
    assert sum(event.kind == "begin" for event in eight.stage.events) == eight.places


async def test_of_a_crowd_no_more_texts_are_made_ready_than_are_wanted_next(single: House) -> None:
    """Or a crowd would take every processor for texts that can't be spoken for a while."""
    plug, *lines = await single.author.lines(1 + REQUESTS_PER_CHUNK + 4)
    async with asyncio.TaskGroup() as callers, Client(single.port) as other:
        with single.stage.hold(plug.chunks[0]):
            callers.create_task(single.speak(plug))
            await single.until_begun(plug.chunks[0])
            for number, line in enumerate(lines, 2):
                callers.create_task(single.speak(line))
                await single.until_metric("speech_queue_depth", number)
            await single.until_metric("speech_chunks_waiting", REQUESTS_PER_CHUNK)
            # Texts are made ready one after the other: this one would be behind all the lines.
            await other.send(request({"text": "Hello."}, path="/dev/phonemize"))
            assert (await other.answer()).status == 200
            assert await single.metric("speech_chunks_waiting") == REQUESTS_PER_CHUNK
    order = [event.chunk for event in single.stage.events if event.kind == "begin"]
    assert order == [speech.chunks[0] for speech in (plug, *lines)]


async def test_texts_without_end_and_without_sound_hold_up_nobody(single: House) -> None:
    """Half a minute of work each until it is known that nothing in them can be spoken."""
    silent = {"input": "?! " * 20_000, "voice": "af_heart"}
    line = await single.author.line()
    async with single.clients(REQUESTS_PER_CHUNK) as silents, Client(single.port) as caller:
        for number, client in enumerate(silents, 1):
            await client.ask(**silent)
            await single.until_metric("speech_queue_depth", number)
        line.assert_heard(await caller.speak(**line.request))
        assert await single.metric("speech_queue_depth") == REQUESTS_PER_CHUNK
    await single.rest()


async def test_a_full_server_refuses_on_kept_connections_of_every_worker_too(eight: House) -> None:
    async with eight.clients(40) as clients:
        for client in clients:
            assert (await client.get("/health")).status == 200
        assert set(await eight.owners(clients)) == set(eight.processes())
        line = await eight.author.line()
        async with eight.full():
            for client in clients:
                for _ in range(2):
                    assert_refused(await client.speak(**line.request))
        for client in clients:
            line.assert_heard(await client.speak(**line.request))


async def test_nonsense_occupies_no_place_and_is_told_what_it_is_while_the_server_is_full(
    eight: House,
) -> None:
    async with eight.full(), Client(eight.port) as client:
        for body in NONSENSE:
            await client.send(request(body))
            answer = await client.answer()
            assert (answer.status, answer.error["type"]) == (400, "invalid_request_error"), answer
        assert (await client.get("/v1/nowhere")).status == 404


async def test_what_needs_no_engine_is_answered_while_the_server_is_full(eight: House) -> None:
    async with eight.full(), Client(eight.port) as client:
        for path in ("/health", "/ready", "/metrics", "/v1/models", "/v1/audio/voices"):
            assert (await client.get(path)).status == 200


async def test_a_text_without_a_sound_gives_its_place_back(eight: House) -> None:
    for body in TEXTS_OF_NO_SOUND:
        async with Client(eight.port) as client:
            await client.send(request(body))
            answer = await client.answer()
            assert (answer.status, answer.error["type"]) == (400, "invalid_request_error"), answer
    await eight.assert_capacity()


@each_way
async def test_a_place_is_held_until_the_last_chunk_has_left_the_engine(
    single: House, way: dict[str, Any]
) -> None:
    speech = await single.author.book(3)
    with single.stage.hold(speech.chunks[-1]):
        call = asyncio.create_task(single.speak(speech, **way))
        await single.until_begun(speech.chunks[-1])
        assert await single.metric("speech_queue_depth") == 1
    speech.assert_heard(await call, **way)
    await single.rest()


async def test_one_who_leaves_keeps_his_place_until_the_engine_is_done_with_him(single: House) -> None:
    speech, waiting = await single.author.book(3), await single.author.line()
    async with single.clients(2) as (leaver, other):
        with single.stage.hold(speech.chunks[1]):
            await leaver.ask(**speech.request)
            await single.until_begun(speech.chunks[1])
            await other.ask(**waiting.request)
            await single.until_metric("speech_chunks_waiting", 1)
            cancelled = await single.metric("speech_cancellations_total")
            await leaver.__aexit__(None, None, None)
            await single.until_metric("speech_cancellations_total", cancelled + 1)
            assert await single.metric("speech_queue_depth") == 2
        waiting.assert_heard(await other.answer())
    assert single.stage.begins(speech.chunks[2]) == 0
    await single.assert_capacity()


@pytest.fixture(scope="module")
def impatient(model_files: None) -> Iterator[House]:
    with House(WORKERS="1", QUEUE_SIZE="8", QUEUE_TIMEOUT_S="1") as house:
        yield house


async def test_one_who_has_waited_for_too_long_is_refused_and_one_who_has_begun_is_not(
    impatient: House,
) -> None:
    await impatient.ready()
    # More than have their texts made ready at once.
    begun, *waiting = [await impatient.author.book(2), *await impatient.author.lines(REQUESTS_PER_CHUNK + 4)]
    with impatient.stage.hold(begun.chunks[0]):
        first = asyncio.create_task(impatient.speak(begun))
        await impatient.until_begun(begun.chunks[0])
        answers = await asyncio.gather(*(impatient.speak(line) for line in waiting))
    for line, answer in zip(waiting, answers, strict=True):
        assert_refused(answer)
        assert impatient.stage.begins(line.chunks[0]) == 0
    begun.assert_heard(await first)
    assert await impatient.metric("speech_refusals_total", reason="timeout") == len(waiting)
    assert await impatient.metric("speech_refusals_total", reason="full") == 0
    await impatient.assert_capacity()
