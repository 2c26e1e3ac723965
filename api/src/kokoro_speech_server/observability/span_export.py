"""Where spans go: OTLP over HTTP, as OpenTelemetry's own variables say. Needs the extra `otel`."""

import os

from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, SERVICE_VERSION, OTELResourceDetector, Resource
from opentelemetry.sdk.trace import Span, SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor


def span_provider(name: str, version: str) -> TracerProvider:
    """Its spans are sent in batches by a thread of their own. Raises ValueError if a variable will not do.

    name, version: of the service, where the variables give no other
    """
    protocol = os.environ.get("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL") or os.environ.get(
        "OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf"
    )
    if protocol != "http/protobuf":
        raise ValueError(f"OTEL_EXPORTER_OTLP_PROTOCOL is {protocol}, and only http/protobuf is spoken here")
    ours = Resource({SERVICE_NAME: name, SERVICE_VERSION: version})
    provider = TracerProvider(
        resource=Resource.create().merge(ours).merge(OTELResourceDetector().detect()),
        shutdown_on_exit=False,
    )
    provider.add_span_processor(_WithoutQuery())
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return provider


class _WithoutQuery(SpanProcessor):
    """No query has a meaning here, but a client that is set up wrong may put its key into one."""

    def on_start(self, span: Span, parent_context: Context | None = None) -> None:
        if span.attributes is not None and "url.query" in span.attributes:
            span.set_attribute("url.query", "REDACTED")
