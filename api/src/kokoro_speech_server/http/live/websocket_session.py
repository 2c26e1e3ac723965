"""A live session over a WebSocket: what the dialects of JSON messages share."""

import asyncio
import json
from abc import abstractmethod
from collections.abc import Collection, Mapping
from typing import Any

from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect

from kokoro_speech_server.errors import InvalidRequestError, SpeechServerError
from kokoro_speech_server.http.app_state import state_of
from kokoro_speech_server.http.credentials import answered_subprotocol
from kokoro_speech_server.http.error_handlers import refuse
from kokoro_speech_server.http.live.context_client import ContextClient
from kokoro_speech_server.http.live.session import Ending, LiveSession
from kokoro_speech_server.http.reader_watch import WATCHES_READER
from kokoro_speech_server.live.context import SpeechContext
from kokoro_speech_server.live.speech_options import SpeechOptions

_CODES = {
    Ending.OVER: 1000,
    Ending.NOT_A_MESSAGE: 1003,
    Ending.REFUSED: 1008,
    Ending.FAILED: 1011,
    Ending.STOPPING: 1012,
}
"""Codes with which a WebSocket is closed (RFC 6455, and IANA's registry for 1012)."""

_LONGEST_REASON = 123
"""Bytes of the reason in a closing frame, at most."""


class WebSocketSession(LiveSession[Mapping[str, Any]]):
    """One WebSocket, from before the upgrade on."""

    def __init__(self, websocket: WebSocket) -> None:
        super().__init__(state_of(websocket.app), websocket.scope["caller"])
        self._websocket = websocket
        self._send_timeout_s: float | None = self.state.settings.send_timeout_s
        if WATCHES_READER in websocket.scope.get("extensions", {}):
            self._send_timeout_s = None

    async def refuse(self, error: SpeechServerError) -> None:
        """Refuse the upgrade."""
        websocket = self._websocket
        await refuse(error, websocket.scope, websocket.receive, websocket.send)

    async def on_open(self) -> None:
        await self._websocket.accept(subprotocol=answered_subprotocol(self._websocket.scope))

    async def receive(self) -> Mapping[str, Any]:
        message = await self._websocket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message["code"])
        return _parsed(message)

    async def hang_up(self, ending: Ending, reason: str) -> None:
        short = reason.encode()[:_LONGEST_REASON].decode(errors="ignore")
        await self._websocket.close(_CODES[ending], short)

    async def send(self, message: Mapping[str, Any] | bytes) -> None:
        """Send a JSON object, or audio. Waits until the client has taken most of what was sent before."""
        async with asyncio.timeout(self._send_timeout_s):
            if isinstance(message, bytes):
                await self._websocket.send_bytes(message)
            else:
                await self._websocket.send_text(json.dumps(message))


class OneContextSession(WebSocketSession, ContextClient):
    """A session with one context, to which all its messages refer."""

    def __init__(self, websocket: WebSocket) -> None:
        WebSocketSession.__init__(self, websocket)
        ContextClient.__init__(self, self)
        self._context: SpeechContext | None = None

    @property
    def context(self) -> SpeechContext:
        assert self._context is not None
        return self._context

    @property
    def contexts(self) -> Collection[SpeechContext]:
        return () if self._context is None else (self._context,)

    async def begin(self) -> None:
        self._context = SpeechContext(self.parts, await self.options(), self)

    @abstractmethod
    async def options(self) -> SpeechOptions:
        """The options with which the session begins. Raises the errors with which its upgrade is refused."""


def _parsed(message: Message) -> dict[str, Any]:
    text = message.get("text")
    try:
        parsed = None if text is None else json.loads(text)
    except (ValueError, RecursionError):
        parsed = None
    if not isinstance(parsed, dict):
        raise InvalidRequestError("Each message must be a JSON object, in a text frame.")
    return parsed
