"""What a request holds while it is served: its ticket, and where tickets come from."""

import hashlib
from collections.abc import Sequence
from typing import Protocol

from api.src.inference.base import Chunk, ChunkAudio
from api.src.scheduling.lane import Demand, Heard, Lane, WarmUp
from api.src.scheduling.limits import Allowance
from api.src.scheduling.places import Place, Queue
from api.src.scheduling.scheduler import Scheduler

SpeakingLane = Lane[Chunk, ChunkAudio]


class Ticket(Protocol):
    """The right to have chunks spoken.

    allowance: what its caller has left, if there is a limit
    """

    allowance: Allowance | None = None

    @property
    def waited(self) -> float | None:
        """Seconds from taking the ticket until the first chunk began to be spoken; None before."""

    async def approach(self) -> None:
        """Return when it is time to make the text ready. Raises OverloadedError if that takes too long."""

    async def synthesize(self, chunk: Chunk, demand: Demand) -> Heard[ChunkAudio]:
        """Speak a chunk when it is its turn. Raises EngineError, OverloadedError if it waited too long."""

    def give_back(self) -> None:
        """Nothing more is to be spoken. Doing it again does nothing."""


class Tickets(Protocol):
    """The way to the scheduler, wherever it is."""

    async def take(self, caller: str, *, due: float, remaining: float) -> Ticket:
        """A ticket for a request of a caller, with its first due time and its expected seconds of audio.

        Raises one of the UnavailableErrors at once if there is none, RateLimitError if the caller has enough.
        """

    async def add_lane(self, lane: SpeakingLane, warm_up: WarmUp) -> None:
        """Let the scheduler use a lane of this process."""

    async def queue(self) -> Queue:
        """How many wait."""


class LocalTickets(Tickets):
    """For a scheduler in this process."""

    def __init__(self, scheduler: Scheduler[Chunk, ChunkAudio]) -> None:
        self._scheduler = scheduler

    async def take(self, caller: str, *, due: float, remaining: float) -> Ticket:
        return _LocalTicket(self._scheduler, self._scheduler.take(None, caller, due=due, remaining=remaining))

    async def add_lane(self, lane: SpeakingLane, warm_up: WarmUp) -> None:
        self._scheduler.add_lane(lane, 0, warm_up)

    async def queue(self) -> Queue:
        return self._scheduler.queue


class _LocalTicket(Ticket):
    def __init__(self, scheduler: Scheduler[Chunk, ChunkAudio], place: Place) -> None:
        self.allowance = place.allowance
        self._scheduler = scheduler
        self._place = place

    @property
    def waited(self) -> float | None:
        return self._place.waited

    async def approach(self) -> None:
        await self._scheduler.approach(self._place)

    async def synthesize(self, chunk: Chunk, demand: Demand) -> Heard[ChunkAudio]:
        return await self._scheduler.synthesize(self._place, chunk, demand)

    def give_back(self) -> None:
        self._scheduler.give_back(self._place)


def sound_key(chunk: Chunk) -> bytes:
    """A digest of everything that shapes the sound of a chunk."""
    symbols = "".join(token.symbol for token in chunk.tokens)
    parts: Sequence[bytes] = (
        symbols.encode(),
        chunk.style.tobytes(),
        repr((chunk.speed, chunk.seed)).encode(),
    )
    return hashlib.blake2b(b"\0".join(parts), digest_size=16).digest()
