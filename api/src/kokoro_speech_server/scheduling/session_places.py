"""The live sessions of each caller."""

from collections import Counter

from kokoro_speech_server.scheduling.admission import AdmissionRecord


class SessionPlaces:
    """Bounds the live sessions of each caller over all workers, silent ones too. None of them is a place in the queue.

    per_caller: sessions of a caller at once; None: no limit
    held:       the sessions
    """

    def __init__(self, per_caller: int | None) -> None:
        self.per_caller = per_caller
        self.held: set[AdmissionRecord] = set()
        self._by_caller = Counter[str]()

    def has_place(self, caller: str) -> bool:
        return self.per_caller is None or self._by_caller.get(caller, 0) < self.per_caller

    def acquire(self, session: AdmissionRecord) -> bool:
        """Count a session if its caller may have one more. Returns whether it may."""
        if not self.has_place(session.caller):
            return False
        self.held.add(session)
        self._by_caller[session.caller] += 1
        return True

    def release(self, session: AdmissionRecord) -> None:
        """Note that a session has ended."""
        session.released = True
        self.held.remove(session)
        self._by_caller[session.caller] -= 1
        if not self._by_caller[session.caller]:
            del self._by_caller[session.caller]
