"""Random lives of workers in virtual time: whatever happens to them, every caller gets exactly one fitting end.

A failure names the seed of its life; `live(seed)` repeats it.
"""

import asyncio
import gc
import random
import signal
from collections import Counter

import pytest

from tests.workers.virtual_server import VirtualServer, run

pytestmark = pytest.mark.exhaustive

LIVES = 20
PROOF_LIVES = 1_000
STEPS = 80
_BLOCK = 20

_EVENTS = {
    "request": 40,
    "burst": 4,
    "disconnect": 8,
    "wait": 25,
    "wait_long": 4,
    "die": 4,
    "die_all": 0.5,
    "stop": 3,
    "go_on": 4,
}
"""Events, and how often each occurs relative to the others. Starts, loads and engines fail by themselves."""

_END_S = 12.0
"""Seconds after GRACE_S, or a second signal, within which the server has ended, even if its workers do not react."""


@pytest.mark.parametrize(
    "first",
    [
        *range(0, LIVES, _BLOCK),
        *(pytest.param(first, marks=pytest.mark.proof) for first in range(LIVES, PROOF_LIVES, _BLOCK)),
    ],
)
def test_every_request_ends_in_an_answer_a_refusal_or_a_break(first: int) -> None:
    outcomes = Counter[str | None]()
    for seed in range(first, first + _BLOCK):
        try:
            outcomes += live(seed)
        except BaseException as error:
            error.add_note(f"in the life with seed {seed}")
            raise
    gc.collect()  # the sockets and the shared memory of all workers
    assert min(outcomes[outcome] for outcome in ("answered", "refused", "broken", "left")) > 0


def live(seed: int) -> Counter[str | None]:
    """Returns the outcomes of all requests."""
    chance = random.Random(seed)
    workers = chance.choice([1, 2, 3, 5])
    grace_s = chance.choice([0, 5, 60])
    return run(
        seed,
        lambda server: _Life(server, chance, grace_s).run(),
        workers=workers,
        engines=chance.choice([workers, workers, chance.randint(1, workers)]),
        queue_size=chance.choice([1, 3]),
        grace_s=grace_s,
        engine_timeout_s=chance.choice([None, 10]),
    )


class _Life:
    def __init__(self, server: VirtualServer, chance: random.Random, grace_s: float) -> None:
        self._server = server
        self._machine = server.machine
        self._chance = chance
        self._grace_s = grace_s

    async def run(self) -> Counter[str | None]:
        server, machine, chance = self._server, self._machine, self._chance
        # A server none of whose workers can start ends, which tests/workers/test_start_and_stop.py shows.
        machine.calm = True
        if chance.random() < 0.1:  # a signal during the start
            machine.next_start_hangs = chance.random() < 0.5
            await asyncio.sleep(chance.uniform(0, 20))
        else:
            await server.until(server.is_recovered)
            machine.calm = False
            await self._steps()
            if chance.random() < 0.7:  # otherwise the signal comes in the middle of everything
                await self._recover()
        await self._end()
        return Counter(request.outcome for request in server.requests)

    async def _steps(self) -> None:
        for _ in range(STEPS):
            [event] = self._chance.choices(list(_EVENTS), list(_EVENTS.values()))
            await getattr(self, f"_{event}")()
            await asyncio.sleep(0.001)  # every process acts on what it has received
            self._server.check()
            assert not self._server.serving.done(), "the supervisor has ended"

    async def _recover(self) -> None:
        server = self._server
        self._machine.calm = True
        await self._go_on()
        await server.until(server.is_recovered)
        await server.until(lambda: all(request.outcome for request in server.requests))
        server.check()
        await server.check_places()

    async def _end(self) -> None:
        """SIGTERM with requests in flight, perhaps twice."""
        await self._burst()
        await asyncio.sleep(self._chance.choice([0, 0.05]))
        within_s = self._grace_s
        self._server.signal()
        if self._chance.random() < 0.5:
            within_s = min(within_s, self._chance.choice([0, 1, 4]))
            asyncio.get_running_loop().call_later(within_s, self._server.signal)
        await self._server.check_end(within_s + _END_S)

    # Events

    async def _request(self) -> None:
        self._server.request(self._chance.choice([1, 2, 5]))

    async def _burst(self) -> None:
        for _ in range(self._server.scheduler.capacity.total + 2):
            await self._request()

    async def _disconnect(self) -> None:
        able = [
            request
            for request in self._server.requests
            if request.task is not None and request.worker and not request.outcome
        ]
        if able:
            request = self._chance.choice(able)
            assert request.worker is not None
            assert request.task is not None
            if not request.worker.stopped:
                request.end("left")
                request.task.cancel()

    async def _wait(self) -> None:
        await asyncio.sleep(self._chance.choice([0.01, 0.3, 3.0]))

    async def _wait_long(self) -> None:
        await asyncio.sleep(self._chance.choice([20.0, 120.0]))

    async def _die(self) -> None:
        if alive := self._machine.alive:
            self._chance.choice(alive).die(self._chance.choice([1, -signal.SIGSEGV]))

    async def _die_all(self) -> None:
        for worker in self._machine.alive:
            worker.die(-signal.SIGKILL)

    async def _stop(self) -> None:
        if alive := self._machine.alive:
            self._chance.choice(alive).stop()

    async def _go_on(self) -> None:
        for worker in self._machine.alive:
            worker.go_on()
