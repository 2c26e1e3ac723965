"""Web pages may use the server only from its own origin, from CORS_ORIGINS or with a key; other clients always."""

import asyncio
import json
from collections.abc import Iterator, Sequence
from contextlib import closing
from http.client import HTTPConnection, HTTPResponse

import pytest
from fastapi import FastAPI, WebSocket
from pydantic import ValidationError
from starlette.types import Message

from kokoro_speech_server.app import create_app
from kokoro_speech_server.config import Settings
from tests.engines import PATIENCE_S, FakeEngine
from tests.servers import SPEECH, FakeServer

KEY = "sk-key"
PAGE = "https://reader.example"
PUBLISHED = "tts.example"
BODY = json.dumps({"input": "Hello."}).encode()
Headers = Sequence[tuple[str, str]]


@pytest.fixture(scope="module")
def server(model_files: None) -> Iterator[FakeServer]:
    """Without keys, published by a proxy, and with the page of another origin allowed."""
    hosts = f"{PUBLISHED.upper()}., 2001:DB8::0:1"
    with FakeServer(cors_origins=f"{PAGE},chrome-extension://abcdef", allowed_hosts=hosts) as server:
        yield server.wait_until_ready()


@pytest.fixture(scope="module")
def keyed(model_files: None) -> Iterator[FakeServer]:
    with FakeServer(api_keys=KEY, open_routes="dev") as server:
        yield server.wait_until_ready()


def status(
    server: FakeServer, *headers: tuple[str, str], host: str = "", method: str = "POST", path: str = SPEECH
) -> int:
    """Sends exactly these headers, of which there may be several with the same name."""
    host = host.replace("PORT", str(server.port))
    named = [("Host", host)] if host else []
    return send(server, method, path, [*named, *headers])


def send(server: FakeServer, method: str, path: str, headers: Headers, body: bytes = BODY) -> int:
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)) as connection:
        connection.putrequest(method, path, skip_host=True)
        for name, value in headers:
            connection.putheader(name, value.replace("PORT", str(server.port)))
        connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        answer = connection.getresponse()
        assert_forbidden(answer) if answer.status == 403 else answer.read()
        return answer.status


def assert_forbidden(answer: HTTPResponse) -> None:
    error = json.loads(answer.read())["error"]
    assert (error["type"], error["code"], error["param"]) == (
        "invalid_request_error",
        "origin_not_allowed",
        None,
    )
    assert "CORS_ORIGINS" in error["message"]
    assert "ALLOWED_HOSTS" in error["message"]
    assert answer.headers["x-request-id"]


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("http://127.0.0.1:PORT", "127.0.0.1:PORT"),
        ("http://localhost:PORT", "localhost:PORT"),
        ("http://localhost:PORT", "LocalHost:PORT"),
        ("HTTP://LOCALHOST:PORT", "localhost:PORT"),
        ("http://localhost.:PORT", "localhost.:PORT"),
        ("http://speech.localhost:PORT", "speech.localhost:PORT"),
        ("http://127.9.9.9", "127.9.9.9"),
        ("http://127.0.0.1:80", "127.0.0.1"),
        ("http://[::1]:PORT", "[::1]:PORT"),
        ("http://[0:0:0:0:0:0:0:1]:PORT", "[::1]:PORT"),
        ("http://[::ffff:7f00:1]:PORT", "[::ffff:127.0.0.1]:PORT"),
        (f"https://{PUBLISHED}", PUBLISHED),
        (f"https://{PUBLISHED}", f"{PUBLISHED}:443"),
        (f"https://{PUBLISHED}:443", PUBLISHED),
        (f"http://{PUBLISHED}", PUBLISHED),
        (f"http://{PUBLISHED}:8880", f"{PUBLISHED}:8880"),
        (f"https://{PUBLISHED.upper()}.", f"{PUBLISHED}"),
        ("https://[2001:db8::1]", "[2001:db8:0::1]"),
        # No name can be given another address under these: that needs DNS.
        ("http://192.168.1.5:8880", "192.168.1.5:8880"),
        ("https://192.0.2.8", "192.0.2.8:443"),
        ("http://0.0.0.0:PORT", "0.0.0.0:PORT"),
        ("http://[2001:db8::2]", "[2001:db8:0::2]"),
        ("http://[::ffff:192.0.2.8]:8880", "192.0.2.8:8880"),
        (PAGE, "127.0.0.1:PORT"),
        (PAGE, "anything.example"),
        ("chrome-extension://abcdef", "127.0.0.1:PORT"),
    ],
)
def test_pages_of_the_server_and_of_named_origins_may_use_it(
    server: FakeServer, origin: str, host: str
) -> None:
    assert status(server, ("Origin", origin), host=host) == 200


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("https://evil.example", "127.0.0.1:PORT"),
        ("http://localhost:3000", "localhost:PORT"),  # another server of this machine
        ("http://localhost", "localhost:PORT"),
        ("http://127.0.0.1:PORT", "localhost:PORT"),
        ("http://evil.example:PORT", "evil.example:PORT"),  # DNS rebinding
        ("https://evil.example", "evil.example"),
        (f"http://{PUBLISHED}:8880", PUBLISHED),
        (f"https://{PUBLISHED}:80", PUBLISHED),
        (f"https://{PUBLISHED}.evil.example", f"{PUBLISHED}.evil.example"),
        (f"https://evil.{PUBLISHED}", f"evil.{PUBLISHED}"),
        ("http://localhost.evil.example", "localhost.evil.example"),
        ("http://192.168.1.5:8880", "192.168.1.6:8880"),
        ("http://192.168.1.5:8880", "192.168.1.5"),
        ("http://192.168.1.5:8880", "evil.example:8880"),
        ("http://evil.example:8880", "192.168.1.5:8880"),
        ("http://192.168.1.5.evil.example", "192.168.1.5.evil.example"),
        ("http://0xc0a80105", "0xc0a80105"),
        ("http://2001:db8::2", "2001:db8::2"),
        ("http://notlocalhost", "notlocalhost"),
        ("http://reader.example", "127.0.0.1:PORT"),
        (f"{PAGE}:8443", "127.0.0.1:PORT"),
        (f"{PAGE}.evil.example", "127.0.0.1:PORT"),
        (f"https://evil.example, {PAGE}", "127.0.0.1:PORT"),
        (f"{PAGE} https://evil.example", "127.0.0.1:PORT"),
        (f"{PAGE}/", "127.0.0.1:PORT"),
        ("http://user@localhost:PORT", "localhost:PORT"),
        ("http://localhost:PORT@evil.example", "localhost:PORT"),
        ("http://localhost:PORT/evil", "localhost:PORT"),
        ("http://localhost:", "localhost:"),
        ("localhost:PORT", "localhost:PORT"),
        ("//localhost:PORT", "localhost:PORT"),
        ("ftp://localhost:PORT", "localhost:PORT"),
        ("chrome-extension://localhost:PORT", "localhost:PORT"),
        ("http://[::1%25lo]:PORT", "[::1%25lo]:PORT"),
        ("http://[localhost]:PORT", "[localhost]:PORT"),
        ("http://loc\xe4lhost:PORT", "loc\xe4lhost:PORT"),
        ("file://", "localhost"),
        ("null", "null"),
        ("null", "127.0.0.1:PORT"),
        ("", "127.0.0.1:PORT"),
        ("*", "127.0.0.1:PORT"),
    ],
)
def test_pages_of_other_origins_may_not(server: FakeServer, origin: str, host: str) -> None:
    server.engine.forget()
    for content_type in ("application/json", "text/plain"):
        assert status(server, ("Origin", origin), ("Content-Type", content_type), host=host) == 403
    assert server.engine.steps == 0


@pytest.mark.parametrize(
    "headers",
    [
        [("Host", "localhost:PORT"), ("Origin", "http://localhost:PORT"), ("Origin", "http://evil.example")],
        [("Host", "localhost:PORT"), ("Origin", "http://evil.example"), ("Origin", "http://localhost:PORT")],
        [("Host", "localhost:PORT"), ("Origin", PAGE), ("Origin", PAGE)],
        [("Host", "evil.example"), ("Host", "localhost"), ("Origin", "http://evil.example")],
        [("Host", "localhost"), ("Host", "evil.example"), ("Origin", "http://localhost")],
        [("Host", "evil.example"), ("X-Forwarded-Host", "localhost"), ("Origin", "http://localhost")],
        [("Host", ""), ("Origin", "http://")],
    ],
)
def test_several_or_empty_headers_allow_nothing(server: FakeServer, headers: Headers) -> None:
    assert send(server, "POST", SPEECH, headers) in (400, 403)


@pytest.mark.parametrize("site", ["cross-site", "same-site", "same-origin", "none", ""])
def test_a_browser_that_hides_the_page_is_refused(server: FakeServer, site: str) -> None:
    fetched = ("Sec-Fetch-Site", site)
    assert status(server, fetched, host="localhost:PORT") == 403
    assert status(server, fetched, ("Origin", "null"), host="localhost:PORT") == 403
    assert status(server, fetched, ("Origin", "http://evil.example"), host="localhost:PORT") == 403
    assert status(server, fetched, ("Origin", "http://localhost:PORT"), host="localhost:PORT") == 200


@pytest.mark.parametrize(
    "host", ["localhost", "speech", "evil.example", "10.1.2.3:8880", "[fe80::1]", "_", "a b"]
)
@pytest.mark.parametrize(
    "content_type", ["application/json", "text/plain", "application/x-www-form-urlencoded"]
)
def test_other_clients_may_have_any_host_and_content_type(
    server: FakeServer, host: str, content_type: str
) -> None:
    headers = ("Content-Type", content_type), ("Sec-Fetch-Mode", "cors"), ("Referer", "https://evil.example/")
    assert status(server, *headers, host=host) == 200


def test_openai_s_client_is_no_page(server: FakeServer) -> None:
    import openai  # noqa: PLC0415 - which takes a second

    with openai.OpenAI(base_url=f"{server.url}/v1", api_key="none") as client:
        assert client.audio.speech.create(model="kokoro", voice="ef_dora", input="Hello.").content


@pytest.mark.parametrize(
    ("method", "path", "expected"),
    [
        ("GET", "/v1/models", 200),
        ("HEAD", "/health", 200),
        ("GET", "/docs", 200),
        ("OPTIONS", SPEECH, 405),
        ("POST", "/dev/phonemize", 403),
        ("POST", "/dev/normalize", 403),
        ("POST", "/dev/dialogue", 403),
        ("PUT", SPEECH, 403),
        ("DELETE", "/nowhere", 403),
    ],
)
def test_requests_that_change_nothing_are_not_judged(
    server: FakeServer, method: str, path: str, expected: int
) -> None:
    headers = ("Origin", "http://evil.example"), ("Sec-Fetch-Site", "cross-site")
    assert status(server, *headers, host="localhost:PORT", method=method, path=path) == expected


def test_a_key_that_does_not_exist_is_no_key(server: FakeServer) -> None:
    headers = ("Origin", "http://evil.example"), ("Authorization", f"Bearer {KEY}")
    assert status(server, *headers, host="localhost:PORT") == 403


@pytest.mark.parametrize("origin", ["http://evil.example", "null"])
def test_a_page_with_a_valid_key_may_use_the_server(keyed: FakeServer, origin: str) -> None:
    page = ("Origin", origin), ("Sec-Fetch-Site", "cross-site")
    right, wrong = (("Authorization", f"Bearer {key}") for key in (KEY, "sk-wrong"))
    assert status(keyed, *page, right, host="evil.example") == 200
    assert status(keyed, *page, wrong, host="localhost:PORT") == 401
    assert status(keyed, *page, host="localhost:PORT") == 401
    # On a route that needs no key.
    assert status(keyed, *page, right, host="localhost:PORT", path="/dev/phonemize") != 403
    assert status(keyed, *page, wrong, host="localhost:PORT", path="/dev/phonemize") == 403
    assert status(keyed, *page, host="localhost:PORT", path="/dev/phonemize") == 403


def test_all_origins_may_be_allowed(model_files: None) -> None:
    with FakeServer(cors_origins="*") as server:
        server.wait_until_ready()
        for origin in ("http://evil.example", "null"):
            assert status(server, ("Origin", origin), host="evil.example") == 200
        assert status(server, ("Sec-Fetch-Site", "cross-site"), host="localhost:PORT") == 200


def websocket_app() -> FastAPI:
    app = create_app(Settings(cors_origins=(PAGE,)), engine=FakeEngine())

    @app.websocket("/socket")
    async def socket(websocket: WebSocket) -> None:
        await websocket.accept()

    return app


@pytest.mark.parametrize("can_respond", [True, False])
@pytest.mark.parametrize(
    ("headers", "allowed"),
    [
        ({}, True),
        ({"host": "speech"}, True),
        ({"host": "localhost:80", "origin": "http://localhost"}, True),
        ({"host": "speech", "origin": PAGE}, True),
        ({"host": "localhost", "origin": "http://evil.example"}, False),
        ({"host": "evil.example", "origin": "http://evil.example"}, False),
        ({"host": "localhost", "origin": "null"}, False),
        ({"host": "localhost", "sec-fetch-site": "same-origin"}, False),
    ],
)
def test_a_websocket_is_judged_like_a_request(
    headers: dict[str, str], allowed: bool, can_respond: bool
) -> None:
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {
        "type": "websocket",
        "path": "/socket",
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "extensions": {"websocket.http.response": {}} if can_respond else {},
    }
    asyncio.run(websocket_app()(scope, receive, send))
    if allowed:
        assert sent[0]["type"] == "websocket.accept"
    elif can_respond:
        assert (sent[0]["type"], sent[0]["status"]) == ("websocket.http.response.start", 403)
        assert json.loads(sent[1]["body"])["error"]["code"] == "origin_not_allowed"
    else:
        assert [message["type"] for message in sent] == ["websocket.close"]


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("allowed_hosts", "https://tts.example"),
        ("allowed_hosts", "tts.example:8880"),
        ("allowed_hosts", "tts.example/speech"),
        ("allowed_hosts", "tts.example, *"),
        ("allowed_hosts", "*.example"),
        ("allowed_hosts", "tts example"),
        ("allowed_hosts", "[2001:db8::1"),
        ("allowed_hosts", "t\xe4ts.example"),
        ("cors_origins", "reader.example"),
        ("cors_origins", "https://reader.example/"),
        ("cors_origins", "https://*.example"),
        ("host", "http://127.0.0.1"),
    ],
)
def test_a_malformed_host_or_origin_stops_the_start(setting: str, value: str) -> None:
    with pytest.raises(ValidationError) as raised:
        Settings(**{setting: value})  # type: ignore[arg-type]
    assert raised.value.errors()[0]["loc"] == (setting,)
