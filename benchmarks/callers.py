"""Many callers at once: each a thread that sends its next request when the answer to its last is complete."""

import http.client
import json
import select
import threading
import time
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from kokoro_speech_server.chunk import SAMPLE_RATE

SPEECH = "/v1/audio/speech"

_SAMPLE_BYTES = 2
_MOST_TRIES = 200
_SOCKET_TIMEOUT_S = 600
"""No answer of a benchmark takes so long; reached only by a server that hangs."""

Request = Mapping[str, Any]
"""The JSON body of one speech request."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One complete answer.

    sent:         when the request was begun, on the clock of `time.perf_counter`, which all processes share
    first_byte_s: from then to the first byte of the body
    total_s:      from then to the last
    """

    status: int
    headers: http.client.HTTPMessage
    body: bytes
    sent: float
    first_byte_s: float
    total_s: float

    @property
    def pcm_s(self) -> float:
        """Seconds of audio, if the answer is pcm."""
        return len(self.body) / _SAMPLE_BYTES / SAMPLE_RATE

    def timing_s(self, stage: str) -> float:
        """Seconds of one stage ("text", "engine", "encode") until the answer began, from Server-Timing."""
        for item in self.headers.get("server-timing", "").split(","):
            name, _, duration = item.strip().partition(";dur=")
            if name == stage:
                return float(duration) / 1000
        raise RuntimeError(f"The answer's Server-Timing does not name {stage}.")


@dataclass(frozen=True, slots=True)
class Served:
    """A request that was spoken in the end: as its caller saw it, refusals and the waits after them included.

    client:   the caller's number
    request:  the request's number
    refusals: how often it was answered 503 before
    broken:   how often its connection broke without an answer before
    """

    client: int
    request: int
    refusals: int
    broken: int
    begun: float
    first_byte_s: float
    total_s: float
    answer: Answer

    @property
    def pcm_s(self) -> float:
        """Seconds of audio, if the answer is pcm."""
        return self.answer.pcm_s


class Caller:
    """One client: a connection that is kept between requests, or a new one for each.

    Standard library alone: the client must not take the processor time that the server is measured by.
    """

    def __init__(self, port: int, *, keep_alive: bool = True) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_SOCKET_TIMEOUT_S)
        self._keep_alive = keep_alive

    def speak(self, request: Request, *, tries_before: int = 0) -> Answer:
        """One attempt. Raises http.client.HTTPException or OSError if the connection breaks."""
        body = json.dumps(request).encode()
        headers = {"Content-Type": "application/json"}
        if tries_before:
            headers["x-stainless-retry-count"] = str(tries_before)  # as OpenAI's SDKs tell
        if not self._keep_alive:
            headers["Connection"] = "close"
        self._drop_if_closed()
        sent = time.perf_counter()
        self._connection.request("POST", SPEECH, body, headers)
        response = self._connection.getresponse()
        first = response.read(1)
        first_byte_s = time.perf_counter() - sent
        content = first + response.read()  # raises IncompleteRead if the answer was cut off
        total_s = time.perf_counter() - sent
        return Answer(response.status, response.headers, content, sent, first_byte_s, total_s)

    def insist(self, client: int, number: int, request: Request) -> Served:
        """Try again after each refusal when the server says, and at once after a connection broke.

        An SDK does so too, but gives up after a few times.
        """
        begun = time.perf_counter()
        refusals = broken = 0
        while refusals + broken < _MOST_TRIES:
            try:
                answer = self.speak(request, tries_before=refusals + broken)
            except ConnectionError:
                self._connection.close()
                broken += 1
                continue
            if answer.status == HTTPStatus.OK:
                before = answer.sent - begun
                first_byte_s, total_s = before + answer.first_byte_s, before + answer.total_s
                return Served(client, number, refusals, broken, begun, first_byte_s, total_s, answer)
            if answer.status != HTTPStatus.SERVICE_UNAVAILABLE:
                raise RuntimeError(f"The server answered {answer.status}: {answer.body.decode()}")
            refusals += 1
            time.sleep(retry_after_s(answer))
        raise RuntimeError(f"Not served after {_MOST_TRIES} tries: {request}")

    def close(self) -> None:
        self._connection.close()

    def _drop_if_closed(self) -> None:
        """Servers close connections that were idle for long; what can be read before we ask is that end."""
        connection = self._connection
        if connection.sock is not None and select.select([connection.sock], [], [], 0)[0]:
            connection.close()


def retry_after_s(answer: Answer) -> int:
    """Raises RuntimeError if the refusal does not say when to come back in whole seconds, 1 to 60."""
    value = answer.headers.get("retry-after", "")
    if not (value.isdecimal() and 1 <= int(value) <= 60):
        raise RuntimeError(f"A 503 came with Retry-After {value!r}: {answer.body.decode()}")
    return int(value)


def call(port: int, requests: Iterable[Request], *, clients: int, keep_alive: bool = True) -> list[Served]:
    """All requests, spoken; each client takes the next one as soon as it is free (a closed loop)."""
    waiting = deque(enumerate(requests))
    served: list[Served] = []
    start = threading.Barrier(clients)

    def work(client: int) -> None:
        caller = Caller(port, keep_alive=keep_alive)
        start.wait()
        try:
            while waiting:
                try:
                    number, request = waiting.popleft()
                except IndexError:  # another was quicker
                    return
                served.append(caller.insist(client, number, request))
        except BaseException:
            waiting.clear()  # the others need not go on
            raise
        finally:
            caller.close()

    with ThreadPoolExecutor(clients) as pool:
        for done in [pool.submit(work, client) for client in range(clients)]:
            done.result()
    return served


def rush(port: int, request: Request, *, requests: int, clients: int) -> list[Answer]:
    """Send one request `requests` times from `clients` callers that do not wait after a refusal."""
    each, rest = divmod(requests, clients)
    start = threading.Barrier(clients)

    def work(number: int) -> list[Answer]:
        caller = Caller(port)
        start.wait()
        try:
            return [caller.speak(request) for _ in range(each + (number < rest))]
        finally:
            caller.close()

    with ThreadPoolExecutor(clients) as pool:
        answers = [pool.submit(work, number) for number in range(clients)]
        return [answer for done in answers for answer in done.result()]


def seconds_taken(served: Sequence[Served]) -> float:
    """From the first request to the last byte of the last answer."""
    return max(one.begun + one.total_s for one in served) - min(one.begun for one in served)
