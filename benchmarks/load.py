"""Concurrent clients: throughput and latency, beside bare pipelines, and how evenly the workers share the work.

All texts differ and the cache is off. Refused clients retry when Retry-After has passed. JSON goes to stdout, progress
to stderr.
"""

import argparse
import json
import os
import sys
import time
from collections import deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from benchmarks import load_tables, report, sharing
from benchmarks.clients import Request, Served, call, seconds_taken
from benchmarks.distinct import distinct_texts
from benchmarks.figures import at_least, at_most, end_on_sigterm, percentiles, say
from benchmarks.memory import weights_sharing
from benchmarks.options import numbers
from benchmarks.processes import BarePipeline, Server
from benchmarks.report import Figures
from kokoro_speech_server.config import Settings
from kokoro_speech_server.weights import assets

VOICE = "af_heart"

THROUGHPUT_LIMIT = 0.95
"""Throughput over that of as many bare pipelines."""

THROUGHPUT_CLIENTS = 16
WEIGHTS_LIMIT = 1.05
"""Memory of all workers' weights over the size of the weights file."""

PARTS = ("clients", "bare", "sharing", "weights")


def main() -> None:
    end_on_sigterm()
    options = _options()
    section = report.MarkedSection(options.markdown, "load") if options.markdown else None
    result: dict[str, Any] = {
        "benchmark": "load",
        "command": " ".join(["python -m benchmarks.load", *sys.argv[1:]]),
        "machine": report.machine({}),
        "workers": options.workers,
        "threads_per_worker": options.threads,
    }
    if "sharing" in options.parts:
        say("Sharing the work, with engines of known speed")
        result["sharing"] = sharing.measure(options.equal_requests, options.mixed_requests)
    if "weights" in options.parts:
        say(f"The weights of {sharing.WORKERS} workers")
        result["weights"] = _weights()
    if {"clients", "bare"} & set(options.parts):
        settings = {"THREADS_PER_WORKER": str(options.threads)}
        with Server(workers=options.workers, **settings) as server:
            say(f"Starting {options.workers} workers")
            device = server.wait_until_ready()["device"]
            _warm_up(server, options.workers)
            if "clients" in options.parts:
                result["clients"] = _clients(server, options)
            if "bare" in options.parts:
                result["bare"] = _beside_bare(server, device, options)
    result = report.rounded({**result, "marks": _marks(result)})
    print(json.dumps(result, indent=2, ensure_ascii=False))
    if section:
        section.replace(load_tables.markdown(result))


def _warm_up(server: Server, workers: int) -> None:
    call(server.port, _requests(distinct_texts(4 * workers, seed=1)), clients=2 * workers)


def _clients(server: Server, options: argparse.Namespace) -> list[dict[str, Any]]:
    """One row for each number of clients, on kept and on new connections."""
    cells = [(clients, kept) for clients in options.clients for kept in (True, False)]
    counts = [max(options.requests, 2 * clients) for clients, _ in cells]
    texts = deque(distinct_texts(sum(counts), seed=2))
    rows = []
    for (clients, kept), count in zip(cells, counts, strict=True):
        say(f"{clients} clients, {'kept' if kept else 'new'} connections: {count} requests")
        own = [texts.popleft() for _ in range(count)]
        served = call(server.port, _requests(own), clients=clients, keep_alive=kept)
        rows.append({"clients": clients, "connections": "kept" if kept else "new", **_figures(served)})
    return rows


def _figures(served: Sequence[Served]) -> dict[str, Any]:
    """Latencies as clients saw them, from the first attempt; "attempt" ones are of the attempt that succeeded."""
    seconds = seconds_taken(served)
    return {
        "requests": len(served),
        "seconds": seconds,
        "audio_per_second": sum(one.pcm_s for one in served) / seconds,
        "latency_s": percentiles([one.total_s for one in served]),
        "first_byte_s": percentiles([one.first_byte_s for one in served]),
        "attempt_latency_s": percentiles([one.answer.total_s for one in served]),
        "attempt_first_byte_s": percentiles([one.answer.first_byte_s for one in served]),
        "refusals": sum(one.refusals for one in served),
        "refused_requests": sum(one.refusals > 0 for one in served),
        "broken_connections": sum(one.broken for one in served),
        # By default an SDK makes three attempts.
        "lost_by_an_sdk": sum(one.refusals + one.broken > 2 for one in served),
    }


def _beside_bare(server: Server, device: str, options: argparse.Namespace) -> dict[str, Any]:
    """The same texts, in turns, by the server and by as many bare pipelines as it has workers."""
    texts = distinct_texts(options.bare_texts * (options.rounds + 1), seed=3)
    rounds = []
    with ExitStack() as stack:
        say(f"Starting {options.workers} bare pipelines")
        bare = [
            stack.enter_context(BarePipeline(device, VOICE, threads=options.threads))
            for _ in range(options.workers)
        ]
        for number in range(options.rounds + 1):
            say(f"Round {number} of {options.rounds} beside bare pipelines" if number else "Warm-up")
            own = texts[number * options.bare_texts :][: options.bare_texts]
            steps = {
                "server": lambda own=own: _by_server(server, own),
                "bare": lambda own=own: by_bare_pipelines(bare, own),
            }
            order = reversed(steps) if number % 2 else iter(steps)
            measured = {name: steps[name]() for name in order}
            if number:
                rounds.append(measured)
    ratios = [
        {
            "texts": one["bare"]["seconds"] / one["server"]["seconds"],
            "audio": one["server"]["audio_per_second"] / one["bare"]["audio_per_second"],
        }
        for one in rounds
    ]
    return {
        "clients": THROUGHPUT_CLIENTS,
        "texts": options.bare_texts,
        "rounds": options.rounds,
        "bare_threads": [one.about["threads"] for one in bare],
        "server": report.spreads([one["server"] for one in rounds]),
        "bare": report.spreads([one["bare"] for one in rounds]),
        "ratios": report.spreads(ratios),
    }


def _by_server(server: Server, texts: Sequence[str]) -> Figures:
    served = call(server.port, _requests(texts), clients=THROUGHPUT_CLIENTS)
    return _throughput(seconds_taken(served), sum(one.pcm_s for one in served))


def by_bare_pipelines(bare: Sequence[BarePipeline], texts: Sequence[str]) -> Figures:
    """Each pipeline takes the next text as soon as it is free."""
    waiting = deque(texts)

    def work(pipeline: BarePipeline) -> float:
        audio_s = 0.0
        while waiting:
            try:
                text = waiting.popleft()
            except IndexError:  # another pipeline took it
                break
            audio_s += pipeline.ask(speak=text)["audio_s"]
        return audio_s

    start = time.perf_counter()
    with ThreadPoolExecutor(len(bare)) as pool:
        audio_s = sum(pool.map(work, bare))
    return _throughput(time.perf_counter() - start, audio_s)


def _throughput(seconds: float, audio_s: float) -> Figures:
    return {"seconds": seconds, "audio_s": audio_s, "audio_per_second": audio_s / seconds}


def _weights() -> Figures:
    weights = assets.ensure_model(Settings().model_dir).weights
    with Server(workers=sharing.WORKERS) as server:
        server.wait_until_ready()
        _warm_up(server, sharing.WORKERS)
        return weights_sharing(server.process.pid, weights)


def _requests(texts: Sequence[str]) -> list[Request]:
    return [{"input": text, "voice": VOICE, "response_format": "pcm"} for text in texts]


def _marks(result: dict[str, Any]) -> list[dict[str, Any]]:
    marks = []
    if "clients" in result:
        broken = sum(row["broken_connections"] for row in result["clients"])
        marks.append(at_most("connections that broke without an answer", broken, 0))
    if "bare" in result:
        # Texts rather than audio: the server trims the silence around chunks, which is no missing work.
        median = result["bare"]["ratios"]["texts"]["median"]
        marks.append(at_least("throughput at 16 clients, to bare pipelines'", median, THROUGHPUT_LIMIT))
    if "sharing" in result:
        shared = result["sharing"]
        for connections, spread in shared["spread"].items():
            name = f"busiest of {shared['workers']} workers to the mean, {connections} connections"
            marks.append(at_most(name, spread["busiest_to_mean"], sharing.BUSIEST_LIMIT))
        for connections, waits in shared["waits"].items():
            name = f"longest wait while an engine slot was idle, ms, {connections} connections"
            marks.append(at_most(name, waits["first_chunk_idle_wait_ms"]["max"], sharing.IDLE_WAIT_LIMIT_MS))
        name = "95th percentile of latency to the simulated queue's"
        marks.append(at_most(name, shared["latency"]["p95_ratio"], sharing.LATENCY_LIMIT))
    if "weights" in result:
        weights = result["weights"]
        marks.append(at_least("processes that map the weights", weights["mappers"], sharing.WORKERS))
        marks.append(at_most("weights in memory to their size", weights["pss_to_size"], WEIGHTS_LIMIT))
        marks.append(at_most("private copies of weights, MB", weights["private_dirty_mb"], 0))
    return marks


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    cores = os.cpu_count() or 1
    add = parser.add_argument
    add("--workers", type=int, default=2, help="workers with the real model (default: %(default)s)")
    add("--threads", type=int, help="threads of each worker and bare pipeline (default: cores / workers)")
    add("--clients", type=numbers, default="1,4,16,64", help="numbers of clients (default: %(default)s)")
    add(
        "--requests",
        type=int,
        default=48,
        help="requests in each row, at least two per client (default: %(default)s)",
    )
    add("--rounds", type=int, default=3, help="rounds beside bare pipelines (default: %(default)s)")
    add("--bare-texts", type=int, default=32, help="texts in each of these rounds (default: %(default)s)")
    add("--equal-requests", type=int, default=sharing.EQUAL_REQUESTS, help="(default: %(default)s)")
    add("--mixed-requests", type=int, default=400, help="(default: %(default)s)")
    add("--parts", nargs="+", choices=PARTS, default=PARTS, help="what to measure (default: all)")
    add(
        "--markdown",
        type=Path,
        metavar="FILE",
        help="also rewrite the section between the markers in this file",
    )
    options = parser.parse_args()
    counted = ("workers", "requests", "rounds", "bare_texts", "equal_requests", "mixed_requests")
    if any(getattr(options, name) < 1 for name in counted):
        parser.error("every number must be at least 1")
    options.threads = options.threads or max(1, cores // options.workers)
    return options


if __name__ == "__main__":
    main()
