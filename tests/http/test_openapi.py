"""The API's description is valid, and the server behaves as described."""

import json
import re
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from http.client import HTTPConnection
from typing import Any

import httpx
import hypothesis
import pytest
import schemathesis
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS, load_all_checks

from kokoro_speech_server.app import create_app
from kokoro_speech_server.config import Settings
from kokoro_speech_server.errors import HeadTooLargeError, SpeechServerError
from tests.engines import PATIENCE_S, FakeEngine
from tests.servers import SPEECH, FakeServer, each_way, http_client, joined_events
from tests.sounds import FORMATS
from tests.texts import SENTENCES

KEY = "sk-described"
BEARER = {"Authorization": f"Bearer {KEY}"}
PHONEMIZE = "/dev/phonemize"

OPERATIONS = {
    "createSpeech": ("POST", SPEECH),
    "listVoices": ("GET", "/v1/audio/voices"),
    "createVoice": ("POST", "/v1/audio/voices"),
    "combineVoices": ("POST", "/v1/audio/voices/combine"),
    "downloadSpeech": ("GET", "/v1/download/{filename}"),
    "listModels": ("GET", "/v1/models"),
    "listAudioModels": ("GET", "/v1/audio/models"),
    "retrieveModel": ("GET", "/v1/models/{model}"),
    "getHealth": ("GET", "/health"),
    "getReadiness": ("GET", "/ready"),
    "getTest": ("GET", "/v1/test"),
    "getMetrics": ("GET", "/metrics"),
    "captionedSpeech": ("POST", "/dev/captioned_speech"),
    "dialogue": ("POST", "/dev/dialogue"),
    "getEngine": ("GET", "/dev/engine"),
    "generateFromPhonemes": ("POST", "/dev/generate_from_phonemes"),
    "normalize": ("POST", "/dev/normalize"),
    "phonemize": ("POST", PHONEMIZE),
    "getSsmlSupport": ("GET", "/dev/ssml"),
    "convertSsml": ("POST", "/dev/ssml"),
}
"""The names in generated clients, which a change would break."""


def described(**settings: Any) -> Any:
    """Returns the description of a server with these settings, from which Schemathesis makes requests."""
    app = create_app(Settings(**settings), engine=FakeEngine())
    return schemathesis.openapi.from_dict(app.state.speech.description())


DESCRIPTION = described(api_keys=KEY)

load_all_checks()
NOT_CHECKED = [
    # No schema can describe the voices, languages and models, and whether a text has a sound.
    CHECKS.get_one("positive_data_acceptance"),
    # Numbers and booleans may be strings, since some clients send them so.
    CHECKS.get_one("negative_data_rejection"),
]

CONFORMANCE = [
    CHECKS.get_one(f"{what}_conformance")
    for what in ("status_code", "content_type", "response_headers", "response_schema")
]


@pytest.fixture(scope="module")
def keyed(model_files: None) -> Iterator[FakeServer]:
    # A Spanish default voice, since generated dialogues have up to 1,000 turns.
    with FakeServer(api_keys=KEY, default_voice="ef_dora") as server:
        yield server.wait_until_ready()


def generation(examples: int, **more: Any) -> Any:
    """Settings for requests that Hypothesis generates."""
    return hypothesis.settings(
        max_examples=examples,
        database=None,
        deadline=None,
        suppress_health_check=list(hypothesis.HealthCheck),
        **more,
    )


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_response_is_as_described(keyed: FakeServer, name: str) -> None:
    """To requests that the description allows, and to those that it does not."""
    method, path = OPERATIONS[name]
    operation = DESCRIPTION[path][method]
    cases = hypothesis.strategies.one_of(*(operation.as_strategy(mode) for mode in GenerationMode))

    @generation(20, derandomize=True)  # type: ignore[untyped-decorator]
    @hypothesis.given(cases)
    def check_response(case: Any) -> None:
        case.call_and_validate(
            base_url=keyed.url, headers=BEARER, excluded_checks=NOT_CHECKED, timeout=PATIENCE_S
        )

    check_response()


def test_the_description_is_valid_openapi(fake: FakeServer) -> None:
    description = fake.client.get("/openapi.json").json()
    assert description["openapi"].startswith("3.1.")
    schemathesis.openapi.from_dict(description).validate()
    # Every reference exists.
    for reference in set(re.findall(r'"\$ref": "#/([^"]+)"', json.dumps(description))):
        part = description
        for name in reference.split("/"):
            part = part[name]


def test_the_names_of_the_operations_are_stable(fake: FakeServer) -> None:
    paths = fake.client.get("/openapi.json").json()["paths"]
    assert {
        operation["operationId"]: (method.upper(), path)
        for path, operations in paths.items()
        for method, operation in operations.items()
    } == OPERATIONS
    for operations in paths.values():
        for operation in operations.values():
            assert operation["summary"]
            assert all(answer["description"] for answer in operation["responses"].values())


def check(description: Any, method: str, path: str, answer: httpx.Response) -> None:
    """Asserts that the response's status, content type, headers and JSON are as described."""
    case = description[path][method].Case(
        path_parameters={"model": "x", "filename": "x"} if "{" in path else {}
    )
    case.validate_response(answer, checks=CONFORMANCE)


@each_way
@pytest.mark.parametrize("format", FORMATS)
def test_speech_is_as_described(keyed: FakeServer, format: str, way: dict[str, Any]) -> None:
    body = {"input": "Hello.", "response_format": format, **way}
    answer = keyed.client.post(SPEECH, json=body, headers=BEARER)
    assert answer.status_code == 200
    check(DESCRIPTION, "POST", SPEECH, answer)


def test_the_events_are_as_described(fake: FakeServer) -> None:
    description = fake.client.get("/openapi.json").json()
    content = description["paths"][SPEECH]["post"]["responses"]["200"]["content"]["text/event-stream"]
    data = content["schema"]["properties"]["data"]
    shapes = {
        shape["properties"]["type"]["const"]: set(shape["required"])
        for reference in data["contentSchema"]["oneOf"]
        if (shape := description["components"]["schemas"][reference["$ref"].rpartition("/")[2]])
    }
    fake.engine.faults[3] = RuntimeError("late")
    body = b""
    request = {"input": SENTENCES, "stream_format": "sse", "response_format": "pcm"}
    with fake.client.stream("POST", SPEECH, json=request) as answer:
        pieces = answer.iter_raw()
        while b'"error"' not in body or not body.endswith(b"\n\n"):
            body += next(pieces)
    events, _ = joined_events(body.decode())
    fake.engine.forget()
    timed = fake.speak(SENTENCES, stream_format="sse", timestamps="word").text
    for whole in (timed, content["example"]):
        events += joined_events(whole)[0]
    assert {event["type"] for event in events} == set(shapes)
    for event in events:
        assert set(event) == shapes[event["type"]]


def errors(server: FakeServer) -> Iterator[tuple[int, str, str, httpx.Response]]:
    """Yields each error that this server can return: its status, method, path and response.

    Seven of the requests count towards the limit of the caller.
    """
    for path, field in ((SPEECH, "input"), (PHONEMIZE, "text")):

        def post(body: Any, path: str = path, **more: Any) -> httpx.Response:
            return http_client.post(server.url + path, json=body, **more)

        yield 400, "POST", path, post({}, headers=BEARER)
        yield 400, "POST", path, post({field: "a" * 101}, headers=BEARER)
        yield 401, "POST", path, post({field: "Hello."})
        yield 413, "POST", path, post({field: "a" * 3000}, headers=BEARER)
        yield 415, "POST", path, post({field: "a"}, headers={**BEARER, "Content-Encoding": "gzip"})
    yield 404, "POST", SPEECH, post({"input": "Hello.", "model": "x"}, path=SPEECH, headers=BEARER)
    yield 404, "GET", "/v1/models/{model}", server.client.get("/v1/models/x", headers=BEARER)
    yield 401, "GET", "/metrics", server.client.get("/metrics")
    server.engine.forget()
    server.engine.faults[1] = RuntimeError("unexpected")
    yield 500, "POST", SPEECH, post({"input": "It fails."}, path=SPEECH, headers=BEARER)
    assert post({"input": "Hello."}, path=SPEECH, headers=BEARER).status_code == 200
    yield 429, "POST", SPEECH, post({"input": "Hello."}, path=SPEECH, headers=BEARER)


def test_errors_are_as_described(model_files: None) -> None:
    with FakeServer(api_keys=KEY, max_input_chars=100, max_body_bytes=2000, rate_limit=7) as server:
        server.wait_until_ready()
        for status, method, path, answer in errors(server):
            assert answer.status_code == status, (path, answer.text)
            check(DESCRIPTION, method, path, answer)


def test_the_timeout_of_a_body_is_as_described(model_files: None) -> None:
    with (
        FakeServer(receive_timeout_s=0.2) as server,
        closing(HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)) as connection,
    ):
        server.wait_until_ready()
        connection.putrequest("POST", SPEECH)
        connection.putheader("Content-Length", "2")
        connection.endheaders(b"{")
        answer = connection.getresponse()
        assert answer.status == 408
        request = httpx.Request("POST", server.url + SPEECH)
        answered = httpx.Response(408, headers=answer.getheaders(), content=answer.read(), request=request)
        answered.elapsed = timedelta()
        check(described(), "POST", SPEECH, answered)


def test_the_responses_of_a_server_that_is_not_ready_are_as_described(model_files: None) -> None:
    engine = FakeEngine()
    engine.loading.clear()
    with FakeServer(engine, api_keys=KEY) as server:
        check(DESCRIPTION, "GET", "/ready", server.client.get("/ready"))
        answer = server.client.post(SPEECH, json={"input": "Hello."}, headers=BEARER)
        assert answer.status_code == 503
        check(DESCRIPTION, "POST", SPEECH, answer)


def test_every_error_of_a_route_is_described() -> None:
    def below(kind: type[SpeechServerError]) -> Iterator[type[SpeechServerError]]:
        yield kind
        for one in kind.__subclasses__():
            yield from below(one)

    documented = DESCRIPTION.raw_schema["paths"][SPEECH]["post"]["responses"]
    examples = DESCRIPTION.raw_schema["components"]["examples"]
    for kind in below(SpeechServerError):
        if kind is not HeadTooLargeError:  # raised before any route
            assert str(kind.status) in documented
            assert kind.code is None or kind.code in examples


def test_the_examples_work(fake: FakeServer) -> None:
    description = fake.client.get("/openapi.json").json()
    for path in (SPEECH, PHONEMIZE):
        body = description["paths"][path]["post"]["requestBody"]["content"]["application/json"]
        assert body["examples"]
        for example in body["examples"].values():
            assert fake.client.post(path, json=example["value"]).status_code == 200, example
    for example in description["components"]["examples"].values():
        assert set(example["value"]["error"]) == {"message", "type", "param", "code"}


def test_the_description_names_the_routes_that_need_a_key(keyed: FakeServer, fake: FakeServer) -> None:
    paths = keyed.client.get("/openapi.json", headers=BEARER).json()["paths"]
    for path, operations in paths.items():
        for method, operation in operations.items():
            answer = keyed.client.request(method.upper(), path.replace("{model}", "kokoro"))
            assert (
                (answer.status_code == 401)
                == bool(operation.get("security"))
                == ("401" in operation["responses"])
            )
    assert "securitySchemes" not in fake.client.get("/openapi.json").json()["components"]


def test_the_documentation_page_comes_from_the_server_alone(fake: FakeServer) -> None:
    answer = fake.client.get("/docs")
    assert answer.headers["content-type"].startswith("text/html")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "https:" not in policy
    named = re.findall(r"<(?:script|link)[^>]+(?:src|href)=\"(docs/[^\"]+)\"", answer.text)
    assert len(named) == len(re.findall(r"<(?:script|link rel=\"stylesheet\")", answer.text)) == 3
    files = {name: fake.client.get(f"/{name}") for name in named}
    assert all(file.status_code == 200 for file in files.values())
    assert '"openapi.json"' in files["docs/start.js"].text
    assert "OAS31" in files["docs/swagger-ui-bundle.js"].text  # it shows documents of OpenAPI 3.1
    assert files["docs/swagger-ui.css"].headers["content-type"] == "text/css; charset=utf-8"
    assert fake.client.get("/docs/redoc.standalone.js").status_code == 404
