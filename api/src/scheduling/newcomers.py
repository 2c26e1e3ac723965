"""Requests of which nothing has been spoken yet, and which of them may make their text ready."""

import asyncio
import bisect

from api.src.scheduling.places import Place

PER_CHUNK = 3
"""For each chunk that the lanes speak at once, one that is spoken soon and two on the way: a lane takes longer for a
chunk than its text does."""


_LONG_TEXT_S = 1.0
"""Seconds after which one who was let in and still has no chunk is not waited for."""


class Newcomers:
    """Lets in those that are due first.

    A text takes a processor to make ready. A crowd that comes at once would otherwise take all of them, for texts
    of which most can't be spoken for a while, before the first are spoken and the rest are told that the server is
    full. Those that are let in may be overtaken by one that is due earlier; it is let in then, too. A text whose
    first sound is hours away (a book of question marks) holds up nobody for more than a second.

    everyone: let all in at once
    """

    def __init__(self, *, everyone: bool) -> None:
        self._everyone = everyone
        self._places: list[Place] = []
        self._breadth = 0

    def add(self, place: Place) -> None:
        bisect.insort(self._places, place, key=lambda place: place.due)

    def remove(self, place: Place) -> None:
        """Its first chunk has begun, or it has gone. Doing it again does nothing."""
        if place in self._places:
            self._places.remove(place)

    def let_in(self, breadth: int) -> None:
        """breadth: chunks that all lanes speak at once"""
        self._breadth = breadth
        for place in self._places if self._everyone else self._places[: breadth * PER_CHUNK]:
            if not place.let_in.is_set():
                place.let_in.set()
                asyncio.get_running_loop().call_later(_LONG_TEXT_S, self._pass_over, place)

    def let_everyone_in(self) -> None:
        for place in self._places:
            place.let_in.set()

    def _pass_over(self, place: Place) -> None:
        if not place.chunks:
            self.remove(place)
            self.let_in(self._breadth)
