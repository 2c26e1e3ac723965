"""A steady load of clients for some time, and its figures in a window of that time."""

import http.client
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import psutil  # type: ignore[import-untyped]

from benchmarks.clients import Client, Request, retry_after_s
from benchmarks.figures import percentiles

_AFTER_FAILURE_S = 0.5
"""Seconds until a client whose request failed sends the next one, so that a dead server is not flooded."""


@dataclass(frozen=True, slots=True)
class _Completed:
    """A request that was served. Moments are on the clock of `time.perf_counter`.

    begun: when the first attempt was sent
    sent:  when the attempt that succeeded was sent
    """

    begun: float
    sent: float
    first_byte: float
    ended: float
    audio_s: float


class Steady:
    """Clients that each send the next request when the last answer is complete (a closed loop).

    A refused client waits as long as Retry-After says. The window opens `ramp_s` seconds after the first answer, and
    the load lasts until it closes. Bodies are not kept: a fast server sends gigabytes.

    requests: the requests to send, in order; all request pcm
    """

    def __init__(self, port: int, requests: Iterator[Request], *, clients: int) -> None:
        self._port = port
        self._requests = requests
        self._clients = clients
        self._answered = threading.Event()
        self._over = threading.Event()
        self._completed: list[_Completed] = []
        self._refused: list[float] = []
        self._failures: list[str] = []
        self._unserved: list[Request] = []

    def run(self, seconds: float, *, ramp_s: float) -> dict[str, Any]:
        """The figures of a window of `seconds` seconds.

        Throughput counts the answers that ended in the window; latencies are those of requests whose first attempt is
        in it. `first_byte_s` and `total_s` include refusals and the waits after them; `attempt_…` are of the attempt
        that succeeded. Failures count from the first request to the last.
        """
        with ThreadPoolExecutor(self._clients) as pool:
            try:
                clients = [pool.submit(self._client) for _ in range(self._clients)]
                self._answered.wait()
                time.sleep(ramp_s)
                psutil.cpu_percent()  # the next call reports on the time since this one
                opens, own_s = time.perf_counter(), time.process_time()
                time.sleep(seconds)
                closes, own_s = time.perf_counter(), time.process_time() - own_s
                cores_busy = psutil.cpu_percent() / 100 * psutil.cpu_count()
            finally:
                self._over.set()
        for client in clients:
            client.result()
        figures = self._figures(opens, closes)
        return {**figures, "cores_busy": cores_busy, "clients_cores_busy": own_s / (closes - opens)}

    def _figures(self, opens: float, closes: float) -> dict[str, Any]:
        window_s = closes - opens
        ended = [one for one in self._completed if opens <= one.ended < closes]
        begun = [one for one in self._completed if opens <= one.begun < closes]
        return {
            "clients": self._clients,
            "window_s": window_s,
            "requests": len(ended),
            "requests_per_second": len(ended) / window_s,
            "audio_per_second": sum(one.audio_s for one in ended) / window_s,
            "first_byte_s": percentiles([one.first_byte - one.begun for one in begun]),
            "total_s": percentiles([one.ended - one.begun for one in begun]),
            "attempt_first_byte_s": percentiles([one.first_byte - one.sent for one in begun]),
            "attempt_total_s": percentiles([one.ended - one.sent for one in begun]),
            "refusals": sum(opens <= moment < closes for moment in self._refused),
            "unserved_at_the_end": len(self._unserved),
            "failures": len(self._failures),
            "first_failures": self._failures[:3],
        }

    def _client(self) -> None:
        client = Client(self._port)
        try:
            while not self._over.is_set():
                try:
                    self._ask(client, next(self._requests))
                except (OSError, http.client.HTTPException, RuntimeError) as failure:
                    self._failures.append(repr(failure))
                    client.close()
                    self._answered.set()
                    self._over.wait(_AFTER_FAILURE_S)
        finally:
            client.close()

    def _ask(self, client: Client, request: Request) -> None:
        """Retry until the request is served or the load is over. Raises if the request fails."""
        begun = time.perf_counter()
        refusals = 0
        while (answer := client.speak(request, tries_before=refusals)).status != HTTPStatus.OK:
            if answer.status != HTTPStatus.SERVICE_UNAVAILABLE:
                raise RuntimeError(f"The server answered {answer.status}: {answer.body.decode()}")
            refusals += 1
            self._refused.append(time.perf_counter())
            if self._over.wait(retry_after_s(answer)):
                self._unserved.append(request)
                return
        if not answer.body:
            raise RuntimeError("The server answered without any audio.")
        first_byte, ended = answer.sent + answer.first_byte_s, answer.sent + answer.total_s
        self._answered.set()
        self._completed.append(_Completed(begun, answer.sent, first_byte, ended, answer.pcm_s))
