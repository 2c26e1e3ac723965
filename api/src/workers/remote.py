"""The scheduler as a worker sees it, and a worker's lane as the scheduler sees it: each over the link."""

import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from api.src.inference.base import Chunk, ChunkAudio
from api.src.scheduling.lane import Demand, Heard, Lane, LaneLostError, Run, WarmUp
from api.src.scheduling.places import Queue
from api.src.scheduling.tickets import SpeakingLane, Ticket, Tickets
from api.src.workers.link import Link, LinkClosedError
from api.src.workers.wire import pack_chunk, unpack_audio

if TYPE_CHECKING:
    from api.src.workers.worker_calls import WorkerCalls


class RemoteTickets(Tickets):
    """In a worker: tickets of the supervisor's scheduler."""

    def __init__(self, link: "Link[WorkerCalls]") -> None:
        self._link = link
        self._numbers = itertools.count()

    async def take(self, caller: str, *, due: float, remaining: float) -> Ticket:
        ticket = _RemoteTicket(self._link, next(self._numbers))
        try:
            taken = await self._link.call("take", ticket.number, caller, due, remaining)
        except BaseException:
            ticket.give_back()  # it may have been taken all the same
            raise
        ticket.allowance, ticket.wanted = taken
        return ticket

    async def add_lane(self, lane: SpeakingLane, warm_up: WarmUp) -> None:
        self._link.handler.lane = lane
        await self._link.call("add_lane", lane.capacity, warm_up)

    async def queue(self) -> Queue:
        queue: Queue = await self._link.call("queue")
        return queue


class _RemoteTicket(Ticket):
    def __init__(self, link: "Link[WorkerCalls]", number: int) -> None:
        self.number = number
        self.wanted = False
        self._link = link
        self._waited: float | None = None

    @property
    def waited(self) -> float | None:
        return self._waited

    async def approach(self) -> None:
        if not self.wanted:
            await self._link.call("approach", self.number)

    async def synthesize(self, chunk: Chunk, demand: Demand) -> Heard[ChunkAudio]:
        heard, self._waited = await self._link.call("synthesize", self.number, pack_chunk(chunk), demand)
        return Heard(unpack_audio(heard.audio), heard.worker, heard.engine_seconds)

    def give_back(self) -> None:
        self._link.tell("give_back", self.number)


class RemoteLane(Lane[bytes, bytes]):
    """In the supervisor: the lane of a worker."""

    def __init__(self, link: Link[Any], capacity: int) -> None:
        self._link = link
        self._capacity = capacity

    @property
    def capacity(self) -> int:
        return self._capacity

    async def run(self, chunks: Sequence[bytes]) -> Run[bytes]:
        run: Run[bytes] | None = await self._ask("run", list(chunks))
        if run is None:
            raise LaneLostError("its engine can't go on")
        return run

    async def release_memory(self) -> None:
        await self._ask("release_memory")

    async def _ask(self, method: str, *args: Any) -> Any:
        try:
            return await self._link.call(method, *args)
        except LinkClosedError as error:
            raise LaneLostError("its worker is gone") from error
