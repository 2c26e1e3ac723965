"""Traces of requests, for OpenTelemetry; docs/metrics.md lists the spans.

Nothing is traced unless one of OpenTelemetry's own variables names a collector and the extra `otel` is installed:
until then the calls here reach its interface alone, which does nothing. FastAPI makes the span of a request and
reads its `traceparent`; the stages of speech are children of that.
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
"""Seconds that a collector has to take the last spans; a worker that is told to end has 5."""

TELEMETRY: TelemetryConfig = {
    "tracing": True,
    "metrics": False,  # Prometheus's are richer
    "logs": False,  # the messages of exceptions may hold text
    "operation_spans": False,
    "auto_configure": False,
    # The others do little, and some are asked for every few seconds.
    "exclude": lambda scope: scope["path"] != "/v1/audio/speech",
}
"""What FastAPI traces by itself."""

_tracer = trace.get_tracer(_NAME)


@contextmanager
def span(name: str, attributes: Mapping[str, str | int | float] | None = None) -> Iterator[Span]:
    """A stage of the request that is served. Of what it raises only the kind is told: messages may hold text."""
    request = trace.get_current_span()
    if not request.is_recording():
        yield request  # nothing is traced, or not this request, or it is the warm-up
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
    """Add to the span of the request that is served."""
    trace.get_current_span().set_attributes(attributes)


def start_tracing(version: str) -> "TracerProvider | None":
    """From now on this process sends its spans to the collector, if there is one; else None.

    What hinders it is a warning: platforms set these variables for all that they run, and who came for speech
    shall have it.
    """
    if not _is_wanted():
        return None
    try:
        from kokoro_speech_server.observability.span_export import span_provider  # noqa: PLC0415 - the extra may not be there

        provider = span_provider(_NAME, version)
    except ImportError:
        logger.warning(
            "Nothing is traced: OpenTelemetry's variables name a collector, but the extra otel is missing"
        )
        return None
    except ValueError as error:
        logger.warning("Nothing is traced: %s", error)
        return None
    trace.set_tracer_provider(provider)
    return provider


async def stop_tracing(provider: "TracerProvider | None") -> None:
    """Send what is left, for 2 s at most."""
    if provider is not None:
        # A thread that the process does not wait for: the exporter's own limit is far longer.
        ending = threading.Thread(target=provider.shutdown, name="last spans", daemon=True)
        ending.start()
        await asyncio.to_thread(ending.join, _FLUSH_S)


def _is_wanted() -> bool:
    endpoint = os.environ.get("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") or os.environ.get(
        "OTEL_EXPORTER_OTLP_ENDPOINT"
    )
    return bool(endpoint) and os.environ.get("OTEL_TRACES_EXPORTER", "otlp") != "none"
