"""What callers notice of workers that fail, stop, die or get signals: as little as possible."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import psutil  # type: ignore[import-untyped]
import pytest

from tests.servers import SPEECH, ServerProcess, http_client, is_ready, wait_until, worker_processes
from tests.texts import LONG_AUDIO


@contextmanager
def fake_server(**settings: str) -> Iterator[ServerProcess]:
    with ServerProcess(module="tests.fake_serve", **settings) as server:
        server.wait_until_ready()
        yield server


@pytest.fixture(scope="module")
def single(model_files: None) -> Iterator[ServerProcess]:
    """One worker, for tests after which the server serves."""
    with fake_server(WORKERS="1") as server:
        yield server


def workers(server: ServerProcess) -> list[psutil.Process]:
    return worker_processes(server.process.pid)


def speak(server: ServerProcess, **headers: str) -> httpx.Response:
    """Sends a request on a new connection."""
    return http_client.post(server.url + SPEECH, json={"input": "Hola."}, headers=headers)


def test_a_worker_whose_model_cannot_be_loaded_breaks_no_request(model_files: None, tmp_path: Path) -> None:
    loads = str(tmp_path / "loads")
    with fake_server(WORKERS="2", FAKE_LOAD_ERROR="no such weights", FAKE_LOADS=loads) as server:
        # The worker fails, is replaced, and fails again.
        while server.stderr.count("; its replacement starts") < 2:
            assert speak(server).status_code == 200
        answer = http_client.get(f"{server.url}/ready")
        assert answer.json().items() >= {"status": "ready", "workers": 2, "workers_ready": 1}.items()
        assert "no such weights" in server.stderr


def test_a_server_whose_fused_kernels_end_every_worker_starts_without_them(
    model_files: None, tmp_path: Path
) -> None:
    with fake_server(WORKERS="2", FAKE_TRIAL="1", TMPDIR=str(tmp_path)) as server:
        assert speak(server).status_code == 200
        assert "; its replacement starts" in server.stderr


def test_settings_of_any_length_reach_the_workers(model_files: None) -> None:
    keys = ",".join(f"sk-{number:030}" for number in range(3_500))  # a variable may have 128 KiB
    with fake_server(WORKERS="1", API_KEYS=keys) as server:
        assert speak(server).status_code == 401
        assert speak(server, authorization=f"Bearer sk-{7:030}").status_code == 200


def test_the_death_of_the_template_breaks_nothing(model_files: None) -> None:
    """Workers are forks of one process, their template, which is also their parent."""
    with fake_server(WORKERS="2", FAKE_FRAMES="8") as server:
        request = {"input": LONG_AUDIO, "response_format": "pcm", "seed": 1}
        whole = http_client.post(server.url + SPEECH, json=request).content
        forks = workers(server)
        template = forks[0].parent()
        assert template is not None
        assert template.pid != server.process.pid
        with http_client.stream("POST", server.url + SPEECH, json=request) as answer:
            pieces = answer.iter_raw()
            first = next(pieces)
            template.kill()
            wait_until(lambda: not template.is_running(), "end of the template")
            assert first + b"".join(pieces) == whole
        forks[0].kill()
        wait_until(lambda: workers(server), "a worker of another template")
        wait_until(lambda: is_ready(server.url), "readiness")
        forks[1].kill()
        wait_until(lambda: len(workers(server)) == 2, "two workers of the other template")
        assert speak(server).status_code == 200


def test_a_stopped_worker_gets_no_connections(model_files: None) -> None:
    with fake_server(WORKERS="2", ENGINE_TIMEOUT_S="2") as server:
        victim = workers(server)[0]
        victim.suspend()
        for _ in range(40):
            assert http_client.get(f"{server.url}/health").status_code == 200
        # Its engine still counts, until a chunk takes too long; another engine synthesizes that chunk.
        assert speak(server).status_code == 200
        assert speak(server).status_code == 200


def test_signals_to_all_processes_end_the_server_as_one_to_the_supervisor_does(model_files: None) -> None:
    """systemd and some container runtimes send SIGTERM to every process."""
    with fake_server(WORKERS="2", FAKE_FRAMES="8") as server:
        request = {"input": LONG_AUDIO, "response_format": "pcm", "seed": 1}
        whole = http_client.post(server.url + SPEECH, json=request).content
        family = psutil.Process(server.process.pid).children(recursive=True)
        with http_client.stream("POST", server.url + SPEECH, json=request) as answer:
            pieces = answer.iter_raw()
            first = next(pieces)
            for process in [*family, psutil.Process(server.process.pid)]:
                process.send_signal(signal.SIGTERM)
            wait_until(lambda: not is_ready(server.url), "end of readiness")
            refused = speak(server)
            assert (refused.status_code, refused.json()["error"]["code"]) == (503, "server_is_stopping")
            assert first + b"".join(pieces) == whole
        assert server.wait() == 0
        assert not any(process.is_running() for process in family)


def test_broken_files_of_keys_and_pronunciations_stop_no_replacement(
    model_files: None, tmp_path: Path
) -> None:
    keys, lexicon = tmp_path / "keys", tmp_path / "lexicon"
    keys.write_text("secret-key")
    lexicon.write_text("casa = kˈasa")
    with fake_server(API_KEYS_FILE=str(keys), LEXICON_PATH=str(lexicon)) as server:
        keys.write_text("")
        lexicon.write_text("no separator")
        server.process.send_signal(signal.SIGHUP)
        wait_until(lambda: "The keys stay as they were" in server.stderr, "notice of the empty file")
        [victim] = workers(server)
        os.kill(victim.pid, signal.SIGKILL)
        wait_until(lambda: not victim.is_running(), "end of the worker")
        # The next connection waits for the replacement, and the only key is still valid.
        assert speak(server, authorization="Bearer secret-key").status_code in (200, 503)
        wait_until(lambda: is_ready(server.url), "readiness of the replacement")
        assert speak(server, authorization="Bearer secret-key").status_code == 200
        assert speak(server).status_code == 401


def test_connections_wait_for_the_replacement_of_the_only_worker(single: ServerProcess) -> None:
    [victim] = workers(single)
    os.kill(victim.pid, signal.SIGKILL)
    wait_until(lambda: not victim.is_running(), "end of the worker")  # until then it may accept a connection
    for _ in range(5):
        assert http_client.get(f"{single.url}/health").status_code == 200


def test_workers_ignore_signals(single: ServerProcess) -> None:
    wait_until(lambda: is_ready(single.url), "readiness")
    [worker] = workers(single)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        worker.send_signal(number)
    assert speak(single).status_code == 200
    assert worker.is_running()
