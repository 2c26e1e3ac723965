"""uvicorn's own workers share nothing, but are correct and bounded, and send our 503 before uvicorn's."""

import asyncio
from collections.abc import Sequence

import pytest

from tests.load.client import Answer
from tests.load.server_harness import ServerHarness, assert_refused, until

pytestmark = pytest.mark.anyio

PROCESSES, CAPACITY = 2, 3


async def test_uvicorns_workers_are_bounded_and_refuse_with_our_503(model_files: None) -> None:
    with ServerHarness(
        module="tests.load.plain_uvicorn",
        WORKERS="1",
        QUEUE_SIZE=str(CAPACITY),
        UVICORN_WORKERS=str(PROCESSES),
        UVICORN_LIMIT_CONCURRENCY="60",
        UVICORN_LOG_LEVEL="warning",
    ) as harness:
        await harness.ready()
        await harness.until_workers(PROCESSES)
        for _ in range(2):  # the second time with what the first has left behind
            lines = await harness.speeches.lines(40)
            async with asyncio.TaskGroup() as tasks:
                with harness.control.hold():
                    calls = [tasks.create_task(harness.speak(line)) for line in lines]
                    await until_done(calls, len(lines) - PROCESSES * CAPACITY)
            answers = [call.result() for call in calls]
            spoken = [answer.status == 200 for answer in answers]
            assert CAPACITY <= sum(spoken) <= PROCESSES * CAPACITY
            for line, answer in zip(lines, answers, strict=True):
                if answer.status == 200:
                    line.assert_matches(answer)
                else:
                    assert_refused(answer)


async def until_done(calls: Sequence[asyncio.Task[Answer]], count: int) -> None:
    async def done() -> bool:
        return sum(call.done() for call in calls) >= count

    await until(done, f"{count} answers")
