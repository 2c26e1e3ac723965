"""A soak test: what a server holds must not grow with what it has served.

It ends when the server has made an hour of audio, however long that takes, or at one of the other bounds. The load
comes in four quarters. After each, all clients have disconnected, and what the server still holds is counted. JSON
goes to stdout, progress to stderr.
"""

import argparse
import http.client
import json
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from prometheus_client.parser import text_string_to_metric_families

from benchmarks import report
from benchmarks.figures import at_least, at_most, end_on_sigterm, marks_table, place, say
from benchmarks.memory import holdings, settled
from benchmarks.mixed_clients import MixedClient, Tally
from benchmarks.processes import Server
from benchmarks.timed_serve import TimedServer

MEMORY_LIMIT = 1.1
"""Memory in the last quarter over that in the second. Pools and caches still fill in the first."""

QUARTERS = 4
_PACE = 0.02
"""Seconds that a paced engine takes per second of audio."""

_LOOK_S = 2.0
_EMPTY_PATIENCE_S = 120
"""Seconds within which the last admissions must be released after all clients have disconnected."""


@dataclass(frozen=True, slots=True)
class Sample:
    """The state of the server at one moment.

    at_s:      seconds since the load began
    quarter:   1 to 4
    visits:    visits of clients so far
    audio_s:   seconds of audio made so far
    admitted:  requests that are running or waiting
    files:     open files, sockets included
    temporary: files in the server's temporary folder
    """

    at_s: float
    quarter: int
    visits: int
    audio_s: float
    admitted: int
    pss_mb: float
    rss_mb: float
    processes: int
    threads: int
    files: int
    temporary: int


def main() -> None:
    end_on_sigterm()
    options = _options()
    section = report.MarkedSection(options.markdown, "soak") if options.markdown else None
    machine = report.machine({})
    with (
        tempfile.TemporaryDirectory() as folder,
        tempfile.TemporaryDirectory() as temporary,
        _server(options, Path(folder), TMPDIR=temporary, RECEIVE_TIMEOUT_S="10") as server,
    ):
        say(f"Starting {options.workers} workers")
        server.wait_until_ready()
        soak = Soak(server, Path(temporary), options)
        soak.run()
        result = report.rounded(
            {
                "benchmark": "soak",
                "command": " ".join(["python -m benchmarks.soak", *sys.argv[1:]]),
                "machine": machine,
                "engine": options.engine,
                "workers": options.workers,
                "clients": options.clients,
                "seconds": soak.curve[-1].at_s,
                "audio_s": soak.curve[-1].audio_s,
                "visits": dict(soak.tally.visits),
                "refusals": soak.tally.refusals,
                "unexpected": soak.tally.unexpected,
                "after_quarters": [asdict(sample) for sample in soak.rests],
                "curve": [asdict(sample) for sample in soak.curve],
                "marks": _marks(soak, server),
            }
        )
    print(json.dumps(result, indent=2, ensure_ascii=False))
    if section:
        section.replace(_markdown(result))


def _server(options: argparse.Namespace, folder: Path, **settings: str) -> Server:
    if options.engine == "paced":
        return TimedServer(folder, workers=options.workers, pace=_PACE, **settings)
    return Server(workers=options.workers, **settings)


class Soak:
    """curve: samples under load; rests: one sample after each quarter, without clients"""

    def __init__(self, server: Server, temporary: Path, options: argparse.Namespace) -> None:
        self.tally = Tally()
        self.workers: int = options.workers
        self.curve: list[Sample] = []
        self.rests: list[Sample] = []
        self._server = server
        self._temporary = temporary
        self._options = options
        self._start = time.monotonic()

    def run(self) -> None:
        for quarter in range(1, QUARTERS + 1):
            say(f"Quarter {quarter} of {QUARTERS}")
            self._load(quarter)
            self._wait_until_empty()
            rest = self._look(quarter, at_rest=True)
            say(f"At rest: {rest}")
            self.rests.append(rest)

    def _load(self, quarter: int) -> None:
        """Run the clients until the quarter's share of one of the bounds is reached."""
        share = quarter / QUARTERS
        over = threading.Event()

        def go_on() -> bool:
            return not over.is_set() and self.tally.total < self._options.requests * share

        clients = [
            MixedClient(self._server.port, quarter * 1000 + number, self.tally)
            for number in range(self._options.clients)
        ]
        threads = [threading.Thread(target=client.run, args=(go_on,)) for client in clients]
        for thread in threads:
            thread.start()
        try:
            while True:
                sample = self._look(quarter)
                self.curve.append(sample)
                if not go_on() or not any(thread.is_alive() for thread in threads):
                    break
                if sample.audio_s >= self._options.audio_seconds * share:
                    break
                if sample.at_s >= self._options.minutes * 60 * share:
                    break
                time.sleep(_LOOK_S)
        finally:
            over.set()
            for thread in threads:
                thread.join()

    def _wait_until_empty(self) -> None:
        deadline = time.monotonic() + _EMPTY_PATIENCE_S
        while time.monotonic() < deadline and _admitted(self._server):
            time.sleep(0.5)

    def _look(self, quarter: int, *, at_rest: bool = False) -> Sample:
        pid = self._server.process.pid
        held = settled(pid) if at_rest else holdings(pid)
        return Sample(
            at_s=time.monotonic() - self._start,
            quarter=quarter,
            visits=self.tally.total,
            audio_s=metric(self._server, "speech_audio_seconds_total"),
            admitted=_admitted(self._server),
            pss_mb=held.pss / 1e6,
            rss_mb=held.rss / 1e6,
            processes=held.processes,
            threads=held.threads,
            files=held.files,
            temporary=sum(path.is_file() for path in self._temporary.rglob("*")),
        )


def _admitted(server: Server) -> int:
    return int(metric(server, "speech_requests_running") + metric(server, "speech_requests_waiting"))


def metric(server: Server, name: str) -> float:
    """The metric's value, summed over all labels."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request("GET", "/metrics", headers={"Connection": "close"})
    text = connection.getresponse().read().decode()
    return sum(
        sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if sample.name == name
    )


def _marks(soak: Soak, server: Server) -> list[dict[str, Any]]:
    second, last = soak.rests[1], soak.rests[-1]
    growth = _memory(soak.curve, QUARTERS) / _memory(soak.curve, 2)
    return [
        at_most("memory, last quarter to second", growth, MEMORY_LIMIT),
        at_most("admissions not released, after any quarter", max(rest.admitted for rest in soak.rests), 0),
        at_most("open files at rest, last quarter's more than second's", last.files - second.files, 0),
        # Thread pools start and end a thread now and then.
        at_most(
            "threads at rest, last quarter's more than second's",
            last.threads - second.threads,
            soak.workers,
        ),
        at_most("temporary files, last quarter's more than second's", last.temporary - second.temporary, 0),
        at_least("processes at rest, last quarter's to second's", last.processes / second.processes, 1),
        at_most("workers restarted", metric(server, "speech_worker_restarts_total"), 0),
        at_most("answers that no client should get", soak.tally.unexpected_count, 0),
    ]


def _memory(curve: Sequence[Sample], quarter: int) -> float:
    return statistics.median(sample.pss_mb for sample in curve if sample.quarter == quarter)


def _markdown(result: dict[str, Any]) -> str:
    visits = ", ".join(f"{kind} {count}" for kind, count in result["visits"].items())
    rests = [
        [
            f"after quarter {rest['quarter']}",
            f"{rest['audio_s']:.0f}",
            f"{rest['pss_mb']:.0f}",
            str(rest["threads"]),
            str(rest["files"]),
            str(rest["admitted"]),
        ]
        for rest in result["after_quarters"]
    ]
    return "\n\n".join(
        [
            f"`{result['command']}`, {place(result['machine'])}. {result['workers']} workers, engine: "
            f"{result['engine']}. {result['clients']} concurrent clients made {sum(result['visits'].values())} visits "
            f"({visits}) in {result['seconds'] / 60:.0f} minutes and met {result['refusals']} refusals; "
            f"{result['audio_s']:.0f} s of audio.",
            report.table(
                ["At rest", "Audio so far, s", "Memory (PSS), MB", "Threads", "Open files", "Admitted"], rests
            ),
            marks_table(result["marks"]),
        ]
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soak", description=__doc__)
    add = parser.add_argument
    add("--workers", type=int, default=2, help="(default: %(default)s)")
    add(
        "--engine",
        choices=("model", "paced"),
        default="model",
        help="the model, or an engine of known speed that takes no processor time, for more requests per hour",
    )
    add("--clients", type=int, default=16, help="concurrent clients (default: %(default)s)")
    add(
        "--audio-seconds", type=float, default=3600, help="audio that the server makes (default: %(default)s)"
    )
    add("--minutes", type=float, default=60, help="minutes, at most (default: %(default)s)")
    add("--requests", type=int, default=100_000, help="requests, at most (default: %(default)s)")
    add(
        "--markdown",
        type=Path,
        metavar="FILE",
        help="also rewrite the section between the markers in this file",
    )
    options = parser.parse_args()
    if min(options.workers, options.clients, options.audio_seconds, options.minutes, options.requests) <= 0:
        parser.error("every number must be more than 0")
    return options


if __name__ == "__main__":
    main()
