"""Behind a proxy that publishes the server under a path, which uvicorn's --root-path names."""

import asyncio
from collections.abc import Iterator

import pytest
from starlette.types import Message, Scope

from kokoro_speech_server.app import create_app
from kokoro_speech_server.config import Settings
from kokoro_speech_server.observability.tracing import TELEMETRY
from tests.engines import FakeEngine
from tests.servers import SPEECH, FakeServer

PREFIX = "/tts"
KEY = {"Authorization": "Bearer sk-key"}


@pytest.fixture(scope="module", params=[PREFIX, f"{PREFIX}/"])
def prefixed(model_files: None, request: pytest.FixtureRequest) -> Iterator[FakeServer]:
    with FakeServer(root_path=request.param, api_keys="sk-key") as server:
        yield server.wait_until_ready()


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/health", 200),
        ("/ready", 200),
        ("/v1/models", 200),
        ("/v1/models/kokoro", 200),
        ("/", 200),
        ("/studio/main.js", 200),
        ("/v1/", 404),  # LiveKit opens its connection with it
        ("/metrics", 401),
        ("/docs", 401),
        ("/nowhere", 401),
        ("/health/../metrics", 401),
        (f"{PREFIX}/metrics", 401),
        (f"{PREFIX}x/health", 401),
        (f"{PREFIX}health", 401),
    ],
)
def test_the_same_routes_need_no_key(prefixed: FakeServer, path: str, status: int) -> None:
    assert prefixed.client.get(path).status_code == status


def test_every_route_works_with_a_key(prefixed: FakeServer) -> None:
    assert prefixed.client.post(SPEECH, json={"input": "Hello."}, headers=KEY).status_code == 200
    assert prefixed.client.get("/docs", headers=KEY).status_code == 200


def test_the_description_says_where_the_server_is(prefixed: FakeServer, fake: FakeServer) -> None:
    described = prefixed.client.get("/openapi.json", headers=KEY).json()
    assert described["servers"] == [{"url": PREFIX}]
    assert "servers" not in fake.client.get("/openapi.json").json()


@pytest.mark.parametrize(
    ("path", "root_path", "status"),
    [
        ("/tts/", "/tts", 200),
        ("/", "/tts", 200),
        ("/tts/studio/main.js", "/tts", 200),
        ("/tts/health", "/tts", 200),  # as ASGI defines it
        ("/health", "/tts", 200),  # as some servers have it
        ("/tts/v1/models", "/tts", 200),
        ("/a/b/health", "/a/b", 200),
        ("/tts/metrics", "/tts", 401),
        ("/tts/health", "", 401),
        ("/ttshealth", "/tts", 401),
        ("/tts/tts/health", "/tts", 401),
        ("/health/tts", "/tts", 401),
        ("/tts", "/tts", 404),
    ],
)
def test_a_path_may_contain_the_root_path_or_not(path: str, root_path: str, status: int) -> None:
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(message: Message) -> None:
        sent.append(message)

    scope: Scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "root_path": root_path,
        "query_string": b"",
        "headers": [],
    }
    app = create_app(Settings.model_validate({"api_keys": "sk-key"}), engine=FakeEngine())
    asyncio.run(app(scope, receive, send))
    assert sent[0]["status"] == status


@pytest.mark.parametrize(
    ("path", "root_path", "traced"),
    [
        (SPEECH, "", True),
        (PREFIX + SPEECH, PREFIX, True),
        (SPEECH, PREFIX, True),
        (PREFIX + SPEECH, "", False),
    ],
)
def test_speech_is_traced(path: str, root_path: str, traced: bool) -> None:
    exclude = TELEMETRY["exclude"]
    assert exclude is not None
    assert exclude({"path": path, "root_path": root_path}) == (not traced)
