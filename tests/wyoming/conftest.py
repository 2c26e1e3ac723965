"""A server with one place that speaks Wyoming, for all tests of a module."""

from collections.abc import Iterator

import pytest

from tests.servers import FakeServer, wait_until
from tests.wyoming.client import WyomingService, wyoming


@pytest.fixture(scope="module")
def single(model_files: None) -> Iterator[tuple[FakeServer, WyomingService]]:
    """A server with one place."""
    with FakeServer(queue_size=1) as server, wyoming(server.wait_until_ready()) as service:
        yield server, service


@pytest.fixture
def server(single: tuple[FakeServer, WyomingService]) -> FakeServer:
    server, service = single
    wait_until(lambda: not service.tasks, "end of all connections")
    server.wait_until_idle()
    server.engine.forget()
    return server


@pytest.fixture
def service(single: tuple[FakeServer, WyomingService], server: FakeServer) -> WyomingService:
    return single[1]
