"""Servers that the load proofs share: a start costs seconds of computing for each worker."""

from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from tests.load.house import House

SMALL_CHUNKS: dict[str, Any] = {
    "FIRST_CHUNK_TOKENS": "20",
    "TARGET_MIN_TOKENS": "20",
    "TARGET_MAX_TOKENS": "30",
}


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def shared_eight(model_files: None) -> Iterator[House]:
    with House(WORKERS="8", QUEUE_SIZE="10", SEND_TIMEOUT_S="15") as house:
        yield house


@pytest.fixture
async def eight(shared_eight: House) -> AsyncIterator[House]:
    """Eight workers with ten places each, none taken."""
    yield await shared_eight.ready()
    print(shared_eight.process.stderr)  # shown where the test has failed


@pytest.fixture(scope="session")
def shared_single(model_files: None) -> Iterator[House]:
    with House(WORKERS="1", QUEUE_SIZE="20", **SMALL_CHUNKS) as house:
        yield house


@pytest.fixture
async def single(shared_single: House) -> AsyncIterator[House]:
    """One worker with twenty places, none taken, and chunks of half a second."""
    yield await shared_single.ready()
    print(shared_single.process.stderr)  # shown where the test has failed
