"""Servers that the load tests share: each worker costs seconds of CPU to start."""

from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from tests.load.server_harness import ServerHarness

SMALL_CHUNKS: dict[str, Any] = {
    "FIRST_CHUNK_TOKENS": "20",
    "TARGET_MIN_TOKENS": "20",
    "TARGET_MAX_TOKENS": "30",
}


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(
    scope="session",
    params=[
        pytest.param({"WORKERS": "3", "QUEUE_SIZE": "6", "SEND_TIMEOUT_S": "2"}, id="3_workers"),
        pytest.param(
            {"WORKERS": "8", "QUEUE_SIZE": "10", "SEND_TIMEOUT_S": "15"},
            id="8_workers",
            marks=pytest.mark.proof,
        ),
    ],
)
def shared_several(model_files: None, request: pytest.FixtureRequest) -> Iterator[ServerHarness]:
    with ServerHarness(**request.param) as harness:
        yield harness


@pytest.fixture
async def several(shared_several: ServerHarness) -> AsyncIterator[ServerHarness]:
    """Several workers without admitted requests: three with a capacity of 18, in the proofs eight with 80."""
    yield await shared_several.ready()
    print(shared_several.process.stderr)  # which pytest shows if the test fails


@pytest.fixture(scope="session")
def shared_single(model_files: None) -> Iterator[ServerHarness]:
    with ServerHarness(WORKERS="1", QUEUE_SIZE="20", **SMALL_CHUNKS) as harness:
        yield harness


@pytest.fixture
async def single(shared_single: ServerHarness) -> AsyncIterator[ServerHarness]:
    """One worker with a capacity of twenty, no admitted requests, and chunks of half a second."""
    yield await shared_single.ready()
    print(shared_single.process.stderr)  # which pytest shows if the test fails
