"""Decides at once whether a request is admitted, and tells who is refused when to come back."""

from collections.abc import Callable, Hashable

from kokoro_speech_server.errors import NotReadyError, OverloadedError, RateLimitError, StoppingError
from kokoro_speech_server.observability import metrics
from kokoro_speech_server.retry_after import RETRY_AFTER_MAX_S, RETRY_AFTER_MIN_S
from kokoro_speech_server.scheduling.admission import AdmissionCapacity, AdmissionRecord
from kokoro_speech_server.scheduling.forecast import AdmissionForecast
from kokoro_speech_server.scheduling.limits import CallerLimits
from kokoro_speech_server.scheduling.promises import Promises
from kokoro_speech_server.scheduling.session_places import SessionPlaces

_JITTER = 0.1
"""The largest share of a wait that is added to it at random, so that refused clients do not stay in step."""

_MINUTE_S = 60.0

_TEXT_RETRY_AFTER_S = 1.0
"""Text is processed in milliseconds."""

_SESSION_RETRY_AFTER_S = 5.0
"""The caller knows better when it ends one of its sessions."""


class AdmissionControl:
    """Admits requests within the places and the callers' limits.

    Each refused request is told the time of a place that was promised to nobody before, or slightly later.

    stopping: whether every request is refused because the server stops
    speech:   places of requests for speech
    text:     places of requests that only process text
    sessions: of callers that stay connected
    jitter:   returns a random number from 0 to 1
    """

    def __init__(
        self,
        speech: AdmissionCapacity,
        text: AdmissionCapacity,
        sessions: SessionPlaces,
        limits: CallerLimits,
        forecast: AdmissionForecast,
        *,
        clock: Callable[[], float],
        jitter: Callable[[], float],
    ) -> None:
        self.stopping = False
        self._speech = speech
        self._text = text
        self._sessions = sessions
        self._limits = limits
        self._forecast = forecast
        self._clock = clock
        self._jitter = jitter
        self._promises = Promises()

    def admit(self, owner: Hashable, caller: str, *, due: float, remaining: float) -> AdmissionRecord:
        """Admit a request for speech. Raises one of the UnavailableErrors or RateLimitError."""
        self._refuse_if_stopping()
        if not self._forecast.is_possible:
            metrics.REFUSALS.labels("starting").inc()
            raise NotReadyError("The model is still loading.")
        self._refuse_at_limit(caller)
        now = self._clock()
        admission = AdmissionRecord(owner, caller, due, remaining, expected=remaining, admitted_at=now)
        if not self._speech.acquire(admission):
            metrics.REFUSALS.labels("full").inc()
            raise self.overloaded(caller, f"The server is full: all {self._speech.total} places are taken.")
        admission.allowance = self._limits.count(caller)
        return admission

    def admit_text(self, owner: Hashable, caller: str) -> AdmissionRecord:
        """Admit a request that needs no audio. Raises StoppingError, OverloadedError or RateLimitError."""
        self._refuse_if_stopping()
        self._refuse_at_limit(caller)
        now = self._clock()
        admission = AdmissionRecord(owner, caller, now, remaining=0.0, expected=0.0, admitted_at=now)
        if not self._text.acquire(admission):
            metrics.REFUSALS.labels("text").inc()
            raise OverloadedError(
                "The server processes too many texts at once.", retry_after=_TEXT_RETRY_AFTER_S
            )
        admission.allowance = self._limits.count(caller)
        return admission

    def admit_session(self, owner: Hashable, caller: str) -> AdmissionRecord:
        """Count a live session of a caller. Raises StoppingError or RateLimitError."""
        self._refuse_if_stopping()
        now = self._clock()
        session = AdmissionRecord(owner, caller, now, remaining=0.0, expected=0.0, admitted_at=now)
        if not self._sessions.acquire(session):
            raise RateLimitError(
                f"The limit of {self._sessions.per_caller} live sessions at once is reached.",
                retry_after=_SESSION_RETRY_AFTER_S,
            )
        return session

    def has_place(self, caller: str, capacity: AdmissionCapacity) -> bool:
        """Whether neither all places of the capacity nor those of the caller are taken."""
        return not capacity.is_full and self._limits.reached(caller, capacity.by_caller[caller]) is None

    def overloaded(self, caller: str, message: str) -> OverloadedError:
        """The error of a caller for whom there is no place, with the time of the next one that nobody was promised."""
        now = self._clock()
        time = self._forecast.time(self._promises.before(caller, now))
        return OverloadedError(message, retry_after=self._promise(caller, time, now))

    def _refuse_if_stopping(self) -> None:
        if self.stopping:
            metrics.REFUSALS.labels("stopping").inc()
            raise StoppingError("The server is stopping.")

    def _refuse_at_limit(self, caller: str) -> None:
        admitted = self._speech.by_caller[caller]
        if (reached := self._limits.reached(caller, admitted)) is None:
            return
        now = self._clock()
        promised = self._promises.of(caller, now)
        if reached.allowance is None:
            time = self._forecast.time_of(caller, promised)
        else:
            minutes = promised // reached.allowance.limit
            time = now + reached.allowance.reset_s + _MINUTE_S * minutes
        raise RateLimitError(
            reached.message, retry_after=self._promise(caller, time, now), headers=reached.headers
        )

    def _promise(self, caller: str, time: float, now: float) -> float:
        """Seconds after which the caller should come back for a place that is free at the time.

        Whoever is told the longest wait has no promise: the place is free later than that.
        """
        seconds = max(RETRY_AFTER_MIN_S, (time - now) * (1 + _JITTER * self._jitter()))
        if seconds < RETRY_AFTER_MAX_S:
            self._promises.add(caller, now + seconds)
        return seconds
