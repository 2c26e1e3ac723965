"""Admission: a request that synthesizes takes a ticket after it was validated; it comes back whatever happens."""

import asyncio
import time
from collections.abc import Mapping

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.src.core import metrics
from api.src.core.errors import RateLimitError, UnavailableError
from api.src.scheduling.tickets import Ticket, Tickets


class Turn:
    """What a route finds in `scope["turn"]`: its way to a ticket.

    arrived: when the request came, on the clock of `time.monotonic`
    caller:  who calls; see middleware/api_key.py
    """

    def __init__(self, tickets: Tickets, admitted: "Admitted", caller: str) -> None:
        self.arrived = time.monotonic()
        self.caller = caller
        self._tickets = tickets
        self._admitted = admitted
        self._ticket: Ticket | None = None

    async def take(self, *, due: float, remaining: float) -> Ticket:
        """A ticket, or an error at once. See Tickets.take."""
        try:
            self._ticket = await self._tickets.take(self.caller, due=due, remaining=remaining)
        except UnavailableError:
            metrics.REQUESTS.labels("refused").inc()
            raise
        except RateLimitError:
            metrics.REQUESTS.labels("limited").inc()
            raise
        self._admitted.add(self)
        return self._ticket

    @property
    def headers(self) -> Mapping[str, str]:
        """What the answer says of the caller's limits."""
        allowance = None if self._ticket is None else self._ticket.allowance
        return {} if allowance is None else allowance.headers

    def end(self) -> None:
        if self._ticket is not None:
            self._ticket.give_back()
            self._admitted.discard(self)


class Admitted:
    """The requests of this process that got a ticket and are not answered to the end."""

    def __init__(self) -> None:
        self._turns: set[Turn] = set()
        self._none = asyncio.Event()
        self._none.set()

    def add(self, turn: Turn) -> None:
        self._turns.add(turn)
        self._none.clear()

    def discard(self, turn: Turn) -> None:
        self._turns.discard(turn)
        if not self._turns:
            self._none.set()

    async def wait_until_none(self) -> None:
        await self._none.wait()


class QueueMiddleware:
    """Lets routes take tickets. The scheduler behind them has a bounded queue of places; see scheduling/."""

    def __init__(self, app: ASGIApp, admitted: Admitted) -> None:
        self._app = app
        self._admitted = admitted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        turn = Turn(scope["app"].state.tickets, self._admitted, scope["caller"])
        scope["turn"] = turn

        async def send_with_limits(message: Message) -> None:
            if message["type"] == "http.response.start" and turn.headers:
                MutableHeaders(scope=message).update(turn.headers)
            await send(message)

        try:
            await self._app(scope, receive, send_with_limits)
        finally:
            turn.end()
