"""HTTP as uvicorn speaks it, for a network whose clients may mean harm."""

import asyncio
import json
from http import HTTPStatus
from typing import Any

from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from kokoro_speech_server.errors import (
    HeadTooLargeError,
    InvalidRequestError,
    RequestTooSlowError,
    SpeechServerError,
)
from kokoro_speech_server.observability.request_id import HEADER, new_request_id

_MOST_HEAD_BYTES = 64 * 1024
"""Of a request's line and headers; proxies and browsers stay below 16 KiB."""


class HttpProtocol(HttpToolsProtocol):
    """One connection.

    A request's line and headers, its head, must come within RECEIVE_TIMEOUT_S of its first byte, or of the
    connection if nothing has come yet, and are not kept beyond 64 KiB: uvicorn waits for them, and collects them,
    for ever. So must the rest of a body that is already answered; it is dropped. What is no HTTP is answered as every
    other error is. Nobody gets another protocol than HTTP/1.1.
    """

    def __init__(self, receive_timeout_s: float, **uvicorn_s: Any) -> None:
        super().__init__(**uvicorn_s)
        self._receive_timeout_s = receive_timeout_s
        self._too_slow: asyncio.TimerHandle | None = None  # set while a head is awaited
        self._head_bytes = 0
        self._in_body = False
        # The one whose answer is due; `cycle` is that of the request that came last.
        self._answering: RequestResponseCycle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)
        if self._answering is not None and not self._answering.response_complete:
            # uvicorn tells it to the last request only, so that the work for one with another behind it would go on.
            self._answering.disconnected = True
            self._answering.message_event.set()

    def data_received(self, data: bytes) -> None:
        began_in_body = self._in_body
        super().data_received(data)
        if self._too_slow is None and not began_in_body and not self._in_body and self._has_answered():
            self._await_head()  # what came was not even the first letter of a request
        if self._too_slow is not None and not began_in_body:
            self._head_bytes += len(data)
            if self._head_bytes > _MOST_HEAD_BYTES:
                self._refuse(HeadTooLargeError(f"The headers are larger than {_MOST_HEAD_BYTES} bytes."))

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._await_head()

    def on_headers_complete(self) -> None:
        self._stop_waiting()
        self._in_body = True
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._in_body = False
        super().on_message_complete()
        if self.cycle.response_complete:
            self._await_head()  # uvicorn waits for the next request only from an answer on

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._in_body and self.cycle.response_complete:
            # The client reads his answer only if what he still sends is taken; but not for ever.
            self._too_slow = self.loop.call_later(self._receive_timeout_s, self.transport.close)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def _unsupported_upgrade_warning(self) -> None:
        """The request asks for WebSocket or HTTP/2. Its parser stops there: it would not even read a body."""
        self.cycle.keep_alive = False
        if any(name in (b"content-length", b"transfer-encoding") for name, _ in self.headers):
            self.cycle.disconnected = True  # the route is not to see a request without its body
            self._refuse(InvalidRequestError("This server speaks HTTP/1.1 alone: send no header Upgrade."))

    def send_400_response(self, msg: str) -> None:
        self._refuse(InvalidRequestError(msg))

    def _has_answered(self) -> bool:
        return self._answering is None or self._answering.response_complete

    def _await_head(self) -> None:
        self._stop_waiting()
        self._head_bytes = 0
        self._too_slow = self.loop.call_later(self._receive_timeout_s, self._give_up)

    def _stop_waiting(self) -> None:
        if self._too_slow is not None:
            self._too_slow.cancel()
            self._too_slow = None

    def _give_up(self) -> None:
        if self._head_bytes:
            self._refuse(
                RequestTooSlowError(
                    f"The request's headers did not come within {self._receive_timeout_s:g} s."
                )
            )
        else:
            self.transport.close()  # it asked for nothing

    def _refuse(self, error: SpeechServerError) -> None:
        """Answer and close; there is no application to do it."""
        self._stop_waiting()
        if self.transport.is_closing():
            return
        begun = self._answering is not None and self._answering.response_started
        if self.pipeline or (begun and not self._has_answered()):
            self.transport.close()  # an answer within another one would be taken for a part of it
            return
        body = json.dumps(error.body()).encode()
        headers = {
            "content-type": "application/json",
            "content-length": str(len(body)),
            "connection": "close",
            "cache-control": "no-store",
            "x-content-type-options": "nosniff",
            HEADER: new_request_id(),
        }
        lines = [f"HTTP/1.1 {error.status} {HTTPStatus(error.status).phrase}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        self.transport.write("\r\n".join([*lines, "", ""]).encode("ascii") + body)
        self.transport.close()
