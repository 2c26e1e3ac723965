"""Attacks beyond those in the tests of each part: the server refuses or synthesizes them, with bounded resources."""

import gzip
import hmac
import json
import random
import re
import socket
import sys
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import httpx
import pytest

from kokoro_speech_server.errors import EngineError
from kokoro_speech_server.http.api_keys import ApiKeys
from tests.engines import PATIENCE_S
from tests.servers import SPEECH, FakeServer, ServerProcess, assert_error, http_client, wait_until
from tests.texts import SENTENCES

INVALID = "invalid_request_error"
PHONEMIZE = "/dev/phonemize"
KEY = "sk-a-secret-that-must-not-leak"
TEXT = "Abracadabra, this text is private."
HEAD = b"POST /v1/audio/speech HTTP/1.1\r\nhost: test\r\n"
BODY = b'{"input": "Hello."}'


@pytest.fixture(scope="module")
def guarded(model_files: None) -> Iterator[ServerProcess]:
    """A server with a key, started as an operator starts it, with the most verbose log."""
    settings = {"API_KEYS": KEY, "RECEIVE_TIMEOUT_S": "1", "LOG_LEVEL": "debug", "WORKERS": "1"}
    with ServerProcess(module="tests.fake_serve", **settings) as server:
        server.wait_until_ready()
        yield server


def connect(server: ServerProcess) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S)


def all_of(connection: socket.socket) -> bytes:
    """Returns what arrives before the server closes the connection."""
    received = b""
    try:
        while piece := connection.recv(65536):
            received += piece
    except ConnectionResetError:
        pass
    return received


def statuses(received: bytes) -> list[int]:
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d+) ", received)]


# Names


PATHS = [
    "../../etc/passwd",
    "..%2f..%2fetc%2fpasswd",
    "%2e%2e/etc/passwd",
    "..\\..\\etc\\passwd",
    "/etc/passwd",
    "file:///etc/passwd",
    "~/passwd",
    "af_heart/../../passwd",
    "af_heart.pt",
    "voices/af_heart",
    "af_heart\x00.passwd",
    "af_heart%00",
    "af_he\u0430rt",  # a Cyrillic letter
    "\uff41\uff46_heart",  # full-width letters
    "af_heart\u200b",
    "\u202etraeh_fa",
    "${HOME}",
    "$(id)",
    "{{7*7}}",
    "passwd" * 20_000,
]


@contextmanager
def opened_files() -> Iterator[list[str]]:
    """Collects the files that this process opens, which is also the server's."""
    opened: list[str] = []
    watching = True

    def watch(event: str, arguments: tuple[Any, ...]) -> None:
        if watching and event == "open":
            opened.append(str(arguments[0]))

    sys.addaudithook(watch)  # an audit hook cannot be removed
    try:
        yield opened
    finally:
        watching = False


@pytest.mark.parametrize("name", PATHS, ids=lambda name: ascii(name[:24]))
@pytest.mark.parametrize("field", ["voice", "model", "lang_code", "response_format"])
def test_a_name_is_never_a_path(fake: FakeServer, field: str, name: str) -> None:
    with opened_files() as opened:
        answer = fake.speak("Hello.", **{field: name})
    if field == "model":
        assert_error(answer, 404, INVALID, code="model_not_found", param="model")
    else:
        assert_error(answer, 400, INVALID, param=field)
    assert not [path for path in opened if "passwd" in path or "af_heart" in path]
    assert fake.engine.steps == 0


@pytest.mark.parametrize("field", ["voice", "model", "lang_code", "response_format", "input"])
def test_no_field_adds_a_header(fake: FakeServer, field: str) -> None:
    usual = set(fake.speak("Hello.").headers) | set(fake.speak("").headers)
    for value in ("a\r\nx-evil: 1", "a\nx-evil: 1", "a\r\n\r\n<html>", "a\u560a\u560dx-evil: 1"):
        answer = fake.client.post(SPEECH, json={"input": "Hello.", field: value})
        assert set(answer.headers) <= usual


def test_no_header_overrides_the_path_or_the_host(guarded: ServerProcess) -> None:
    names = ("x-original-url", "x-rewrite-url", "x-forwarded-prefix", "x-http-method-override", "forwarded")
    for name in names:
        headers = {name: "/metrics", "host": "evil.example", "x-forwarded-host": "evil.example"}
        answer = http_client.get(f"{guarded.url}/health", headers=headers)
        assert answer.json() == {"status": "ok"}
        answer = http_client.get(f"{guarded.url}/v1/models/", headers=headers)
        assert "location" not in answer.headers
        assert "evil" not in answer.text


def test_an_address_that_a_client_claims_is_ignored(model_files: None) -> None:
    with FakeServer(rate_limit=1) as server, ExitStack() as stack:
        server.wait_until_ready()
        transport = httpx.HTTPTransport(local_address="127.0.0.2")  # 127.0.0.1 is a trusted proxy
        client = stack.enter_context(
            httpx.Client(base_url=server.url, transport=transport, timeout=PATIENCE_S, trust_env=False)
        )
        for number, status in enumerate([200, 429, 429]):
            address = f"203.0.113.{number}"
            headers = {"X-Forwarded-For": address, "Forwarded": f"for={address}", "X-Real-IP": address}
            assert client.post(SPEECH, json={"input": "Hello."}, headers=headers).status_code == status


# Bodies


ZEROS = b"0" * 10_000_000


@pytest.mark.parametrize(
    ("encoding", "body"),
    [
        ("gzip", gzip.compress(BODY, mtime=0)),
        ("gzip", gzip.compress(b'{"input": "' + ZEROS + b'"}', mtime=0)),
        ("x-gzip", gzip.compress(BODY, mtime=0)),
        ("deflate", zlib.compress(BODY)),
        ("GZIP, gzip", gzip.compress(gzip.compress(ZEROS), mtime=0)),
        ("identity, gzip", gzip.compress(BODY, mtime=0)),
        ("br", b"\x0b\x09\x80{}\x03"),
        ("gzip", BODY),
    ],
)
@pytest.mark.parametrize("path", [SPEECH, PHONEMIZE])
def test_compressed_bodies_are_refused(fake: FakeServer, path: str, encoding: str, body: bytes) -> None:
    answer = fake.client.post(path, content=body, headers={"Content-Encoding": encoding})
    assert "Content-Encoding" in assert_error(answer, 415, INVALID)
    assert answer.headers["accept-encoding"] == "identity"
    assert fake.engine.steps == 0


@pytest.mark.parametrize("encoding", ["identity", "Identity", ""])
def test_an_identity_encoded_body_is_accepted(fake: FakeServer, encoding: str) -> None:
    answer = fake.client.post(SPEECH, content=BODY, headers={"Content-Encoding": encoding})
    assert answer.status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        b'{"text": ' + b"[" * 100_000,
        b'{"text": "\\ud800"}',
        b'{"text": "\xff"}',
        b'{"text": NaN}',
        b'{"text": ' + b"9" * 100_000 + b"}",
        b'["Hello."]',
        b'{"__proto__": {"text": "Hello."}}',
    ],
    ids=lambda body: repr(body[:20]),
)
def test_phonemes_of_an_invalid_text(fake: FakeServer, body: bytes) -> None:
    answer = fake.client.post(PHONEMIZE, content=body)
    assert answer.status_code == 400
    assert answer.json()["error"]["type"] == INVALID


@pytest.mark.parametrize("field", ["seed", "speed"])
def test_a_number_of_many_digits(fake: FakeServer, field: str) -> None:
    for number in (b"9" * 100_000, b"1e" + b"9" * 100_000):
        answer = fake.client.post(SPEECH, content=b'{"input": "Hello.", "%s": %s}' % (field.encode(), number))
        assert answer.status_code == 400
        assert len(answer.content) < 1000


def test_incomplete_bodies_use_bounded_memory(model_files: None) -> None:
    limit, enough = 1024, 32
    with FakeServer(max_body_bytes=limit) as server, ExitStack() as stack:
        server.wait_until_ready()
        head = HEAD + f"content-length: {limit}\r\n\r\n".encode()
        for number in range(enough):
            client = stack.enter_context(socket.create_connection(("127.0.0.1", server.port), PATIENCE_S))
            client.sendall(head + b" " * (limit - 1))
            wait_until(lambda taken=number + 1: server.tasks == taken, "request in progress")  # type: ignore[misc]
        body = json.dumps({"input": "Hello.", "instructions": "x" * 500})

        def status() -> int:
            return http_client.post(server.url + SPEECH, content=body).status_code

        wait_until(lambda: status() == 503, "refusal")
        refused = http_client.post(server.url + SPEECH, content=body)
        assert_error(refused, 503, "service_unavailable_error", code="server_is_overloaded")
        assert http_client.get(f"{server.url}/health").status_code == 200
        assert 'reason="bodies"' in server.client.get("/metrics").text
        client.close()
        wait_until(lambda: status() == 200, "room for a body")


# Connections


UNFINISHED = b"GET /health HTTP/1.1\r\nhost: test\r\ncontent-length: 1000\r\n\r\n" + b"x" * 10


def answered(connection: socket.socket) -> None:
    received = b""
    while not received.endswith(b'{"status":"ok"}'):
        received += connection.recv(65536)
    assert statuses(received) == [200]


def test_the_server_does_not_wait_for_the_rest_of_a_body_after_its_response(guarded: ServerProcess) -> None:
    with connect(guarded) as connection:
        connection.sendall(UNFINISHED)
        answered(connection)
        assert all_of(connection) == b""


@pytest.mark.parametrize(
    ("request_head", "piece"),
    [
        (UNFINISHED.replace(b"1000", b"1000000"), b"x"),
        (b"GET /health HTTP/1.1\r\nhost: test\r\ntransfer-encoding: chunked\r\n\r\n", b"1\r\nx\r\n"),
        (b"GET /health HTTP/1.1\r\nhost: test\r\ntransfer-encoding: chunked\r\n\r\n5;", b"extension"),
    ],
    ids=["length", "chunks", "extension"],
)
def test_an_endless_body_does_not_keep_its_connection_open(
    guarded: ServerProcess, request_head: bytes, piece: bytes
) -> None:
    with connect(guarded) as connection:
        connection.sendall(request_head)
        answered(connection)
        connection.settimeout(0.05)
        for _ in range(int(PATIENCE_S / 0.05)):
            try:
                connection.sendall(piece)
                if connection.recv(65536) == b"":
                    break
            except TimeoutError:
                continue
            except OSError:
                break  # closed while the test sent
        else:
            pytest.fail("the server continues to read")


def test_a_connection_whose_body_is_complete_is_reused_or_closed(guarded: ServerProcess) -> None:
    with connect(guarded) as connection:
        connection.sendall(UNFINISHED)
        answered(connection)
        connection.sendall(b"x" * 990 + b"GET /health HTTP/1.1\r\nhost: test\r\n\r\n")
        answered(connection)
    with connect(guarded) as connection:
        connection.sendall(UNFINISHED)
        answered(connection)
        connection.sendall(b"x" * 990)
        assert all_of(connection) == b""


SMUGGLED = b"GET /v1/models HTTP/1.1\r\nhost: test\r\n\r\n"


@pytest.mark.parametrize(
    "headers",
    [
        b"content-length: 4\r\ntransfer-encoding: chunked",
        b"transfer-encoding: chunked\r\ncontent-length: 4",
        b"transfer-encoding: chunked\r\ntransfer-encoding: identity",
        b"transfer-encoding: xchunked",
        b"transfer-encoding: chunked, gzip",
        b"transfer-encoding : chunked",
        b"transfer-encoding:\r\n chunked",
        b"content-length: 0\r\ncontent-length: 0",
        b"content-length: 0, 0",
        b"content-length: +0",
        b"content-length: -1",
        b"content-length: 0x0",
        b"content-length: " + b"9" * 40,
        b"content-length:",
        b"x: y\rtransfer-encoding: chunked",
        b"x: y\ntransfer-encoding: chunked",
    ],
)
def test_a_request_with_two_readings_is_refused(guarded: ServerProcess, headers: bytes) -> None:
    with connect(guarded) as connection:
        connection.sendall(HEAD + headers + b"\r\n\r\n0\r\n\r\n" + SMUGGLED)
        received = all_of(connection)
    assert statuses(received) == [400]
    assert INVALID.encode() in received


@pytest.mark.parametrize("size", [b"-1", b"0x1", b"f" * 17, b"1 \n", b"1\n"])
def test_a_chunk_with_two_readings_is_refused(guarded: ServerProcess, size: bytes) -> None:
    with connect(guarded) as connection:
        connection.sendall(
            HEAD + b"transfer-encoding: chunked\r\n\r\n" + size + b"\r\nx\r\n0\r\n\r\n" + SMUGGLED
        )
        assert statuses(all_of(connection)) == [400]


@pytest.mark.parametrize(
    ("what", "status"),
    [
        (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00", 400),
        (b"CONNECT example.com:443 HTTP/1.1\r\nhost: example.com:443\r\n\r\n", 400),
        (b"GET http://:99999999/ HTTP/1.1\r\nhost: test\r\n\r\n", 400),
        (b"GET /\xff HTTP/1.1\r\nhost: test\r\n\r\n", 400),
        (b"GET /health HTTP/9.9\r\nhost: test\r\n\r\n", 400),
    ],
)
def test_other_protocols_are_refused(guarded: ServerProcess, what: bytes, status: int) -> None:
    with connect(guarded) as connection:
        connection.sendall(what)
        assert statuses(all_of(connection)) == [status]


@pytest.mark.parametrize(("protocol", "status"), [(b"h2c", 200), (b"websocket", 400)])
def test_an_incomplete_request_to_upgrade_gets_a_response_and_no_connection(
    guarded: ServerProcess, protocol: bytes, status: int
) -> None:
    """HTTP/2 is not spoken, so that its upgrade is ignored; a WebSocket needs a key."""
    with connect(guarded) as connection:
        connection.sendall(
            b"GET /health HTTP/1.1\r\nhost: test\r\nconnection: upgrade\r\nupgrade: %s\r\n\r\n" % protocol
        )
        received = all_of(connection)
    assert statuses(received) == [status]
    assert b"connection: close" in received.lower()


def test_input_that_is_not_http_does_not_disturb_earlier_responses(guarded: ServerProcess) -> None:
    """Neither the response in progress nor the next one."""
    body = json.dumps({"input": "It goes on. " * 2000, "response_format": "pcm"}).encode()
    head = HEAD + f"authorization: Bearer {KEY}\r\ncontent-length: {len(body)}\r\n\r\n".encode()
    with connect(guarded) as connection:
        connection.sendall(head + body)
        received = connection.recv(1000)
        assert statuses(received) == [200]
        connection.sendall(b"GET /health HTTP/1.1\r\nhost: test\r\n\r\n" + b"\x00no http\r\n\r\n")
        assert statuses(received + all_of(connection)) == [200]
    wait_until(lambda: "outcome=left" in guarded.stderr, "end of the request")


def test_a_disconnect_is_noticed_although_another_request_is_pipelined(guarded: ServerProcess) -> None:
    body = json.dumps({"input": "It goes on. " * 50_000, "stream": False}).encode()
    head = HEAD + f"authorization: Bearer {KEY}\r\nx-request-id: leaver\r\n".encode()
    with connect(guarded) as connection:
        connection.sendall(head + f"content-length: {len(body)}\r\n\r\n".encode() + body + SMUGGLED)
        headers = {"Authorization": f"Bearer {KEY}"}
        wait_until(
            lambda: (
                "speech_queue_depth 1.0" in http_client.get(f"{guarded.url}/metrics", headers=headers).text
            ),
            "admission of the request",
        )
    wait_until(lambda: "[leaver] speech outcome=" in guarded.stderr, "end of the request")
    assert "[leaver] speech outcome=left" in guarded.stderr


def test_a_thousand_mangled_requests(guarded: ServerProcess) -> None:
    """None causes an internal error, and a valid request still succeeds after them."""
    chance = random.Random(82)
    before = len(guarded.stderr)
    whole = HEAD + f"authorization: Bearer {KEY}\r\ncontent-length: {len(BODY)}\r\n\r\n".encode() + BODY
    for _ in range(1000):
        mangled = bytearray(whole)
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(len(mangled))
            match chance.randrange(4):
                case 0:
                    mangled[at] = chance.randrange(256)
                case 1:
                    del mangled[at : at + chance.randint(1, 30)]
                case 2:
                    mangled[at:at] = chance.randbytes(chance.randint(1, 10))
                case _:
                    mangled[at:at] = mangled[at : at + chance.randint(1, 60)]
        with connect(guarded) as connection:
            connection.sendall(mangled)
            connection.shutdown(socket.SHUT_WR)
            assert not [status for status in statuses(all_of(connection)) if status >= 500], bytes(mangled)
    answer = http_client.post(guarded.url + SPEECH, content=BODY, headers={"Authorization": f"Bearer {KEY}"})
    assert answer.status_code == 200
    assert "Traceback" not in guarded.stderr[before:]


# Texts


def entities(levels: int) -> str:
    """Returns a billion laughs for a parser that expands entities."""
    lines = "".join(f'<!ENTITY e{i} "{f"&e{i - 1};" * 10}">' for i in range(1, levels))
    return f'<?xml version="1.0"?><!DOCTYPE e [<!ENTITY e0 "ha">{lines}]><speak>&e{levels - 1};</speak>'


BOMBS = {
    "entities": entities(10),
    "a file": '<!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]><speak>&x;</speak>',
    "breaks": '<speak><break time="999999999s"/>' * 50 + "</speak>",
    "nested markup": "<speak>" * 500 + "Hi." + "</speak>" * 500,
    "pauses of nothing": "Hi." + "[pause:0s]" * 99_000,
    "nested pauses": "[pause:" * 400,
    "a pause of many digits": "[pause:" + "9" * 4_500 + "s]",  # more than Python converts to a number
    "percents": "1%" * 400,
    "signs": "-1" * 400,
    "fractions": "1/" * 400,
    "letters and digits": "1a" * 400,
    "marks of two kinds": "e" + "\u0301\u0323" * 10_000,
    "direction": "\u202e\u2066" * 50_000 + "Hi.",
    "tags": "\U000e0041" * 100_000 + "Hi.",
    "a character that expands to many": "\ufdfa" * 200,
}
LONG_BOMBS = {
    "nested pauses": "[pause:" * 2_000,
    "a pause of many digits": "[pause:" + "9" * 20_000 + "s]",
}


@pytest.mark.parametrize(
    "text",
    [
        *(pytest.param(text, id=name) for name, text in BOMBS.items()),
        *(
            pytest.param(text, id=f"long: {name}", marks=pytest.mark.proof)
            for name, text in LONG_BOMBS.items()
        ),
    ],
)
def test_the_work_on_a_text_is_bounded_by_its_length(fake: FakeServer, text: str) -> None:
    """The server refuses it, or synthesizes a bounded number of tokens within the client's timeout."""
    answer = fake.speak(text, response_format="pcm", voice="af_heart")
    if answer.status_code != 200:
        assert_error(answer, 400, INVALID, param="input")
    assert sum(len(chunk.tokens) for chunk in fake.engine.chunks) <= 30 * len(text)


def test_a_hundred_thousand_pauses_add_up(fake: FakeServer) -> None:
    answer = fake.speak("[pause:1ms]" * 90_000)
    assert "at most 60" in assert_error(answer, 400, INVALID, param="input")
    assert fake.engine.steps == 0


# Secrets


def test_every_key_is_compared_with_all_valid_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """It compares digests of equal length in constant time, so that timing reveals nothing about a key."""
    keys = ApiKeys.of(["sk-one", "sk-two", "sk-three"])
    compared: list[tuple[int, int]] = []
    compare = hmac.compare_digest

    def watch(one: bytes, other: bytes) -> bool:
        compared.append((len(one), len(other)))
        return compare(one, other)

    monkeypatch.setattr(hmac, "compare_digest", watch)
    for key in ("sk-one", "sk-three", "sk-wrong", "", "s" * 100_000):
        compared.clear()
        keys.name(key)
        assert compared == [(32, 32)] * 3


def requests(key: str) -> Iterator[dict[str, Any]]:
    """Yields requests of many kinds, most of them invalid, each with the secret text or key in another field."""
    headers = {"Authorization": f"Bearer {key}"}
    for fields in (
        {},
        {"stream": False},
        {"stream_format": "sse"},
        {"voice": TEXT},
        {"voice": {"name": TEXT}},
        {"model": TEXT},
        {"speed": TEXT},
        {"lang_code": TEXT},
        {"instructions": [TEXT]},
        {TEXT: TEXT},
        {"input": [TEXT]},
        {"input": TEXT + "[pause:99s]"},
        {"input": TEXT * 30_000},
    ):
        yield {"method": "POST", "url": SPEECH, "json": {"input": TEXT, **fields}, "headers": headers}
    yield {"method": "POST", "url": SPEECH, "content": b'{"input": "' + TEXT.encode(), "headers": headers}
    yield {"method": "POST", "url": SPEECH, "content": TEXT.encode() * 300_000, "headers": headers}
    yield {"method": "POST", "url": PHONEMIZE, "json": {"text": TEXT}, "headers": headers}
    yield {"method": "POST", "url": PHONEMIZE, "json": {"text": TEXT, "language": TEXT}, "headers": headers}
    yield {"method": "GET", "url": SPEECH, "params": {"api_key": key, "input": TEXT}, "headers": headers}
    yield {"method": "GET", "url": "/nowhere", "params": {"key": key}, "headers": headers}
    for wrong in (f"Bearer {key}x", f"Basic {key}", key, f"Bearer {key} {key}"):
        yield {"method": "POST", "url": SPEECH, "json": {"input": TEXT}, "headers": {"Authorization": wrong}}
    yield {"method": "POST", "url": SPEECH, "json": {"input": TEXT}, "headers": {"X-Api-Key": key}}


def test_no_secret_is_in_the_log_or_an_error(guarded: ServerProcess) -> None:
    seen = set()
    with httpx.Client(base_url=guarded.url, timeout=PATIENCE_S, trust_env=False) as client:
        for request in requests(KEY):
            answer = client.request(**request)
            seen.add(answer.status_code)
            assert KEY not in str(answer.headers)
            if answer.status_code != 200:
                assert KEY not in answer.text
    assert seen == {200, 400, 401, 404, 405, 413}
    with connect(guarded) as connection:  # not HTTP
        connection.sendall(HEAD + f"authorization : Bearer {KEY}\r\n\r\n{TEXT}".encode())
        assert KEY.encode() not in all_of(connection)
    with connect(guarded) as connection:  # a disconnect
        body = json.dumps({"input": TEXT * 1000}).encode()
        connection.sendall(
            HEAD + f"authorization: Bearer {KEY}\r\ncontent-length: {len(body)}\r\n\r\n".encode() + body
        )
        assert connection.recv(100)
    wait_until(lambda: "outcome=left" in guarded.stderr, "log line of the disconnect")
    assert guarded.stderr.count("outcome=spoken") >= 4
    for secret in (KEY, "bracadabra"):
        assert secret not in guarded.stderr


@pytest.mark.parametrize("step", [1, 3])
@pytest.mark.parametrize("fault", [EngineError("It failed."), RuntimeError("It failed.")])
def test_an_engine_error_does_not_log_the_text(
    fake: FakeServer, caplog: pytest.LogCaptureFixture, fault: Exception, step: int
) -> None:
    fake.engine.faults[step] = fault
    try:
        answer = fake.speak((TEXT + " ") * 40)
    except httpx.RemoteProtocolError:
        assert step > 1
    else:
        assert step == 1
        assert "bracadabra" not in answer.text
    fake.wait_until_idle()
    assert "It failed" in caplog.text
    assert "bracadabra" not in caplog.text


# Answers


def test_every_answer_has_the_headers_of_a_public_server(guarded: ServerProcess) -> None:
    headers = {"Authorization": f"Bearer {KEY}"}
    with httpx.Client(base_url=guarded.url, timeout=PATIENCE_S, trust_env=False) as client:
        answers = [
            client.post(SPEECH, json={"input": SENTENCES, **way}, headers=headers)
            for way in ({}, {"stream": False}, {"stream_format": "sse"}, {"voice": "nobody"})
        ]
        answers += [
            client.post(SPEECH),
            client.get("/v1/models/x"),
            client.get("/nowhere", headers=headers),
            client.put(SPEECH, headers=headers),
            client.post(SPEECH, content=b" " * 9_000_000, headers=headers),
        ]
        lists = [client.get(path, headers=headers) for path in ("/health", "/v1/models", "/docs", "/metrics")]
    for answer in answers:
        assert answer.headers["cache-control"] == "no-store", answer
    for answer in (*answers, *lists):
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert not {"server", "x-powered-by", "set-cookie", "via"} & set(answer.headers)
    with connect(guarded) as connection:
        connection.sendall(b"no http at all\r\n\r\n")
        refusal = all_of(connection)
    assert b"cache-control: no-store\r\n" in refusal
    assert b"x-content-type-options: nosniff\r\n" in refusal
    assert b"server:" not in refusal


def test_trace_does_not_echo_the_request(guarded: ServerProcess) -> None:
    with connect(guarded) as connection:
        connection.sendall(
            f"TRACE / HTTP/1.1\r\nhost: test\r\nconnection: close\r\nauthorization: Bearer {KEY}\r\n\r\n".encode()
        )
        received = all_of(connection)
    assert statuses(received) == [405]
    assert KEY.encode() not in received
