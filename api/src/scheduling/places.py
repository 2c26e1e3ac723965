"""The places of the server: how many requests it takes on at once."""

import asyncio
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import NamedTuple

from api.src.scheduling.limits import Allowance


@dataclass(eq=False, slots=True)
class Place:
    """One request's place, held until it is given back and no chunk of the request is in the engine.

    owner:     who answers for it: a worker, all of whose places come free when it dies
    caller:    whose request it is, for the limits of one caller
    due:       when the request's listener runs out of audio, on the clock of `time.monotonic`
    remaining: seconds of audio that the request will probably still give
    taken:     when the place was taken, on the same clock
    allowance: what its caller has left, if there is a limit
    waited:    seconds from then until its first chunk began to be spoken; None before
    chunks:    of this request that wait or are being spoken
    let_in:    set when it is time to make the text ready
    """

    owner: Hashable
    caller: str
    due: float
    remaining: float
    taken: float
    allowance: Allowance | None = None
    waited: float | None = None
    given_back: bool = False
    chunks: int = 0
    let_in: asyncio.Event = field(default_factory=asyncio.Event)


class Queue(NamedTuple):
    """How the queue stands.

    places, taken: of requests; chunks: that wait for a lane; longest_s: how long the first of them has waited
    """

    places: int
    taken: int
    chunks: int
    longest_s: float


class Places:
    """A fixed number of places, kept in a bounded queue: who finds it empty is turned away, not made to wait."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.taken: set[Place] = set()
        self._free: asyncio.Queue[None] = asyncio.Queue(number)
        for _ in range(number):
            self._free.put_nowait(None)
        self._empty = asyncio.Event()
        self._empty.set()

    def take(self, place: Place) -> bool:
        """Whether there was room for it."""
        try:
            self._free.get_nowait()
        except asyncio.QueueEmpty:
            return False
        self.taken.add(place)
        self._empty.clear()
        return True

    def give_back(self, place: Place) -> None:
        """The request wants nothing more. Doing it again does nothing."""
        place.given_back = True
        self._release(place)

    def chunk_over(self, place: Place) -> None:
        """A chunk of the request has left the engine or the queue before it."""
        place.chunks -= 1
        self._release(place)

    async def wait_until_empty(self) -> None:
        await self._empty.wait()

    def _release(self, place: Place) -> None:
        if place.given_back and not place.chunks and place in self.taken:
            self.taken.remove(place)
            self._free.put_nowait(None)
            if not self.taken:
                self._empty.set()
