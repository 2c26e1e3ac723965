"""The admission that a context has while it speaks, and does not have while it is silent."""

from kokoro_speech_server.live.live_client import LiveClient
from kokoro_speech_server.scheduling.scheduler_client import Admission
from kokoro_speech_server.synthesis.demand import RequestDemand


class HeldAdmission:
    """One admission for the turns of a context, which speak one after the other."""

    def __init__(self) -> None:
        self._admission: Admission | None = None

    @property
    def is_held(self) -> bool:
        return self._admission is not None

    async def acquire(self, client: LiveClient, demand: RequestDemand) -> Admission:
        """The admission, which is requested if it is not held. Raises UnavailableError or RateLimitError."""
        if self._admission is None:
            self._admission = await client.admit(due=demand.due, remaining=demand.remaining)
        return self._admission

    def release(self) -> None:
        """Give it back, if it is held. A chunk that is in the engine keeps the place until it ends."""
        if self._admission is not None:
            self._admission.release()
            self._admission = None
