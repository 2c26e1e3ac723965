"""The server under load: an idle one, then 1 to 80 clients at once, for a number of workers and engines among them.

Each server is started through docker/scripts/entrypoint.sh, which starts CUDA MPS (Multi-Process Service) where it is
wanted and works, and has a place for every client.
"""

import itertools
import os
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks import nvidia, report
from benchmarks.clients import Client, Request, Served
from benchmarks.distinct import distinct_texts
from benchmarks.figures import percentiles
from benchmarks.gpu_check.setup import CHECKOUT, Setup
from benchmarks.gpu_check.stages import Case, Row, UnavailableError
from benchmarks.processes import Monitor, Server
from benchmarks.steady import Steady

_VOICE = "af_heart"

_TEN_WORDS = "The train to the coast leaves from the second platform."

_ENTRY_POINT = CHECKOUT / "docker" / "scripts" / "entrypoint.sh"

_CLIENTS, _SMALL_CLIENTS = (1, 5, 10, 20, 50, 80), (1, 2)
_WINDOW_S, _SMALL_WINDOW_S = 12.0, 10.0
_RAMP_S, _SMALL_RAMP_S = 4.0, 1.0

_IDLE_REQUESTS = 10
_PAUSE_S = 0.3
"""Between requests to an idle server."""

_READY_WITHIN_S = 180.0
"""A client of a broken CUDA MPS may hang forever; the entry point needs up to 110 s to detect that."""

_TEXTS = 2000
"""Different texts before they repeat; the cache is off."""

_INTERVAL_S = 0.5


def cases(setup: Setup, workers: int, engines: int, cuda_mps: bool) -> Iterator[Case]:
    if cuda_mps and setup.small:
        raise UnavailableError("A CPU has no CUDA MPS.")
    started = time.perf_counter()
    clients = _SMALL_CLIENTS if setup.small else _CLIENTS
    with _server(setup.device, workers, engines, cuda_mps=cuda_mps, places=max(clients)) as server:
        ready = server.wait_until_ready(within_s=_READY_WITHIN_S)
        start_s = time.perf_counter() - started
        if cuda_mps and ready.get("cuda_mps") != "on":
            raise UnavailableError(f"/ready reports CUDA MPS as {ready.get('cuda_mps')}")
        yield "start", lambda: {"seconds": start_s, "ready": ready}
        yield "10 words, idle", partial(_idle, server.port)
        requests = itertools.cycle([_request(text) for text in distinct_texts(_TEXTS)])
        for count in clients:
            yield f"{count} clients", partial(_together, setup, server.port, requests, count)


class GpuMonitor(Monitor):
    """The GPU's memory and utilization, sampled twice a second while the context is open.

    A sample that fails is skipped, so that it does not end the benchmark.
    """

    def __init__(self, device: str) -> None:
        super().__init__(_INTERVAL_S)
        self._device = device
        self._used_mib: list[int] = []
        self._busy: list[int] = []

    def figures(self) -> dict[str, Any]:
        """memory_mib: peak memory use by all processes; busy_percent: share of the time in which a kernel ran."""
        figures: dict[str, Any] = {"samples": len(self._busy)}
        if self._busy:
            figures |= {"memory_mib": max(self._used_mib), "busy_percent": report.spread(self._busy)}
        return figures

    def _observe(self, due: float) -> None:
        try:
            used, busy = map(int, nvidia.query(self._device, "memory.used", "utilization.gpu"))
        except nvidia.ERRORS:
            return
        self._used_mib.append(used)
        self._busy.append(busy)


def _server(device: str, workers: int, engines: int, *, cuda_mps: bool, places: int) -> Server:
    # The entry point runs the first `python` in PATH.
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return Server(
        workers=workers,
        command=[str(_ENTRY_POINT)],
        ENGINES=str(engines),
        DEVICE=device,
        CUDA_MPS="auto" if cuda_mps else "off",
        QUEUE_SIZE=str(-(-places // workers)),
        PATH=path,
    )


def _idle(port: int) -> Row:
    """One client, whose requests the server has nothing else to do than to answer, after one that is not counted."""
    client = Client(port)
    request = _request(_TEN_WORDS)
    try:
        client.speak_until_served(0, 0, request)
        served: list[Served] = []
        for number in range(_IDLE_REQUESTS):
            time.sleep(_PAUSE_S)
            served.append(client.speak_until_served(0, number, request))
    finally:
        client.close()
    return {
        "first_byte_s": percentiles([one.first_byte_s for one in served]),
        "total_s": percentiles([one.total_s for one in served]),
        "audio_s": served[0].pcm_s,
    }


def _together(setup: Setup, port: int, requests: Iterator[Request], clients: int) -> Row:
    """Clients that request one or two sentences again and again, each time a different text."""
    load = Steady(port, requests, clients=clients)
    with GpuMonitor(setup.device) as monitor:
        figures = load.run(
            _SMALL_WINDOW_S if setup.small else _WINDOW_S,
            ramp_s=_SMALL_RAMP_S if setup.small else _RAMP_S,
        )
    return {**figures, "gpu": monitor.figures()}


def _request(text: str) -> Request:
    return {"input": text, "voice": _VOICE, "response_format": "pcm"}
