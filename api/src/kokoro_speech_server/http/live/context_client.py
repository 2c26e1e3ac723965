"""What connects a context with its session: admission, reports, and the bytes that are on their way."""

import time
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from kokoro_speech_server.http.held_bytes import too_much_held
from kokoro_speech_server.http.live.turn_log import log_turn
from kokoro_speech_server.http.middleware.queue import AdmittedRequest
from kokoro_speech_server.live.live_client import LiveClient, SpokenChunk, TurnReport
from kokoro_speech_server.scheduling.scheduler_client import Admission

if TYPE_CHECKING:
    from kokoro_speech_server.http.live.session import LiveSession


class ContextClient(LiveClient, ABC):
    """The client of one context. A dialect defines how chunks and failures are sent."""

    def __init__(self, session: "LiveSession[Any]") -> None:
        self._session = session
        self._in_flight: AdmittedRequest | None = None

    @abstractmethod
    async def send_chunk(self, chunk: SpokenChunk) -> None:
        """Send a chunk of speech, or a part of one."""

    async def admit(self, *, due: float, remaining: float) -> Admission:
        arrived = time.monotonic()
        held = self._session.state.held_bytes
        if held.total > held.limit:
            raise too_much_held()
        caller = self._session.caller
        admission = await self._session.state.scheduler.admit(caller, due=due, remaining=remaining)
        self._set_in_flight(AdmittedRequest(admission, arrived=arrived, caller=caller))
        return admission

    async def on_chunk(self, chunk: SpokenChunk) -> None:
        self._session.state.held_bytes.hold(len(chunk.data))
        try:
            await self.send_chunk(chunk)
        finally:
            self._session.state.held_bytes.hold(-len(chunk.data))

    async def on_turn_end(self, report: TurnReport) -> None:
        self._set_in_flight(None)
        log_turn(report, dialect=self._session.dialect, caller=self._session.caller)

    def on_broken(self, error: BaseException) -> None:
        self._session.break_off(error)

    def _set_in_flight(self, request: AdmittedRequest | None) -> None:
        """What a stopping server waits for."""
        before, self._in_flight = self._in_flight, request
        if request is not None:
            self._session.state.requests_in_flight.add(request)
        if before is not None:
            self._session.state.requests_in_flight.discard(before)
