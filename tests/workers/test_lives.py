"""How the supervisor treats workers that fail at inconvenient moments, in virtual time."""

import asyncio
import errno
import socket

import pytest

from tests.workers.virtual_server import VirtualServer, run
from tests.workers.virtual_workers import Request

_GRACE_S = 3_600.0


async def _begun(server: VirtualServer, chunks: int) -> Request:
    """A request whose first audio has arrived."""
    request = server.request(chunks)
    await server.until(lambda: request.sent, every_s=0.01)
    return request


async def _ready(server: VirtualServer) -> None:
    server.machine.calm = True
    await server.until(server.is_recovered)


def test_the_only_engine_that_fails_is_replaced_at_once() -> None:
    """Its requests cannot be completed, so that the next ones must not wait for them."""

    async def test(server: VirtualServer) -> None:
        await _ready(server)
        server.machine.next_fault = "device"
        request = server.request(3)
        await server.until(lambda: request.outcome, within_s=10)
        await server.until(server.is_recovered, within_s=120)
        assert request.outcome in ("refused", "broken")
        await server.check_places()

    run(1, test, workers=1, engines=1, grace_s=_GRACE_S)


def test_an_engine_that_dies_while_the_server_stops_is_replaced_for_the_admitted_requests() -> None:
    async def test(server: VirtualServer) -> None:
        await _ready(server)
        requests = [await _begun(server, 6) for _ in range(2)]
        server.machine.next_fault = "die"
        server.signal()
        await server.check_end(within_s=300)
        assert [request.outcome for request in requests] == ["answered", "answered"]

    run(2, test, workers=3, engines=1, grace_s=_GRACE_S)


def test_no_worker_is_started_after_the_others_were_told_to_end() -> None:
    """One is dead and awaits its replacement when the signal comes; the other is stopped, so that it ends late."""

    async def test(server: VirtualServer) -> None:
        await _ready(server)
        first, second = server.machine.alive
        second.stop()
        first.die(1)
        await asyncio.sleep(0.1)
        server.signal()
        await server.check_end(within_s=20)
        assert server.machine.workers == [first, second]

    run(3, test, workers=2, engines=2, grace_s=0)


def test_a_second_signal_ends_a_worker_that_has_much_time_to_leave() -> None:
    """Its engine has failed, so that it leaves; then it is stopped."""

    async def test(server: VirtualServer) -> None:
        await _ready(server)
        requests = [await _begun(server, 5_000) for _ in range(4)]
        server.machine.next_fault = "device"
        await server.until(lambda: any(worker.leaving for worker in server.machine.alive))
        [leaving] = [worker for worker in server.machine.alive if worker.leaving]
        leaving.stop()
        server.signal()
        server.signal()
        await server.check_end(within_s=10)
        assert {request.outcome for request in requests} == {"broken"}

    run(4, test, workers=2, engines=2, grace_s=_GRACE_S)


def test_a_worker_whose_start_hangs_is_replaced() -> None:
    async def test(server: VirtualServer) -> None:
        server.machine.next_start_hangs = True
        await _ready(server)
        assert len(server.machine.workers) == 3

    run(5, test, workers=2, engines=2)


def test_a_server_without_free_descriptors_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """A replacement needs some; it is started later."""

    async def test(server: VirtualServer) -> None:
        await _ready(server)

        def none_free() -> tuple[socket.socket, socket.socket]:
            raise OSError(errno.EMFILE, "no descriptor is free")

        with monkeypatch.context() as patch:
            patch.setattr(socket, "socketpair", none_free)
            server.machine.alive[0].die(1)
            await asyncio.sleep(10)
        assert not server.serving.done()
        await server.until(server.is_recovered)
        await server.check_places()

    run(6, test, workers=2, engines=2)
