"""Export of spans through OTLP over HTTP, configured by OpenTelemetry's variables. Requires the extra `otel`."""

import os

from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, SERVICE_VERSION, OTELResourceDetector, Resource
from opentelemetry.sdk.trace import Span, SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor


def span_provider(name: str, version: str) -> TracerProvider:
    """A provider that exports spans in batches from its own thread.

    name, version: of the service, unless OpenTelemetry's variables set others
    Raises ValueError for an invalid variable.
    """
    protocol = os.environ.get("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL") or os.environ.get(
        "OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf"
    )
    if protocol != "http/protobuf":
        raise ValueError(f"OTEL_EXPORTER_OTLP_PROTOCOL is {protocol}, but only http/protobuf is supported")
    defaults = Resource({SERVICE_NAME: name, SERVICE_VERSION: version})
    provider = TracerProvider(
        resource=Resource.create().merge(defaults).merge(OTELResourceDetector().detect()),
        shutdown_on_exit=False,
    )
    provider.add_span_processor(_WithoutQuery())
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return provider


class _WithoutQuery(SpanProcessor):
    """Removes query strings. No route uses them, but a misconfigured client may put its key into one."""

    def on_start(self, span: Span, parent_context: Context | None = None) -> None:
        if span.attributes is not None and "url.query" in span.attributes:
            span.set_attribute("url.query", "REDACTED")
