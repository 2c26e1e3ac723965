"""Callers who ask again and again for a while, and what came of it in a window of that time."""

import http.client
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import psutil  # type: ignore[import-untyped]

from benchmarks.callers import Caller, Request, retry_after_s
from benchmarks.figures import percentiles

_AFTER_FAILURE_S = 0.5
"""Until a client whose request failed asks again, so that a server that is gone is not stormed."""


@dataclass(frozen=True, slots=True)
class _Spoken:
    """A text that was spoken; moments on the clock of `time.perf_counter`.

    begun: when it was first asked for; sent: when it was asked for with success
    """

    begun: float
    sent: float
    first_byte: float
    ended: float
    audio_s: float


class Steady:
    """Clients that each send their next request when they have the whole answer to their last (a closed loop).

    A client that is refused waits as long as Retry-After says. The window opens `ramp_s` seconds after the first
    answer, and the load is on until it closes. Bodies are not kept: a fast server sends gigabytes.

    requests: what they ask for, in turn; all want pcm
    """

    def __init__(self, port: int, requests: Iterator[Request], *, clients: int) -> None:
        self._port = port
        self._requests = requests
        self._clients = clients
        self._answered = threading.Event()
        self._over = threading.Event()
        self._spoken: list[_Spoken] = []
        self._refused: list[float] = []
        self._failures: list[str] = []
        self._unserved: list[Request] = []

    def run(self, seconds: float, *, ramp_s: float) -> dict[str, Any]:
        """The figures of a window of so many seconds.

        Throughput is that of the answers that ended in the window, latencies those of texts that were first
        asked for in it: `first_byte_s` and `total_s` with refusals and the waits after them, `attempt_…` of
        the request that was not refused. Failures count from the first request to the last.
        """
        with ThreadPoolExecutor(self._clients) as pool:
            try:
                clients = [pool.submit(self._client) for _ in range(self._clients)]
                self._answered.wait()
                time.sleep(ramp_s)
                psutil.cpu_percent()  # the next call tells of the time since this one
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
        ended = [one for one in self._spoken if opens <= one.ended < closes]
        begun = [one for one in self._spoken if opens <= one.begun < closes]
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
        caller = Caller(self._port)
        try:
            while not self._over.is_set():
                try:
                    self._ask(caller, next(self._requests))
                except (OSError, http.client.HTTPException, RuntimeError) as failure:
                    self._failures.append(repr(failure))
                    caller.close()
                    self._answered.set()
                    self._over.wait(_AFTER_FAILURE_S)
        finally:
            caller.close()

    def _ask(self, caller: Caller, request: Request) -> None:
        """Until the text is spoken, or the load is over. Raises what makes the request a failure."""
        begun = time.perf_counter()
        refusals = 0
        while (answer := caller.speak(request, tries_before=refusals)).status != HTTPStatus.OK:
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
        self._spoken.append(_Spoken(begun, answer.sent, first_byte, ended, answer.pcm_s))
