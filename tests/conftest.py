"""Servers that many tests share."""

import signal
from collections.abc import Iterator

import httpx
import pytest

from kokoro_speech_server.config import Settings
from kokoro_speech_server.weights.assets import ensure_model
from tests.servers import FakeServer, ServerProcess

# Under nohup it is ignored, in all that is started from here too, and a shell can't trap what is ignored.
signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.fixture(scope="session")
def model_files() -> None:
    """The real voices, which the fake engine speaks with too."""
    ensure_model(Settings().model_dir)


@pytest.fixture(scope="session")
def server(model_files: None) -> Iterator[ServerProcess]:
    """The real server with the real model, started as its user would; all that is asked of it the fast engine does."""
    with ServerProcess() as process:
        process.wait_until_ready()
        yield process
        assert not [line for line in _fallbacks(process) if not line.endswith(" 0.0")]


def _fallbacks(process: ServerProcess) -> list[str]:
    metrics = httpx.get(f"{process.url}/metrics", trust_env=False).text.splitlines()
    found = [line for line in metrics if line.startswith("speech_engine_fallbacks_total{")]
    assert found
    return found


@pytest.fixture(scope="session")
def shared_fake(model_files: None) -> Iterator[FakeServer]:
    with FakeServer() as server:
        yield server.wait_until_ready()


@pytest.fixture
def fake(shared_fake: FakeServer) -> FakeServer:
    """A server of default settings with a fake engine that has done nothing yet."""
    shared_fake.wait_until_idle()
    shared_fake.engine.forget()
    return shared_fake
