"""The chunk that is due first runs next, and no request starves."""

import asyncio
import itertools
from contextlib import AsyncExitStack
from typing import Any

import pytest

from kokoro_speech_server.chunk import SAMPLE_RATE
from kokoro_speech_server.scheduling.text_admission import REQUESTS_PER_CHUNK
from tests.load.client import Client
from tests.load.server_harness import ServerHarness

pytestmark = pytest.mark.anyio

STREAM: dict[str, Any] = {}
WHOLE: dict[str, Any] = {"stream": False}
BATCH: dict[str, Any] = {"priority": "batch"}
WHOLE_BATCH: dict[str, Any] = {"stream": False, "priority": "batch"}
SSE: dict[str, Any] = {"stream_format": "sse"}

each_way = pytest.mark.parametrize(
    "way", [STREAM, SSE, WHOLE, BATCH, WHOLE_BATCH], ids=["stream", "sse", "whole", "batch", "whole_batch"]
)


@each_way
async def test_a_line_waits_for_at_most_two_chunks_of_a_job_of_fifty(
    single: ServerHarness, way: dict[str, Any]
) -> None:
    """Namely the running chunk and at most one more: the third cannot end before the line is complete."""
    job, line = await single.speeches.book(50), await single.speeches.line()
    async with single.clients(2) as (worker, client):
        with single.control.hold(job.chunks[10]), single.control.hold(job.chunks[12]):
            await worker.ask(**{**job.request, **way})
            working = asyncio.create_task(worker.answer())
            await single.until_begun(job.chunks[10])
            await client.ask(**line.request)
            await single.until_metric("speech_chunks_waiting", 1)
            single.control.release(job.chunks[10])
            line.assert_matches(await client.answer())
        job.assert_matches(await working, **way)


async def test_a_line_runs_soon_while_many_jobs_run(single: ServerHarness) -> None:
    """Six books, each with a waiting chunk and far ahead of its listener, do not delay it."""
    jobs = [await single.speeches.book(30) for _ in range(6)]
    line = await single.speeches.line()
    async with asyncio.TaskGroup() as tasks, Client(single.port) as client:
        with single.control.hold(jobs[0].chunks[10]):
            calls = [tasks.create_task(single.speak(job)) for job in jobs]
            await single.until_begun(jobs[0].chunks[10])
            await client.ask(**line.request)
            await single.until_metric("speech_chunks_waiting", len(jobs))
            before = len(single.control.events)
        line.assert_matches(await client.answer())
        events = single.control.events[before:]
        [at] = (i for i, event in enumerate(events) if (event.kind, event.chunk) == ("end", line.chunks[0]))
        assert sum(event.kind == "begin" for event in events[:at]) <= 2
    for job, call in zip(jobs, calls, strict=True):
        job.assert_matches(call.result())


async def test_waiting_chunks_run_in_the_order_of_their_deadlines(single: ServerHarness) -> None:
    """A stream, a whole file, a batch and a whole batch: whatever their order of arrival."""
    ways = {"whole_batch": WHOLE_BATCH, "batch": BATCH, "whole": WHOLE, "stream": STREAM}
    plug, *lines = await single.speeches.lines(1 + len(ways))
    names = {line.chunks[0]: name for line, name in zip(lines, ways, strict=True)}
    async with asyncio.TaskGroup() as tasks:
        with single.control.hold(plug.chunks[0]):
            tasks.create_task(single.speak(plug))
            await single.until_begun(plug.chunks[0])
            for number, (line, way) in enumerate(zip(lines, ways.values(), strict=True), 1):
                tasks.create_task(single.speak(line, **way))
                await single.until_metric("speech_chunks_waiting", number)
    order = [names.get(event.chunk) for event in single.control.events if event.kind == "begin"]
    assert order == [None, "stream", "whole", "batch", "whole_batch"]


async def test_listeners_without_audio_go_before_one_with_audio_left(single: ServerHarness) -> None:
    """One stream is seven chunks ahead of its listener when two others arrive."""
    single.control.pace = 0.1  # 50 ms a chunk: enough to prepare the next one of another request
    ahead, *late = [await single.speeches.book(chunks) for chunks in (12, 4, 4)]
    async with asyncio.TaskGroup() as tasks:
        with single.control.hold(ahead.chunks[6]):
            tasks.create_task(single.speak(ahead))
            await single.until_begun(ahead.chunks[6])
            for speech in late:
                tasks.create_task(single.speak(speech))
            await single.until_metric("speech_chunks_waiting", 2)
    order = [event.chunk for event in single.control.events if event.kind == "begin"]
    assert max(order.index(speech.chunks[3]) for speech in late) < order.index(ahead.chunks[8])


@pytest.mark.parametrize(
    ("way", "patience_s", "most"),
    [
        (STREAM, 0, 300),
        pytest.param(WHOLE, 10, 3000, marks=pytest.mark.proof),
        pytest.param(BATCH, 60, 3000, marks=pytest.mark.proof),
    ],
    ids=["stream", "whole", "batch"],
)
async def test_a_book_is_completed_during_an_endless_flood_of_lines(
    single: ServerHarness, way: dict[str, Any], patience_s: int, most: int
) -> None:
    """Four clients request a line as soon as they have received one, so that a line always waits.

    most: lines after which the book must be complete
    """
    single.control.pace = 0.1
    book = await single.speeches.book(6)
    lines = iter(await single.speeches.lines(most))
    step_s = 0.1 * next(lines).seconds

    async def flood() -> None:
        async with Client(single.port) as client:
            while not reading.done():
                line = next(lines)
                line.assert_matches(await client.speak(**line.request))

    async with asyncio.TaskGroup() as tasks:
        with single.control.hold():
            reading = tasks.create_task(single.speak(book, **way))
            for _ in range(4):
                tasks.create_task(flood())
            await single.until_metric("speech_queue_depth", 5)
    book.assert_matches(reading.result(), **way)
    begun = [event.chunk for event in single.control.events if event.kind == "begin"]
    positions = [begun.index(chunk) for chunk in book.chunks]
    assert positions[-1] - len(book.chunks) > 20, "there was no flood"
    # Before the next chunk is due the engine has time for this many lines; then four earlier ones wait and one runs.
    for number, (earlier, later) in enumerate(itertools.pairwise(positions)):
        until_due_s = book.sizes[number] / SAMPLE_RATE + (0 if number else patience_s)
        assert later - earlier <= until_due_s / step_s + 6


async def test_equal_books_share_the_engine_equally(
    single: ServerHarness,
) -> None:
    """Equal streams that start together stay together: none gets more than two chunks ahead of another."""
    single.control.pace = 0.15  # much longer than it takes a busy machine to prepare a chunk
    async with AsyncExitStack() as stack:
        books = [await single.speeches.book(8) for _ in range(5)]
        clients = [await stack.enter_async_context(Client(single.port)) for _ in books]
        with single.control.hold():
            for client, book in zip(clients, books, strict=True):
                await client.ask(**book.request)
            await single.until_metric("speech_queue_depth", len(books))
            await single.until_metric("speech_chunks_waiting", REQUESTS_PER_CHUNK)
        answers = await asyncio.gather(*(client.answer() for client in clients))
    for book, answer in zip(books, answers, strict=True):
        book.assert_matches(answer)
    made: dict[int, int] = dict.fromkeys(range(len(books)), 0)
    owner = {chunk: i for i, book in enumerate(books) for chunk in book.chunks}
    for event in single.control.events:
        if event.kind == "begin":
            made[owner[event.chunk]] += 1
            going = [made[i] for i, book in enumerate(books) if made[i] < len(book.chunks)]
            assert not going or max(made.values()) - min(going) <= 2
