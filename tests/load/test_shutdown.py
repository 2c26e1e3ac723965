"""On SIGTERM the server refuses new requests, completes the admitted ones, and exits with 0."""

import asyncio
import signal
from contextlib import ExitStack
from typing import Any

import psutil  # type: ignore[import-untyped]
import pytest

from tests.load.client import Answer, Client, has_audio
from tests.load.server_harness import ServerHarness, assert_refused, until

pytestmark = pytest.mark.anyio

STREAM: dict[str, Any] = {}
WHOLE: dict[str, Any] = {"stream": False}
SSE: dict[str, Any] = {"stream_format": "sse"}


async def test_admitted_requests_are_completed_and_new_ones_refused_until_then(model_files: None) -> None:
    with ServerHarness(WORKERS="2", QUEUE_SIZE="4") as harness:
        await harness.ready()
        ways = [*2 * [STREAM, SSE, WHOLE], STREAM]
        speeches = [await harness.speeches.book(3) for _ in ways]
        async with harness.clients(len(speeches)) as clients, Client(harness.port) as kept:
            assert (await kept.get("/health")).status == 200
            with ExitStack() as held:
                for speech in speeches[:2]:
                    held.enter_context(harness.control.hold(speech.chunks[1]))
                answers = [Answer() for _ in speeches]
                for number, (client, speech, way) in enumerate(zip(clients, speeches, ways, strict=True)):
                    await client.ask(**{**speech.request, **way})
                    if number < 2:  # these begin before the SIGTERM, the others wait
                        answers[number] = await client.answer(has_audio)
                        await harness.until_begun(speech.chunks[1])
                await harness.until_metric("speech_queue_depth", len(speeches))
                harness.process.process.send_signal(signal.SIGTERM)
                await _until_stopping(harness)

                assert (await harness.get("/health")).status == 200
                assert (await kept.get("/health")).status == 200
                assert_refused(await kept.get("/ready"), "server_is_stopping")
                line = await harness.speeches.line()
                assert_refused(await harness.speak(line), "server_is_stopping")
                assert_refused(await kept.speak(**line.request), "server_is_stopping")

                # The server waits for the held one, while all others are completed.
                harness.control.pace = 0.1
                harness.control.release(speeches[1].chunks[1])
                finishing = [
                    client.answer(begun=answer) for client, answer in zip(clients, answers, strict=True)
                ]
                last = asyncio.create_task(finishing[0])
                await asyncio.gather(*finishing[1:])
                await harness.until_metric("speech_queue_depth", 1)
                assert_refused(await harness.speak(line), "server_is_stopping")
                assert harness.process.process.poll() is None
            await last
        for speech, way, answer in zip(speeches, ways, answers, strict=True):
            speech.assert_matches(answer, **way)
        assert await asyncio.to_thread(harness.process.wait) == 0
        assert sorted(event.chunk for event in harness.control.events if event.kind == "end") == sorted(
            chunk for speech in speeches for chunk in speech.chunks
        )


async def test_responses_that_are_incomplete_after_the_grace_period_break_visibly(model_files: None) -> None:
    """The engines never release their chunks, and yet the server exits with 0.

    Some requests run, some wait for an engine, and the texts of some have not been prepared.
    """
    with ServerHarness(WORKERS="2", QUEUE_SIZE="8", GRACE_S="1") as harness:
        await harness.ready()
        ways = 5 * [STREAM, SSE, WHOLE]
        speeches = [await harness.speeches.book(3) for _ in ways]
        async with harness.clients(len(speeches)) as clients:
            with ExitStack() as held:
                for speech in speeches:
                    held.enter_context(harness.control.hold(speech.chunks[1]))
                for client, speech, way in zip(clients, speeches, ways, strict=True):
                    await client.ask(**{**speech.request, **way})
                await harness.until_metric("speech_queue_depth", len(speeches))
                await harness.until_metric("speech_engine_slots", 2, state="busy")
                workers = harness.processes()
                harness.process.process.send_signal(signal.SIGTERM)
                answers = await asyncio.gather(*(client.answer() for client in clients))
                assert await asyncio.to_thread(harness.process.wait) == 0
        for answer in answers:
            assert_incomplete(answer)
        assert not any(psutil.pid_exists(worker) for worker in workers)


def assert_incomplete(answer: Answer) -> None:
    """Asserts that the response does not look like a complete file: it broke, or it is an error."""
    if answer.whole:
        assert answer.status in (500, 503), answer
        assert answer.error["type"] in ("server_error", "service_unavailable_error")


async def _until_stopping(harness: ServerHarness) -> None:
    """Waits for the refusals; the port stays open all the time, since a refused connection fails the test."""

    async def stopping() -> bool:
        answer = await harness.get("/ready")
        if answer.status == 200:
            return False
        assert_refused(answer, "server_is_stopping")
        return True

    await until(stopping, "end of readiness")
