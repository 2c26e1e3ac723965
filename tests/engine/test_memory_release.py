"""The server releases the engine's memory between requests while memory is high."""

import pytest

from tests.engines import FakeEngine
from tests.servers import FakeServer, is_ready, wait_until
from tests.texts import SENTENCES


def test_memory_is_released_between_requests_and_not_within_one(fake: FakeServer) -> None:
    fake.engine.released.clear()
    fake.engine.full = True
    try:
        assert fake.pcm(SENTENCES)
        steps = fake.engine.steps
        assert steps > 2
        wait_until(lambda: fake.engine.released, "the release of memory")
        assert fake.pcm("A short one.")
        wait_until(lambda: len(fake.engine.released) == 2, "another one")
        assert fake.engine.released == [steps, steps + 1]
    finally:
        fake.engine.full = False


def test_memory_that_is_not_high_is_retained(fake: FakeServer) -> None:
    fake.engine.released.clear()
    for _ in range(3):
        assert fake.pcm("A short one.")
    assert fake.engine.released == []


@pytest.mark.parametrize("full", [False, True])
def test_what_the_warm_up_leaves_is_released_while_memory_is_high(full: bool) -> None:
    engine = FakeEngine()
    engine.full = full
    with FakeServer(engine) as server:
        wait_until(lambda: is_ready(server.url), "readiness")
        assert engine.released == ([engine.steps] if full else [])
