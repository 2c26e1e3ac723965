"""What an honest caller feels while a hostile one does its worst.

Two workers with engines of known speed. For each attack a server of its own serves the honest caller alone, and then
beside the attacker, a process that is niced and whose rate is bounded. JSON goes to stdout, progress to stderr.
"""

import argparse
import http.client
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]

from benchmarks import report
from benchmarks.clients import SPEECH
from benchmarks.figures import at_most, end_on_sigterm, marks_table, percentiles, place, say
from benchmarks.hostile_client import ATTACKS, VOICE
from benchmarks.processes import Monitor, Server
from benchmarks.report import Figures
from kokoro_speech_server.config import Settings
from tests.load.engine_control import EngineControl
from tests.load.paced_serve import CONTROL_FOLDER

WORKERS = 2

HEALTH_LIMIT_MS = 50
"""99th percentile of /health."""

REFUSED_LIMIT = 1.2
"""First audio beside an attack that is refused, to first audio alone; 99th percentiles."""

ADMITTED_EXTRA_MS = 50
"""What first audio may take longer beside an attack that is admitted, besides one chunk."""

PACE = 0.05
"""Seconds of work per second of audio."""

_SECONDS_PER_TOKEN = 0.025
_REQUEST = {"input": "Buenos días, amigos.", "voice": VOICE, "response_format": "pcm"}
_PAUSE_S = 0.05
_HEALTH_INTERVAL_S = 0.05
_NICE = "10"
_KEYS = {"honest": "sk-honest-caller", "hostile": "sk-hostile-caller"}
_TIMEOUT_S = 120
STOPPED = "a stopped worker"


@dataclass(frozen=True, slots=True)
class Case:
    """A way to attack.

    admitted: whether the attacker's requests are served
    settings: of the server
    lead_s:   seconds from the attack's begin to the measurement
    """

    admitted: bool
    settings: dict[str, str]
    lead_s: float = 1


CASES = {
    "invalid bodies": Case(admitted=False, settings={}),
    "SSML for an unknown model": Case(admitted=False, settings={}),
    "long SSML": Case(admitted=True, settings={}),
    "long tagged texts": Case(admitted=True, settings={}),
    # One worker has the engine, and one of the two others is stopped.
    STOPPED: Case(admitted=False, settings={"WORKERS": str(WORKERS + 1), "ENGINES": "1"}),
    # Until the measurement, the attacker uses up its limit.
    "beyond its rate limit": Case(admitted=False, settings={"RATE_LIMIT": "1000"}, lead_s=6),
    "unread answers": Case(admitted=True, settings={}),
}


def main() -> None:
    end_on_sigterm()
    options = _options()
    section = report.MarkedSection(options.markdown, "hostile") if options.markdown else None
    result: dict[str, Any] = {
        "benchmark": "hostile",
        "command": " ".join(["python -m benchmarks.hostile", *sys.argv[1:]]),
        "machine": report.machine({}),
        "workers": WORKERS,
        "seconds": options.seconds,
        "chunk_ms": _chunk_ms(),
        "attacks": {name: _measure(name, options.seconds) for name in options.attacks},
    }
    result = report.rounded({**result, "marks": _marks(result)})
    print(json.dumps(result, indent=2, ensure_ascii=False))
    if section:
        section.replace(_markdown(result))


def _chunk_ms() -> float:
    """The duration of the longest chunk."""
    return Settings().target_max_tokens * _SECONDS_PER_TOKEN * PACE * 1000


def _measure(name: str, seconds: float) -> dict[str, Any]:
    case = CASES[name]
    with tempfile.TemporaryDirectory() as folder:
        EngineControl(Path(folder)).prepare(PACE)
        keys = ",".join(_KEYS.values())
        settings = {CONTROL_FOLDER: folder, "DEFAULT_VOICE": VOICE, "API_KEYS": keys, **case.settings}
        with Server(workers=WORKERS, module="tests.load.paced_serve", **settings) as server:
            server.wait_until_ready()
            say(f"{name}: the honest caller alone")
            _Honest(server.port).run(2)  # warm-up
            alone = _Honest(server.port).run(seconds)
            say(f"{name}: beside the attack")
            if name == STOPPED:
                with _stopped_worker(server):
                    return {"alone": alone, "beside": _Honest(server.port).run(seconds), "attacker": {}}
            attacker = _attacker(name, server.port, case.lead_s + seconds + 1)
            time.sleep(case.lead_s)
            beside = _Honest(server.port).run(seconds)
            said, _ = attacker.communicate(timeout=_TIMEOUT_S)
            return {"alone": alone, "beside": beside, "attacker": json.loads(said)}


def _attacker(name: str, port: int, seconds: float) -> subprocess.Popen[str]:
    own = ["-m", "benchmarks.hostile_client", name, str(port), "--seconds", str(seconds)]
    command = ["nice", "-n", _NICE, sys.executable, *own, "--key", _KEYS["hostile"]]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


@contextmanager
def _stopped_worker(server: Server) -> Iterator[None]:
    children = psutil.Process(server.process.pid).children(recursive=True)
    worker = next(child.pid for child in children if child.name().startswith("web worker"))
    os.kill(worker, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(worker, signal.SIGCONT)


class _Honest:
    """One caller that requests a short text again and again, every other time on a new connection."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._connection = self._connect()
        self._seconds: list[float] = []
        self._refused = self._broken = 0

    def run(self, seconds: float) -> dict[str, Any]:
        end = time.monotonic() + seconds
        with _HealthMonitor(self._port) as health:
            while time.monotonic() < end:
                try:
                    self._speak()
                except (OSError, http.client.HTTPException):
                    self._broken += 1
                    self._connection.close()
                time.sleep(_PAUSE_S)
        self._connection.close()
        return {
            "requests": len(self._seconds),
            "refused": self._refused,
            "broken": self._broken,
            "first_audio_ms": percentiles(self._seconds, scale=1000),
            "health_ms": percentiles(health.seconds, scale=1000),
        }

    def _connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self._port, timeout=_TIMEOUT_S)

    def _speak(self) -> None:
        if len(self._seconds) % 2:
            self._connection.close()  # http.client connects again
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {_KEYS['honest']}"}
        begun = time.perf_counter()
        self._connection.request("POST", SPEECH, json.dumps(_REQUEST).encode(), headers)
        response = self._connection.getresponse()
        response.read(1)
        taken = time.perf_counter() - begun
        response.read()
        if response.status == HTTPStatus.OK:
            self._seconds.append(taken)
        elif response.status == HTTPStatus.SERVICE_UNAVAILABLE:
            self._refused += 1
        else:
            raise RuntimeError(f"The server answered {response.status}.")


class _HealthMonitor(Monitor):
    """Requests /health twenty times a second, each time on a new connection, so that every worker is asked.

    seconds: time of each answer, counted from when its request was due
    """

    def __init__(self, port: int) -> None:
        super().__init__(_HEALTH_INTERVAL_S)
        self.seconds: list[float] = []
        self._port = port

    def _observe(self, due: float) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=_TIMEOUT_S)
        try:
            connection.request("GET", "/health", headers={"Connection": "close"})
            response = connection.getresponse()
            response.read()
        finally:
            connection.close()
        if response.status != HTTPStatus.OK:
            raise RuntimeError(f"/health answered {response.status}.")
        self.seconds.append(time.perf_counter() - due)


def _marks(result: dict[str, Any]) -> list[dict[str, Any]]:
    marks = []
    for name, attack in result["attacks"].items():
        alone, beside = attack["alone"], attack["beside"]
        marks.append(at_most(f"{name}: p99 of /health, ms", beside["health_ms"]["p99"], HEALTH_LIMIT_MS))
        marks.append(at_most(f"{name}: honest requests not served", beside["refused"] + beside["broken"], 0))
        first_ms = beside["first_audio_ms"]["p99"]
        alone_ms = alone["first_audio_ms"]["p99"]
        if CASES[name].admitted:
            limit = alone_ms + result["chunk_ms"] + ADMITTED_EXTRA_MS
            marks.append(at_most(f"{name}: p99 of first audio, ms", first_ms, round(limit, 1)))
        else:
            marks.append(at_most(f"{name}: p99 of first audio to alone", first_ms / alone_ms, REFUSED_LIMIT))
    return marks


def _markdown(result: dict[str, Any]) -> str:
    rows = []
    for name, attack in result["attacks"].items():
        alone, beside, attacker = attack["alone"], attack["beside"], attack["attacker"]
        statuses = ", ".join(f"{status}: {count}" for status, count in attacker.get("statuses", {}).items())
        rows.append(
            [
                name,
                f"{attacker['per_second']:.1f} × {attacker['bytes'] / 1000:.1f} kB" if attacker else "–",
                statuses or "–",
                _two(alone["health_ms"]),
                _two(beside["health_ms"]),
                _two(alone["first_audio_ms"]),
                _two(beside["first_audio_ms"]),
                f"{beside['refused'] + beside['broken']} of {beside['requests'] + beside['refused']}",
            ]
        )
    header = [
        "Attack",
        "Requests per second × size",
        "Its answers",
        "/health alone, p50 / p99, ms",
        "beside it",
        "First audio alone, p50 / p99, ms",
        "beside it",
        "Not served",
    ]
    return "\n\n".join(
        [
            f"`{result['command']}`, {place(result['machine'])}. {result['workers']} workers, {result['seconds']:g} s "
            f"alone and beside each attack; the longest chunk takes {result['chunk_ms']:.0f} ms.",
            report.table(header, rows),
            marks_table(result["marks"]),
        ]
    )


def _two(figures: Figures) -> str:
    return f"{figures['p50']:.0f} / {figures['p99']:.0f}" if figures else "–"


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.hostile", description=__doc__)
    add = parser.add_argument
    add("--seconds", type=float, default=20, help="alone, and beside each attack (default: %(default)s)")
    add("--attacks", nargs="+", choices=CASES, default=list(CASES), help="what to measure (default: all)")
    add(
        "--markdown",
        type=Path,
        metavar="FILE",
        help="also rewrite the section between the markers in this file",
    )
    options = parser.parse_args()
    if options.seconds < 1:
        parser.error("--seconds must be at least 1")
    assert set(CASES) == {*ATTACKS, STOPPED}
    return options


if __name__ == "__main__":
    main()
