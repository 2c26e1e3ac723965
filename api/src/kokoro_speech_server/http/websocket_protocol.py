"""uvicorn's WebSocket protocol, with the limits of this server's connections."""

import logging
from collections.abc import Callable
from typing import Any, cast

from fastapi import FastAPI
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from kokoro_speech_server.http.app_state import state_of
from kokoro_speech_server.http.reader_watch import WATCHES_READER, ReaderGuard

MAX_MESSAGE_BYTES = 256 * 1024
"""Bytes in a message of a client, at most. A longer one closes the connection with 1009."""

_LOGGER = logging.getLogger("uvicorn.error.websocket")
_LOGGER.setLevel(logging.WARNING)  # at lower levels uvicorn logs each address, with its parameters


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """One connection that was upgraded. It adds to uvicorn's protocol:

    - A client that takes no byte for SEND_TIMEOUT_S is disconnected.
    - `on_lost` is called when the connection is gone.
    - A refused upgrade is no error. uvicorn logs one, although the refusal was sent.
    """

    def __init__(self, **uvicorn_arguments: Any) -> None:
        super().__init__(**uvicorn_arguments)
        self.logger = _LOGGER
        self.on_lost: Callable[[], None] = lambda: None
        self._send_timeout_s = state_of(cast(FastAPI, self.config.app)).settings.send_timeout_s
        self._guard: ReaderGuard | None = None

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.handshake_complete:
            self.scope["extensions"] = {**(self.scope["extensions"] or {}), WATCHES_READER: {}}

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            self.handshake_complete = True

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_guard()
        super().connection_lost(exc)
        self.on_lost()

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._guard is None:
            self._guard = ReaderGuard(self.transport, self._send_timeout_s)
        self._guard.start()

    def resume_writing(self) -> None:
        self._stop_guard()
        super().resume_writing()

    def _stop_guard(self) -> None:
        if self._guard is not None:
            self._guard.stop()


WEBSOCKET_CONFIG: dict[str, Any] = {
    "ws": WebSocketProtocol,
    "ws_max_size": MAX_MESSAGE_BYTES,
    "ws_per_message_deflate": False,  # audio does not get smaller, and each compressor takes 300 kB
}
"""What uvicorn is configured with."""
