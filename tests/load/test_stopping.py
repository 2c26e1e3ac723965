"""Told to stop, the server refuses what is new, finishes what it has taken on, and ends well."""

import asyncio
import signal
from contextlib import ExitStack
from typing import Any

import psutil  # type: ignore[import-untyped]
import pytest

from tests.load.client import Answer, Client, heard
from tests.load.house import House, assert_refused, until

pytestmark = pytest.mark.anyio

STREAM: dict[str, Any] = {}
WHOLE: dict[str, Any] = {"stream": False}
SSE: dict[str, Any] = {"stream_format": "sse"}


async def test_what_was_taken_on_is_finished_and_what_is_new_is_refused_until_then(model_files: None) -> None:
    with House(WORKERS="2", QUEUE_SIZE="4") as house:
        await house.ready()
        ways = [*2 * [STREAM, SSE, WHOLE], STREAM]
        speeches = [await house.author.book(3) for _ in ways]
        async with house.clients(len(speeches)) as clients, Client(house.port) as kept:
            assert (await kept.get("/health")).status == 200
            with ExitStack() as held:
                for speech in speeches[:2]:
                    held.enter_context(house.stage.hold(speech.chunks[1]))
                answers = [Answer() for _ in speeches]
                for number, (client, speech, way) in enumerate(zip(clients, speeches, ways, strict=True)):
                    await client.ask(**{**speech.request, **way})
                    if number < 2:  # these are heard before the stop, the others wait
                        answers[number] = await client.answer(heard)
                        await house.until_begun(speech.chunks[1])
                await house.until_metric("speech_queue_depth", len(speeches))
                house.process.process.send_signal(signal.SIGTERM)
                await _until_stopping(house)

                assert (await house.get("/health")).status == 200
                assert (await kept.get("/health")).status == 200
                assert_refused(await kept.get("/ready"), "server_is_stopping")
                line = await house.author.line()
                assert_refused(await house.speak(line), "server_is_stopping")
                assert_refused(await kept.speak(**line.request), "server_is_stopping")

                # The last is waited for as long as it takes, while all others are finished.
                house.stage.pace = 0.1
                house.stage.release(speeches[1].chunks[1])
                finishing = [
                    client.answer(begun=answer) for client, answer in zip(clients, answers, strict=True)
                ]
                last = asyncio.create_task(finishing[0])
                await asyncio.gather(*finishing[1:])
                await house.until_metric("speech_queue_depth", 1)
                assert_refused(await house.speak(line), "server_is_stopping")
                assert house.process.process.poll() is None
            await last
        for speech, way, answer in zip(speeches, ways, answers, strict=True):
            speech.assert_heard(answer, **way)
        assert await asyncio.to_thread(house.process.wait) == 0
        assert sorted(event.chunk for event in house.stage.events if event.kind == "end") == sorted(
            chunk for speech in speeches for chunk in speech.chunks
        )


async def test_what_is_not_finished_in_time_is_broken_visibly(model_files: None) -> None:
    """The engine never lets go of what it has, and yet the server ends, and ends well.

    Some are being spoken, some wait for a lane, and the texts of some have not been looked at.
    """
    with House(WORKERS="2", QUEUE_SIZE="8", GRACE_S="1") as house:
        await house.ready()
        ways = 5 * [STREAM, SSE, WHOLE]
        speeches = [await house.author.book(3) for _ in ways]
        async with house.clients(len(speeches)) as clients:
            with ExitStack() as held:
                for speech in speeches:
                    held.enter_context(house.stage.hold(speech.chunks[1]))
                for client, speech, way in zip(clients, speeches, ways, strict=True):
                    await client.ask(**{**speech.request, **way})
                await house.until_metric("speech_queue_depth", len(speeches))
                await house.until_metric("speech_lanes", 2, state="busy")
                workers = house.processes()
                house.process.process.send_signal(signal.SIGTERM)
                answers = await asyncio.gather(*(client.answer() for client in clients))
                assert await asyncio.to_thread(house.process.wait) == 0
        for answer in answers:
            assert_not_spoken(answer)
        assert not any(psutil.pid_exists(worker) for worker in workers)


def assert_not_spoken(answer: Answer) -> None:
    """No answer looks like a whole file: it broke, said so in an event, or was an error from the start."""
    if answer.whole:
        assert answer.status in (500, 503), answer
        assert answer.error["type"] in ("server_error", "service_unavailable_error")


async def _until_stopping(house: House) -> None:
    """The port stays open all the while: a refused connection fails the test."""

    async def stopping() -> bool:
        answer = await house.get("/ready")
        if answer.status == 200:
            return False
        assert_refused(answer, "server_is_stopping")
        return True

    await until(stopping, "a server that is no longer ready")
