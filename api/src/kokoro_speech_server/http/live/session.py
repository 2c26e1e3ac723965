"""A live session: what all of them share, whatever carries their messages."""

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Collection
from contextlib import suppress
from enum import Enum, auto
from typing import ClassVar, Generic, TypeVar

from starlette.websockets import WebSocketDisconnect

from kokoro_speech_server.errors import InvalidRequestError, SpeechServerError, StoppingError
from kokoro_speech_server.http.app_state import AppState
from kokoro_speech_server.live.context import SpeechContext
from kokoro_speech_server.live.turn import LiveParts
from kokoro_speech_server.scheduling.scheduler_client import Admission

logger = logging.getLogger(__name__)

M = TypeVar("M")

_GONE = (WebSocketDisconnect, OSError)
"""What reading and writing raise when the client has gone, or takes nothing."""


class Ending(Enum):
    """Why the server ends a session: it is over, what came is no message, an error, a fault, the server stops."""

    OVER = auto()
    NOT_A_MESSAGE = auto()
    REFUSED = auto()
    FAILED = auto()
    STOPPING = auto()


class LiveSession(Generic[M], ABC):
    """One connection. A dialect makes calls of its contexts of messages, and messages of their chunks.

    Everything that its contexts do ends with it, however it ends.

    caller: by which logs and limits identify the client
    """

    dialect: ClassVar[str]

    def __init__(self, state: AppState, caller: str) -> None:
        self.state = state
        self.parts = LiveParts(state.settings, state.directives, state.phonemizer, state.service)
        self.caller = caller
        self._place: Admission | None = None  # among the sessions of its caller, if these are limited
        self._waiting: asyncio.Timeout | None = None  # for the next message
        self._closed = False
        self._ending: tuple[Ending, str] | None = None  # that has been asked for, with its reason

    # What carries the messages

    @abstractmethod
    async def receive(self) -> M:
        """The next message. May be cancelled and called again.

        Raises InvalidRequestError, which ends the session, for what is no message, and OSError or WebSocketDisconnect
        when the client has gone.
        """

    @abstractmethod
    async def hang_up(self, ending: Ending, reason: str) -> None:
        """Close the connection."""

    @abstractmethod
    async def refuse(self, error: SpeechServerError) -> None:
        """Tell the client that there will be no session. Nothing follows."""

    # What a dialect defines

    @property
    @abstractmethod
    def contexts(self) -> Collection[SpeechContext]:
        """The contexts of the session."""

    @abstractmethod
    async def begin(self) -> None:
        """Called first. The SpeechServerErrors that this raises refuse the session."""

    async def on_open(self) -> None:
        """Called when the session is not refused."""

    @abstractmethod
    async def on_message(self, message: M) -> None:
        """Obey a message. A SpeechServerError is sent to the client, and the session goes on."""

    @abstractmethod
    async def send_error(self, error: SpeechServerError) -> None:
        """Tell that a message was not obeyed."""

    # The session

    async def run(self) -> None:
        """Serve the connection until its end."""
        try:
            self.state.live_sessions.check_open()
            if self.state.settings.live_session_limit is not None:
                self._place = await self.state.scheduler.admit_session(self.caller)
            await self.begin()
        except SpeechServerError as error:
            self._release_place()
            await self.refuse(error)
        else:
            await self._converse()
        finally:
            self._release_place()

    def _release_place(self) -> None:
        place, self._place = self._place, None
        if place is not None:
            place.release()

    async def _converse(self) -> None:
        """Obey messages until the end of the connection."""
        sessions = self.state.live_sessions
        sessions.add(self)
        try:
            await self.on_open()
            await self._obey_messages()
        except _GONE:
            pass
        finally:
            sessions.discard(self)
            self._release_place()
            self._closed = True
            await self._clear()

    async def _obey_messages(self) -> None:
        settings = self.state.settings
        ends_at = time.monotonic() + settings.live_max_session_s
        while not self._closed:
            try:
                message = await self._next_message(
                    min(settings.live_idle_timeout_s, ends_at - time.monotonic())
                )
            except InvalidRequestError as error:
                await self.send_error(error)
                await self.close(Ending.NOT_A_MESSAGE, "what came is no message")
                return
            if self._ending is not None:
                await self.close(*self._ending)
            elif message is not None:
                await self._obey(message)
            elif time.monotonic() >= ends_at or not any(context.is_speaking for context in self.contexts):
                await self.close(Ending.OVER, "the session has lasted too long, or was idle")

    async def _next_message(self, timeout_s: float) -> M | None:
        """The next message; None if there is none for some time, or if the session is to end."""
        if self.is_ending:
            return None
        try:
            async with asyncio.timeout(timeout_s) as self._waiting:
                return await self.receive()
        except TimeoutError:
            return None
        finally:
            self._waiting = None

    async def _obey(self, message: M) -> None:
        try:
            if self.state.live_sessions.stopping:
                raise StoppingError("The server is stopping.")
            await self.on_message(message)
        except SpeechServerError as error:
            await self.send_error(error)

    async def drain(self) -> None:
        """Speak the text that there is, and close: the server is stopping."""
        for context in list(self.contexts):
            context.end_turn()
            await context.wait_until_spoken()
        await self.close(Ending.STOPPING, "the server is stopping")

    async def close(self, ending: Ending = Ending.OVER, reason: str = "") -> None:
        """Close the connection. What was not spoken yet is not."""
        if not self._closed:
            self._closed = True
            await self._clear()
            with suppress(*_GONE, RuntimeError):  # it may be closed from the other side
                await self.hang_up(ending, reason)

    async def _clear(self) -> None:
        for context in list(self.contexts):
            await context.clear()

    def break_off(self, error: BaseException) -> None:
        """End the session, since a context could not go on."""
        if not self._closed and not isinstance(error, _GONE):
            logger.error("A live session failed", exc_info=error)
        self.end_soon(Ending.FAILED, "internal error")

    @property
    def is_ending(self) -> bool:
        """Whether the end of the session has been asked for."""
        return self._ending is not None

    def end_soon(self, ending: Ending, reason: str) -> None:
        """Close the connection instead of obeying the next message. Contexts, which `close` ends, may call this."""
        self._ending = self._ending or (ending, reason)
        if self._waiting is not None:
            self._waiting.reschedule(asyncio.get_running_loop().time())
