"""Mixed clients: every format and mode; clients that disconnect early, read slowly or send invalid requests."""

import http.client
import json
import random
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

from benchmarks.clients import SPEECH, Answer, Client, retry_after_s
from benchmarks.distinct import distinct_texts, long_text

_FORMATS = ("mp3", "opus", "aac", "flac", "wav", "pcm")
_VOICES = ("af_heart", "bm_george", "ef_dora", "ff_siwis", "nova", "af_bella(2)+am_adam(1)", "bf_emma")
_MODES: tuple[Mapping[str, Any], ...] = ({"stream": True}, {"stream": False}, {"stream_format": "sse"})

_BAD: tuple[tuple[Mapping[str, Any], HTTPStatus], ...] = (
    ({}, HTTPStatus.BAD_REQUEST),
    ({"input": ""}, HTTPStatus.BAD_REQUEST),
    ({"input": "Hello.", "voice": "nobody"}, HTTPStatus.BAD_REQUEST),
    ({"input": "Hello.", "speed": 40}, HTTPStatus.BAD_REQUEST),
    ({"input": "Hello.", "response_format": "tape"}, HTTPStatus.BAD_REQUEST),
    ({"input": "Hello.", "model": "nothing"}, HTTPStatus.NOT_FOUND),
    ({"input": "Wait. [pause:4000s] Thanks."}, HTTPStatus.BAD_REQUEST),
)
_PAGES = ("/health", "/ready", "/metrics", "/v1/models", "/v1/audio/voices")

_TIMEOUT_S = 600
_READ_SLOWLY_S = 4.0
_SMALL = 4096


class Tally:
    """What all clients met. unexpected: descriptions of the first 50 answers that no client should get"""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.visits: Counter[str] = Counter()
        self.refusals = 0
        self.unexpected_count = 0
        self.unexpected: list[str] = []

    @property
    def total(self) -> int:
        return sum(self.visits.values())

    def visit(self, kind: str) -> None:
        with self._lock:
            self.visits[kind] += 1

    def refusal(self) -> None:
        with self._lock:
            self.refusals += 1

    def add_unexpected(self, what: str) -> None:
        with self._lock:
            self.unexpected_count += 1
            if len(self.unexpected) < 50:
                self.unexpected.append(what[:300])


class MixedClient:
    """One visit after the other, in one thread. `seed` determines what each visit does."""

    def __init__(self, port: int, seed: int, tally: Tally) -> None:
        self._port = port
        self._random = random.Random(seed)
        self._tally = tally
        self._kept = Client(port)
        self._kinds: dict[str, tuple[int, Callable[[], None]]] = {
            "listens": (60, self._listens),
            "disconnects": (12, self._disconnects),
            "reads slowly": (6, self._reads_slowly),
            "sends an invalid request": (12, self._sends_an_invalid_request),
            "stops in mid-request": (4, self._stops_in_mid_request),
            "reads other pages": (6, self._reads_other_pages),
        }

    def run(self, go_on: Callable[[], bool]) -> None:
        names = list(self._kinds)
        weights = [weight for weight, _ in self._kinds.values()]
        while go_on():
            [kind] = self._random.choices(names, weights)
            try:
                self._kinds[kind][1]()
            except (http.client.HTTPException, OSError) as error:
                self._tally.add_unexpected(f"{kind}: the connection broke: {error!r}")
                self._kept.close()
            self._tally.visit(kind)
        self._kept.close()

    def _listens(self) -> None:
        request = self._request()
        client = self._kept if self._random.random() < 0.5 else Client(self._port, keep_alive=False)
        try:
            answer = self._insist(client, request)
            if answer.status != HTTPStatus.OK or not answer.body:
                self._tally.add_unexpected(f"{answer.status}, {len(answer.body)} bytes for {request}")
            elif request.get("stream_format") == "sse" and b"speech.audio.done" not in answer.body[-300:]:
                self._tally.add_unexpected(f"events without the last one for {request}")
        finally:
            if client is not self._kept:
                client.close()

    def _insist(self, client: Client, request: Mapping[str, Any]) -> Answer:
        tries = 0
        while (answer := client.speak(request, tries_before=tries)).status == HTTPStatus.SERVICE_UNAVAILABLE:
            self._tally.refusal()
            tries += 1
            time.sleep(retry_after_s(answer))
        return answer

    def _disconnects(self) -> None:
        """Disconnect before the first byte or soon after it."""
        connection = self._send(self._request())
        try:
            if self._random.random() < 0.5:
                time.sleep(self._random.uniform(0, 3))
                return
            answer = connection.getresponse()
            self._count_if_refused(answer)
            answer.read(self._random.randint(1, 50_000))
        finally:
            connection.close()

    def _reads_slowly(self) -> None:
        """Read in small pieces for a few seconds, then either all the rest or nothing more."""
        connection = self._send({**self._request(), "response_format": "pcm"}, receive_buffer=_SMALL)
        try:
            answer = connection.getresponse()
            self._count_if_refused(answer)
            until = time.monotonic() + _READ_SLOWLY_S
            while time.monotonic() < until and answer.read(_SMALL):
                time.sleep(0.1)
            if self._random.random() < 0.5:
                answer.read()  # raises IncompleteRead if the answer is incomplete
        finally:
            connection.close()

    def _sends_an_invalid_request(self) -> None:
        request, status = self._random.choice(_BAD)
        answer = self._kept.speak(request)
        if answer.status != status:
            self._tally.add_unexpected(f"{answer.status} for {request}")

    def _stops_in_mid_request(self) -> None:
        with socket.create_connection(("127.0.0.1", self._port), timeout=_TIMEOUT_S) as connection:
            connection.sendall(
                f"POST {SPEECH} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n".encode()
                + b'{"input": "Hel'
            )
            time.sleep(self._random.uniform(0, 1))

    def _reads_other_pages(self) -> None:
        page = self._random.choice(_PAGES)
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=_TIMEOUT_S)
        try:
            connection.request("GET", page)
            answer = connection.getresponse()
            answer.read()
            if answer.status != HTTPStatus.OK:
                self._tally.add_unexpected(f"{answer.status} for {page}")
        finally:
            connection.close()

    def _count_if_refused(self, answer: http.client.HTTPResponse) -> None:
        if answer.status == HTTPStatus.SERVICE_UNAVAILABLE:
            self._tally.refusal()
        elif answer.status != HTTPStatus.OK:
            self._tally.add_unexpected(f"{answer.status} for a client that would have disconnected")

    def _request(self) -> dict[str, Any]:
        draw = self._random
        request = {
            "input": self._text(),
            "voice": draw.choice(_VOICES),
            "response_format": draw.choice(_FORMATS),
            "speed": draw.choice((1, 1, 1, 0.8, 1.5)),
            **draw.choice(_MODES),
        }
        if draw.random() < 0.1:
            request["priority"] = "batch"
        return request

    def _text(self) -> str:
        """One or two sentences in most cases, sometimes a page."""
        kind = self._random.random()
        seed = self._random.getrandbits(32)
        if kind < 0.1:
            return self._random.choice(
                ("Yes.", "No!", "Hello world.", "1, 2, 3.", "Really? [pause:0.3s] Yes.")
            )
        if kind < 0.85:
            return distinct_texts(1, seed=seed)[0]
        return long_text(60 if kind < 0.97 else 200, seed=seed)

    def _send(
        self, request: Mapping[str, Any], *, receive_buffer: int | None = None
    ) -> http.client.HTTPConnection:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=_TIMEOUT_S)
        if receive_buffer is not None:
            connection.sock = socket.socket()
            connection.sock.settimeout(_TIMEOUT_S)
            connection.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
            connection.sock.connect(("127.0.0.1", self._port))
        connection.request("POST", SPEECH, json.dumps(request), {"Content-Type": "application/json"})
        return connection
