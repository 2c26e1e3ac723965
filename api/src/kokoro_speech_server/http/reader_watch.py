"""Tells a client that reads slowly from one that reads nothing any more."""

import asyncio
import socket
import struct
import sys

WATCHES_READER = "kokoro_speech_server.watches_reader"
"""The ASGI extension of a connection that is closed when its client reads nothing. Without it, as under plain uvicorn,
a response itself limits the time in which it can be sent, and breaks for slow readers."""

_CHECKS = 8
"""Checks, at least, until a client counts as gone. They are counted, not timed, so that a pause of this process, which
keeps clients waiting, does not count against them."""

_MAX_INTERVAL_S = 1.0
"""Seconds between two checks, at most."""

_PATIENCE_WITH_FULL_BUFFER = 4
"""Multiple of the time for a client whose own kernel's buffer is full. That kernel acknowledges nothing until the
client has read a large part of the buffer, often all of it: 128 kB take a reader at 1.5 kB/s 85 s."""

# The fields of Linux's struct tcp_info: state, unanswered probes of a closed window, packets without an
# acknowledgement, acknowledged bytes, unsent bytes.
_TCP_INFO_BYTES = 148
_TCP_INFO = struct.Struct("=B2xB20xI92xQ16xI")
_CONNECTED = (0, 1)  # unknown, ESTABLISHED


class ReaderWatch:
    """Watches how a client takes what has been written to its connection.

    Whether writing blocks says little: the kernel reports free space in steps that take a slow reader minutes. So the
    watch counts the bytes that the client's kernel has acknowledged (on Linux), or looks at the transport's buffer
    (elsewhere).

    interval_s: seconds after which `check` is to be called again
    connected:  False once the client has closed its side, even if this side has not read that (on Linux)
    waiting:    whether bytes that were written are still on their way
    gone:       whether no byte was acknowledged for `timeout_s`, or for a multiple of it while the client's kernel
                answers that its buffer is full
    """

    def __init__(self, transport: asyncio.Transport, timeout_s: float) -> None:
        self._transport = transport
        self.interval_s = min(timeout_s / _CHECKS, _MAX_INTERVAL_S)
        self._patience = round(timeout_s / self.interval_s)
        self._taken = 0
        self._unchanged = 0
        self._unanswered = False
        self.connected = True
        self.waiting = False

    @property
    def gone(self) -> bool:
        patience = self._patience * (1 if self._unanswered else _PATIENCE_WITH_FULL_BUFFER)
        return self._unchanged >= patience

    def check(self) -> None:
        """Look at the connection, which must be open."""
        buffered = taken = self._transport.get_write_buffer_size()
        self.waiting = buffered > 0
        if sys.platform == "linux":
            connection = self._transport.get_extra_info("socket")
            info = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _TCP_INFO_BYTES)
            fields = _TCP_INFO.unpack(info.ljust(_TCP_INFO_BYTES, b"\0"))
            state, probes, unacknowledged, acknowledged, unsent = fields
            self.connected = state in _CONNECTED
            self.waiting = buffered > 0 or unacknowledged > 0 or unsent > 0
            self._unanswered = unacknowledged > 0 or probes > 1  # one may be on its way
            taken = acknowledged or buffered  # some sandboxes, such as gVisor, leave the field empty
        self._unchanged = self._unchanged + 1 if self.waiting and taken == self._taken else 0
        self._taken = taken


class ReaderGuard:
    """Resets a connection whose client takes no byte for a time. For protocols, from `pause_writing` on.

    timeout_s: SEND_TIMEOUT_S
    """

    def __init__(self, transport: asyncio.Transport, timeout_s: float) -> None:
        self._transport = transport
        self._timeout_s = timeout_s
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Watch the client, which has stopped taking what is written."""
        if self._timer is None:
            self._wait(ReaderWatch(self._transport, self._timeout_s))

    def stop(self) -> None:
        """Watch it no longer: it reads again, or the connection is gone."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wait(self, watch: ReaderWatch) -> None:
        self._timer = asyncio.get_running_loop().call_later(watch.interval_s, self._check, watch)

    def _check(self, watch: ReaderWatch) -> None:
        watch.check()
        if watch.gone or not watch.connected:
            reset(self._transport)
        else:
            self._wait(watch)


def reset(transport: asyncio.Transport) -> None:
    """Close at once, and free the kernel's buffers instead of waiting for the client to read."""
    connection = transport.get_extra_info("socket")
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", True, 0))
    transport.abort()
