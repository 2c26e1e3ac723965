"""Memory of each worker, and its time until it is ready, for servers of several sizes.

The model is the real one. Private memory (USS) is what a worker adds to the memory in use; PSS also counts its part of
what processes share. "At rest" is after the start, "speaking" the largest private memory while as many clients as there
are workers have a text read to them. Workers that are forks exist from the fork on: the time of the process of which
they are forks is in that of the server. JSON goes to stdout, progress to stderr.
"""

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
import psutil  # type: ignore[import-untyped]

from benchmarks import report
from benchmarks.distinct import long_text
from benchmarks.figures import end_on_sigterm, place
from benchmarks.processes import Server
from tests.servers import worker_processes

_MB = 1_000_000
_WORDS = 150


def measure(counts: Sequence[int]) -> list[dict[str, Any]]:
    """One row for each number of workers."""
    rows = []
    for count in counts:
        print(f"{count} workers", file=sys.stderr)
        with Server(workers=count) as server:
            rows.append(_row(server, count))
    return rows


def _row(server: Server, count: int) -> dict[str, Any]:
    ready_at = _ready_moments(server, count)
    workers = worker_processes(server.process.pid)
    started_at = sorted(worker.create_time() for worker in workers)
    rest = [worker.memory_full_info() for worker in workers]
    family = psutil.Process(server.process.pid)
    whole = sum(one.memory_full_info().pss for one in [family, *family.children(recursive=True)])
    return {
        "workers": count,
        "server_ready_s": ready_at[-1] - family.create_time(),
        "worker_ready_s": [ready - start for start, ready in zip(started_at, ready_at, strict=True)],
        "private_mb_at_rest": [one.uss / _MB for one in rest],
        "pss_mb_at_rest": [one.pss / _MB for one in rest],
        "server_pss_mb_at_rest": whole / _MB,
        "private_mb_speaking": asyncio.run(_private_while_speaking(server, workers)),
    }


def _ready_moments(server: Server, count: int) -> list[float]:
    """When the first worker was ready, the second, and so on."""
    moments: list[float] = []
    while len(moments) < count:
        try:
            status = httpx.get(f"http://127.0.0.1:{server.port}/ready", trust_env=False).json()
        except httpx.TransportError:
            status = {}
        ready = status.get("workers_ready", 0)
        moments += [time.time()] * (ready - len(moments))
        time.sleep(0.02)
    server.wait_until_ready()
    return moments


async def _private_while_speaking(server: Server, workers: Sequence[psutil.Process]) -> list[float]:
    most = [0.0] * len(workers)

    async def watch() -> None:
        while True:
            for i, worker in enumerate(workers):
                most[i] = max(most[i], worker.memory_full_info().uss / _MB)
            await asyncio.sleep(0.2)

    watching = asyncio.create_task(watch())
    url = f"http://127.0.0.1:{server.port}/v1/audio/speech"
    async with httpx.AsyncClient(timeout=None, trust_env=False) as client:
        bodies = [{"input": long_text(_WORDS, seed=number)} for number in range(len(workers))]
        for answer in await asyncio.gather(*(client.post(url, json=body) for body in bodies)):
            answer.raise_for_status()
    watching.cancel()
    return most


def _markdown(result: dict[str, Any]) -> str:
    rows = [
        [
            str(row["workers"]),
            f"{row['server_ready_s']:.1f}",
            f"{max(row['worker_ready_s']):.1f}",
            _range(row["private_mb_at_rest"]),
            _range(row["private_mb_speaking"]),
            f"{row['server_pss_mb_at_rest']:.0f}",
        ]
        for row in result["rows"]
    ]
    header = [
        "Workers",
        "Server ready, s",
        "A worker ready after its start, at most, s",
        "Private memory of a worker at rest, MB",
        "Speaking, MB",
        "Whole server at rest (PSS), MB",
    ]
    return f"`{result['command']}`, {place(result['machine'])}.\n\n{report.table(header, rows)}"


def _range(values: Sequence[float]) -> str:
    low, high = round(min(values)), round(max(values))
    return str(low) if low == high else f"{low} to {high}"


def main() -> None:
    end_on_sigterm()
    parser = argparse.ArgumentParser(prog="python -m benchmarks.workers", description=__doc__)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4, 8], help="(default: 1 2 4 8)")
    parser.add_argument(
        "--markdown", type=Path, metavar="FILE", help="document in which the section is replaced"
    )
    options = parser.parse_args()
    section = report.MarkedSection(options.markdown, "workers") if options.markdown else None
    result = report.rounded(
        {
            "benchmark": "workers",
            "command": " ".join(["python -m benchmarks.workers", *sys.argv[1:]]),
            "machine": report.machine({}),
            "rows": measure(options.workers),
        }
    )
    print(json.dumps(result, indent=2))
    if section:
        section.replace(_markdown(result))


if __name__ == "__main__":
    main()
