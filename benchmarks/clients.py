"""Concurrent clients: each is a thread that sends its next request when its last answer is complete."""

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
"""Longer than any answer takes: only a server that hangs reaches it."""

Request = Mapping[str, Any]
"""The JSON body of one speech request."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One complete answer.

    sent:         when the request was sent, on the clock of `time.perf_counter`, which all processes share
    first_byte_s: seconds from then to the first byte of the body
    total_s:      seconds from then to the last byte
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
        """Seconds that one stage ("text", "engine", "encode") took before the answer began, from Server-Timing."""
        for item in self.headers.get("server-timing", "").split(","):
            name, _, duration = item.strip().partition(";dur=")
            if name == stage:
                return float(duration) / 1000
        raise RuntimeError(f"The answer's Server-Timing does not name {stage}.")


@dataclass(frozen=True, slots=True)
class Served:
    """A request that was served in the end, as its client saw it: refusals and the waits after them count.

    client:   the client's number
    request:  the request's number
    refusals: 503s before the answer
    broken:   connections that broke without an answer before it
    begun:    when the first attempt was sent, on the clock of `time.perf_counter`
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


class Client:
    """One client, with a connection that it keeps between requests or a new one for each.

    It uses only the standard library, so that it takes little of the processor time that the server needs.
    """

    def __init__(self, port: int, *, keep_alive: bool = True) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_SOCKET_TIMEOUT_S)
        self._keep_alive = keep_alive

    def speak(self, request: Request, *, tries_before: int = 0) -> Answer:
        """One attempt. Raises http.client.HTTPException or OSError if the connection breaks."""
        body = json.dumps(request).encode()
        headers = {"Content-Type": "application/json"}
        if tries_before:
            headers["x-stainless-retry-count"] = str(tries_before)  # as OpenAI's SDKs send it
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

    def speak_until_served(self, client_number: int, number: int, request: Request) -> Served:
        """Retry after each refusal when Retry-After has passed, and at once after a broken connection.

        SDKs retry too, but give up after a few attempts.
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
                return Served(client_number, number, refusals, broken, begun, first_byte_s, total_s, answer)
            if answer.status != HTTPStatus.SERVICE_UNAVAILABLE:
                raise RuntimeError(f"The server answered {answer.status}: {answer.body.decode()}")
            refusals += 1
            time.sleep(retry_after_s(answer))
        raise RuntimeError(f"Not served after {_MOST_TRIES} tries: {request}")

    def close(self) -> None:
        self._connection.close()

    def _drop_if_closed(self) -> None:
        """Servers close connections that have been idle for long. Data before a request can only be that end."""
        connection = self._connection
        if connection.sock is not None and select.select([connection.sock], [], [], 0)[0]:
            connection.close()


def retry_after_s(answer: Answer) -> int:
    """The refusal's Retry-After. Raises RuntimeError unless it is a whole number of seconds, 1 to 60."""
    value = answer.headers.get("retry-after", "")
    if not (value.isdecimal() and 1 <= int(value) <= 60):
        raise RuntimeError(f"A 503 came with Retry-After {value!r}: {answer.body.decode()}")
    return int(value)


def call(port: int, requests: Iterable[Request], *, clients: int, keep_alive: bool = True) -> list[Served]:
    """Serve all requests; each client takes the next one as soon as it is free (a closed loop)."""
    waiting = deque(enumerate(requests))
    served: list[Served] = []
    start = threading.Barrier(clients)

    def work(worker: int) -> None:
        client = Client(port, keep_alive=keep_alive)
        start.wait()
        try:
            while waiting:
                try:
                    number, request = waiting.popleft()
                except IndexError:  # another client took it
                    return
                served.append(client.speak_until_served(worker, number, request))
        except BaseException:
            waiting.clear()  # the other clients stop too
            raise
        finally:
            client.close()

    with ThreadPoolExecutor(clients) as pool:
        for done in [pool.submit(work, worker) for worker in range(clients)]:
            done.result()
    return served


def seconds_taken(served: Sequence[Served]) -> float:
    """Seconds from the first request to the last byte of the last answer."""
    return max(one.begun + one.total_s for one in served) - min(one.begun for one in served)
