"""uvicorn's own workers: every process for itself, but correct and bounded, and our 503 before uvicorn's."""

import asyncio
from collections.abc import Sequence

import pytest

from tests.load.client import Answer
from tests.load.house import House, assert_refused, until

pytestmark = pytest.mark.anyio

PROCESSES, PLACES = 2, 3


async def test_uvicorns_workers_are_bounded_and_refuse_as_we_do(model_files: None) -> None:
    with House(
        module="tests.load.plain_uvicorn",
        WORKERS="1",
        QUEUE_SIZE=str(PLACES),
        UVICORN_WORKERS=str(PROCESSES),
        UVICORN_LIMIT_CONCURRENCY="60",
        UVICORN_LOG_LEVEL="warning",
    ) as house:
        await house.ready()
        await house.until_workers(PROCESSES)
        for _ in range(2):  # the second time on what the first left
            lines = await house.author.lines(40)
            async with asyncio.TaskGroup() as callers:
                with house.stage.hold():
                    calls = [callers.create_task(house.speak(line)) for line in lines]
                    await until_done(calls, len(lines) - PROCESSES * PLACES)
            answers = [call.result() for call in calls]
            spoken = [answer.status == 200 for answer in answers]
            assert PLACES <= sum(spoken) <= PROCESSES * PLACES
            for line, answer in zip(lines, answers, strict=True):
                if answer.status == 200:
                    line.assert_heard(answer)
                else:
                    assert_refused(answer)


async def until_done(calls: Sequence[asyncio.Task[Answer]], count: int) -> None:
    async def done() -> bool:
        return sum(call.done() for call in calls) >= count

    await until(done, f"{count} answers")
