"""What an attacker would try, beyond what the tests of each part try: it is refused or spoken, and bounded."""

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
from tests.servers import SPEECH, FakeServer, ServerProcess, assert_error, wait_until
from tests.texts import SENTENCES

INVALID = "invalid_request_error"
PHONEMIZE = "/dev/phonemize"
KEY = "sk-a-secret-that-nobody-may-read"
TEXT = "Abracadabra, this is nobody's business."
HEAD = b"POST /v1/audio/speech HTTP/1.1\r\nhost: test\r\n"
BODY = b'{"input": "Hello."}'


@pytest.fixture(scope="module")
def guarded(model_files: None) -> Iterator[ServerProcess]:
    """Started as its operator would, to be asked by strangers; its log says all it can."""
    settings = {"API_KEYS": KEY, "RECEIVE_TIMEOUT_S": "1", "LOG_LEVEL": "debug", "WORKERS": "1"}
    with ServerProcess(module="tests.fake_serve", **settings) as server:
        server.wait_until_ready()
        yield server


def connect(server: ServerProcess) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S)


def all_of(connection: socket.socket) -> bytes:
    """What comes until the server closes the connection."""
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
    "\uff41\uff46_heart",  # wide ones
    "af_heart\u200b",
    "\u202etraeh_fa",
    "${HOME}",
    "$(id)",
    "{{7*7}}",
    "passwd" * 20_000,
]


@contextmanager
def opened_files() -> Iterator[list[str]]:
    """What this process, the server's too, opens."""
    opened: list[str] = []
    watching = True

    def watch(event: str, arguments: tuple[Any, ...]) -> None:
        if watching and event == "open":
            opened.append(str(arguments[0]))

    sys.addaudithook(watch)  # it can't be removed
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


def test_no_header_stands_for_another_request(guarded: ServerProcess) -> None:
    names = ("x-original-url", "x-rewrite-url", "x-forwarded-prefix", "x-http-method-override", "forwarded")
    for name in names:
        headers = {name: "/metrics", "host": "evil.example", "x-forwarded-host": "evil.example"}
        answer = httpx.get(f"{guarded.url}/health", headers=headers, trust_env=False)
        assert answer.json() == {"status": "ok"}
        answer = httpx.get(f"{guarded.url}/v1/models/", headers=headers, trust_env=False)
        assert "location" not in answer.headers
        assert "evil" not in answer.text


def test_an_address_that_a_client_claims_does_not_count(model_files: None) -> None:
    with FakeServer(rate_limit=1) as server, ExitStack() as stack:
        server.wait_until_ready()
        transport = httpx.HTTPTransport(local_address="127.0.0.2")  # 127.0.0.1 may be a proxy of ours
        client = stack.enter_context(httpx.Client(base_url=server.url, transport=transport, trust_env=False))
        for number, status in enumerate([200, 429, 429]):
            address = f"203.0.113.{number}"
            headers = {"X-Forwarded-For": address, "Forwarded": f"for={address}", "X-Real-IP": address}
            assert client.post(SPEECH, json={"input": "Hello."}, headers=headers).status_code == status


# Bodies


ZEROS = b"0" * 10_000_000


@pytest.mark.parametrize(
    ("encoding", "body"),
    [
        ("gzip", gzip.compress(BODY)),
        ("gzip", gzip.compress(b'{"input": "' + ZEROS + b'"}')),
        ("x-gzip", gzip.compress(BODY)),
        ("deflate", zlib.compress(BODY)),
        ("GZIP, gzip", gzip.compress(gzip.compress(ZEROS))),
        ("identity, gzip", gzip.compress(BODY)),
        ("br", b"\x0b\x09\x80{}\x03"),
        ("gzip", BODY),
    ],
)
@pytest.mark.parametrize("path", [SPEECH, PHONEMIZE])
def test_nothing_is_inflated(fake: FakeServer, path: str, encoding: str, body: bytes) -> None:
    answer = fake.client.post(path, content=body, headers={"Content-Encoding": encoding})
    assert "Content-Encoding" in assert_error(answer, 415, INVALID)
    assert answer.headers["accept-encoding"] == "identity"
    assert fake.engine.steps == 0


@pytest.mark.parametrize("encoding", ["identity", "Identity", ""])
def test_a_body_that_says_it_is_plain_is_fine(fake: FakeServer, encoding: str) -> None:
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
def test_phonemes_of_what_is_no_text(fake: FakeServer, body: bytes) -> None:
    answer = fake.client.post(PHONEMIZE, content=body)
    assert answer.status_code == 400
    assert answer.json()["error"]["type"] == INVALID


@pytest.mark.parametrize("field", ["seed", "speed"])
def test_a_number_of_many_digits(fake: FakeServer, field: str) -> None:
    for number in (b"9" * 100_000, b"1e" + b"9" * 100_000):
        answer = fake.client.post(SPEECH, content=b'{"input": "Hello.", "%s": %s}' % (field.encode(), number))
        assert answer.status_code == 400
        assert len(answer.content) < 1000


def test_bodies_that_are_never_complete_do_not_fill_the_memory(model_files: None) -> None:
    limit, enough = 1024, 32
    with FakeServer(max_body_bytes=limit) as server, ExitStack() as stack:
        server.wait_until_ready()
        head = HEAD + f"content-length: {limit}\r\n\r\n".encode()
        for number in range(enough):
            client = stack.enter_context(socket.create_connection(("127.0.0.1", server.port), PATIENCE_S))
            client.sendall(head + b" " * (limit - 1))
            wait_until(lambda taken=number + 1: server.tasks == taken, "the request")  # type: ignore[misc]
        body = json.dumps({"input": "Hello.", "instructions": "x" * 500})

        def status() -> int:
            return httpx.post(server.url + SPEECH, content=body, trust_env=False).status_code

        wait_until(lambda: status() == 503, "the refusal")
        refused = httpx.post(server.url + SPEECH, content=body, trust_env=False)
        assert_error(refused, 503, "service_unavailable_error", code="server_is_overloaded")
        assert httpx.get(f"{server.url}/health", trust_env=False).status_code == 200
        assert 'reason="bodies"' in server.client.get("/metrics").text
        client.close()
        wait_until(lambda: status() == 200, "room again")


# Connections


UNFINISHED = b"GET /health HTTP/1.1\r\nhost: test\r\ncontent-length: 1000\r\n\r\n" + b"x" * 10


def answered(connection: socket.socket) -> None:
    received = b""
    while not received.endswith(b'{"status":"ok"}'):
        received += connection.recv(65536)
    assert statuses(received) == [200]


def test_the_rest_of_a_body_is_not_awaited_once_it_is_answered(guarded: ServerProcess) -> None:
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
def test_a_body_without_end_holds_no_connection(
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
                break  # closed, while we sent
        else:
            pytest.fail("the server goes on reading")


def test_who_has_sent_the_rest_may_go_on_and_is_not_waited_for(guarded: ServerProcess) -> None:
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
        (HEAD + b"connection: upgrade\r\nupgrade: h2c\r\ncontent-length: 19\r\n\r\n" + BODY, 400),
        (HEAD + b"connection: upgrade\r\nupgrade: websocket\r\ncontent-length: 19\r\n\r\n" + BODY, 400),
    ],
)
def test_no_other_protocol_is_spoken(guarded: ServerProcess, what: bytes, status: int) -> None:
    with connect(guarded) as connection:
        connection.sendall(what)
        assert statuses(all_of(connection)) == [status]


@pytest.mark.parametrize("protocol", [b"h2c", b"websocket"])
def test_who_asks_for_another_protocol_gets_an_answer_and_no_connection(
    guarded: ServerProcess, protocol: bytes
) -> None:
    with connect(guarded) as connection:
        connection.sendall(
            b"GET /health HTTP/1.1\r\nhost: test\r\nconnection: upgrade\r\nupgrade: %s\r\n\r\n" % protocol
        )
        received = all_of(connection)
    assert statuses(received) == [200]
    assert b"connection: close" in received


def test_what_is_no_http_breaks_into_no_answer(guarded: ServerProcess) -> None:
    """Neither into one that is being sent, nor before one that is still to come."""
    body = json.dumps({"input": "It goes on. " * 2000, "response_format": "pcm"}).encode()
    head = HEAD + f"authorization: Bearer {KEY}\r\ncontent-length: {len(body)}\r\n\r\n".encode()
    with connect(guarded) as connection:
        connection.sendall(head + body)
        received = connection.recv(1000)
        assert statuses(received) == [200]
        connection.sendall(b"GET /health HTTP/1.1\r\nhost: test\r\n\r\n" + b"\x00no http\r\n\r\n")
        assert statuses(received + all_of(connection)) == [200]
    wait_until(lambda: "outcome=left" in guarded.stderr, "the end of the request")


def test_one_who_leaves_with_a_further_request_behind_is_left(guarded: ServerProcess) -> None:
    body = json.dumps({"input": "It goes on. " * 50_000, "stream": False}).encode()
    head = HEAD + f"authorization: Bearer {KEY}\r\nx-request-id: leaver\r\n".encode()
    with connect(guarded) as connection:
        connection.sendall(head + f"content-length: {len(body)}\r\n\r\n".encode() + body + SMUGGLED)
        headers = {"Authorization": f"Bearer {KEY}"}
        wait_until(
            lambda: "speech_queue_depth 1.0" in httpx.get(f"{guarded.url}/metrics", headers=headers).text,
            "the request's place",
        )
    wait_until(lambda: "[leaver] speech outcome=" in guarded.stderr, "the end of the request")
    assert "[leaver] speech outcome=left" in guarded.stderr


def test_a_thousand_mangled_requests(guarded: ServerProcess) -> None:
    """None is a fault, none goes without an answer that could have one, and the next one is served."""
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
    answer = httpx.post(
        guarded.url + SPEECH, content=BODY, headers={"Authorization": f"Bearer {KEY}"}, trust_env=False
    )
    assert answer.status_code == 200
    assert "Traceback" not in guarded.stderr[before:]


# Texts


def entities(levels: int) -> str:
    """A billion laughs, for who expands them."""
    lines = "".join(f'<!ENTITY e{i} "{f"&e{i - 1};" * 10}">' for i in range(1, levels))
    return f'<?xml version="1.0"?><!DOCTYPE e [<!ENTITY e0 "ha">{lines}]><speak>&e{levels - 1};</speak>'


BOMBS = {
    "entities": entities(10),
    "a file": '<!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]><speak>&x;</speak>',
    "breaks": '<speak><break time="999999999s"/>' * 50 + "</speak>",
    "nested markup": "<speak>" * 500 + "Hi." + "</speak>" * 500,
    "pauses of nothing": "Hi." + "[pause:0s]" * 99_000,
    "nested pauses": "[pause:" * 2_000,
    "a pause of many digits": "[pause:" + "9" * 20_000 + "s]",
    "percents": "1%" * 400,
    "signs": "-1" * 400,
    "fractions": "1/" * 400,
    "letters and digits": "1a" * 400,
    "marks of two kinds": "e" + "\u0301\u0323" * 10_000,
    "direction": "\u202e\u2066" * 50_000 + "Hi.",
    "tags": "\U000e0041" * 100_000 + "Hi.",
    "one that stands for many": "\ufdfa" * 200,
}


@pytest.mark.parametrize("text", BOMBS.values(), ids=BOMBS)
def test_a_text_that_grows_is_a_text(fake: FakeServer, text: str) -> None:
    """Spoken or refused, at no more cost than its length has; in the patience that this client has."""
    answer = fake.speak(text, response_format="pcm")
    if answer.status_code != 200:
        assert_error(answer, 400, INVALID, param="input")
    assert sum(len(chunk.tokens) for chunk in fake.engine.chunks) <= 30 * len(text)


def test_a_hundred_thousand_pauses_add_up(fake: FakeServer) -> None:
    answer = fake.speak("[pause:1ms]" * 90_000)
    assert "at most 60" in assert_error(answer, 400, INVALID, param="input")
    assert fake.engine.steps == 0


# Secrets


def test_a_key_is_compared_with_every_other_whatever_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """In constant time, by digests of one length: the clock tells neither how much is right nor which is."""
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
    """Of many kinds, most of them wrong; each with the secret text or key where one could be."""
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
    with connect(guarded) as connection:  # what is no HTTP
        connection.sendall(HEAD + f"authorization : Bearer {KEY}\r\n\r\n{TEXT}".encode())
        assert KEY.encode() not in all_of(connection)
    with connect(guarded) as connection:  # one who leaves
        body = json.dumps({"input": TEXT * 1000}).encode()
        connection.sendall(
            HEAD + f"authorization: Bearer {KEY}\r\ncontent-length: {len(body)}\r\n\r\n".encode() + body
        )
        assert connection.recv(100)
    wait_until(lambda: "outcome=left" in guarded.stderr, "the line of the one who left")
    assert guarded.stderr.count("outcome=spoken") >= 4
    for secret in (KEY, "bracadabra"):
        assert secret not in guarded.stderr


@pytest.mark.parametrize("step", [1, 3])
@pytest.mark.parametrize("fault", [EngineError("It failed."), RuntimeError("It failed.")])
def test_a_fault_does_not_bring_the_text_into_the_log(
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


def test_a_request_is_not_sent_back(guarded: ServerProcess) -> None:
    with connect(guarded) as connection:
        connection.sendall(
            f"TRACE / HTTP/1.1\r\nhost: test\r\nconnection: close\r\nauthorization: Bearer {KEY}\r\n\r\n".encode()
        )
        received = all_of(connection)
    assert statuses(received) == [404]
    assert KEY.encode() not in received
