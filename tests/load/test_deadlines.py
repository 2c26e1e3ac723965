"""What runs next is what its listener needs first; and nobody starves."""

import asyncio
import itertools
from contextlib import AsyncExitStack
from typing import Any

import pytest

from kokoro_speech_server.chunk import SAMPLE_RATE
from kokoro_speech_server.scheduling.text_admission import REQUESTS_PER_CHUNK
from tests.load.client import Client
from tests.load.house import House

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
async def test_a_line_is_heard_after_at_most_two_chunks_of_a_job_of_fifty(
    single: House, way: dict[str, Any]
) -> None:
    """The one that runs when it comes, and at most one more: the third can't end before the line is heard."""
    job, line = await single.author.book(50), await single.author.line()
    async with single.clients(2) as (worker, caller):
        with single.stage.hold(job.chunks[10]), single.stage.hold(job.chunks[12]):
            await worker.ask(**{**job.request, **way})
            working = asyncio.create_task(worker.answer())
            await single.until_begun(job.chunks[10])
            await caller.ask(**line.request)
            await single.until_metric("speech_chunks_waiting", 1)
            single.stage.release(job.chunks[10])
            line.assert_heard(await caller.answer())
        job.assert_heard(await working, **way)


async def test_lines_are_heard_soon_while_many_jobs_run(single: House) -> None:
    """Six books that are far ahead of their readers do not stand in the way, each with a chunk."""
    jobs = [await single.author.book(30) for _ in range(6)]
    line = await single.author.line()
    async with asyncio.TaskGroup() as callers, Client(single.port) as caller:
        with single.stage.hold(jobs[0].chunks[10]):
            calls = [callers.create_task(single.speak(job)) for job in jobs]
            await single.until_begun(jobs[0].chunks[10])
            await caller.ask(**line.request)
            await single.until_metric("speech_chunks_waiting", len(jobs))
            before = len(single.stage.events)
        line.assert_heard(await caller.answer())
        events = single.stage.events[before:]
        [at] = (i for i, event in enumerate(events) if (event.kind, event.chunk) == ("end", line.chunks[0]))
        assert sum(event.kind == "begin" for event in events[:at]) <= 2
    for job, call in zip(jobs, calls, strict=True):
        job.assert_heard(call.result())


async def test_what_waits_goes_in_the_order_of_its_deadlines(single: House) -> None:
    """Now; within a patience; a batch; a patient batch: however they come."""
    ways = {"whole_batch": WHOLE_BATCH, "batch": BATCH, "whole": WHOLE, "stream": STREAM}
    plug, *lines = await single.author.lines(1 + len(ways))
    names = {line.chunks[0]: name for line, name in zip(lines, ways, strict=True)}
    async with asyncio.TaskGroup() as callers:
        with single.stage.hold(plug.chunks[0]):
            callers.create_task(single.speak(plug))
            await single.until_begun(plug.chunks[0])
            for number, (line, way) in enumerate(zip(lines, ways.values(), strict=True), 1):
                callers.create_task(single.speak(line, **way))
                await single.until_metric("speech_chunks_waiting", number)
    order = [names.get(event.chunk) for event in single.stage.events if event.kind == "begin"]
    assert order == [None, "stream", "whole", "batch", "whole_batch"]


async def test_listeners_in_need_go_before_one_who_has_audio_left(single: House) -> None:
    """A stream is seven chunks ahead of its listener when two others come."""
    single.stage.pace = 0.1  # 50 ms a chunk: by the end of one, the next of another is there
    ahead, *late = [await single.author.book(chunks) for chunks in (12, 4, 4)]
    async with asyncio.TaskGroup() as callers:
        with single.stage.hold(ahead.chunks[6]):
            callers.create_task(single.speak(ahead))
            await single.until_begun(ahead.chunks[6])
            for speech in late:
                callers.create_task(single.speak(speech))
            await single.until_metric("speech_chunks_waiting", 2)
    order = [event.chunk for event in single.stage.events if event.kind == "begin"]
    assert max(order.index(speech.chunks[3]) for speech in late) < order.index(ahead.chunks[8])


@pytest.mark.parametrize(
    ("way", "patience_s"),
    [(STREAM, 0), (WHOLE, 10), pytest.param(BATCH, 60, marks=pytest.mark.proof)],
    ids=["stream", "whole", "batch"],
)
async def test_a_book_is_finished_though_lines_never_stop_coming(
    single: House, way: dict[str, Any], patience_s: int
) -> None:
    """Four callers ask for a line as soon as they have heard one, so that there is always one that waits."""
    single.stage.pace = 0.1
    book = await single.author.book(6)
    lines = iter(await single.author.lines(3000))
    step_s = 0.1 * next(lines).seconds

    async def flood() -> None:
        async with Client(single.port) as client:
            while not reading.done():
                line = next(lines)
                line.assert_heard(await client.speak(**line.request))

    async with asyncio.TaskGroup() as callers:
        with single.stage.hold():
            reading = callers.create_task(single.speak(book, **way))
            for _ in range(4):
                callers.create_task(flood())
            await single.until_metric("speech_queue_depth", 5)
    book.assert_heard(reading.result(), **way)
    begun = [event.chunk for event in single.stage.events if event.kind == "begin"]
    places = [begun.index(chunk) for chunk in book.chunks]
    assert places[-1] - len(book.chunks) > 20, "there was no flood"
    # The engine can't take more lines before the next chunk is due; then four wait that came before, and one runs.
    for number, (earlier, later) in enumerate(itertools.pairwise(places)):
        until_due_s = book.sizes[number] / SAMPLE_RATE + (0 if number else patience_s)
        assert later - earlier <= until_due_s / step_s + 6


async def test_the_book_of_one_is_not_delayed_by_the_books_of_others_more_than_its_share(
    single: House,
) -> None:
    """Equal streams that come together go on together: none gets two chunks ahead of another."""
    single.stage.pace = 0.05
    async with AsyncExitStack() as stack:
        books = [await single.author.book(8) for _ in range(5)]
        clients = [await stack.enter_async_context(Client(single.port)) for _ in books]
        with single.stage.hold():
            for client, book in zip(clients, books, strict=True):
                await client.ask(**book.request)
            await single.until_metric("speech_queue_depth", len(books))
            await single.until_metric("speech_chunks_waiting", REQUESTS_PER_CHUNK)
        answers = await asyncio.gather(*(client.answer() for client in clients))
    for book, answer in zip(books, answers, strict=True):
        book.assert_heard(answer)
    made: dict[int, int] = dict.fromkeys(range(len(books)), 0)
    owner = {chunk: i for i, book in enumerate(books) for chunk in book.chunks}
    for event in single.stage.events:
        if event.kind == "begin":
            made[owner[event.chunk]] += 1
            going = [made[i] for i, book in enumerate(books) if made[i] < len(book.chunks)]
            assert not going or max(made.values()) - min(going) <= 2
