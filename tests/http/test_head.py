"""HEAD is answered like GET, without a body: monitors send it."""

import pytest
from fastapi.routing import iter_route_contexts

from kokoro_speech_server.app import create_app
from kokoro_speech_server.config import Settings
from tests.engines import FakeEngine
from tests.servers import SPEECH, FakeServer

CHANGING = {"x-request-id", "date"}


def paths() -> list[str]:
    app = create_app(Settings(), engine=FakeEngine())
    routes = [route for route in iter_route_contexts(app.routes) if "GET" in (route.methods or ())]
    return sorted(
        {
            (route.path or "")
            .replace("{model}", "kokoro")
            .replace("{path:path}", "main.js")
            .replace("{name}", "start.js")
            for route in routes
        }
    )


PATHS = paths()


def test_the_routes_are_known() -> None:
    assert {"/health", "/ready", "/v1/models", "/v1/audio/voices", "/metrics", "/docs", "/openapi.json"} <= {
        *PATHS
    }


@pytest.mark.parametrize("path", [*PATHS, "/v1/models/nobody", "/nowhere", SPEECH])
def test_head_is_get_without_the_body(fake: FakeServer, path: str) -> None:
    got, head = fake.client.get(path), fake.client.head(path)
    assert head.status_code == got.status_code
    assert head.content == b""
    changing = CHANGING | {"content-length"} if path in ("/metrics", "/dev/engine") else CHANGING
    assert kept(head.headers, changing) == kept(got.headers, changing)
    assert head.headers["x-request-id"]
    assert int(head.headers["content-length"]) > 0 or got.is_redirect
    assert fake.client.get("/health").status_code == 200  # on the same connection


def kept(headers: object, changing: set[str]) -> dict[str, str]:
    return {name: value for name, value in dict(headers).items() if name not in changing}  # type: ignore[call-overload]


def test_a_server_that_is_not_ready_says_so(model_files: None) -> None:
    engine = FakeEngine()
    engine.loading.clear()
    with FakeServer(engine) as server:
        assert server.client.head("/health").status_code == 200
        assert server.client.head("/ready").status_code == 503


def test_keys_are_needed_as_for_get(model_files: None) -> None:
    with FakeServer(api_keys="sk-key") as server:
        assert server.client.head("/health").status_code == 200
        assert server.client.head("/metrics").status_code == 401
        assert server.client.head("/metrics", headers={"Authorization": "Bearer sk-key"}).status_code == 200


def test_a_page_may_ask_too(model_files: None) -> None:
    page = "https://reader.example"
    with FakeServer(cors_origins=page) as server:
        preflight = {"Origin": page, "Access-Control-Request-Method": "HEAD"}
        assert server.client.options("/health", headers=preflight).status_code == 200
        assert server.client.head("/health", headers={"Origin": page}).status_code == 200
