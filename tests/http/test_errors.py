"""The errors of the API: their status, OpenAI's four fields, and a request id on every response."""

import json
import socket
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.engines import PATIENCE_S
from tests.servers import SPEECH, FakeServer, assert_error, http_client

INVALID = "invalid_request_error"
LIMIT = 8 * 1024 * 1024


def post(fake: FakeServer, content: bytes | Iterator[bytes], **headers: str) -> httpx.Response:
    return fake.client.post(SPEECH, content=content, headers=headers)


BAD_VALUES: dict[str, list[object]] = {
    "input": [None, "", 5, [], {}, True],
    "model": [5, ["tts-1"]],
    "voice": [5, [], {}, {"id": 5}, {"name": "nova"}, True],
    "instructions": [5, {}],
    "response_format": ["amr", "MP3 ", "", 5],
    "speed": [0, 0.24, 4.01, -1, "fast", [], {}],
    "stream_format": ["xml", 1],
    "stream": ["maybe", 7, {}],
    "volume_multiplier": [-0.1, 10.1, "loud"],
    "seed": [-1, 2**63, 1.5, "one", 10**400],
    "lang_code": ["xx", "", 5, "a" * 5000],
}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        pytest.param(field, value, id=f"{field}={str(value)[:12]}")
        for field, values in BAD_VALUES.items()
        for value in values
    ],
)
def test_a_bad_field_is_named(fake: FakeServer, field: str, value: object) -> None:
    answer = fake.client.post(SPEECH, json={"input": "Hello.", field: value})
    message = assert_error(answer, 400, INVALID, param=field)
    assert message[0].isupper() or message.startswith(field)
    assert fake.engine.steps == 0


@pytest.mark.parametrize("body", ["{}", '{"voice": "nova", "model": "tts-1"}'])
def test_a_missing_input_is_named(fake: FakeServer, body: str) -> None:
    assert_error(post(fake, body.encode()), 400, INVALID, param="input")


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
@pytest.mark.parametrize("field", ["speed", "volume_multiplier"])
def test_nan_and_infinity_are_refused(fake: FakeServer, field: str, number: str) -> None:
    body = f'{{"input": "Hello.", "{field}": {number}}}'
    assert_error(post(fake, body.encode()), 400, INVALID, param=field)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b" ",
        b"hello",
        b'{"input": "Hello."',
        b'{"input": "Hello."}}',
        b"{'input': 'Hello.'}",
        b'{"input": "a\nb"}',  # a raw control character in a string
        b"[]",
        b'["Hello."]',
        b'"Hello."',
        b"null",
        b"5",
        b"true",
        b'{"input": "\xff\xfe"}',
        b'{"input": "\xed\xa0\x80"}',  # a surrogate in UTF-8
        '{"input": "Hello."}'.encode("utf-16"),
        b'{"input": "\\ud800"}',
        b'{"input": "\\udc00\\ud800 Hello."}',
        b"\x00" * 100,
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"input": "Hello.", "x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b"input=Hello&voice=nova",
    ],
    ids=lambda body: repr(body[:30]),
)
def test_a_body_that_is_no_json_object(fake: FakeServer, body: bytes) -> None:
    assert_error(post(fake, body), 400, INVALID)
    assert fake.engine.steps == 0


@pytest.mark.parametrize("junk", [b"a", b"[", b'{"input":"', b"\xff", b'"', b"9", b" "], ids=repr)
def test_eight_megabytes_of_junk(fake: FakeServer, junk: bytes) -> None:
    assert_error(post(fake, (junk * LIMIT)[:LIMIT]), 400, INVALID)


@pytest.mark.parametrize(
    ("voice", "says"),
    [
        ("af_hart", "af_heart"),
        ("novaa", "nova"),
        ("AF-BELLA", "af_bella"),
        ("af_bella+af_skyy", "af_sky"),
        ("nobody_knows_this_one", "/v1/audio/voices"),
        ("", "''"),
        ("+", "''"),
        ("af_bella+", "''"),
        ("af_bella(0)", "above 0"),
        ("af_bella(0.0)+af_sky(1)", "above 0"),
        ("af_bella(-1)", "af_bella(-1)"),
        ("af_bella(99999)", "af_bella(99999)"),
        ("af_bella(nan)", "af_bella(nan)"),
        ("af_bella(1e3)", "af_bella(1e3)"),
        ("af_bella(٣)", "af_bella"),
        ("af_bella(2", "af_bella(2"),
        ("af_bella af_sky", "af_bella af_sky"),
        ("../../etc/passwd", "etc"),
        ("af_bella\x00", "af_bella"),
        ("声", "声"),
        ("+".join(["af_bella"] * 9), "at most 8"),
        ("+" * 100_000, "''"),
        ("a" * 100_000, "aaa"),
        ("af_bella(" * 10_000, "af_bella("),
    ],
    ids=lambda value: repr(value[:25]),
)
@pytest.mark.parametrize("as_object", [False, True], ids=["string", "id"])
def test_a_bad_voice(fake: FakeServer, voice: str, says: str, as_object: bool) -> None:
    answer = fake.speak("Hello.", voice={"id": voice} if as_object else voice)
    assert says in assert_error(answer, 400, INVALID, param="voice")
    assert fake.engine.steps == 0


@pytest.mark.parametrize("model", ["gpt-4o", "", "TTS-2", "m" * 10_000])
def test_an_unknown_model(fake: FakeServer, model: str) -> None:
    for answer in (
        fake.speak("Hello.", model=model),
        fake.client.get(f"/v1/models/{model or 'none'}"),
    ):
        assert_error(answer, 404, INVALID, code="model_not_found", param="model")


@pytest.mark.parametrize("text", ["[pause:61s]", "Hello. [pause:20s] " * 4, "a" + "[pause:999999s]" * 2000])
def test_too_long_a_pause(fake: FakeServer, text: str) -> None:
    assert "60" in assert_error(fake.speak(text), 400, INVALID, param="input")
    assert fake.engine.steps == 0


def test_the_longest_pause_that_is_allowed(fake: FakeServer) -> None:
    assert len(fake.pcm("Hello." + "[pause:20s]" * 3)) > 60 * 48_000


@pytest.fixture(scope="module")
def strict(model_files: None) -> Iterator[FakeServer]:
    with FakeServer(max_input_chars=100, max_body_bytes=2000, max_voices_in_mix=2) as server:
        yield server.wait_until_ready()


@pytest.mark.parametrize("character", ["a", "é", "語", "😀"])
def test_too_long_an_input(strict: FakeServer, character: str) -> None:
    answer = strict.speak(101 * character)
    message = assert_error(answer, 400, INVALID, code="string_above_max_length", param="input")
    assert "101" in message
    assert "100" in message
    assert strict.speak(100 * character).status_code == 200


def test_a_body_that_declares_too_much_is_refused_before_it_arrives(strict: FakeServer) -> None:
    with socket.create_connection(("127.0.0.1", strict.port), PATIENCE_S) as client:
        client.sendall(
            f"POST {SPEECH} HTTP/1.1\r\nHost: here\r\nContent-Length: 999999999999\r\n\r\n".encode()
        )
        head = client.recv(65536).decode()
    assert head.startswith("HTTP/1.1 413 ")
    assert "x-request-id: " in head.lower()


@pytest.mark.parametrize("size", [2001, 50_000, 5_000_000])
@pytest.mark.parametrize("chunked", [False, True], ids=["declared", "chunked"])
def test_too_large_a_body(strict: FakeServer, size: int, chunked: bool) -> None:
    body = json.dumps({"input": "Hello.", "x": ""}).encode()
    body = body[:-2] + b"x" * (size - len(body)) + body[-2:]
    content = (body[i : i + 1000] for i in range(0, size, 1000)) if chunked else body
    assert_error(post(strict, content), 413, INVALID)
    assert strict.pcm("The next one is served.")


@pytest.mark.parametrize("chunked", [False, True], ids=["declared", "chunked"])
def test_the_largest_body_that_is_allowed(strict: FakeServer, chunked: bool) -> None:
    body = json.dumps({"input": "Hello.", "x": ""}).encode()
    body = body[:-2] + b"x" * (2000 - len(body)) + body[-2:]
    assert len(body) == 2000
    assert post(strict, iter([body[:1000], body[1000:]]) if chunked else body).status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        *["/v1", "/v1/", "/v1/audio", "/v1/audio/speechx", "/v1/completions", "/v1/models/a/b/c"],
        *["/%00", "/%ff", "/..%2f..%2fetc", "/favicon.ico", "/" + "x" * 5000],
    ],
    ids=lambda path: path[:20],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_an_unknown_path(fake: FakeServer, method: str, path: str) -> None:
    assert_error(fake.client.request(method, path), 404, INVALID)


@pytest.mark.parametrize(
    ("method", "path"),
    [
        *[("GET", SPEECH), ("PUT", SPEECH), ("DELETE", SPEECH), ("PATCH", SPEECH)],
        *[("POST", "/v1/models"), ("POST", "/health"), ("DELETE", "/v1/audio/voices"), ("OPTIONS", "/ready")],
    ],
)
def test_a_wrong_method(fake: FakeServer, method: str, path: str) -> None:
    answer = fake.client.request(method, path)
    assert_error(answer, 405, INVALID)
    assert answer.headers["allow"] in ("GET", "POST", "GET, POST")


REQUESTS: list[tuple[str, str, Any, int]] = [
    ("POST", SPEECH, {"input": "Hello."}, 200),
    ("POST", SPEECH, {"input": "Hello.", "stream": False}, 200),
    ("POST", SPEECH, {"input": "Hello.", "stream_format": "sse"}, 200),
    ("GET", "/health", None, 200),
    ("GET", "/v1/models", None, 200),
    ("POST", SPEECH, {}, 400),
    ("POST", SPEECH, {"input": "Hello.", "model": "x"}, 404),
    ("GET", "/nothing", None, 404),
    ("GET", SPEECH, None, 405),
    ("POST", SPEECH, {"input": "x" * 9_000_000}, 413),
    ("POST", SPEECH, {"input": "It fails."}, 500),
]


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    REQUESTS,
    ids=[f"{m} {p} {s} {i}" for i, (m, p, _, s) in enumerate(REQUESTS)],
)
def test_every_response_has_a_request_id(
    fake: FakeServer, method: str, path: str, body: Any, status: int
) -> None:
    def ask(**headers: str) -> str:
        fake.engine.forget()
        if status == 500:
            fake.engine.faults[1] = RuntimeError("unexpected")
        # A new connection, since the server closes it after some errors.
        answer = http_client.request(method, fake.url + path, json=body, headers=headers)
        assert answer.status_code == status
        assert len(answer.headers.get_list("x-request-id")) == 1
        return answer.headers["x-request-id"]

    made = {ask(), ask()}
    assert len(made) == 2, "two requests have the same id"
    assert all(made)
    assert ask(**{"x-request-id": "client-7.b:c_D"}) == "client-7.b:c_D"


@pytest.mark.parametrize(
    "theirs", ["", "a b", "x" * 65, "<script>", "id;drop", '"quoted"', "caf\xe9", "a,b"], ids=repr
)
def test_a_request_id_that_is_not_plain_is_replaced(fake: FakeServer, theirs: str) -> None:
    answer = fake.client.get("/health", headers={b"x-request-id": theirs.encode("latin-1")})
    assert answer.headers["x-request-id"] not in ("", theirs)


def test_an_internal_error_reveals_no_details(fake: FakeServer) -> None:
    fake.engine.faults[1] = RuntimeError("/a/private/path")
    message = assert_error(fake.speak("Hello."), 500, "server_error")
    assert "private" not in message
    assert "RuntimeError" not in message


def test_an_error_is_json_whatever_the_client_accepts(fake: FakeServer) -> None:
    answer = post(fake, b"{}", accept="text/html")
    assert_error(answer, 400, INVALID, param="input")


def test_repeated_fields_and_escapes_are_valid_json(fake: FakeServer) -> None:
    assert (
        post(fake, b'{"input": "", "input": "\\u0048ello \\ud83d\\ude00 there.", "speed": "1.5"}').status_code
        == 200
    )


def test_expect_100_continue(fake: FakeServer) -> None:
    """curl waits for the 100 before it sends a long body."""
    body = json.dumps({"input": "Hello."}).encode()
    with socket.create_connection(("127.0.0.1", fake.port), PATIENCE_S) as client:
        client.sendall(
            f"POST {SPEECH} HTTP/1.1\r\nHost: here\r\nExpect: 100-continue\r\nConnection: close\r\n"
            f"Content-Length: {len(body)}\r\n\r\n".encode()
        )
        assert client.recv(4096).startswith(b"HTTP/1.1 100 ")
        client.sendall(body)
        assert client.recv(4096).startswith(b"HTTP/1.1 200 ")
