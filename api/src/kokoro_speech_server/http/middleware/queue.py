"""The queue middleware: admits each request before its route runs, and releases its place however it ends."""

import asyncio
import time
from collections.abc import Mapping

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kokoro_speech_server.errors import RateLimitError, StoppingError, UnavailableError
from kokoro_speech_server.http.error_handlers import refuse
from kokoro_speech_server.http.route_queues import Queue, RouteQueues
from kokoro_speech_server.observability import metrics
from kokoro_speech_server.scheduling.scheduler_client import Admission, SchedulerClient

_SECONDS_PER_BYTE = 1 / 16
"""Audio for each byte of a request's body, by which the queue's forecast estimates a text that is not yet read."""


class AdmittedRequest:
    """A request with a place in the queue. It is in `scope["admitted"]` for the route.

    arrived: when the whole request had arrived, on the clock of `time.monotonic`
    caller:  the name of the caller; see middleware/api_key.py
    """

    def __init__(self, admission: Admission, *, arrived: float, caller: str) -> None:
        self.admission = admission
        self.arrived = arrived
        self.caller = caller

    @property
    def headers(self) -> Mapping[str, str]:
        """Response headers about the caller's rate limit."""
        allowance = self.admission.allowance
        return {} if allowance is None else allowance.headers


class RequestsInFlight:
    """The admitted requests of this process whose responses are not complete."""

    def __init__(self) -> None:
        self._requests: set[AdmittedRequest] = set()
        self._none = asyncio.Event()
        self._none.set()

    def add(self, request: AdmittedRequest) -> None:
        self._requests.add(request)
        self._none.clear()

    def discard(self, request: AdmittedRequest) -> None:
        self._requests.discard(request)
        if not self._requests:
            self._none.set()

    @property
    def count(self) -> int:
        return len(self._requests)

    async def wait_until_none(self) -> None:
        await self._none.wait()


class QueueMiddleware:
    """Takes a place from the scheduler's bounded queue before the route runs, or responds with 503 or 429.

    Nothing is worked for a request before that, beyond receiving its body: a full server refuses nonsense as it refuses
    everything else, and nonsense counts towards the caller's limits.
    """

    def __init__(
        self, app: ASGIApp, scheduler: SchedulerClient, queues: RouteQueues, in_flight: RequestsInFlight
    ) -> None:
        self._app = app
        self._scheduler = scheduler
        self._queues = queues
        self._in_flight = in_flight

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        queue = self._queues.of(scope) if scope["type"] == "http" else None
        if queue is None:
            await self._app(scope, receive, send)
            return
        arrived = time.monotonic()
        try:
            admission = await self._admit(scope, queue, arrived)
        except (UnavailableError, RateLimitError) as error:
            await refuse(error, scope, receive, send)
            return
        request = AdmittedRequest(admission, arrived=arrived, caller=scope["caller"])
        scope["admitted"] = request
        self._in_flight.add(request)
        started = False

        async def send_with_limits(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                MutableHeaders(scope=message).update(request.headers)
            await send(message)

        try:
            await self._app(scope, receive, send_with_limits)
        except asyncio.CancelledError:
            if started:
                raise
            # The process ends. uvicorn itself would respond with plain text.
            await refuse(StoppingError("The server is stopping."), scope, receive, send)
        finally:
            admission.release()
            self._in_flight.discard(request)

    async def _admit(self, scope: Scope, queue: Queue, arrived: float) -> Admission:
        """Raises UnavailableError or RateLimitError at once if the request is not admitted."""
        caller = scope["caller"]
        if queue is Queue.TEXT:
            return await self._scheduler.admit_text(caller)
        headers = Headers(scope=scope)
        if headers.get("x-stainless-retry-count", "0") != "0":
            metrics.CLIENT_RETRIES.inc()
        remaining = scope["body_bytes"] * _SECONDS_PER_BYTE
        try:
            return await self._scheduler.admit(caller, due=arrived, remaining=remaining)
        except UnavailableError:
            metrics.REQUESTS.labels("refused").inc()
            raise
        except RateLimitError:
            metrics.REQUESTS.labels("limited").inc()
            raise
