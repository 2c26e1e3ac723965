"""Decides which requests that await their first chunk may prepare their text."""

import asyncio
import bisect

from kokoro_speech_server.scheduling.admission import AdmissionRecord

REQUESTS_PER_CHUNK = 3
"""Requests that prepare text for each chunk that the engine slots run at once: one whose chunk runs next, and two
after it. An engine takes longer for a chunk than the text processing does."""

_SLOW_TEXT_S = 1.0
"""Seconds after which a request that was admitted and still has no chunk no longer holds up the others."""


class TextAdmission:
    """Requests awaiting their first chunk prepare text in deadline order, so that a burst cannot occupy every core.

    A request that is due earlier than all that were admitted before is admitted as well. A text whose first sound is
    far away (a book of question marks) delays the others by one second at most.

    unlimited: whether every request is admitted at once
    """

    def __init__(self, *, unlimited: bool) -> None:
        self._unlimited = unlimited
        self._waiting: list[AdmissionRecord] = []
        self._total_capacity = 0

    def add(self, admission: AdmissionRecord) -> None:
        bisect.insort(self._waiting, admission, key=lambda admission: admission.due)

    def remove(self, admission: AdmissionRecord) -> None:
        """Remove a request whose first chunk has started, or that has ended. Removing it again does nothing."""
        if admission in self._waiting:
            self._waiting.remove(admission)

    def admit(self, total_capacity: int) -> None:
        """Admit the requests that are due first. total_capacity: chunks that all engine slots run at once"""
        self._total_capacity = total_capacity
        limit = len(self._waiting) if self._unlimited else total_capacity * REQUESTS_PER_CHUNK
        for admission in self._waiting[:limit]:
            if not admission.text_admitted.is_set():
                admission.text_admitted.set()
                asyncio.get_running_loop().call_later(_SLOW_TEXT_S, self._pass_over, admission)

    def admit_all(self) -> None:
        for admission in self._waiting:
            admission.text_admitted.set()

    def _pass_over(self, admission: AdmissionRecord) -> None:
        if not admission.chunks:
            self.remove(admission)
            self.admit(self._total_capacity)
