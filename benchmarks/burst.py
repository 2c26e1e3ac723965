"""More concurrent clients than the server has places: `hey` and our own client against workers with the real model.

The server must serve as many requests as it has places and refuse the others at once with Retry-After. JSON goes to
stdout, progress to stderr.
"""

import argparse
import csv
import io
import json
import shutil
import statistics
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import Any

import av

from benchmarks import report
from benchmarks.clients import SPEECH, Answer, Client, retry_after_s
from benchmarks.figures import at_least, at_most, end_on_sigterm, marks_table, percentiles, place, say
from benchmarks.processes import Server
from benchmarks.rush import rush

BODY = {"input": "Hello world", "voice": "af_heart"}
"""The answer is mp3, the default."""

REFUSAL_LIMIT_MS = 250
"""Time until a refusal in milliseconds, 99th percentile."""

NEXT_LIMIT = 1.25
"""Time of the request after a flood over the median of those before it."""

_FLOODS = ("hey", "us", "us", "hey")
"""Who floods, in that order, so that neither always comes first."""

_SINGLES = 5
_LENGTH_TOLERANCE_S = 0.1
"""Two answers to one text differ in their noise, and so slightly in the silence that is trimmed."""


@dataclass(slots=True)
class Answers:
    """Status and seconds of each request that was answered."""

    answers: list[tuple[int, float]] = field(default_factory=list)

    @property
    def statuses(self) -> dict[str, int]:
        return {str(status): count for status, count in sorted(Counter(s for s, _ in self.answers).items())}

    def seconds(self, status: int) -> list[float]:
        return [seconds for answered, seconds in self.answers if answered == status]


@dataclass(slots=True)
class Floods:
    """The floods by one client.

    retry_afters: of the refusals, in seconds
    complete:     answers with the whole audio
    before, next: seconds of the single requests before the floods, and of the next ones
    """

    answers: Answers = field(default_factory=Answers)
    retry_afters: list[float] = field(default_factory=list)
    complete: int = 0
    before: list[float] = field(default_factory=list)
    next: list[float] = field(default_factory=list)

    def figures(self) -> dict[str, Any]:
        before, following = statistics.median(self.before), statistics.median(self.next)
        return {
            "floods": len(self.next),
            "statuses": self.answers.statuses,
            "answered_s": percentiles(self.answers.seconds(HTTPStatus.OK)),
            "refused_ms": percentiles(self.answers.seconds(HTTPStatus.SERVICE_UNAVAILABLE), scale=1000),
            "retry_after_s": percentiles(self.retry_afters),
            "complete": self.complete,
            "before_s": before,
            "next_s": following,
            "next_to_before": following / before,
        }


def main() -> None:
    end_on_sigterm()
    options = _options()
    if shutil.which("hey") is None:
        sys.exit("`hey` is not installed; on Debian and Ubuntu: apt-get install hey")
    section = report.MarkedSection(options.markdown, "burst") if options.markdown else None
    machine = report.machine({})
    with Server(workers=options.workers) as server:
        say(f"Starting {options.workers} workers")
        server.wait_until_ready()
        burst = Burst(server)
        result: dict[str, Any] = {
            "benchmark": "burst",
            "command": " ".join(["python -m benchmarks.burst", *sys.argv[1:]]),
            "machine": machine,
            "workers": options.workers,
            **burst.run(options),
        }
    result = report.rounded({**result, "marks": _marks(result)})
    print(json.dumps(result, indent=2, ensure_ascii=False))
    if section:
        section.replace(_markdown(result))


class Burst:
    """Rounds within the server's places, then floods by `hey` and by our client, which checks each answer."""

    def __init__(self, server: Server) -> None:
        self._port = server.port

    def run(self, options: argparse.Namespace) -> dict[str, Any]:
        say("Warm-up")
        rush(self._port, [BODY] * 4 * options.workers, clients=2 * options.workers)
        rounds = []
        for number in range(1, options.rounds + 1):
            say(f"Round {number} of {options.rounds}: {options.requests} from {options.clients} clients")
            rounds.append(_hey(self._port, options.requests, options.clients))
        return {
            "requests": options.requests,
            "clients": options.clients,
            "rounds": [
                {"statuses": one.statuses, "latency_s": percentiles(one.seconds(HTTPStatus.OK))}
                for one in rounds
            ],
            "flood_requests": options.flood_requests,
            "flood_clients": options.flood_clients,
            **self._floods(options.flood_requests, options.flood_clients),
        }

    def _floods(self, requests: int, clients: int) -> dict[str, Any]:
        floods = {who: Floods() for who in _FLOODS}
        flood = {"hey": self._flood_by_hey, "us": self._flood_by_us}
        for who in _FLOODS:
            say(f"Flood: {requests} from {clients} clients, by {who}")
            floods[who].before += self._singles()
            flood[who](floods[who], requests, clients)
            floods[who].next.append(self._single())
        return {f"flood_by_{who}": one.figures() for who, one in floods.items()}

    def _flood_by_hey(self, floods: Floods, requests: int, clients: int) -> None:
        floods.answers.answers += _hey(self._port, requests, clients).answers

    def _flood_by_us(self, floods: Floods, requests: int, clients: int) -> None:
        reference_s = _mp3_seconds(self._answer())
        for answer in rush(self._port, [BODY] * requests, clients=clients):
            floods.answers.answers.append((answer.status, answer.total_s))
            if answer.status == HTTPStatus.OK:
                floods.complete += abs(_mp3_seconds(answer) - reference_s) < _LENGTH_TOLERANCE_S
            elif answer.status == HTTPStatus.SERVICE_UNAVAILABLE:
                floods.retry_afters.append(retry_after_s(answer))

    def _singles(self) -> list[float]:
        return [self._single() for _ in range(_SINGLES)]

    def _single(self) -> float:
        return self._answer().total_s

    def _answer(self) -> Answer:
        client = Client(self._port)
        try:
            answer = client.speak(BODY)
        finally:
            client.close()
        if answer.status != HTTPStatus.OK:
            raise RuntimeError(f"A single request was answered {answer.status}: {answer.body.decode()}")
        return answer


def _hey(port: int, requests: int, clients: int) -> Answers:
    # -t 0 removes hey's time limit of 20 s: on a CPU many requests wait longer.
    command = ["hey", "-t", "0", "-n", str(requests), "-c", str(clients), "-m", "POST"]
    command += ["-H", "Content-Type: application/json", "-d", json.dumps(BODY), "-o", "csv"]
    output = subprocess.run(
        [*command, f"http://127.0.0.1:{port}{SPEECH}"], check=True, capture_output=True, text=True
    ).stdout
    rows = csv.DictReader(io.StringIO(output))
    return Answers([(int(row["status-code"]), float(row["response-time"])) for row in rows])


def _mp3_seconds(answer: Answer) -> float:
    """Seconds of audio that a player hears, decoded to the end."""
    with av.open(io.BytesIO(answer.body), "r", format="mp3") as container:
        return sum(frame.samples / frame.sample_rate for frame in container.decode(audio=0))


def _marks(result: dict[str, Any]) -> list[dict[str, Any]]:
    hey, ours = result["flood_by_hey"], result["flood_by_us"]
    fewest = min(one["statuses"].get("200", 0) for one in result["rounds"])
    marks = [at_least(f"answered 200 of {result['requests']}, in each round", fewest, result["requests"])]
    for who, flood in (("hey", hey), ("our client", ours)):
        expected = sum(flood["statuses"].get(status, 0) for status in ("200", "503"))
        requests = flood["floods"] * result["flood_requests"]
        marks.append(at_least(f"flood: 200 or 503, by {who}", expected, requests))
        marks.append(
            at_most(f"flood: next request to those before, by {who}", flood["next_to_before"], NEXT_LIMIT)
        )
        if flood["refused_ms"]:
            mark = f"flood: 503s at the 99th percentile, ms, by {who}"
            marks.append(at_most(mark, flood["refused_ms"]["p99"], REFUSAL_LIMIT_MS))
    marks.append(at_least("flood: 200s that are complete", ours["complete"], ours["statuses"].get("200", 0)))
    return marks


def _markdown(result: dict[str, Any]) -> str:
    parts = [
        f"`{result['command']}`, {place(result['machine'])}. {result['workers']} workers.",
        report.table(
            [
                f"{result['requests']} requests, {result['clients']} clients, by hey",
                "200",
                "other",
                "Latency p50 / p95 / p99, s",
            ],
            [_round_row(number, one) for number, one in enumerate(result["rounds"], 1)],
        ),
        report.table(
            [
                f"{result['flood_requests']} requests, {result['flood_clients']} clients, twice",
                "200",
                "503",
                "Until a 503, p50 / p99, ms",
                "Until a 200, p50 / p99, s",
                "Single request before, next, s",
            ],
            [
                _flood_row("by hey", result["flood_by_hey"]),
                _flood_row("by our client", result["flood_by_us"]),
            ],
        ),
    ]
    if retry := result["flood_by_us"]["retry_after_s"]:
        parts.append(
            f"Every 503 had Retry-After, {retry['p50']:.0f} s in the median and {retry['max']:.0f} s at most. "
            f"{result['flood_by_us']['complete']} of the 200s were complete when decoded."
        )
    parts.append(marks_table(result["marks"]))
    return "\n\n".join(parts)


def _round_row(number: int, one: dict[str, Any]) -> list[str]:
    served = one["statuses"].get("200", 0)
    other = sum(one["statuses"].values()) - served
    latency = " / ".join(f"{one['latency_s'][name]:.1f}" for name in ("p50", "p95", "p99")) if served else "–"
    return [f"round {number}", str(served), str(other), latency]


def _flood_row(who: str, flood: dict[str, Any]) -> list[str]:
    refused, answered = flood["refused_ms"], flood["answered_s"]
    return [
        who,
        str(flood["statuses"].get("200", 0)),
        str(flood["statuses"].get("503", 0)),
        f"{refused['p50']:.0f} / {refused['p99']:.0f}" if refused else "–",
        f"{answered['p50']:.1f} / {answered['p99']:.1f}" if answered else "–",
        f"{flood['before_s']:.2f}, {flood['next_s']:.2f}",
    ]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.burst", description=__doc__)
    add = parser.add_argument
    add("--workers", type=int, default=8, help="(default: %(default)s)")
    add("--rounds", type=int, default=5, help="rounds within the server's places (default: %(default)s)")
    add("--requests", type=int, default=100, help="requests in each round (default: %(default)s)")
    add("--clients", type=int, default=50, help="clients in each round (default: %(default)s)")
    add("--flood-requests", type=int, default=400, help="(default: %(default)s)")
    add("--flood-clients", type=int, default=200, help="(default: %(default)s)")
    add(
        "--markdown",
        type=Path,
        metavar="FILE",
        help="also rewrite the section between the markers in this file",
    )
    options = parser.parse_args()
    if options.workers < 1 or options.rounds < 1:
        parser.error("--workers and --rounds must be at least 1")
    if not (
        1 <= options.clients <= options.requests and 1 <= options.flood_clients <= options.flood_requests
    ):
        parser.error("there must not be more clients than requests")
    return options


if __name__ == "__main__":
    main()
