"""Threads beside the event loop."""

import asyncio
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from kokoro_speech_server.threads import PatientCalls, give_way
from tests.engines import PATIENCE_S


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has priorities per thread")
def test_a_thread_gives_way_to_those_of_low_priority_too() -> None:
    """Also in a server that was started with `nice -n 15`."""

    def niceness() -> int:
        os.setpriority(os.PRIO_PROCESS, 0, 15)  # of this thread
        give_way()
        return os.getpriority(os.PRIO_PROCESS, 0)

    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(niceness).result() == 19


def test_a_call_that_hangs_holds_up_one_caller_and_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    gate, begun = Event(), list[int]()

    def hang(number: int) -> int:
        begun.append(number)
        assert gate.wait(PATIENCE_S)
        return number

    async def run() -> None:
        calls = PatientCalls()
        monkeypatch.setattr("kokoro_speech_server.threads.FILES_PATIENCE_S", 0.01)
        for number in range(3):
            with pytest.raises(TimeoutError):
                await calls.call(hang, number)
        monkeypatch.setattr("kokoro_speech_server.threads.FILES_PATIENCE_S", PATIENCE_S)
        with pytest.raises(TimeoutError):
            await calls.call(hang, 3)
        assert begun == [0]
        gate.set()
        while True:  # until the thread has ended
            try:
                assert await calls.call(hang, 4) == 4
                return
            except TimeoutError:
                await asyncio.sleep(0)

    asyncio.run(run())


def test_a_caller_waits_for_the_call_of_one_that_was_cancelled() -> None:
    gate, begun = Event(), Event()

    def wait() -> str:
        begun.set()
        assert gate.wait(PATIENCE_S)
        return "done"

    async def run() -> None:
        calls = PatientCalls()
        first = asyncio.create_task(calls.call(wait))
        await asyncio.to_thread(begun.wait, PATIENCE_S)
        first.cancel()
        second = asyncio.create_task(calls.call(wait))
        await asyncio.wait([first])
        assert first.cancelled()
        gate.set()
        assert await second == "done"

    asyncio.run(run())


def test_what_a_call_raises() -> None:
    async def run() -> None:
        calls = PatientCalls()
        for _ in range(2):
            with pytest.raises(ZeroDivisionError):
                await calls.call(divmod, 1, 0)

    asyncio.run(run())
