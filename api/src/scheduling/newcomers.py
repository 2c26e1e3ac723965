"""Requests of which nothing has been spoken yet, and which of them may make their text ready."""

import bisect

from api.src.scheduling.places import Place

PER_LANE = 3
"""One that is being spoken soon and two on the way: a lane takes longer for a chunk than its text does."""


class Newcomers:
    """Lets in those that are due first.

    A text takes a processor to make ready. A crowd that comes at once would otherwise take all of them, for texts
    of which most can't be spoken for a while, before the first are spoken and the rest are told that the server is
    full. Those that are let in may be overtaken by one that is due earlier; it is let in then, too.

    everyone: let all in at once
    """

    def __init__(self, *, everyone: bool) -> None:
        self._everyone = everyone
        self._places: list[Place] = []

    def add(self, place: Place) -> None:
        bisect.insort(self._places, place, key=lambda place: place.due)

    def remove(self, place: Place) -> None:
        """Its first chunk has begun, or it has gone. Doing it again does nothing."""
        if place in self._places:
            self._places.remove(place)

    def let_in(self, lanes: int) -> None:
        for place in self._places if self._everyone else self._places[: lanes * PER_LANE]:
            place.let_in.set()

    def let_everyone_in(self) -> None:
        for place in self._places:
            place.let_in.set()
