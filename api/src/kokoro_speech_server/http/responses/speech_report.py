"""Reports a finished request for speech in the log, the metrics and its trace."""

import logging
import time
from typing import Any, Literal

from kokoro_speech_server.errors import SpeechServerError
from kokoro_speech_server.http.middleware.queue import AdmittedRequest
from kokoro_speech_server.observability import metrics
from kokoro_speech_server.observability.tracing import describe_request
from kokoro_speech_server.synthesis.tts_service import SynthesisContext, Utterance

logger = logging.getLogger(__name__)


class SpeechReport:
    """Collects what happens to an admitted request; its response sets `outcome` and `error`.

    show_text: whether the log may contain the spoken text
    """

    def __init__(
        self, utterance: Utterance, context: SynthesisContext, request: AdmittedRequest, *, show_text: bool
    ) -> None:
        self.outcome: Literal["spoken", "left", "failed", "refused"] = "failed"
        self.error: SpeechServerError | None = None
        self._utterance = utterance
        self._context = context
        self._request = request
        self._show_text = show_text
        self._first_byte_s: float | None = None
        describe_request(
            {
                "speech.voice": str(utterance.voice_settings.voice),
                "speech.format": str(utterance.format),
                "speech.characters": len(utterance.input),
            }
        )

    def begun(self) -> None:
        """Note that the first bytes of the response are about to be sent."""
        self._first_byte_s = time.monotonic() - self._request.arrived
        metrics.FIRST_BYTE.observe(self._first_byte_s)

    def write(self) -> None:
        """Write the log line and update the metrics, at the end of the request."""
        total_s = time.monotonic() - self._request.arrived
        metrics.REQUESTS.labels(self.outcome).inc()
        metrics.REQUEST_TIME.observe(total_s)
        metrics.CANCELLATIONS.inc(self.outcome == "left")
        progress = self._context.progress
        facts: dict[str, Any] = {
            "outcome": self.outcome,
            "status": self._status(),
            "waiting_s": self._context.admission.waited,
            "first_byte_s": self._first_byte_s,
            "total_s": total_s,
            "audio_s": progress.audio_seconds,
            **{f"{stage}_s": seconds for stage, seconds in progress.seconds.items()},
            "voice": str(self._utterance.voice_settings.voice),
            "format": str(self._utterance.format),
            "characters": len(self._utterance.input),
            "caller": self._request.caller,
        }
        facts = {name: round(fact, 4) if isinstance(fact, float) else fact for name, fact in facts.items()}
        if self._show_text:
            facts["text"] = self._utterance.input
        logger.info("speech", extra=facts)

    def _status(self) -> int | None:
        """The HTTP status that the client received; None if it disconnected before."""
        if self._first_byte_s is not None:
            return 200
        if self.outcome == "left":
            return None
        return SpeechServerError.status if self.error is None else self.error.status


def report_early_disconnect(request: AdmittedRequest) -> None:
    """Report a request whose client disconnected while its text was read, before there was a response."""
    metrics.REQUESTS.labels("left").inc()
    metrics.CANCELLATIONS.inc()
    total_s = round(time.monotonic() - request.arrived, 4)
    logger.info(
        "speech", extra={"outcome": "left", "status": None, "total_s": total_s, "caller": request.caller}
    )
