"""What workers, engines and MPS bring on one GPU: audio per second and time to first byte for many and for one.

For each number of workers and of engines among them, without MPS (CUDA's Multi-Process Service) and with it, a server
is started through docker/scripts/entrypoint.sh; one client alone asks for 10 words, then for 60, again and again, then
many at once for other texts.
JSON on stdout, progress on stderr. --json holds what there is after each server; SIGTERM ends the run in order, and
what was measured until then is printed. --device cpu tries the script out.

A GPU machine without a network can be given what it lacks with `python -m scripts.offline_parts`.
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
from benchmarks.nvidia import GpuWatch
from benchmarks.processes import Server
from benchmarks.steady import Steady
from benchmarks.texts import MEDIUM
from kokoro_speech_server.config import Settings

VOICE = "af_heart"

TEN_WORDS = "The train to the coast leaves from the second platform."

ENTRY_POINT = Path(__file__).parent.parent / "docker" / "scripts" / "entrypoint.sh"

_ALONE_S = 4.0
_ALONE_LEAST = 3
_RAMP_S = 4.0
_READY_WITHIN_S = 180.0
"""A client of an MPS that can't serve may hang for ever; the entry point takes up to 110 s to find out."""

_TEXTS = 2000
"""Then they come again; the cache is off."""

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
    """Starts the servers, one after the other, and puts them under load."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._options = options
        self._mps_fails: str | None = None
        if not options.device.startswith("cuda"):
            self._mps_fails = f"the device is {options.device}"
        elif not nvidia.about(options.device):
            self._mps_fails = "nvidia-smi tells of no GPU"

    def rows(self) -> Iterator[Row]:
        """What each server did, or why it did not; the order is reversed from round to round."""
        servers = [
            (workers, engines, mps)
            for (workers, engines), mps in itertools.product(self._options.servers, self._options.mps)
            if engines > 1 or mps == "off"  # one alone has nobody to share the GPU with
        ]
        for number in range(1, self._options.rounds + 1):
            for workers, engines, mps in servers if number % 2 else reversed(servers):
                row = {"workers": workers, "engines": engines, "mps": mps, "round": number}
                say(f"Round {number} of {self._options.rounds}: {_label(row)}")
                if mps == "on" and self._mps_fails:
                    yield {**row, "skipped": self._mps_fails}
                    continue
                try:
                    yield {**row, **self._measure(workers, engines, mps)}
                except (RuntimeError, OSError, http.client.HTTPException) as error:
                    # No room for so many workers, say; the others may still have it.
                    yield {**row, "skipped": str(error) or repr(error)}

    def _measure(self, workers: int, engines: int, mps: str) -> Row:
        device: str = self._options.device
        started = time.perf_counter()
        with _server(workers, engines, mps, device) as server:
            ready = server.wait_until_ready(within_s=_READY_WITHIN_S)
            row: Row = {"ready": ready, "start_s": time.perf_counter() - started}
            if mps == "on" and ready.get("cuda_mps") != "on":
                # It would be the same again, and with as many workers it is measured without MPS.
                self._mps_fails = f"/ready says of MPS: {ready.get('cuda_mps')}"
                raise RuntimeError(self._mps_fails)
            row["ten_words"] = _alone(server.port, TEN_WORDS)
            row["alone"] = _alone(server.port, MEDIUM)
            requests = itertools.cycle([_request(text) for text in distinct_texts(_TEXTS)])
            together = Steady(server.port, requests, clients=self._options.clients)
            with GpuWatch(device) as watch:
                row["together"] = together.run(self._options.seconds, ramp_s=_RAMP_S)
            return {**row, "gpu": watch.figures()}


def _server(workers: int, engines: int, mps: str, device: str) -> Server:
    # The entry point takes the `python` that it finds.
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return Server(
        workers=workers,
        command=[str(ENTRY_POINT)],
        ENGINES=str(engines),
        DEVICE=device,
        CUDA_MPS="auto" if mps == "on" else "off",
        PATH=path,
    )


def _alone(port: int, text: str) -> Row:
    """One client who asks for the same for some seconds, after once to warm up."""
    client = Client(port)
    try:
        client.speak_until_served(0, 0, _request(text))
        until = time.perf_counter() + _ALONE_S
        served: list[Served] = []
        while len(served) < _ALONE_LEAST or time.perf_counter() < until:
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
    """In one step, so that a run that is killed leaves a whole file."""
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
                    "Once admitted, s",
                    "Refusals",
                    "Unserved at the end",
                    "Failures",
                ],
                [_together_row(row) for row in measured],
            ),
            report.table(
                [
                    "",
                    "Alone, 10 words: first byte p50 / p95, s",
                    "60 words: first byte",
                    "60 words: total",
                    "GPU memory, MiB",
                    "GPU busy, %",
                    "Cores busy",
                    "by the clients",
                    "Start, s",
                ],
                [_alone_row(row) for row in measured],
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


def _alone_row(row: Row) -> list[str]:
    alone, load, gpu = row["alone"], row["together"], row["gpu"]
    return [
        _label(row),
        _two(row["ten_words"]["first_byte_s"]),
        _two(alone["first_byte_s"]),
        _two(alone["total_s"]),
        str(gpu["memory_mib"]) if "memory_mib" in gpu else "–",
        report.cell(gpu.get("busy_percent"), 0),
        f"{load['cores_busy']:.1f}",
        f"{load['clients_cores_busy']:.1f}",
        f"{row['start_s']:.0f}",
    ]


def _label(row: Row) -> str:
    again = f", round {row['round']}" if row["round"] > 1 else ""
    return f"{row['workers']}x{row['engines']}, MPS {row['mps']}{again}"


def _order(row: Row) -> tuple[Any, ...]:
    return row["workers"], row["engines"], row["mps"], row["round"]


def _marks(measured: Sequence[Row]) -> list[dict[str, Any]]:
    """The best of all servers, each mark by itself."""
    speed = max(row["together"]["audio_per_second"] for row in measured)
    one_engine = [row["together"]["audio_per_second"] for row in measured if row["engines"] == 1]
    first = min(row["ten_words"]["first_byte_s"]["p50"] for row in measured)
    crowd = [row["together"]["first_byte_s"]["p95"] for row in measured if row["together"]["first_byte_s"]]
    return [
        *([at_least("audio per second, one engine", max(one_engine), 400)] if one_engine else []),
        at_most("10 words alone: first byte p50, s", first, 0.04),
        at_least("goal: audio per second", speed, 2000),
        *([at_most("goal: first byte p95 among all clients, s", min(crowd), 0.1)] if crowd else []),
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
    add("--mps", type=_switches, default="off,on", help="without MPS, with it (default: %(default)s)")
    add("--clients", type=int, default=80, help="at once (default: %(default)s)")
    add("--seconds", type=float, default=20, help="each window (default: %(default)s)")
    add("--rounds", type=int, default=1, help="(default: %(default)s)")
    add("--device", default="cuda", help="cuda, cuda:1, or cpu (default: %(default)s)")
    add("--json", type=Path, metavar="FILE", help="holds what was measured so far, after each server")
    add("--markdown", type=Path, metavar="FILE", help="rewrite the section between the markers, too")
    options = parser.parse_args()
    if options.clients < 1 or options.rounds < 1 or options.seconds <= 0:
        parser.error("every number must be at least 1")
    if not ENTRY_POINT.exists():
        parser.error(f"{ENTRY_POINT} is not there")
    return options


def _servers(value: str) -> list[tuple[int, int]]:
    servers = []
    for server in value.split(","):
        workers, engines = map(int, server.split("x"))
        if not 1 <= engines <= workers:
            raise argparse.ArgumentTypeError("each as 8x1: workers, and engines among them")
        servers.append((workers, engines))
    return servers


def _switches(value: str) -> list[str]:
    switches = value.split(",")
    if not set(switches) <= {"on", "off"}:
        raise argparse.ArgumentTypeError("on and off, separated by a comma")
    return switches


if __name__ == "__main__":
    main()
