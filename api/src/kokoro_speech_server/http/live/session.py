"""A live session over a WebSocket: what all dialects share."""

import asyncio
import json
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import Any, ClassVar

from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect

from kokoro_speech_server.errors import InvalidRequestError, SpeechServerError, StoppingError
from kokoro_speech_server.http.app_state import state_of
from kokoro_speech_server.http.credentials import answered_subprotocol
from kokoro_speech_server.http.error_handlers import refuse
from kokoro_speech_server.http.live.context_client import ContextClient
from kokoro_speech_server.http.reader_watch import WATCHES_READER
from kokoro_speech_server.live.context import SpeechContext
from kokoro_speech_server.live.speech_options import SpeechOptions
from kokoro_speech_server.live.turn import LiveParts

logger = logging.getLogger(__name__)

NORMAL, UNSUPPORTED, FAILED, STOPPING = 1000, 1003, 1011, 1012
"""Codes with which a WebSocket is closed (RFC 6455, and IANA's registry for 1012)."""


class LiveSession(ABC):
    """One connection. A dialect makes calls of its contexts of messages, and messages of their chunks.

    Everything that its contexts do ends with it, however it ends.
    """

    dialect: ClassVar[str]

    def __init__(self, websocket: WebSocket) -> None:
        self.state = state = state_of(websocket.app)
        self.parts = LiveParts(state.settings, state.directives, state.phonemizer, state.service)
        self.caller: str = websocket.scope["caller"]
        self._websocket = websocket
        self._send_timeout_s: float | None = self.state.settings.send_timeout_s
        if WATCHES_READER in websocket.scope.get("extensions", {}):
            self._send_timeout_s = None
        self._waiting: asyncio.Timeout | None = None  # for the next message
        self._closed = False
        self._broken = False

    # What a dialect defines

    @property
    @abstractmethod
    def contexts(self) -> Collection[SpeechContext]:
        """The contexts of the session."""

    @abstractmethod
    async def begin(self) -> None:
        """Called before the upgrade, which is refused with the SpeechServerErrors that this raises."""

    async def on_open(self) -> None:  # noqa: B027 - most dialects have nothing to say
        """Called first after the upgrade."""

    @abstractmethod
    async def on_message(self, message: Mapping[str, Any]) -> None:
        """Obey a message. A SpeechServerError is sent to the client, and the session goes on."""

    @abstractmethod
    async def send_error(self, error: SpeechServerError) -> None:
        """Tell that a message was not obeyed."""

    # The session

    async def run(self) -> None:
        """Serve the connection from before the upgrade until its end."""
        websocket = self._websocket
        sessions = self.state.live_sessions
        try:
            sessions.check_open()
            await self.begin()
        except SpeechServerError as error:
            await refuse(error, websocket.scope, websocket.receive, websocket.send)
            return
        sessions.add(self)
        try:
            await websocket.accept(subprotocol=answered_subprotocol(websocket.scope))
            await self.on_open()
            await self._receive()
        except (WebSocketDisconnect, OSError):
            pass  # the client has gone
        finally:
            sessions.discard(self)
            self._closed = True
            await self._clear()

    async def _receive(self) -> None:
        settings = self.state.settings
        ends_at = time.monotonic() + settings.live_max_session_s
        while not self._closed:
            message = await self._next_message(min(settings.live_idle_timeout_s, ends_at - time.monotonic()))
            if self._broken:
                await self.close(FAILED, "internal error")
            elif message is not None and message["type"] == "websocket.disconnect":
                return
            elif message is not None:
                await self._obey(message)
            elif time.monotonic() >= ends_at or not any(context.is_speaking for context in self.contexts):
                await self.close(NORMAL, "the session has lasted too long, or was idle")

    async def _next_message(self, timeout_s: float) -> Message | None:
        """The next message; None if there is none for some time, or if speaking has broken off."""
        if self._broken:
            return None
        try:
            async with asyncio.timeout(timeout_s) as self._waiting:
                return await self._websocket.receive()
        except TimeoutError:
            return None
        finally:
            self._waiting = None

    async def _obey(self, message: Mapping[str, Any]) -> None:
        try:
            parsed = _parsed(message)
        except InvalidRequestError as error:
            await self.send_error(error)
            await self.close(UNSUPPORTED, "not a JSON object")
            return
        try:
            if self.state.live_sessions.stopping:
                raise StoppingError("The server is stopping.")
            await self.on_message(parsed)
        except SpeechServerError as error:
            await self.send_error(error)

    async def drain(self) -> None:
        """Speak the text that there is, and close: the server is stopping."""
        for context in list(self.contexts):
            context.end_turn()
            await context.wait_until_spoken()
        await self.close(STOPPING, "the server is stopping")

    async def close(self, code: int = NORMAL, reason: str = "") -> None:
        """Close the connection. What was not spoken yet is not."""
        if not self._closed:
            self._closed = True
            await self._clear()
            with suppress(WebSocketDisconnect, OSError, RuntimeError):  # it may be closed from the other side
                await self._websocket.close(code, reason)

    async def _clear(self) -> None:
        for context in list(self.contexts):
            await context.clear()

    async def send(self, message: Mapping[str, Any] | bytes) -> None:
        """Send a JSON object, or audio. Waits until the client has taken most of what was sent before."""
        async with asyncio.timeout(self._send_timeout_s):
            if isinstance(message, bytes):
                await self._websocket.send_bytes(message)
            else:
                await self._websocket.send_text(json.dumps(message))

    def break_off(self, error: BaseException) -> None:
        """End the session, since a context could not go on."""
        if not self._closed and not isinstance(error, WebSocketDisconnect | OSError):
            logger.error("A live session failed", exc_info=error)
        self._broken = True
        if self._waiting is not None:
            self._waiting.reschedule(asyncio.get_running_loop().time())


class OneContextSession(LiveSession, ContextClient):
    """A session with one context, to which all its messages refer."""

    def __init__(self, websocket: WebSocket) -> None:
        LiveSession.__init__(self, websocket)
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


def _parsed(message: Mapping[str, Any]) -> dict[str, Any]:
    text = message.get("text")
    try:
        parsed = None if text is None else json.loads(text)
    except (ValueError, RecursionError):
        parsed = None
    if not isinstance(parsed, dict):
        raise InvalidRequestError("Each message must be a JSON object, in a text frame.")
    return parsed
