"""The server admits as many requests as its capacity, and refuses the others at once with Retry-After."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from kokoro_speech_server.scheduling.text_admission import REQUESTS_PER_CHUNK
from tests.load.client import Answer, Client, request
from tests.load.server_harness import ServerHarness, assert_refused
from tests.load.speech_factory import Speech
from tests.servers import each_way

pytestmark = pytest.mark.anyio

INVALID: list[object] = [
    b"not JSON",
    {},
    {"input": ""},
    {"input": "Hola", "speed": 100},
    {"input": "Hola", "voice": "nobody"},
    {"input": "Hola", "response_format": "mp5"},
]
SILENT: list[object] = [{"input": "?!"}]


async def test_exactly_as_many_requests_are_admitted_as_the_capacity(several: ServerHarness) -> None:
    """All requests arrive before the first one ends, since no chunk ends until then."""
    requests = await several.speeches.lines(several.capacity + 50)
    refused: list[Answer] = []

    async def call(line: Speech) -> None:
        answer = await several.speak(line)
        if answer.status == 503:
            refused.append(answer)
        else:
            line.assert_matches(answer)

    full = await several.metric("speech_refusals_total", reason="full")
    late = await several.metric("speech_refusals_total", reason="timeout")
    async with asyncio.TaskGroup() as tasks:
        with several.control.hold():
            for line in requests:
                tasks.create_task(call(line))
            # The refusals arrive while all admitted requests are held.
            await several.until_metric("speech_refusals_total", full + 50, reason="full")
            assert await several.metric("speech_queue_depth") == several.capacity
            assert await several.metric("speech_queue_capacity") == several.capacity
    assert len(refused) == 50
    for answer in refused:
        assert_refused(answer)
    assert await several.metric("speech_refusals_total", reason="timeout") == late
    assert sum(event.kind == "begin" for event in several.control.events) == several.capacity


async def test_no_more_texts_are_prepared_than_are_needed_next(single: ServerHarness) -> None:
    """A burst must not occupy every core with texts whose turn comes much later."""
    plug, *lines = await single.speeches.lines(1 + REQUESTS_PER_CHUNK + 4)
    async with asyncio.TaskGroup() as tasks, Client(single.port) as other:
        with single.control.hold(plug.chunks[0]):
            tasks.create_task(single.speak(plug))
            await single.until_begun(plug.chunks[0])
            for number, line in enumerate(lines, 2):
                tasks.create_task(single.speak(line))
                await single.until_metric("speech_queue_depth", number)
            await single.until_metric("speech_chunks_waiting", REQUESTS_PER_CHUNK)
            # Texts are prepared one after the other: this one would be behind all the lines.
            await other.send(request({"text": "Hello."}, path="/dev/phonemize"))
            assert (await other.answer()).status == 200
            assert await single.metric("speech_chunks_waiting") == REQUESTS_PER_CHUNK
    order = [event.chunk for event in single.control.events if event.kind == "begin"]
    assert order == [speech.chunks[0] for speech in (plug, *lines)]


async def test_long_texts_without_sound_delay_no_other_request(single: ServerHarness) -> None:
    """It takes minutes of work on each of them to find that it has no sound."""
    silent = {"input": "?! " * 300_000, "voice": "af_heart"}
    line = await single.speeches.line()
    async with single.clients(REQUESTS_PER_CHUNK) as silents, Client(single.port) as client:
        for number, one in enumerate(silents, 1):
            await one.ask(**silent)
            await single.until_metric("speech_queue_depth", number)
        line.assert_matches(await client.speak(**line.request))
        assert await single.metric("speech_queue_depth") == REQUESTS_PER_CHUNK
    await single.reset()


async def test_a_full_server_refuses_on_persistent_connections_of_every_worker(
    several: ServerHarness,
) -> None:
    async with several.clients_of_every_worker(5) as clients:
        for client in clients:
            assert (await client.get("/health")).status == 200
        line = await several.speeches.line()
        async with several.full():
            for client in clients:
                for _ in range(2):
                    assert_refused(await client.speak(**line.request))
        for client in clients:
            line.assert_matches(await client.speak(**line.request))


async def test_a_full_server_refuses_before_it_reads_a_request(several: ServerHarness) -> None:
    async with several.full(), Client(several.port) as client:
        for body in [*INVALID, *SILENT]:
            await client.send(request(body))
            assert_refused(await client.answer())
        for path in ("/v1/nowhere", "/v1/audio/speech"):  # an unknown path, and a wrong method
            assert (await client.get(path)).status in (404, 405)


async def test_an_incomplete_body_holds_no_place(several: ServerHarness) -> None:
    line = await several.speeches.line()
    body = request(line.request)
    async with several.clients(2 * several.capacity) as slow:
        for client in slow:
            await client.send(body[:-1])
        await several.assert_capacity()
        await slow[0].send(body[-1:])
        line.assert_matches(await slow[0].answer())


async def test_nonsense_costs_others_no_place(several: ServerHarness) -> None:
    """Half as many callers as there are places send nonsense back to back; each gets its error, and others speech."""
    lines = await several.speeches.lines(20)
    spoken = asyncio.Event()

    async def send_nonsense(client: Client) -> None:
        while not spoken.is_set():
            for body in INVALID:
                await client.send(request(body))
                assert (await client.answer()).status == 400

    async with several.clients(several.capacity // 2) as hostile, asyncio.TaskGroup() as tasks:
        for client in hostile:
            tasks.create_task(send_nonsense(client))
        for line in lines:
            line.assert_matches(await several.speak(line))
        spoken.set()
    await several.assert_capacity()


async def test_requests_without_synthesis_succeed_while_the_server_is_full(several: ServerHarness) -> None:
    async with several.full(), Client(several.port) as client:
        for path in ("/health", "/ready", "/metrics", "/v1/models", "/v1/audio/voices"):
            assert (await client.get(path)).status == 200


async def test_a_text_without_sound_releases_its_admission(several: ServerHarness) -> None:
    for body in SILENT:
        async with Client(several.port) as client:
            await client.send(request(body))
            answer = await client.answer()
            assert (answer.status, answer.error["type"]) == (400, "invalid_request_error"), answer
    await several.assert_capacity()


@each_way
async def test_an_admission_lasts_until_the_last_chunk_has_left_the_engine(
    single: ServerHarness, way: dict[str, Any]
) -> None:
    speech = await single.speeches.book(3)
    with single.control.hold(speech.chunks[-1]):
        call = asyncio.create_task(single.speak(speech, **way))
        await single.until_begun(speech.chunks[-1])
        assert await single.metric("speech_queue_depth") == 1
    speech.assert_matches(await call, **way)
    await single.reset()


async def test_a_disconnected_client_keeps_its_admission_until_its_chunk_has_left_the_engine(
    single: ServerHarness,
) -> None:
    speech, waiting = await single.speeches.book(3), await single.speeches.line()
    async with single.clients(2) as (leaver, other):
        with single.control.hold(speech.chunks[1]):
            await leaver.ask(**speech.request)
            await single.until_begun(speech.chunks[1])
            await other.ask(**waiting.request)
            await single.until_metric("speech_chunks_waiting", 1)
            cancelled = await single.metric("speech_cancellations_total")
            await leaver.__aexit__(None, None, None)
            await single.until_metric("speech_cancellations_total", cancelled + 1)
            assert await single.metric("speech_queue_depth") == 2
        waiting.assert_matches(await other.answer())
    assert single.control.begins(speech.chunks[2]) == 0
    await single.assert_capacity()


@pytest.fixture(scope="module")
def impatient(model_files: None) -> Iterator[ServerHarness]:
    with ServerHarness(WORKERS="1", QUEUE_SIZE="8", QUEUE_TIMEOUT_S="3") as harness:
        yield harness


async def test_a_request_that_waits_too_long_is_refused_unless_it_has_begun(
    impatient: ServerHarness,
) -> None:
    await impatient.ready()
    # More than have their texts prepared at the same time.
    begun, *waiting = [
        await impatient.speeches.book(2),
        *await impatient.speeches.lines(REQUESTS_PER_CHUNK + 4),
    ]
    with impatient.control.hold(begun.chunks[0]):
        first = asyncio.create_task(impatient.speak(begun))
        await impatient.until_begun(begun.chunks[0])
        answers = await asyncio.gather(*(impatient.speak(line) for line in waiting))
    for line, answer in zip(waiting, answers, strict=True):
        assert_refused(answer)
        assert impatient.control.begins(line.chunks[0]) == 0
    begun.assert_matches(await first)
    assert await impatient.metric("speech_refusals_total", reason="timeout") == len(waiting)
    assert await impatient.metric("speech_refusals_total", reason="full") == 0
    await impatient.assert_capacity()
