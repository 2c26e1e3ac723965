"""Fixtures that many tests share, the tier of each test, and which tests run in the same process."""

import gc
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

from kokoro_speech_server.config import Settings
from kokoro_speech_server.threads import give_way
from kokoro_speech_server.weights.assets import ensure_model
from tests.leftovers import pytest_configure, pytest_unconfigure  # noqa: F401 - hooks of pytest
from tests.servers import ROOT, FakeServer, ServerProcess, close_shared_phonemizer

# OpenMP reads this when torch is imported: its threads should not spin while another process uses their cores.
os.environ.setdefault("GOMP_SPINCOUNT", "1000")

# Triton reads this when it is imported, which torch does where it is installed: tests interpret kernels.
os.environ["TRITON_INTERPRET"] = "1"

# nohup ignores SIGHUP, and a shell's background jobs ignore SIGINT: so would every process started from here.
signal.signal(signal.SIGHUP, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)

_GROUPS = {
    "tests/engine/test_tiles.py": "graphs",
    "tests/engine/test_device.py": "graphs",
    "tests/engine/test_cuda_graphs.py": "graphs",
    "tests/engine/test_fallback.py": "graphs",
    "tests/engine/test_network.py": "network",
    "tests/engine": "network",
    "tests/http/test_speech.py": "model_server",
    "tests/audio/test_timings.py": "model_server",
    "tests/load": "load",
    "tests/text/test_regexes.py": "regexes",
}
"""Groups of folders and modules that run in one process of pytest-xdist since they share a network or servers, longest
first, so that none of them starts last. Every other module is a group of its own. test_tiles.py, test_device.py and
test_network.py come before modules that keep a network, since they need most memory."""


def _group(path: str) -> str:
    return next((group for start, group in _GROUPS.items() if path.startswith(start)), path)


class _Groups(LoadScopeScheduling):  # type: ignore[misc]
    """Schedules whole groups. xdist's own `loadgroup` has no effect with pytest 9.2, whose node ids are read-only."""

    def _split_scope(self, nodeid: str) -> str:
        return _group(nodeid.partition("::")[0])


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadScopeScheduling:
    return _Groups(config, log)


_SLOW_IMPORTS = {"tests/engine": "model", "tests/http/test_openapi.py": "server"}
"""Markers of all tests in a folder or module that takes seconds to import. `make test-fast` does not import it."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    marker = _SLOW_IMPORTS.get(collection_path.relative_to(ROOT).as_posix())
    return True if marker is not None and f"not {marker}" in config.option.markexpr else None


def pytest_collection() -> None:
    gc.disable()


def pytest_collection_finish(session: pytest.Session) -> None:
    """Exempt all modules and tests, a million objects, from the garbage collections that follow: half a second each.

    Engines have a low priority. At a higher one, tests in other processes would starve the real server for minutes.
    """
    gc.collect()
    gc.freeze()
    gc.enable()
    if any(item.get_closest_marker("model") for item in session.items):
        give_way()


def pytest_sessionfinish() -> None:
    close_shared_phonemizer()
    gc.freeze()  # the process ends sooner


def pytest_itemcollected(item: pytest.Item) -> None:
    fixtures = getattr(item, "fixturenames", ())
    for path, marker in _SLOW_IMPORTS.items():
        if item.location[0].startswith(path):
            item.add_marker(marker)
    if "model_server" in fixtures:
        item.add_marker(pytest.mark.model)
    elif "model_files" in fixtures and item.get_closest_marker("model") is None:
        item.add_marker(pytest.mark.server)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=_start)


def _start(item: pytest.Item) -> int:
    """The position of the test's folder or module in _GROUPS; the sort keeps the order within it."""
    path = item.location[0]
    return next((i for i, start in enumerate(_GROUPS) if path.startswith(start)), len(_GROUPS))


@pytest.fixture(autouse=True)
def _servers_need_a_marker(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test without the marker `server` or `model` that starts a server fails: `make test-fast` would run it."""
    markers = {marker.name for marker in request.node.iter_markers()}
    if not markers & {"server", "model"}:
        monkeypatch.setattr(ServerProcess, "allowed", False)
        monkeypatch.setattr(FakeServer, "allowed", False)


@pytest.fixture(scope="session")
def model_files() -> None:
    """The model's files. The fake engine needs the voices."""
    ensure_model(Settings().model_dir)


@pytest.fixture(scope="session")
def model_server(model_files: None) -> Iterator[ServerProcess]:
    """The real server with the real model, which must never need the fallback engine.

    Its cache saves the time to synthesize the same text for every format. It has one thread, since other tests run too.
    """
    with ServerProcess(CACHE_MAX_MB="64", THREADS_PER_WORKER="1") as process:
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
    """A server with default settings and a fake engine without history."""
    shared_fake.wait_until_idle()
    shared_fake.engine.forget()
    return shared_fake
