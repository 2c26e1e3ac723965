"""Random faults of workers under load: every caller gets an answer, a refusal or a visible break, and no place is lost.

The same in virtual time, with many more faults: tests/workers/test_random_lives.py.
"""

import asyncio
import contextlib
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Iterator

import psutil  # type: ignore[import-untyped]
import pytest

from tests.load.client import Answer, Client
from tests.load.server_harness import ServerHarness, until
from tests.load.speech_factory import Speech
from tests.servers import worker_processes

pytestmark = [pytest.mark.anyio, pytest.mark.proof]

SECONDS = 100.0
"""Of faults; afterwards the server recovers."""

CLIENTS = 30
"""More than there are places, so that some are refused."""

_FAULTS = {"kill": 3, "stop": 2, "chunk": 6, "load": 2}
"""Faults, and how often each occurs relative to the others."""

_CHUNK_FAULTS = ("once die", "once hang", "once device", "die", "error")


@pytest.fixture
def four(model_files: None) -> Iterator[ServerHarness]:
    with ServerHarness(WORKERS="4", QUEUE_SIZE="5", ENGINE_TIMEOUT_S="5") as harness:
        yield harness


async def test_every_caller_gets_an_answer_a_refusal_or_a_visible_break(four: ServerHarness) -> None:
    seed = random.SystemRandom().randrange(1 << 32)
    print(f"seed {seed}")  # which pytest shows if the test fails
    await four.ready()
    four.control.pace = 0.1
    faulty = FaultyServer(four, random.Random(seed))
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(faulty.break_things())
        for _ in range(CLIENTS):
            tasks.create_task(faulty.run_client())
    print(faulty.outcomes, faulty.faults)
    assert min(faulty.outcomes[outcome] for outcome in ("answered", "refused", "broken")) > 0
    assert faulty.outcomes["answered"] > faulty.outcomes.total() / 10
    await four.ready()
    assert await four.metric("speech_requests_running") == 0
    assert await four.metric("speech_requests_waiting") == 0
    await four.assert_capacity()


class FaultyServer:
    """Clients that request speech again and again, and faults in the workers that they are connected to.

    outcomes: of all requests
    faults:   of workers
    """

    def __init__(self, harness: ServerHarness, chance: random.Random) -> None:
        self.outcomes: Counter[str] = Counter()
        self.faults: Counter[str] = Counter()
        self._harness = harness
        self._chance = chance
        self._end = time.monotonic() + SECONDS
        self._broken: set[int] = set()  # processes that were killed or stopped

    async def run_client(self) -> None:
        while time.monotonic() < self._end:
            speech = await self._harness.speeches.speech(self._chance.choice([1, 1, 2, 6]))
            if self._chance.random() < 0.02:
                fault = self._chance.choice(_CHUNK_FAULTS)
                self.faults[f"chunk: {fault}"] += 1
                self._harness.control.fail(self._chance.choice(speech.chunks), fault)
            async with Client(self._harness.port) as client:
                owner = self._owner(client)
                try:
                    answer = await client.speak(**speech.request)
                except ConnectionError:
                    answer = Answer()
            outcome = self._outcome(speech, answer)
            if outcome == "broken":
                await self._assert_justified(speech, owner, answer)
            self.outcomes[outcome] += 1
            await asyncio.sleep(self._chance.random() * 0.2)

    def _outcome(self, speech: Speech, answer: Answer) -> str:
        if not answer.whole:
            return "broken"
        if answer.status == 503:
            assert 1 <= int(answer.headers["retry-after"]) <= 60
            assert answer.error["type"] == "service_unavailable_error"
            return "refused"
        if answer.status == 500:
            assert answer.error["type"] == "server_error", answer
            assert self._has_failed_in_engine(speech), answer
            return "failed"
        speech.assert_matches(answer)
        return "answered"

    async def _assert_justified(self, speech: Speech, owner: int | None, answer: Answer) -> None:
        """A connection breaks only with its worker, or in the middle of a stream whose chunk the engine failed on."""
        if answer.status == 200 and self._has_failed_in_engine(speech):
            return
        if owner is not None and owner not in self._broken:

            async def has_ended() -> bool:
                return not psutil.pid_exists(owner)

            await until(has_ended, f"end of worker {owner}, which broke {answer}")

    def _has_failed_in_engine(self, speech: Speech) -> bool:
        """Whether the engine refused a chunk of the speech, or two engines were lost with one."""
        control = self._harness.control
        return any(
            control.begins(chunk) > 1 or (control.folder / "faults" / str(chunk)).exists()
            for chunk in speech.chunks
        )

    async def break_things(self) -> None:
        while time.monotonic() < self._end:
            await asyncio.sleep(self._chance.random() * 4)
            [fault] = self._chance.choices(list(_FAULTS), list(_FAULTS.values()))
            if fault == "load":
                self.faults[fault] += 1
                self._harness.control.fail("load", self._chance.choice(["once die", "once error"]))
            elif fault in ("kill", "stop") and (workers := self._workers()):
                self.faults[fault] += 1
                await getattr(self, f"_{fault}")(self._chance.choice(workers))

    async def _kill(self, worker: int) -> None:
        self._broken.add(worker)
        with contextlib.suppress(ProcessLookupError):
            os.kill(worker, signal.SIGKILL)

    async def _stop(self, worker: int) -> None:
        self._broken.add(worker)  # its engine may be found to hang
        with contextlib.suppress(ProcessLookupError):
            os.kill(worker, signal.SIGSTOP)
            await asyncio.sleep(self._chance.random() * 10)
            os.kill(worker, signal.SIGCONT)

    def _workers(self) -> list[int]:
        return [worker.pid for worker in worker_processes(self._harness.process.process.pid)]

    def _owner(self, client: Client) -> int | None:
        """The process that has accepted the client's connection; None if it is not known yet."""
        for worker in self._workers():
            with contextlib.suppress(psutil.Error):
                for connection in psutil.Process(worker).net_connections("tcp"):
                    if connection.raddr and connection.raddr.port == client.port:
                        return worker
        return None
