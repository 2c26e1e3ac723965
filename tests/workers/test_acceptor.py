"""How a worker takes connections from the shared listening socket; faults of the system are forced by a fake."""

import asyncio
import errno
import socket
from collections.abc import Callable, Iterator, Sequence

import pytest

from kokoro_speech_server.workers.acceptor import Acceptor
from kokoro_speech_server.workers.connection_counts import ConnectionCounts

pytestmark = pytest.mark.anyio


class FaultyListener(socket.socket):
    """A listening socket whose next calls of `accept` raise the errors."""

    errors: Sequence[int] = ()

    def accept(self) -> tuple[socket.socket, object]:
        if self.errors:
            first, *self.errors = self.errors
            raise OSError(first, "forced by the test")
        return super().accept()


@pytest.fixture
def listener() -> Iterator[FaultyListener]:
    with FaultyListener() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        listener.setblocking(False)
        yield listener


class Worker:
    """An acceptor whose connections stay open. arrived: the accepted connections"""

    def __init__(self, listener: socket.socket, counts: ConnectionCounts, number: int) -> None:
        self.arrived: asyncio.Queue[socket.socket] = asyncio.Queue()
        self.fails = False
        self.acceptor = Acceptor({listener: self._connect}, counts, number)
        self.acceptor.set_accepting(True)

    async def _connect(self, connection: socket.socket, ended: Callable[[], None]) -> None:
        if self.fails:
            ended()  # as a protocol does whose transport is closed
            raise OSError(errno.EINVAL, "the client has reset the connection")
        self.arrived.put_nowait(connection)

    def close(self) -> None:
        self.acceptor.set_accepting(False)
        while not self.arrived.empty():
            self.arrived.get_nowait().close()


async def arrive(worker: Worker) -> None:
    """Waits for the next connection, and closes it without a notice to the acceptor."""
    (await asyncio.wait_for(worker.arrived.get(), 60)).close()


def close(*ends: Worker | socket.socket) -> None:
    for end in ends:
        end.close()


def connect(listener: socket.socket) -> socket.socket:
    return socket.create_connection(listener.getsockname())


@pytest.mark.parametrize("number", [errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ECONNABORTED])
async def test_errors_of_accept_do_not_end_accepting(listener: FaultyListener, number: int) -> None:
    listener.errors = [number, number]
    worker = Worker(listener, ConnectionCounts.create(1), 0)
    with connect(listener):
        await arrive(worker)
    worker.close()


async def test_a_connection_that_fails_at_its_start_ends_alone(listener: FaultyListener) -> None:
    counts = ConnectionCounts.create(2)
    worker = Worker(listener, counts, 0)
    worker.fails = True
    with connect(listener) as client:
        assert await asyncio.to_thread(client.recv, 1) == b""
    assert counts.less_loaded(1) == [0]  # it no longer counts
    worker.fails = False
    with connect(listener):
        await arrive(worker)
    worker.close()


async def test_connections_are_left_to_the_least_loaded_worker(listener: FaultyListener) -> None:
    counts = ConnectionCounts.create(2)
    with listener.dup() as other_listener:
        workers = [Worker(listener, counts, 0), Worker(other_listener, counts, 1)]
        clients = [connect(listener) for _ in range(20)]
        # An eighth more than another one has does not count, so that one may have two connections more.
        for worker in workers:
            for _ in range(9):
                await arrive(worker)
        close(*workers, *clients)


async def test_several_connections_are_taken_in_one_turn_of_the_event_loop(listener: FaultyListener) -> None:
    """The turns of a busy worker are long."""
    clients = [connect(listener) for _ in range(40)]
    worker = Worker(listener, ConnectionCounts.create(1), 0)
    turns = 0
    while worker.arrived.qsize() < len(clients):
        await asyncio.sleep(0)
        turns += 1
    assert turns < len(clients) / 2
    close(worker, *clients)


async def test_a_worker_that_does_not_run_is_passed_over_until_it_runs_again(
    listener: FaultyListener,
) -> None:
    counts = ConnectionCounts.create(2)
    counts.set_open(1, 0)  # as a stopped process would leave it
    worker = Worker(listener, counts, 0)
    clients = [connect(listener) for _ in range(3)]
    for _ in clients:
        await arrive(worker)
    assert counts.less_loaded(3) == []
    counts.respond(1)
    assert counts.less_loaded(3) == [1]
    close(worker, *clients)


async def test_a_worker_that_stops_accepting_leaves_the_socket_to_others(listener: FaultyListener) -> None:
    counts = ConnectionCounts.create(2)
    with listener.dup() as other_listener:
        first, second = Worker(listener, counts, 0), Worker(other_listener, counts, 1)
        first.acceptor.set_accepting(False)
        clients = [connect(listener) for _ in range(4)]
        for _ in clients:
            await arrive(second)
        assert first.arrived.empty()
        close(first, second, *clients)
