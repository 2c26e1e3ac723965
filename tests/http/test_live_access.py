"""Who may open a WebSocket: what is true of requests is true of every one of them, before the upgrade."""

from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.routing import APIWebSocketRoute, iter_route_contexts
from websockets.exceptions import InvalidStatus

from tests.http.live_client import DEEPGRAM, STREAM, live_to, refusal
from tests.servers import FakeServer

KEY = "sk-right"
FOREIGN = {"Origin": "http://evil.example"}


@pytest.fixture(scope="module")
def keyed(model_files: None) -> Iterator[FakeServer]:
    with FakeServer(api_keys=KEY) as server:
        yield server.wait_until_ready()


def websocket_paths(server: FakeServer) -> list[str]:
    routes = [route.original_route for route in iter_route_contexts(server.app.routes)]
    return [
        route.path.replace("{voice}", "af_heart") for route in routes if isinstance(route, APIWebSocketRoute)
    ]


def test_every_websocket_needs_a_key(keyed: FakeServer) -> None:
    paths = websocket_paths(keyed)
    assert len(paths) == 5
    for path in paths:
        assert refusal(keyed, path) == (401, "invalid_api_key")
        assert refusal(keyed, path, headers={"Authorization": "Bearer sk-wrong"}) == (401, "invalid_api_key")
        assert refusal(keyed, f"{path}?api_key=sk-wrong") == (401, "invalid_api_key")


def test_a_refused_upgrade_is_no_error_of_the_server(
    keyed: FakeServer, caplog: pytest.LogCaptureFixture
) -> None:
    refusal(keyed)
    keyed.wait_until_idle()
    assert not caplog.records


def test_no_websocket_is_for_pages_of_other_origins(shared_fake: FakeServer, keyed: FakeServer) -> None:
    for path in websocket_paths(shared_fake):
        assert refusal(shared_fake, path, headers=FOREIGN) == (403, "origin_not_allowed")
        with live_to(keyed, f"{path}?api_key={KEY}", headers=FOREIGN):
            pass


@pytest.mark.parametrize(
    "sent",
    [
        {"headers": {"Authorization": f"Bearer {KEY}"}},
        {"headers": {"Authorization": f"Token {KEY}"}},
        {"headers": {"Authorization": f"Api-Key {KEY}"}},
        {"headers": {"xi-api-key": KEY}},
        {"headers": {"X-API-Key": KEY}},
        {"path": f"{STREAM}?a=1&api_key={KEY}"},
        {"subprotocols": ["token", KEY]},
        {"subprotocols": ["bearer", KEY]},
    ],
    ids=["bearer", "token", "api-key", "xi-api-key", "x-api-key", "parameter", "subprotocol", "bearer_sub"],
)
def test_the_key_may_be_where_clients_put_it(keyed: FakeServer, sent: dict[str, Any]) -> None:
    with live_to(keyed, **sent) as speech:
        assert speech.connection.subprotocol != KEY
        speech.send("input.done")
        assert speech.receive()["type"] == "session.done"


def test_the_sessions_of_a_caller_are_limited(model_files: None) -> None:
    ann, bob = ({"Authorization": f"Bearer sk-{name}"} for name in ("ann", "bob"))
    with FakeServer(api_keys="sk-ann,sk-bob", live_session_limit=1) as server:
        server.wait_until_ready()
        assert refusal(server, f"{DEEPGRAM}?model=nobody", headers=ann) == (400, None)  # which holds no place
        with live_to(server, headers=ann) as first, live_to(server, headers=bob):
            for path in websocket_paths(server):
                assert refusal(server, path, headers=ann) == (429, "rate_limit_exceeded")
            with pytest.raises(InvalidStatus) as refused, live_to(server, headers=ann):
                pass
            assert int(refused.value.response.headers["retry-after"]) >= 1
            first.send("input.done")
            assert first.receive()["type"] == "session.done"
        server.wait_until_idle()
        with live_to(server, headers=ann):
            pass


def test_only_websockets_take_a_key_elsewhere_than_requests(keyed: FakeServer) -> None:
    for headers in ({"xi-api-key": KEY}, {"Authorization": f"Token {KEY}"}):
        assert keyed.client.get("/dev/engine", headers=headers).status_code == 401
    assert keyed.client.get(f"/dev/engine?api_key={KEY}").status_code == 401


def test_another_path_is_no_websocket(shared_fake: FakeServer) -> None:
    for path in ("/nothing", "/health", "/v1/audio/speech"):
        with pytest.raises(InvalidStatus) as refused, live_to(shared_fake, path):
            pass
        assert refused.value.response.status_code == 403
    assert shared_fake.client.get(STREAM).status_code == 404
