"""What the supervisor does for its workers, with links whose other ends are sockets of the test."""

import asyncio
import pickle
import socket
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import pytest
import uvloop

from kokoro_speech_server.errors import OverloadedError, RateLimitError
from kokoro_speech_server.scheduling.limits import CallerLimits
from kokoro_speech_server.workers.link import Link, _Kind
from kokoro_speech_server.workers.supervisor_calls import SupervisorCalls
from tests.scheduling.slots import FakeSlot, Harness


class _Worker:
    """A worker's end of a link, and the supervisor's one. Nothing is read while the test sends."""

    def __init__(self, scheduler: Any) -> None:
        ours, self._theirs = socket.socketpair()
        self._numbers = iter(range(1000))
        self.supervisors = SimpleNamespace(admissions={}, unread={}, index=0)
        self.link = Link(ours, SupervisorCalls(self.supervisors, scheduler, lambda: ()))  # type: ignore[arg-type]

    async def open(self) -> None:
        await self.link.open()
        self._running = asyncio.create_task(self.link.run())

    async def close(self) -> None:
        self._theirs.close()
        await self._running

    def send(self, kind: _Kind, method: str, *args: Any) -> None:
        data = pickle.dumps((kind, next(self._numbers), (method, args)))
        self._theirs.sendall(len(data).to_bytes(4) + data)

    def admit(self, number: int, caller: str = "ann", *, kind: str = "speech") -> None:
        if kind == "speech":
            self.send(_Kind.CALL, "admit", number, caller, 0.0, 1.0)
        else:
            self.send(_Kind.CALL, f"admit_{kind}", number, caller)

    async def answer(self) -> Any:
        self._theirs.setblocking(False)
        loop = asyncio.get_running_loop()
        length = int.from_bytes(await loop.sock_recv(self._theirs, 4))
        kind, _, content = pickle.loads(await loop.sock_recv(self._theirs, length))
        if kind is _Kind.ERROR:
            raise content
        return content


Test = Callable[[list[_Worker]], Awaitable[None]]


def _run(test: Test, loop: Callable[[], asyncio.AbstractEventLoop], **settings: Any) -> None:
    async def with_workers() -> None:
        scheduler = Harness(FakeSlot(), **settings).scheduler
        workers = [_Worker(scheduler) for _ in range(3)]
        for worker in workers:
            await worker.open()
        await test(workers)
        for worker in workers:
            await worker.close()

    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(with_workers())


@pytest.mark.parametrize("loop", [asyncio.new_event_loop, uvloop.new_event_loop], ids=["asyncio", "uvloop"])
@pytest.mark.parametrize(
    ("kind", "settings"),
    [
        ("speech", {"capacity": 1}),
        ("text", {"text_capacity": 1}),
        ("speech", {"limits": CallerLimits(per_minute=None, at_once=1)}),
        ("text", {"limits": CallerLimits(per_minute=None, at_once=1)}),
        ("session", {"limits": CallerLimits(per_minute=None, at_once=None, sessions=1)}),
    ],
    ids=["speech-capacity", "text-capacity", "speech-limit", "text-limit", "session-limit"],
)
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_place_that_was_released_on_another_link_is_free(
    order: tuple[int, int],
    kind: str,
    settings: dict[str, Any],
    loop: Callable[[], asyncio.AbstractEventLoop],
) -> None:
    async def test(workers: list[_Worker]) -> None:
        first, second = (workers[index] for index in order)
        first.admit(7, kind=kind)
        await first.answer()
        second.send(_Kind.NOTIFY, "audio_read", 0)  # so that this link is read first
        first.send(_Kind.NOTIFY, "release", 7)
        second.admit(8, kind=kind)
        await second.answer()
        assert (list(first.supervisors.admissions), list(second.supervisors.admissions)) == ([], [8])

    _run(test, loop, **settings)


def test_a_full_server_still_refuses() -> None:
    async def test(workers: list[_Worker]) -> None:
        workers[0].admit(1)
        await workers[0].answer()
        workers[1].admit(2, "bob")
        with pytest.raises(OverloadedError):
            await workers[1].answer()
        assert not workers[1].supervisors.admissions

    _run(test, asyncio.new_event_loop, capacity=1)


@pytest.mark.parametrize("kind", ["speech", "session"])
def test_a_caller_at_its_limit_is_still_refused(kind: str) -> None:
    async def test(workers: list[_Worker]) -> None:
        workers[0].admit(1, kind=kind)
        await workers[0].answer()
        workers[1].admit(2, kind=kind)
        with pytest.raises(RateLimitError):
            await workers[1].answer()

    _run(test, asyncio.new_event_loop, limits=CallerLimits(per_minute=None, at_once=1, sessions=1))


def test_a_worker_that_dies_before_it_is_admitted_holds_no_place() -> None:
    async def test(workers: list[_Worker]) -> None:
        dying, other, _ = workers
        other.admit(1)
        await other.answer()
        other.send(_Kind.NOTIFY, "release", 1)
        dying.admit(2)
        await dying.close()
        for admission in dying.supervisors.admissions.values():
            dying.link.handler._scheduler.release(admission)  # as the supervisor does when a worker is gone
        other.admit(3)
        await other.answer()

    _run(test, asyncio.new_event_loop, capacity=1)
