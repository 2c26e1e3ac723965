"""Reports a finished turn of live speech in the log and the metrics, as a request is reported."""

import logging
import time

from kokoro_speech_server.errors import RateLimitError, UnavailableError
from kokoro_speech_server.live.live_client import TurnReport
from kokoro_speech_server.observability import metrics

logger = logging.getLogger(__name__)


def log_turn(report: TurnReport, *, dialect: str, caller: str) -> None:
    """Write the log line and update the metrics. A turn of which nothing was to be spoken is not reported."""
    if report.arrived is None:
        return
    outcome = _outcome(report)
    total_s = time.monotonic() - report.arrived
    metrics.REQUESTS.labels(outcome).inc()
    metrics.REQUEST_TIME.observe(total_s)
    metrics.CANCELLATIONS.inc(outcome == "left")
    if report.first_audio_s is not None:
        metrics.FIRST_BYTE.observe(report.first_audio_s)
    progress = report.progress
    facts = {
        "outcome": outcome,
        "dialect": dialect,
        "waiting_s": report.waited,
        "first_byte_s": report.first_audio_s,
        "total_s": total_s,
        "audio_s": progress.audio_seconds,
        "engine_s": progress.seconds["engine"],
        "voice": str(report.options.voice_settings.voice),
        "format": str(report.options.format),
        "characters": report.characters,
        "caller": caller,
    }
    facts = {name: round(fact, 4) if isinstance(fact, float) else fact for name, fact in facts.items()}
    logger.info("live speech", extra=facts)


def _outcome(report: TurnReport) -> str:
    if report.cleared:
        return "left"
    if isinstance(report.error, RateLimitError):
        return "limited"
    if isinstance(report.error, UnavailableError):
        return "refused"
    return "spoken" if report.error is None else "failed"
