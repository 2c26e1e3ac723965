"""Gain of workers, engines and CUDA MPS (Multi-Process Service) on one GPU: audio per second and time to first byte.

The benchmark starts a server through docker/scripts/entrypoint.sh for each number of workers and of engines among them,
without and with CUDA MPS. A single client first requests 10 words repeatedly, then 60 words; many concurrent clients
then request different texts.

JSON goes to stdout, progress to stderr. --json is updated after each server. SIGTERM ends the run in order and prints
the results so far. --device cpu tries the script without a GPU. `python -m scripts.offline_parts` collects what a GPU
machine without network access needs.
"""

import argparse
import http.client
import importlib.metadata
import itertools
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks import nvidia, report
from benchmarks.clients import Client, Request, Served
from benchmarks.distinct import distinct_texts
from benchmarks.figures import at_least, at_most, end_on_sigterm, marks_table, percentiles, place, say
from benchmarks.nvidia import GpuMonitor
from benchmarks.processes import Server
from benchmarks.steady import Steady
from benchmarks.texts import MEDIUM
from kokoro_speech_server.config import Settings

VOICE = "af_heart"

TEN_WORDS = "The train to the coast leaves from the second platform."

ENTRY_POINT = Path(__file__).parent.parent / "docker" / "scripts" / "entrypoint.sh"

_SINGLE_CLIENT_S = 4.0
_SINGLE_CLIENT_MIN_REQUESTS = 3
_RAMP_S = 4.0
_READY_WITHIN_S = 180.0
"""A client of a broken CUDA MPS may hang forever; the entry point needs up to 110 s to detect that."""

_TEXTS = 2000
"""Different texts before they repeat; the cache is off."""

Row = dict[str, Any]


def main() -> None:
    end_on_sigterm()
    options = _options()
    section = report.MarkedSection(options.markdown, "gpu") if options.markdown else None
    result: dict[str, Any] = {
        "benchmark": "gpu",
        "command": " ".join(["python -m benchmarks.gpu", *sys.argv[1:]]),
        "machine": report.machine(
            {"torch": importlib.metadata.version("torch"), **nvidia.about(options.device)}
        ),
        "device": options.device,
        "clients": options.clients,
        "seconds": options.seconds,
        "places_per_worker": Settings().queue_size,
        "complete": False,
        "servers": [],
    }
    try:
        for row in Gpu(options).rows():
            result["servers"].append(report.rounded(row))
            say(json.dumps(result["servers"][-1], ensure_ascii=False))
            if options.json:
                _write(options.json, result)
        result["complete"] = True
    finally:
        if measured := [row for row in result["servers"] if "skipped" not in row]:
            result["marks"] = report.rounded(_marks(measured))
        if options.json:
            _write(options.json, result)
        print(json.dumps(report.rounded(result), indent=2, ensure_ascii=False))
        if section and result["servers"]:
            section.replace(_markdown(result))


class Gpu:
    """Starts the servers one after the other and puts them under load."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._options = options
        self._mps_problem: str | None = None
        if not options.device.startswith("cuda"):
            self._mps_problem = f"the device is {options.device}"
        elif not nvidia.about(options.device):
            self._mps_problem = "nvidia-smi reports no GPU"

    def rows(self) -> Iterator[Row]:
        """The figures of each server, or why it was skipped; the order is reversed from round to round."""
        servers = [
            (workers, engines, cuda_mps)
            for (workers, engines), cuda_mps in itertools.product(
                self._options.servers, self._options.cuda_mps
            )
            if engines > 1 or cuda_mps == "off"  # a single engine does not share the GPU
        ]
        for number in range(1, self._options.rounds + 1):
            for workers, engines, cuda_mps in servers if number % 2 else reversed(servers):
                row = {"workers": workers, "engines": engines, "cuda_mps": cuda_mps, "round": number}
                say(f"Round {number} of {self._options.rounds}: {_label(row)}")
                if cuda_mps == "on" and self._mps_problem:
                    yield {**row, "skipped": self._mps_problem}
                    continue
                try:
                    yield {**row, **self._measure(workers, engines, cuda_mps)}
                except (RuntimeError, OSError, http.client.HTTPException) as error:
                    # The memory may not suffice for this many workers; smaller servers can still be measured.
                    yield {**row, "skipped": str(error) or repr(error)}

    def _measure(self, workers: int, engines: int, cuda_mps: str) -> Row:
        device: str = self._options.device
        started = time.perf_counter()
        with _server(workers, engines, cuda_mps, device) as server:
            ready = server.wait_until_ready(within_s=_READY_WITHIN_S)
            row: Row = {"ready": ready, "start_s": time.perf_counter() - started}
            if cuda_mps == "on" and ready.get("cuda_mps") != "on":
                # The next servers would fail likewise, and this one has a measurement without CUDA MPS.
                self._mps_problem = f"/ready reports CUDA MPS as {ready.get('cuda_mps')}"
                raise RuntimeError(self._mps_problem)
            row["ten_words"] = _single_client(server.port, TEN_WORDS)
            row["single_client"] = _single_client(server.port, MEDIUM)
            requests = itertools.cycle([_request(text) for text in distinct_texts(_TEXTS)])
            together = Steady(server.port, requests, clients=self._options.clients)
            with GpuMonitor(device) as monitor:
                row["together"] = together.run(self._options.seconds, ramp_s=_RAMP_S)
            return {**row, "gpu": monitor.figures()}


def _server(workers: int, engines: int, cuda_mps: str, device: str) -> Server:
    # The entry point runs the first `python` in PATH.
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return Server(
        workers=workers,
        command=[str(ENTRY_POINT)],
        ENGINES=str(engines),
        DEVICE=device,
        CUDA_MPS="auto" if cuda_mps == "on" else "off",
        PATH=path,
    )


def _single_client(port: int, text: str) -> Row:
    """A single client that repeats a request for some seconds, after one warm-up request."""
    client = Client(port)
    try:
        client.speak_until_served(0, 0, _request(text))
        until = time.perf_counter() + _SINGLE_CLIENT_S
        served: list[Served] = []
        while len(served) < _SINGLE_CLIENT_MIN_REQUESTS or time.perf_counter() < until:
            served.append(client.speak_until_served(0, len(served), _request(text)))
    finally:
        client.close()
    return {
        "requests": len(served),
        "first_byte_s": percentiles([one.first_byte_s for one in served]),
        "total_s": percentiles([one.total_s for one in served]),
        "audio_per_second": sum(one.pcm_s for one in served) / sum(one.total_s for one in served),
    }


def _request(text: str) -> Request:
    return {"input": text, "voice": VOICE, "response_format": "pcm"}


def _write(path: Path, result: dict[str, Any]) -> None:
    """Replace the file atomically, so that a run that is killed leaves a complete one."""
    unfinished = path.with_name(f"{path.name}.part")
    unfinished.write_text(json.dumps(report.rounded(result), indent=2, ensure_ascii=False), encoding="utf-8")
    unfinished.replace(path)


def _markdown(result: dict[str, Any]) -> str:
    rows: list[Row] = sorted(result["servers"], key=_order)
    machine = result["machine"]
    cut_short = "" if result["complete"] else " The run was cut short."
    parts = [
        f"`{result['command']}`, {place(machine)}, {machine['cores']} cores, torch {machine['torch']}, "
        f"driver {machine.get('driver', 'none')}. {result['clients']} clients, windows of {result['seconds']:g} s, "
        f"{result['places_per_worker']} places per worker.{cut_short}"
    ]
    if measured := [row for row in rows if "skipped" not in row]:
        parts += [
            report.table(
                [
                    f"{result['clients']} clients",
                    "Audio per second",
                    "Requests per second",
                    "First byte p50 / p95, s",
                    "First byte once admitted, s",
                    "Refusals",
                    "Unserved at the end",
                    "Failures",
                ],
                [_together_row(row) for row in measured],
            ),
            report.table(
                [
                    "",
                    "Single client, 10 words: first byte p50 / p95, s",
                    "60 words: first byte",
                    "60 words: total",
                    "GPU memory, MiB",
                    "GPU busy, %",
                    "Cores busy",
                    "Of these by the clients",
                    "Start, s",
                ],
                [_single_client_row(row) for row in measured],
            ),
        ]
        parts.append(marks_table(result["marks"]))
    parts += [f"{_label(row)}: not measured: {row['skipped']}." for row in rows if "skipped" in row]
    return "\n\n".join(parts)


def _together_row(row: Row) -> list[str]:
    load = row["together"]
    return [
        _label(row),
        f"{load['audio_per_second']:.1f}",
        f"{load['requests_per_second']:.1f}",
        _two(load["first_byte_s"]),
        _two(load["attempt_first_byte_s"]),
        str(load["refusals"]),
        str(load["unserved_at_the_end"]),
        str(load["failures"]),
    ]


def _single_client_row(row: Row) -> list[str]:
    single, load, gpu = row["single_client"], row["together"], row["gpu"]
    return [
        _label(row),
        _two(row["ten_words"]["first_byte_s"]),
        _two(single["first_byte_s"]),
        _two(single["total_s"]),
        str(gpu["memory_mib"]) if "memory_mib" in gpu else "–",
        report.cell(gpu.get("busy_percent"), 0),
        f"{load['cores_busy']:.1f}",
        f"{load['clients_cores_busy']:.1f}",
        f"{row['start_s']:.0f}",
    ]


def _label(row: Row) -> str:
    again = f", round {row['round']}" if row["round"] > 1 else ""
    return f"{row['workers']}x{row['engines']}, CUDA MPS {row['cuda_mps']}{again}"


def _order(row: Row) -> tuple[Any, ...]:
    return row["workers"], row["engines"], row["cuda_mps"], row["round"]


def _marks(measured: Sequence[Row]) -> list[dict[str, Any]]:
    """Each mark with the best value of all servers."""
    speed = max(row["together"]["audio_per_second"] for row in measured)
    one_engine = [row["together"]["audio_per_second"] for row in measured if row["engines"] == 1]
    first = min(row["ten_words"]["first_byte_s"]["p50"] for row in measured)
    together = [row["together"]["first_byte_s"]["p95"] for row in measured if row["together"]["first_byte_s"]]
    return [
        *([at_least("audio per second, one engine", max(one_engine), 400)] if one_engine else []),
        at_most("10 words, single client: first byte p50, s", first, 0.04),
        at_least("goal: audio per second", speed, 2000),
        *([at_most("goal: first byte p95 among all clients, s", min(together), 0.1)] if together else []),
    ]


def _two(figures: dict[str, float]) -> str:
    return f"{figures['p50']:.3f} / {figures['p95']:.3f}" if figures else "–"


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.gpu",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add(
        "--servers",
        type=_servers,
        default="1x1,8x1,8x2,8x8",
        metavar="WORKERSxENGINES,…",
        help="numbers of workers, and of engines among them (default: %(default)s)",
    )
    add(
        "--cuda-mps",
        type=_switches,
        default="off,on",
        help="without CUDA MPS, with it (default: %(default)s)",
    )
    add("--clients", type=int, default=80, help="concurrent clients (default: %(default)s)")
    add("--seconds", type=float, default=20, help="length of each measurement (default: %(default)s)")
    add("--rounds", type=int, default=1, help="(default: %(default)s)")
    add("--device", default="cuda", help="cuda, cuda:1, or cpu (default: %(default)s)")
    add("--json", type=Path, metavar="FILE", help="file that is updated after each server")
    add("--markdown", type=Path, metavar="FILE", help="document in which the section is replaced")
    options = parser.parse_args()
    if options.clients < 1 or options.rounds < 1 or options.seconds <= 0:
        parser.error("every number must be at least 1")
    if not ENTRY_POINT.exists():
        parser.error(f"{ENTRY_POINT} does not exist")
    return options


def _servers(value: str) -> list[tuple[int, int]]:
    servers = []
    for server in value.split(","):
        workers, engines = map(int, server.split("x"))
        if not 1 <= engines <= workers:
            raise argparse.ArgumentTypeError("write each server as 8x1: workers, and engines among them")
        servers.append((workers, engines))
    return servers


def _switches(value: str) -> list[str]:
    switches = value.split(",")
    if not set(switches) <= {"on", "off"}:
        raise argparse.ArgumentTypeError("choose from on and off, separated by a comma")
    return switches


if __name__ == "__main__":
    main()
