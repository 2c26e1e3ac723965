"""The queue middleware: routes have their requests admitted after validation; the middleware releases them."""

import asyncio
import time
from collections.abc import Mapping

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kokoro_speech_server.errors import RateLimitError, UnavailableError
from kokoro_speech_server.observability import metrics
from kokoro_speech_server.scheduling.scheduler_client import Admission, SchedulerClient


class AdmissionGate:
    """Admits one request. It is in `scope["admission_gate"]` for the route.

    arrived: when the request arrived, on the clock of `time.monotonic`
    caller:  the name of the caller; see middleware/api_key.py
    """

    def __init__(self, scheduler: SchedulerClient, in_flight: "RequestsInFlight", caller: str) -> None:
        self.arrived = time.monotonic()
        self.caller = caller
        self._scheduler = scheduler
        self._in_flight = in_flight
        self._admission: Admission | None = None

    async def admit(self, *, due: float, remaining: float) -> Admission:
        """Admit the request, or raise an error immediately. See SchedulerClient.admit."""
        try:
            self._admission = await self._scheduler.admit(self.caller, due=due, remaining=remaining)
        except UnavailableError:
            metrics.REQUESTS.labels("refused").inc()
            raise
        except RateLimitError:
            metrics.REQUESTS.labels("limited").inc()
            raise
        self._in_flight.add(self)
        return self._admission

    @property
    def headers(self) -> Mapping[str, str]:
        """Response headers about the caller's rate limit."""
        allowance = None if self._admission is None else self._admission.allowance
        return {} if allowance is None else allowance.headers

    def close(self) -> None:
        """Release the admission, if there is one, at the end of the request."""
        if self._admission is not None:
            self._admission.release()
            self._in_flight.discard(self)


class RequestsInFlight:
    """The admitted requests of this process whose responses are not complete."""

    def __init__(self) -> None:
        self._gates: set[AdmissionGate] = set()
        self._none = asyncio.Event()
        self._none.set()

    def add(self, gate: AdmissionGate) -> None:
        self._gates.add(gate)
        self._none.clear()

    def discard(self, gate: AdmissionGate) -> None:
        self._gates.discard(gate)
        if not self._gates:
            self._none.set()

    async def wait_until_none(self) -> None:
        await self._none.wait()


class QueueMiddleware:
    """Gives each request an AdmissionGate to the scheduler's bounded queue, and closes it however the request ends."""

    def __init__(self, app: ASGIApp, scheduler: SchedulerClient, in_flight: RequestsInFlight) -> None:
        self._app = app
        self._scheduler = scheduler
        self._in_flight = in_flight

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        gate = AdmissionGate(self._scheduler, self._in_flight, scope["caller"])
        scope["admission_gate"] = gate

        async def send_with_limits(message: Message) -> None:
            if message["type"] == "http.response.start" and gate.headers:
                MutableHeaders(scope=message).update(gate.headers)
            await send(message)

        try:
            await self._app(scope, receive, send_with_limits)
        finally:
            gate.close()
