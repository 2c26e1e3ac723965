"""uvicorn's HTTP protocol, hardened against slow and malicious clients: the one user of uvicorn's private parts."""

import asyncio
import json
import logging
import socket
import struct
from http import HTTPStatus
from typing import Any, cast

import httptools
from fastapi import FastAPI
from uvicorn._types import ASGI3Application, ASGIReceiveCallable, ASGISendCallable, ASGISendEvent, Scope
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from kokoro_speech_server.errors import (
    HeadTooLargeError,
    InvalidRequestError,
    RequestTooSlowError,
    SpeechServerError,
)
from kokoro_speech_server.http.app_state import state_of
from kokoro_speech_server.http.reader_watch import WATCHES_READER, ReaderWatch
from kokoro_speech_server.observability.request_id import HEADER, new_request_id

logger = logging.getLogger(__name__)

_MAX_HEAD_BYTES = 64 * 1024
"""Bytes in a request line and its headers, at most. Proxies and browsers stay below 16 KiB."""

_MAX_PIPELINED = 64
_MAX_PIPELINED_BYTES = 1024 * 1024
"""Requests, and bytes of their bodies, that are received ahead of a response. Beyond these, reading pauses."""


class HttpProtocol(HttpToolsProtocol):
    """One connection. It adds to uvicorn's protocol:

    - A request's head (request line and headers) must arrive within RECEIVE_TIMEOUT_S of its first byte, or of the
      connection's start, and within 64 KiB. uvicorn has neither limit.
    - After a response, the rest of the request's body must arrive within the same time. It is discarded.
    - Malformed requests get an error in the shape of all others.
    - A client that disconnects is noticed although it has pipelined a request. uvicorn stops reading then.
    - A client that takes no byte for SEND_TIMEOUT_S is disconnected.
    - A response to HTTP/1.0 is not chunked. If its length is unknown, closing ends it, and resetting breaks it.
    - Requests to upgrade to another protocol than WebSocket are answered with HTTP/1.1. uvicorn loses their bodies.
    """

    def __init__(self, receive_timeout_s: float, **uvicorn_arguments: Any) -> None:
        super().__init__(**uvicorn_arguments)
        self._receive_timeout_s = receive_timeout_s
        self._send_timeout_s = state_of(cast(FastAPI, self.config.app)).settings.send_timeout_s
        self._timeout: asyncio.TimerHandle | None = None  # set while a head, or the rest of a body, is due
        self._head_bytes = 0
        self._in_body = False
        self._request_ended = False  # by the data that is being parsed
        # The request whose response is due. uvicorn's `cycle` is that of the latest request, which may be pipelined.
        self._responding: RequestResponseCycle | None = None
        self._watching: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._reader = ReaderWatch(transport, self._send_timeout_s)
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel_timeout()
        if self._watching is not None:
            self._watching.cancel()
        super().connection_lost(exc)
        if self._responding is not None and not self._responding.response_complete:
            # uvicorn notifies only the latest request; without this, work for an earlier one would continue.
            self._responding.disconnected = True
            self._responding.message_event.set()

    def eof_received(self) -> None:
        if not self._has_responded():
            self._reset()  # closing would first wait until the client has taken what is written

    def data_received(self, data: bytes) -> None:
        self._unset_keepalive_if_required()
        began_in_body = self._in_body
        self._request_ended = False
        self._parse(data)
        if self._timeout is None and not began_in_body and not self._in_body and self._has_responded():
            self._await_head()  # only blank lines arrived, which begin no request
        if self._timeout is not None and not self._in_body and not self._request_ended:
            self._head_bytes += len(data)
            if self._head_bytes > _MAX_HEAD_BYTES:
                self._refuse(HeadTooLargeError(f"The headers are larger than {_MAX_HEAD_BYTES} bytes."))
        if self._responding is not None and not self._responding.more_body:
            self._read_ahead()

    def _parse(self, data: bytes) -> None:
        """As uvicorn does, but parse a request with an upgrade again, without what asks for it."""
        while data:
            try:
                self.parser.feed_data(data)
                return
            except httptools.HttpParserUpgrade as upgrade:
                if self._should_upgrade():
                    self._cancel_timeout()
                    self.handle_websocket_upgrade()
                    return
                # After these headers the parser expects the other protocol, so it gets them again with the rest.
                data = self._head_without_upgrade() + data[upgrade.args[0] :]
                self.parser = httptools.HttpRequestParser(self)
            except httptools.HttpParserError:
                self._refuse(InvalidRequestError("Invalid HTTP request received."))
                return

    def _should_upgrade(self) -> bool:
        return bool(self.parser.get_method() == b"GET" and super()._should_upgrade())

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to a WebSocketProtocol. Nothing of this one may be called any more."""
        if self._watching is not None:
            self._watching.cancel()
        super().handle_websocket_upgrade()

    def _head_without_upgrade(self) -> bytes:
        version = self.parser.get_http_version().encode()
        lines = [self.parser.get_method() + b" " + self.url + b" HTTP/" + version]
        hop_by_hop = (b"connection", b"upgrade", b"http2-settings")
        lines += [name + b": " + value for name, value in self.headers if name not in hop_by_hop]
        return b"\r\n".join([*lines, b"connection: close", b"", b""])

    def _read_ahead(self) -> None:
        """Continue to read after a request, since only reading shows that the client disconnects."""
        if self.transport.is_closing():
            return
        size = sum(len(cycle.body) for cycle, _ in self.pipeline)
        if len(self.pipeline) > _MAX_PIPELINED or size > _MAX_PIPELINED_BYTES:
            self.flow.pause_reading()
        else:
            self.flow.resume_reading()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.scope["extensions"] = {WATCHES_READER: {}}
        self._await_head()

    def on_headers_complete(self) -> None:
        if self.parser.get_method() == b"CONNECT":
            raise InvalidRequestError("This server is not a proxy.")  # the parser refuses the request then
        if self.parser.should_upgrade() and not self._should_upgrade():
            return  # `_parse` continues
        self._cancel_timeout()
        self._in_body = True
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        if self.parser.should_upgrade():
            return
        self._in_body = False
        self._request_ended = True
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
        if self._watching is None:
            self._watching = self.loop.call_later(self._reader.interval_s, self._watch_reader)
        if cycle.scope["http_version"] != "1.1":
            app = self._without_chunks(cycle, app)
        super()._start_asgi_task(cycle, app)

    def _without_chunks(self, cycle: RequestResponseCycle, app: ASGI3Application) -> ASGI3Application:
        """The application with responses that HTTP/1.0 can read."""
        cycle.waiting_for_100_continue = False

        async def respond(scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
            until_close = False

            async def send_unchunked(message: ASGISendEvent) -> None:
                nonlocal until_close
                if message["type"] == "http.response.start":
                    until_close = all(
                        name.lower() != b"content-length" for name, _ in message.get("headers", [])
                    )
                    if until_close:
                        cycle.chunked_encoding = False
                        self._close_by_reset(True)  # closing now would make what was sent look complete
                elif message["type"] == "http.response.body" and until_close:
                    cycle.expected_content_length = len(message.get("body", b""))
                await send(message)
                if until_close and cycle.response_complete:
                    self._close_by_reset(False)

            await app(scope, receive, send_unchunked)

        return respond

    def _watch_reader(self) -> None:
        self._reader.check()
        due = not self._has_responded()
        if self._reader.gone:
            logger.warning("The client read nothing for %g s and is disconnected", self._send_timeout_s)
            self._reset()
        elif due and not self._reader.connected:
            self._reset()
        elif due or self._reader.waiting:
            self._watching = self.loop.call_later(self._reader.interval_s, self._watch_reader)
        else:
            self._watching = None

    def _reset(self) -> None:
        """Close the connection at once, and free the kernel's buffers instead of waiting for the client to read."""
        self._close_by_reset(True)
        self.transport.abort()

    def _close_by_reset(self, on: bool) -> None:
        connection = self.transport.get_extra_info("socket")
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", on, 0))

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
