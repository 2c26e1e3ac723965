"""/metrics: in one process, over all workers, and after a worker has died."""

import importlib.metadata
import os
import re
import shutil
import signal
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeAlias

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from kokoro_speech_server.errors import EngineError
from tests.engines import FakeEngine
from tests.servers import (
    ROOT,
    SPEECH,
    FakeServer,
    ServerProcess,
    assert_error,
    each_way,
    http_client,
    is_ready,
    wait_until,
    worker_processes,
)
from tests.texts import BOOK, SENTENCES

Figures: TypeAlias = defaultdict[str, float]
"""Values by name and labels, as in `speech_requests_total{outcome="spoken"}`; 0 if absent."""

FULL: tuple[int, str] = (503, "service_unavailable_error")

TYPES = {
    "speech_held_bytes": "gauge",
    "speech_held_bytes_limit": "gauge",
    "speech_live_sessions": "gauge",
    "speech_queue_capacity": "gauge",
    "speech_requests_running": "gauge",
    "speech_requests_waiting": "gauge",
    "speech_chunks_waiting": "gauge",
    "speech_engine_slots": "gauge",
    "speech_models_loaded": "gauge",
    "speech_requests_total": "counter",
    "speech_refusals_total": "counter",
    "speech_unauthorized_total": "counter",
    "speech_client_retries_total": "counter",
    "speech_cancellations_total": "counter",
    "speech_waiting_seconds": "histogram",
    "speech_chunk_waiting_seconds": "histogram",
    "speech_first_byte_seconds": "histogram",
    "speech_request_seconds": "histogram",
    "speech_chunks_total": "counter",
    "speech_audio_seconds_total": "counter",
    "speech_engine_seconds_total": "counter",
    "speech_real_time_factor": "histogram",
    "speech_batch_size": "histogram",
    "speech_batch_fill": "histogram",
    "speech_batch_padding": "histogram",
    "speech_batch_retries_total": "counter",
    "speech_engine_fallbacks_total": "counter",
    "speech_cuda_graph_hits_total": "counter",
    "speech_cuda_graph_misses_total": "counter",
    "speech_cache_hits_total": "counter",
    "speech_cache_misses_total": "counter",
    "speech_worker_restarts_total": "counter",
    "speech_log_lines_dropped_total": "counter",
    "speech_build_info": "gauge",
}

FORMER_TYPES = {"speech_queue_depth": "gauge", "speech_lanes": "gauge"}
"""Names from before 0.2.0, exported until 0.3.0."""


def scrape(url: str) -> str:
    """The text of /metrics, on a new connection, which any worker may accept."""
    answer = http_client.get(f"{url}/metrics")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    return answer.text


def figures_in(text: str) -> Figures:
    found: Figures = defaultdict(float)
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            labels = ",".join(f'{name}="{value}"' for name, value in sorted(sample.labels.items()))
            found[f"{sample.name}{{{labels}}}" if labels else sample.name] = sample.value
    return found


def figures(url: str) -> Figures:
    return figures_in(scrape(url))


def figures_or_none(url: str) -> Figures | None:
    """None while the files of the metrics are missing."""
    answer = http_client.get(f"{url}/metrics")
    return figures_in(answer.text) if answer.status_code == 200 else None


def total(of: Figures, name: str) -> float:
    """The sum over all labels."""
    return sum(value for sample, value in of.items() if sample.split("{")[0] == name)


def outcomes(of: Figures) -> dict[str, float]:
    """The outcomes of requests, without those that are 0."""
    counts = {name: of[f'speech_requests_total{{outcome="{name}"}}'] for name in
              ("spoken", "left", "failed", "refused", "limited")}  # fmt: skip
    return {name: count for name, count in counts.items() if count}


def refusals(of: Figures) -> dict[str, float]:
    counts = {name: of[f'speech_refusals_total{{reason="{name}"}}'] for name in
              ("full", "timeout", "text", "held", "starting", "stopping")}  # fmt: skip
    return {name: count for name, count in counts.items() if count}


def engine_slots(of: Figures) -> dict[str, float]:
    """Engine slots by state, which must be the same under the metric's former name."""
    slots = {state: of[f'speech_engine_slots{{state="{state}"}}'] for state in ("free", "busy")}
    assert slots == {state: of[f'speech_lanes{{state="{state}"}}'] for state in slots}
    return slots


def restarts(of: Figures) -> float:
    return of['speech_worker_restarts_total{reason="crash"}']


class Growth:
    """The increase of the metrics since it was created, because other tests in this process have counted before."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._before = figures(url)

    def now(self) -> Figures:
        return defaultdict(
            float, {name: value - self._before[name] for name, value in figures(self._url).items()}
        )

    def when(self, condition: Callable[[Figures], object], what: str) -> Figures:
        """The increase as soon as the condition holds: requests are counted after the end of their responses."""
        wait_until(lambda: condition(self.now()), what)
        return self.now()


def test_all_metrics_exist_from_the_start_and_are_documented(model_files: None) -> None:
    with ServerProcess(module="tests.fake_serve", WORKERS="1") as server:
        server.wait_until_ready()
        text = scrape(server.url)
    # Neither the memory of a process nor the creation times of counters are exported.
    types = dict(re.findall(r"^# TYPE (\S+) (\S+)$", text, re.MULTILINE))
    assert types == {**TYPES, **FORMER_TYPES}
    found = figures_in(text)
    assert all(any(sample.startswith(name) for sample in found) for name in TYPES)
    for label in (
        *(
            f'speech_requests_total{{outcome="{outcome}"}}'
            for outcome in ("spoken", "left", "failed", "refused", "limited")
        ),
        *(f'speech_refusals_total{{reason="{reason}"}}' for reason in ("full", "timeout", "text")),
        *(f'speech_refusals_total{{reason="{reason}"}}' for reason in ("starting", "stopping")),
        *(f'speech_worker_restarts_total{{reason="{reason}"}}' for reason in ("crash", "hang", "cuda_mps")),
    ):
        assert found.get(label) == 0, label
    version = importlib.metadata.version("kokoro-speech-server")
    [build] = [sample for sample in found if sample.startswith("speech_build_info")]
    assert 'device="fake"' in build
    assert 'cuda_mps="off"' in build
    assert ',mps="off"' in build
    assert f'version="{version}"' in build
    assert found[build] == 1
    documentation = (ROOT / "docs" / "metrics.md").read_text()
    documented = set(re.findall(r"^\| `(speech_\w+)", documentation, re.MULTILINE))
    assert TYPES.keys() <= documented <= types.keys()
    assert all(name in documentation for name in FORMER_TYPES)


@each_way
def test_a_request_and_its_chunks_are_counted(fake: FakeServer, way: dict[str, object]) -> None:
    growth = Growth(fake.url)
    assert fake.speak(SENTENCES, **way).status_code == 200
    grown = growth.when(outcomes, "the end of a request")
    assert outcomes(grown) == {"spoken": 1}
    assert fake.engine.steps > 2
    for name in ("speech_chunks_total", "speech_real_time_factor_count"):
        assert total(grown, name) == fake.engine.steps
    assert grown['speech_audio_seconds_total{worker="0"}'] == pytest.approx(fake.engine.seconds)
    assert grown['speech_engine_seconds_total{worker="0"}'] > 0
    for stage in ("waiting", "first_byte", "request"):
        assert grown[f"speech_{stage}_seconds_count"] == 1
    first_byte, whole = grown["speech_first_byte_seconds_sum"], grown["speech_request_seconds_sum"]
    assert 0 <= grown["speech_waiting_seconds_sum"] <= first_byte <= whole < 60
    now = figures(fake.url)
    assert now["speech_requests_running"] == now["speech_requests_waiting"] == now["speech_queue_depth"] == 0
    assert now["speech_chunks_waiting"] == 0
    assert engine_slots(now) == {"free": 1, "busy": 0}


def test_a_request_that_is_invalid_is_not_counted(fake: FakeServer) -> None:
    growth = Growth(fake.url)
    assert fake.speak("Hello.", voice="nobody").status_code == 400
    assert fake.speak("").status_code == 400
    assert fake.speak("Hello.").status_code == 200
    assert outcomes(growth.when(outcomes, "the end of a request")) == {"spoken": 1}


def test_a_disconnect_is_counted(fake: FakeServer) -> None:
    growth = Growth(fake.url)
    with fake.engine.hold(2) as gate:
        connection = fake.connect(SENTENCES)
        fake.engine.wait_for_step(2)
        fake.leave(connection)
        gate.set()
        fake.wait_until_idle()
    grown = growth.when(outcomes, "the end of a request")
    assert outcomes(grown) == {"left": 1}
    assert grown["speech_cancellations_total"] == 1


@pytest.mark.parametrize("step", [1, 3], ids=["before_the_first_byte", "in_mid_stream"])
def test_a_request_that_fails_is_counted(fake: FakeServer, step: int) -> None:
    growth = Growth(fake.url)
    fake.engine.faults[step] = EngineError("The model failed.")
    if step == 1:
        assert fake.speak(SENTENCES).status_code == 500
    else:
        with pytest.raises(httpx.RemoteProtocolError):
            fake.speak(SENTENCES)
    grown = growth.when(outcomes, "the end of a request")
    assert outcomes(grown) == {"failed": 1}
    assert grown["speech_first_byte_seconds_count"] == (step > 1)


def test_a_full_server_shows_its_capacity_and_its_refusals(model_files: None) -> None:
    with FakeServer(queue_size=2) as server, ThreadPoolExecutor() as pool:
        server.wait_until_ready()
        growth = Growth(server.url)
        with server.engine.hold(1):
            first = pool.submit(server.pcm, "The first one is in the engine.")
            server.engine.wait_for_step(1)
            second = pool.submit(server.pcm, "The second one waits.")
            wait_until(lambda: figures(server.url)["speech_chunks_waiting"] == 1, "a chunk that waits")
            assert_error(server.speak("No place."), *FULL, code="server_is_overloaded")
            now = figures(server.url)
        assert now["speech_queue_capacity"] == now["speech_queue_depth"] == 2
        assert now["speech_requests_running"] == now["speech_requests_waiting"] == 1
        assert engine_slots(now) == {"free": 0, "busy": 1}
        assert first.result()
        assert second.result()
        grown = growth.when(lambda grown: sum(outcomes(grown).values()) == 3, "the ends of three requests")
        assert outcomes(grown) == {"spoken": 2, "refused": 1}
        assert refusals(grown) == {"full": 1}
        wait_until(lambda: figures(server.url)["speech_queue_depth"] == 0, "an empty server")


def test_a_request_that_waited_too_long_is_counted(model_files: None) -> None:
    with FakeServer(queue_timeout_s=0.2) as server, ThreadPoolExecutor() as pool:
        server.wait_until_ready()
        growth = Growth(server.url)
        with server.engine.hold(1):
            first = pool.submit(server.pcm, "The first one is in the engine.")
            server.engine.wait_for_step(1)
            assert_error(server.speak("Too late."), *FULL, code="server_is_overloaded")
        assert first.result()
        grown = growth.when(lambda grown: sum(outcomes(grown).values()) == 2, "the ends of two requests")
        assert outcomes(grown) == {"spoken": 1, "refused": 1}
        assert refusals(grown) == {"timeout": 1}


def test_a_request_before_readiness_is_counted(model_files: None) -> None:
    engine = FakeEngine()
    engine.loading.clear()
    with FakeServer(engine) as server:
        growth = Growth(server.url)
        assert_error(server.speak("Too early."), *FULL, code="server_is_starting")
        grown = growth.when(outcomes, "the end of a request")
        assert outcomes(grown) == {"refused": 1}
        assert refusals(grown) == {"starting": 1}


def test_texts_beyond_the_capacity_are_counted(model_files: None) -> None:
    with FakeServer(text_queue_size=1) as server, ThreadPoolExecutor() as pool:
        growth = Growth(server.url)
        body = {"text": BOOK * 2, "language": "e"}
        answers = pool.map(lambda _: server.client.post("/dev/phonemize", json=body), range(2))
        assert sorted(answer.status_code for answer in answers) == [200, 503]
        assert refusals(growth.now()) == {"text": 1}
        assert outcomes(growth.now()) == {}


def test_retries_of_the_sdks_are_counted(fake: FakeServer) -> None:
    growth = Growth(fake.url)
    for count in ("0", "1", "2"):
        answer = fake.client.post(
            SPEECH, json={"input": "Hello."}, headers={"x-stainless-retry-count": count}
        )
        assert answer.status_code == 200
    grown = growth.when(lambda grown: outcomes(grown) == {"spoken": 3}, "the ends of three requests")
    assert grown["speech_client_retries_total"] == 2


def test_the_cache_is_counted(model_files: None) -> None:
    with FakeServer(cache_max_mb=16) as server:
        server.wait_until_ready()
        growth = Growth(server.url)
        server.pcm(SENTENCES, seed=1)
        made = server.engine.steps
        grown = growth.now()
        assert (grown["speech_cache_hits_total"], grown["speech_cache_misses_total"]) == (0, made)
        server.pcm(SENTENCES, seed=1)
        assert server.engine.steps == made
        grown = growth.now()
        assert (grown["speech_cache_hits_total"], grown["speech_cache_misses_total"]) == (made, made)


def test_every_worker_shows_the_metrics_of_all_workers(model_files: None, tmp_path: Path) -> None:
    """Also after a cleaner of the temporary folder has removed everything there."""
    settings = {"WORKERS": "2", "QUEUE_SIZE": "12", "MAX_PAUSE_S": "300", "TMPDIR": str(tmp_path)}
    with ServerProcess(module="tests.fake_serve", **settings) as server:
        server.wait_until_ready()
        growth = Growth(server.url)
        _speak_often(server, 24)
        grown = growth.when(lambda grown: outcomes(grown) == {"spoken": 24}, "the ends of 24 requests")
        assert grown["speech_request_seconds_count"] == 24
        assert min(grown[f'speech_chunks_total{{worker="{worker}"}}'] for worker in (0, 1)) > 0
        views = {scrape(server.url) for _ in range(10)}
        assert len({tuple(sorted(figures_in(view).items())) for view in views}) == 1
        now = figures_in(views.pop())
        assert now["speech_queue_capacity"] == 24
        assert engine_slots(now) == {"free": 2, "busy": 0}

        shutil.rmtree(tmp_path)
        wait_until(lambda: figures_or_none(server.url) == now, "the same figures as before")
        body = {"input": "[pause:200s] Hola.", "response_format": "wav", "stream": False}
        growth = Growth(server.url)
        for _ in range(4):  # by both workers
            whole = http_client.post(server.url + SPEECH, json=body)
            assert (whole.status_code, len(whole.content) > 9_000_000) == (200, True)
        growth.when(lambda grown: outcomes(grown) == {"spoken": 4}, "the ends of 4 requests")
        growth = Growth(server.url)
        _speak_often(server, 24)
        growth.when(lambda grown: outcomes(grown) == {"spoken": 24}, "the ends of 24 requests")

        worker, _ = worker_processes(server.process.pid)
        worker.send_signal(signal.SIGKILL)
        _wait_for_restart(server, growth)
        grown = growth.now()
        assert outcomes(grown) == {"spoken": 24}
        assert grown["speech_request_seconds_count"] == 24
        _speak_often(server, 24)
        growth.when(lambda grown: outcomes(grown) == {"spoken": 48}, "the ends of 48 requests")

        book = {"input": BOOK, "response_format": "pcm"}
        with http_client.stream("POST", server.url + SPEECH, json=book) as reading:
            pieces = reading.iter_raw()
            next(pieces)
            server.process.terminate()
            wait_until(lambda: not is_ready(server.url), "a server that stops")
            late = http_client.post(server.url + SPEECH, json={"input": "Late."})
            assert_error(late, *FULL, code="server_is_stopping")
            grown = growth.now()
            assert refusals(grown) == {"stopping": 1}
            assert outcomes(grown) == {"spoken": 48, "refused": 1}
        assert server.wait() == 0


def _speak_often(server: ServerProcess, times: int) -> None:
    """Send `times` requests at once, each on its own connection."""

    def speak(number: int) -> int:
        body = {"input": f"This is request number {number}.", "response_format": "pcm"}
        return http_client.post(server.url + SPEECH, json=body).status_code

    with ThreadPoolExecutor(times) as pool:
        assert set(pool.map(speak, range(times))) == {200}


def _wait_for_restart(server: ServerProcess, growth: Growth) -> None:
    def is_whole() -> bool:
        try:
            ready = http_client.get(f"{server.url}/ready", timeout=5)
            return restarts(growth.now()) == 1 and ready.json().get("workers_ready") == 2
        except httpx.TransportError:
            return False  # the dead worker had accepted the connection

    wait_until(is_whole, "a worker in the place of the one that died")


def test_the_supervisor_prepares_the_folder_of_the_metrics_before_they_are_defined() -> None:
    """They choose their storage at their import: imported sooner, the supervisor's figures would be lost."""
    program = "import sys, kokoro_speech_server.cli; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "kokoro_speech_server.server" in loaded
    assert "kokoro_speech_server.observability.metrics" not in loaded


@pytest.mark.server
def test_plain_processes_share_a_folder_of_metrics(model_files: None, tmp_path: Path) -> None:
    """Those of `uvicorn --workers`, which have no supervisor."""
    program = (
        "from kokoro_speech_server.app import create_app; from kokoro_speech_server.observability import metrics; "
        "from tests.engines import FakeEngine; create_app(engine=FakeEngine()); metrics.CANCELLATIONS.inc(); "
        "print(metrics.exposition()[0].decode())"
    )
    environment = {**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    for count in (1, 2):
        output = subprocess.run(
            [sys.executable, "-c", program],
            env=environment,
            cwd=ROOT,
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        assert f"speech_cancellations_total {count}.0" in output.splitlines()
