"""Traces: the spans that a collector receives, and that problems of the collector do not affect requests."""

import secrets
import socket
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx
import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from tests.engines import PATIENCE_S
from tests.servers import SPEECH, ServerProcess, each_way, free_port, http_client, wait_until
from tests.texts import BOOK, SENTENCES

CLIENT_SPAN = "b7ad6b7169203331"


@dataclass(frozen=True)
class Span:
    """A received span, with ids in hexadecimal."""

    name: str
    trace: str
    id: str
    parent: str
    start: int
    end: int
    attributes: dict[str, Any]
    resource: dict[str, Any]


class Collector(AbstractContextManager["Collector"]):
    """Receives OTLP over HTTP."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        bodies = self.bodies

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                assert self.path == "/v1/traces"
                bodies.append(self.rfile.read(int(self.headers["content-length"])))
                self.send_response(200)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()

    def spans(self) -> list[Span]:
        """All spans, sorted by their start."""
        found = []
        for body in list(self.bodies):
            for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
                for scope in resource.scope_spans:
                    found += [_span(span, resource.resource) for span in scope.spans]
        return sorted(found, key=lambda span: span.start)

    def of_trace(self, trace: str) -> list[Span]:
        """The spans of a trace. That of the request ends last, and a worker sends spans in the order of their ends."""
        wait_until(lambda: any(_is_request(span, trace) for span in self.spans()), "span of the request")
        return [span for span in self.spans() if span.trace == trace]

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


def _is_request(span: Span, trace: str) -> bool:
    return (span.name, span.trace) == (f"POST {SPEECH}", trace)


def _span(span: Any, resource: Any) -> Span:
    return Span(
        name=span.name,
        trace=span.trace_id.hex(),
        id=span.span_id.hex(),
        parent=span.parent_span_id.hex(),
        start=span.start_time_unix_nano,
        end=span.end_time_unix_nano,
        attributes=_values(span.attributes),
        resource=_values(resource.attributes),
    )


def _values(attributes: Any) -> dict[str, Any]:
    return {one.key: getattr(one.value, one.value.WhichOneof("value")) for one in attributes}


@contextmanager
def traced(endpoint: str, **settings: str) -> Iterator[ServerProcess]:
    settings = {"OTEL_EXPORTER_OTLP_ENDPOINT": endpoint, "OTEL_BSP_SCHEDULE_DELAY": "20", **settings}
    with ServerProcess(module="tests.fake_serve", **{"WORKERS": "1", **settings}) as server:
        server.wait_until_ready()
        yield server


def speak(
    server: ServerProcess,
    input: str,
    *,
    trace: str = "",
    flags: str = "01",
    query: str = "",
    client: httpx.Client = http_client,
    **fields: Any,
) -> httpx.Response:
    """Send a request whose caller traces it with the id `trace`."""
    headers = {"authorization": "Bearer sk-secret"}
    if trace:
        headers["traceparent"] = f"00-{trace}-{CLIENT_SPAN}-{flags}"
    body = {"input": input, "response_format": "pcm", **fields}
    return client.post(server.url + SPEECH + query, json=body, headers=headers)


@pytest.fixture
def trace() -> str:
    return secrets.token_hex(16)


@pytest.fixture(scope="module")
def collector() -> Iterator[Collector]:
    with Collector() as collector:
        yield collector


@pytest.fixture(scope="module")
def traced_server(model_files: None, collector: Collector) -> Iterator[ServerProcess]:
    with traced(
        collector.url, WORKERS="2", API_KEYS="sk-secret", OTEL_RESOURCE_ATTRIBUTES="service.version=ours"
    ) as server:
        yield server


@each_way
def test_a_request_is_a_trace_of_its_stages(
    traced_server: ServerProcess, collector: Collector, trace: str, way: dict[str, Any]
) -> None:
    answer = speak(traced_server, SENTENCES, trace=trace, voice="em_alex", **way)
    assert answer.status_code == 200
    request, *stages = collector.of_trace(trace)
    assert (request.name, request.parent) == (f"POST {SPEECH}", CLIENT_SPAN)
    assert {stage.parent for stage in stages} == {request.id}
    assert all(request.start <= stage.start <= stage.end <= request.end for stage in stages)
    chunks = [stage for stage in stages if stage.name == "chunk"]
    assert len(chunks) > 1
    each, once_more = len(chunks), len(chunks) + 1
    counts = Counter(stage.name for stage in stages)
    assert counts == {"queue": 1, "text": once_more, "chunk": each, "encode": once_more}
    assert [stage.name for stage in stages[:4]] == ["queue", "text", "chunk", "encode"]

    assert request.attributes["http.response.status_code"] == 200
    assert request.attributes["http.route"] == SPEECH
    assert request.attributes["speech.request_id"] == answer.headers["x-request-id"]
    assert request.attributes["speech.voice"] == "em_alex"
    assert request.attributes["speech.format"] == "pcm"
    assert request.attributes["speech.characters"] == len(SENTENCES)
    assert request.resource["service.name"] == "kokoro-speech-server"
    assert request.resource["service.version"] == "ours"
    assert [chunk.attributes["speech.chunk"] for chunk in chunks] == [*range(len(chunks))]
    for chunk in chunks:
        # The fake engine makes 600 samples per token, at 24,000 samples per second.
        assert chunk.attributes["speech.audio_seconds"] == chunk.attributes["speech.tokens"] / 40
        assert 0 < chunk.attributes["speech.engine_seconds"] * 1e9 < chunk.end - chunk.start


def test_chunks_name_the_worker_that_synthesized_them(
    traced_server: ServerProcess, collector: Collector
) -> None:
    """The worker may be another one than the request's, which sends the trace."""
    instances: set[object] = set()
    with ExitStack() as connections:
        for _ in range(20):  # each stays open, so that the workers have connections in turn
            client = connections.enter_context(httpx.Client(timeout=PATIENCE_S, trust_env=False))
            trace = secrets.token_hex(16)
            assert speak(traced_server, BOOK[:3000], trace=trace, client=client).status_code == 200
            request, *stages = collector.of_trace(trace)
            assert all(stage.resource == request.resource for stage in stages)
            instances.add(request.resource["service.instance.id"])
            workers = {stage.attributes["speech.worker"] for stage in stages if stage.name == "chunk"}
            assert workers == {"0", "1"}
            if len(instances) == 2:
                return
    raise AssertionError("one worker has all connections")


def test_no_span_has_text_or_keys(traced_server: ServerProcess, collector: Collector) -> None:
    for status, voice, query in ((200, "em_alex", "?api_key=sk-secret"), (400, "Abracadabra", "")):
        trace = secrets.token_hex(16)
        answer = speak(traced_server, "Abracadabra.", trace=trace, voice=voice, query=query)
        assert answer.status_code == status
        assert collector.of_trace(trace)[0].attributes["http.response.status_code"] == status
    sent = b"".join(collector.bodies)
    assert b"bracadabra" not in sent
    assert b"sk-secret" not in sent


def test_only_sampled_speech_requests_are_traced(
    traced_server: ServerProcess, collector: Collector, trace: str
) -> None:
    with httpx.Client(timeout=PATIENCE_S, trust_env=False) as client:  # one connection, so one worker
        assert speak(traced_server, SENTENCES, trace=trace, flags="00", client=client).status_code == 200
        assert client.get(f"{traced_server.url}/v1/models").status_code == 200
        sampled = secrets.token_hex(16)
        assert speak(traced_server, SENTENCES, trace=sampled, client=client).status_code == 200
    # A worker exports in order, so the spans of the earlier requests would be here too.
    collector.of_trace(sampled)
    assert trace not in {span.trace for span in collector.spans()}
    requests = [span for span in collector.spans() if span.parent == CLIENT_SPAN]
    # Every trace has the span of a request: the warm-up, which also synthesizes, is not traced.
    assert {span.trace for span in collector.spans()} == {span.trace for span in requests}
    assert {span.name for span in requests} == {f"POST {SPEECH}"}


@pytest.mark.parametrize(
    "setting",
    [
        pytest.param({"OTEL_EXPORTER_OTLP_ENDPOINT": ""}, id="by_default"),
        pytest.param({"OTEL_TRACES_EXPORTER": "none"}, id="exporter_none", marks=pytest.mark.proof),
    ],
)
def test_tracing_is_off_by_default(model_files: None, setting: dict[str, str]) -> None:
    with Collector() as collector, traced(collector.url, **setting) as server:
        assert speak(server, SENTENCES).status_code == 200
        assert server.stop() == 0
        assert collector.bodies == []
        # It would report that nothing listens at the exporter's default address.
        assert "opentelemetry" not in server.stderr


def test_the_last_spans_are_exported_at_shutdown(model_files: None) -> None:
    with Collector() as collector, traced(collector.url, OTEL_BSP_SCHEDULE_DELAY="600000") as server:
        assert speak(server, SENTENCES).status_code == 200
        assert server.stop() == 0
        assert [span.name for span in collector.spans()][:2] == [f"POST {SPEECH}", "queue"]


def test_a_collector_that_is_down_harms_no_request(model_files: None) -> None:
    """The log reports it once, not for each batch."""
    # The timeout leaves no time for a retry, so every batch fails immediately.
    with traced(f"http://127.0.0.1:{free_port()}", OTEL_EXPORTER_OTLP_TIMEOUT="0.5") as server:
        for _ in range(3):
            assert speak(server, SENTENCES).status_code == 200
            wait_until(lambda: "Failed to export" in server.stderr, "log line")
        assert server.stop() == 0
        assert server.stderr.count("Failed to export") == 1


def test_a_collector_that_does_not_respond_harms_no_request(model_files: None) -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as silent,
        traced(f"http://127.0.0.1:{silent.getsockname()[1]}") as server,
    ):
        for _ in range(3):
            assert speak(server, SENTENCES).status_code == 200
        assert server.stop() == 0


def test_without_the_extra_the_server_works_and_logs_that_it_does_not_trace(
    model_files: None, tmp_path: Path
) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys; sys.modules['opentelemetry.sdk'] = None")
    with Collector() as collector, traced(collector.url, PYTHONPATH=str(tmp_path)) as server:
        assert speak(server, SENTENCES).status_code == 200
        assert server.stop() == 0
        assert server.stderr.count("the extra otel is missing") == 1
        assert collector.bodies == []
