"""Traces of requests with OpenTelemetry; docs/metrics.md lists the spans.

Tracing requires a collector in one of OpenTelemetry's variables and the extra `otel`. Otherwise the calls here reach
only OpenTelemetry's API, which does nothing. FastAPI creates the span of a request and reads its `traceparent`. The
stages of synthesis are child spans of it.
"""

import asyncio
import logging
import os
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from fastapi.telemetry import TelemetryConfig
from opentelemetry import trace
from opentelemetry.trace import Span, StatusCode

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider

logger = logging.getLogger(__name__)

_NAME = "kokoro-speech-server"

_FLUSH_S = 2.0
"""Seconds for sending the last spans to the collector. A worker has 5 seconds to stop."""

TELEMETRY: TelemetryConfig = {
    "tracing": True,
    "metrics": False,  # those for Prometheus say more
    "logs": False,  # messages of exceptions may contain text
    "operation_spans": False,
    "auto_configure": False,
    # Other routes do little, and some receive requests every few seconds.
    "exclude": lambda scope: scope["path"].removeprefix(scope.get("root_path", "")) != "/v1/audio/speech",
}
"""What FastAPI traces on its own."""

_tracer = trace.get_tracer(_NAME)


@contextmanager
def span(name: str, attributes: Mapping[str, str | int | float] | None = None) -> Iterator[Span]:
    """Trace a stage of the current request. It records only the type of exceptions: their messages may contain text."""
    request = trace.get_current_span()
    if not request.is_recording():
        yield request  # tracing is off, this request is not sampled, or it is the warm-up
        return
    with _tracer.start_as_current_span(
        name, attributes=attributes, record_exception=False, set_status_on_exception=False
    ) as current:
        try:
            yield current
        except BaseException as error:
            current.set_attribute("error.type", type(error).__name__)
            current.set_status(StatusCode.ERROR)
            raise


def describe_request(attributes: Mapping[str, str | int | float]) -> None:
    """Add attributes to the span of the current request."""
    trace.get_current_span().set_attributes(attributes)


def start_tracing(version: str) -> "TracerProvider | None":
    """Start to export the spans of this process, if a collector is configured. Returns None if tracing stays off.

    Problems only cause a warning: platforms set OpenTelemetry's variables for all their services, and the server must
    work nevertheless.
    """
    if not _is_enabled():
        return None
    try:
        from kokoro_speech_server.observability.span_export import span_provider  # noqa: PLC0415 - the extra may not be installed

        provider = span_provider(_NAME, version)
    except ImportError:
        logger.warning(
            "Tracing is off: OpenTelemetry's variables name a collector, but the extra otel is missing"
        )
        return None
    except ValueError as error:
        logger.warning("Tracing is off: %s", error)
        return None
    trace.set_tracer_provider(provider)
    return provider


async def stop_tracing(provider: "TracerProvider | None") -> None:
    """Export the last spans, for at most 2 s."""
    if provider is not None:
        # A daemon thread, because the exporter's own timeout is far longer.
        flushing = threading.Thread(target=provider.shutdown, name="last spans", daemon=True)
        flushing.start()
        await asyncio.to_thread(flushing.join, _FLUSH_S)


def _is_enabled() -> bool:
    endpoint = os.environ.get("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") or os.environ.get(
        "OTEL_EXPORTER_OTLP_ENDPOINT"
    )
    return bool(endpoint) and os.environ.get("OTEL_TRACES_EXPORTER", "otlp") != "none"
