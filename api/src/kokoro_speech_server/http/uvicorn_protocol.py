"""uvicorn's HTTP protocol, hardened against slow and malicious clients."""

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

_MAX_HEAD_BYTES = 64 * 1024
"""Bytes in a request line and its headers, at most. Proxies and browsers stay below 16 KiB."""


class HttpProtocol(HttpToolsProtocol):
    """One connection. It adds to uvicorn's protocol:

    - A request's head (request line and headers) must arrive within RECEIVE_TIMEOUT_S of its first byte, or of the
      connection's start, and within 64 KiB. uvicorn has neither limit.
    - After a response, the rest of the request's body must arrive within the same time. It is discarded.
    - Malformed requests get an error in the shape of all others.
    - Upgrades to another protocol than HTTP/1.1 are ignored, or refused if the request has a body.
    """

    def __init__(self, receive_timeout_s: float, **uvicorn_arguments: Any) -> None:
        super().__init__(**uvicorn_arguments)
        self._receive_timeout_s = receive_timeout_s
        self._timeout: asyncio.TimerHandle | None = None  # set while a head, or the rest of a body, is due
        self._head_bytes = 0
        self._in_body = False
        # The request whose response is due. uvicorn's `cycle` is that of the latest request, which may be pipelined.
        self._responding: RequestResponseCycle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel_timeout()
        super().connection_lost(exc)
        if self._responding is not None and not self._responding.response_complete:
            # uvicorn notifies only the latest request; without this, work for an earlier one would continue.
            self._responding.disconnected = True
            self._responding.message_event.set()

    def data_received(self, data: bytes) -> None:
        began_in_body = self._in_body
        super().data_received(data)
        if self._timeout is None and not began_in_body and not self._in_body and self._has_responded():
            self._await_head()  # only blank lines arrived, which begin no request
        if self._timeout is not None and not began_in_body:
            self._head_bytes += len(data)
            if self._head_bytes > _MAX_HEAD_BYTES:
                self._refuse(HeadTooLargeError(f"The headers are larger than {_MAX_HEAD_BYTES} bytes."))

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._await_head()

    def on_headers_complete(self) -> None:
        self._cancel_timeout()
        self._in_body = True
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._in_body = False
        super().on_message_complete()
        if self.cycle.response_complete:
            self._await_head()  # uvicorn starts its own timeout only when a response completes

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._in_body and self.cycle.response_complete:
            # Many clients read the response only after they have sent the whole body, so receive it for a while.
            self._timeout = self.loop.call_later(self._receive_timeout_s, self.transport.close)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._responding = cycle
        super()._start_asgi_task(cycle, app)

    def _unsupported_upgrade_warning(self) -> None:
        """Ignore an upgrade to WebSocket or HTTP/2; refuse it with a body, because the parser stops before the body."""
        self.cycle.keep_alive = False
        if any(name in (b"content-length", b"transfer-encoding") for name, _ in self.headers):
            self.cycle.disconnected = True  # keeps the route from handling a request without its body
            self._refuse(
                InvalidRequestError("This server supports only HTTP/1.1. Do not send the header Upgrade.")
            )

    def send_400_response(self, msg: str) -> None:
        self._refuse(InvalidRequestError(msg))

    def _has_responded(self) -> bool:
        return self._responding is None or self._responding.response_complete

    def _await_head(self) -> None:
        self._cancel_timeout()
        self._head_bytes = 0
        self._timeout = self.loop.call_later(self._receive_timeout_s, self._on_head_timeout)

    def _cancel_timeout(self) -> None:
        if self._timeout is not None:
            self._timeout.cancel()
            self._timeout = None

    def _on_head_timeout(self) -> None:
        if self._head_bytes:
            self._refuse(
                RequestTooSlowError(
                    f"The request's headers did not arrive within {self._receive_timeout_s:g} s."
                )
            )
        else:
            self.transport.close()  # no request has begun, so there is nothing to respond to

    def _refuse(self, error: SpeechServerError) -> None:
        """Send the error and close the connection, without the application."""
        self._cancel_timeout()
        if self.transport.is_closing():
            return
        begun = self._responding is not None and self._responding.response_started
        if self.pipeline or (begun and not self._has_responded()):
            self.transport.close()  # the error would appear to be a part of another response
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
