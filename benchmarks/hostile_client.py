"""`python -m benchmarks.hostile_client ATTACK PORT`: the hostile caller of benchmarks.hostile, in a process of its own.

It ends after --seconds, and prints what it sent and which statuses it got.
"""

import argparse
import http.client
import json
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from benchmarks.clients import SPEECH

VOICE = "ef_dora"

_WORD = "camino "
_TIMEOUT_S = 120
_SHORT = {"input": "Hola.", "voice": VOICE, "response_format": "pcm"}


def _invalid() -> dict[str, Any]:
    """700,000 pronunciations, each of them wrong: 7.6 MB."""
    return {**_SHORT, "pronunciations": {str(number): 0 for number in range(700_000)}}


def _ssml() -> dict[str, Any]:
    sentence = '<prosody rate="110%">Di <emphasis>algo</emphasis> más.</prosody><break time="10ms"/> '
    return {"input": f"<speak>{sentence * 2_500}</speak>", "voice": VOICE, "ssml": True}


def _tagged() -> dict[str, Any]:
    return {"input": "[rate:1.1] Di algo [rate:1.0] más. " * 5_000, "voice": VOICE, "tags": True}


def _unread() -> dict[str, Any]:
    """A quarter of a minute of speech as a whole file."""
    return {"input": "Di algo más. " * 19, "voice": VOICE, "response_format": "wav", "stream": False}


@dataclass(frozen=True, slots=True)
class Attack:
    """Requests that are sent again and again.

    connections: at once
    rate:        requests per second, at most
    reads:       whether it reads the responses
    """

    body: Callable[[], dict[str, Any]]
    connections: int
    rate: float
    reads: bool = True


ATTACKS = {
    "invalid bodies": Attack(_invalid, connections=4, rate=4),
    "SSML for an unknown model": Attack(
        lambda: {**_ssml(), "model": "no-such-model"}, connections=8, rate=20
    ),
    "long SSML": Attack(_ssml, connections=8, rate=8),
    "long tagged texts": Attack(_tagged, connections=8, rate=8),
    "beyond its rate limit": Attack(lambda: _SHORT, connections=16, rate=400),
    "unread answers": Attack(_unread, connections=25, rate=2, reads=False),
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.hostile_client", description=__doc__)
    parser.add_argument("attack", choices=ATTACKS)
    parser.add_argument("port", type=int)
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--key", required=True)
    options = parser.parse_args()
    attack = ATTACKS[options.attack]
    request = _request(attack.body(), options.key)
    pace = _Pace(attack.rate, time.monotonic() + options.seconds)
    start = time.monotonic()
    with ThreadPoolExecutor(attack.connections) as pool:
        connections = [
            _Connection(options.port, request, reads=attack.reads) for _ in range(attack.connections)
        ]
        for done in [pool.submit(connection.run, pace) for connection in connections]:
            done.result()
    statuses: Counter[str] = sum((connection.statuses for connection in connections), Counter())
    sent = sum(connection.sent for connection in connections)
    per_second = sent / (time.monotonic() - start)
    result = {"sent": sent, "per_second": per_second, "bytes": len(request), "statuses": dict(statuses)}
    print(json.dumps(result))


def _request(body: dict[str, Any], key: str) -> bytes:
    content = json.dumps(body, separators=(",", ":")).encode()
    head = (
        f"POST {SPEECH} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        f"Authorization: Bearer {key}\r\nContent-Length: {len(content)}\r\n\r\n"
    )
    return head.encode() + content


class _Pace:
    """Gives out the moments of all requests, evenly at a rate."""

    def __init__(self, rate: float, end: float) -> None:
        self._interval_s = 1 / rate
        self._next = time.monotonic()
        self.end = end
        self._lock = threading.Lock()

    def moments(self) -> Iterator[float]:
        """Yields when the next request is due, after waiting for it, until the end."""
        while True:
            with self._lock:
                # A caller that is late does not make up for it.
                due = self._next = max(self._next + self._interval_s, time.monotonic())
            if due > self.end:
                return
            time.sleep(max(0.0, due - time.monotonic()))
            yield due


class _Connection:
    """One connection. A caller that does not read opens another one for each request, and keeps all of them."""

    def __init__(self, port: int, request: bytes, *, reads: bool) -> None:
        self.sent = 0
        self.statuses: Counter[str] = Counter()
        self._port = port
        self._request = request
        self._reads = reads
        self._open: list[socket.socket] = []

    def run(self, pace: _Pace) -> None:
        for _ in pace.moments():
            try:
                self._send(pace.end)
            except (OSError, http.client.HTTPException) as error:
                self.statuses[type(error).__name__] += 1
                self._close()
        if not self._reads:
            time.sleep(max(0.0, pace.end - time.monotonic()))
        self._close()

    def _send(self, end: float) -> None:
        if not self._open or not self._reads:
            connection = socket.socket()
            connection.settimeout(_TIMEOUT_S)
            if not self._reads:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.connect(("127.0.0.1", self._port))
            self._open.append(connection)
        connection = self._open[-1]
        connection.sendall(self._request)
        self.sent += 1
        if not self._reads:
            return
        response = http.client.HTTPResponse(connection, method="POST")
        response.begin()
        self.statuses[str(response.status)] += 1
        while response.read(1 << 16):
            if time.monotonic() > end:  # a long answer need not be read to its end
                self._close()
                return
        if response.status != HTTPStatus.OK and response.will_close:
            self._close()

    def _close(self) -> None:
        for connection in self._open:
            connection.close()
        self._open.clear()


if __name__ == "__main__":
    main()
