"""Fixtures that many tests share, and the tier of each test."""

import gc
import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import is_hypothesis_test

from kokoro_speech_server.config import Settings
from kokoro_speech_server.threads import give_way
from kokoro_speech_server.weights.assets import ensure_model
from tests import groups
from tests.groups import pytest_collection_modifyitems, pytest_xdist_make_scheduler  # noqa: F401 - hooks of pytest
from tests.leftovers import pytest_configure, pytest_unconfigure  # noqa: F401 - hooks of pytest
from tests.servers import ROOT, FakeServer, ServerProcess, close_shared_phonemizer, free_port, http_client

# OpenMP reads this when torch is imported: its threads should not spin while another process uses their cores.
os.environ.setdefault("GOMP_SPINCOUNT", "1000")

# Triton reads this when it is imported, which torch does where it is installed: tests interpret kernels.
os.environ["TRITON_INTERPRET"] = "1"

# nohup ignores SIGHUP, and a shell's background jobs ignore SIGINT: so would every process started from here.
signal.signal(signal.SIGHUP, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)

_SLOW_IMPORTS = {
    "tests/engine": "model",
    "tests/http/test_openapi.py": "server",
    "tests/http/test_openapi_proof.py": "proof",
    "tests/studio/page": "page",
}
"""Markers of all tests in a folder or module that takes seconds to import, or packages that only its tests need. What
deselects the marker does not import it."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    path = collection_path.relative_to(ROOT).as_posix()
    marker = _SLOW_IMPORTS.get(path)
    deselected = marker is not None and f"not {marker}" in config.option.markexpr
    return deselected or groups.another_process_runs(path) or None


def pytest_collection() -> None:
    gc.disable()


def pytest_collection_finish(session: pytest.Session) -> None:
    """Exempt all modules and tests, a million objects, from garbage collections, which take half a second each.

    Engines have a low priority. At a higher one, tests in other processes would starve the real server for minutes.
    """
    gc.freeze()
    gc.enable()
    if any(item.get_closest_marker("model") for item in session.items):
        give_way()


def pytest_sessionfinish() -> None:
    close_shared_phonemizer()
    gc.freeze()  # the process ends sooner


def pytest_itemcollected(item: pytest.Item) -> None:
    fixtures = getattr(item, "fixturenames", ())
    if is_hypothesis_test(getattr(item, "obj", None)):
        item.add_marker(pytest.mark.exhaustive)
        item.add_marker(pytest.mark.property)
    for path, marker in _SLOW_IMPORTS.items():
        if item.nodeid.startswith(path):
            item.add_marker(marker)
    if "model_server" in fixtures:
        item.add_marker(pytest.mark.model)
    elif "model_files" in fixtures and item.get_closest_marker("model") is None:
        item.add_marker(pytest.mark.server)


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
def wyoming_port() -> int:
    """On which the model's server speaks Wyoming."""
    return free_port()


@pytest.fixture(scope="session")
def model_server(model_files: None, wyoming_port: int) -> Iterator[ServerProcess]:
    """The real server with the real model, which must never need the fallback engine.

    Its cache saves the time to synthesize the same text for every format. It has one thread, since other tests run too.
    """
    with ServerProcess(CACHE_MAX_MB="64", THREADS_PER_WORKER="1", WYOMING_PORT=str(wyoming_port)) as process:
        process.wait_until_ready()
        yield process
        assert not [line for line in _fallbacks(process) if not line.endswith(" 0.0")]


def _fallbacks(process: ServerProcess) -> list[str]:
    metrics = http_client.get(f"{process.url}/metrics").text.splitlines()
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


@pytest.fixture(scope="session")
def openai_for_node(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a folder with OpenAI's package for Node, as locked, and the script that uses it."""
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            pytest.fail(f"this test needs {program}")
    folder = tmp_path_factory.mktemp("node") / "client"
    shutil.copytree(ROOT / "tests" / "load" / "node", folder, ignore=shutil.ignore_patterns("node_modules"))
    installing = subprocess.run(
        ["npm", "ci", "--no-audit", "--no-fund"], cwd=folder, capture_output=True, text=True, check=False
    )
    assert installing.returncode == 0, installing.stderr
    return folder
