"""Decides which requests that await their first chunk may prepare their text."""

import asyncio
import bisect
import itertools
from typing import NamedTuple

from kokoro_speech_server.scheduling.admission import AdmissionRecord
from kokoro_speech_server.scheduling.removable_heap import RemovableHeap

REQUESTS_PER_CHUNK = 3
"""Requests that prepare text for each chunk that the engine slots run at once: one whose chunk runs next, and two
after it. An engine takes longer for a chunk than the text processing does."""

_SLOW_TEXT_S = 1.0
"""Seconds after which a request that was admitted and still has no chunk no longer holds up the others."""


class _Position(NamedTuple):
    """Where a request stands: of two that are due at the same time, the one that was admitted first comes first."""

    due: float
    order: int


class TextAdmission:
    """Requests awaiting their first chunk prepare text in deadline order, so that a burst cannot occupy every core.

    A request that is due earlier than all that were admitted before is admitted as well. A text whose first sound is
    far away (a book of question marks) delays the others by one second at most.

    unlimited: whether every request is admitted at once
    """

    def __init__(self, *, unlimited: bool) -> None:
        self._unlimited = unlimited
        self._by_due: list[_Position] = []
        self._positions: dict[AdmissionRecord, _Position] = {}
        self._not_admitted = RemovableHeap[AdmissionRecord]()
        self._order = itertools.count()
        self._total_capacity = 0

    def add(self, admission: AdmissionRecord) -> None:
        self._insert(admission, next(self._order))

    def reschedule(self, admission: AdmissionRecord) -> None:
        """Note that the due time of a request has changed. Without effect on one that is not here any more."""
        if (position := self._positions.get(admission)) is not None:
            self.remove(admission)
            self._insert(admission, position.order)

    def remove(self, admission: AdmissionRecord) -> None:
        """Remove a request whose first chunk has started, or that has ended. Removing it again does nothing."""
        if (position := self._positions.pop(admission, None)) is not None:
            del self._by_due[bisect.bisect_left(self._by_due, position)]
            self._not_admitted.remove(admission)

    def admit(self, total_capacity: int) -> None:
        """Admit the requests that are due first. total_capacity: chunks that all engine slots run at once"""
        self._total_capacity = total_capacity
        limit = len(self._by_due) if self._unlimited else total_capacity * REQUESTS_PER_CHUNK
        while (admission := self._not_admitted.first) is not None:
            if bisect.bisect_left(self._by_due, self._positions[admission]) >= limit:
                return
            self._not_admitted.remove(admission)
            admission.text_admitted.set()
            asyncio.get_running_loop().call_later(_SLOW_TEXT_S, self._pass_over, admission)

    def admit_all(self) -> None:
        while self._not_admitted:
            self._not_admitted.pop().text_admitted.set()

    def _insert(self, admission: AdmissionRecord, order: int) -> None:
        position = self._positions[admission] = _Position(admission.due, order)
        bisect.insort(self._by_due, position)
        if not admission.text_admitted.is_set():
            self._not_admitted.push(admission.due, admission)

    def _pass_over(self, admission: AdmissionRecord) -> None:
        if not admission.chunks:
            self.remove(admission)
            self.admit(self._total_capacity)
