"""JSON of any kind and size: what it means, and that parsing it never stops the server."""

import asyncio
import gc
import json
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from tests.servers import SPEECH, FakeServer, assert_error, wait_until

INVALID = "invalid_request_error"
NORMALIZE = "/dev/normalize"
LIMIT = 8 * 1024 * 1024
BOOK = 'He said: "No, [not] {that}: \\never/", at 5 o\'clock.\n'
PIECES = ["a", '"', "\\", "\n", "\x00", "é", "語", "😀", "{", "[", ",", ":", " ", "ud83d", "x" * 40]


def padded(body: bytes) -> bytes:
    """The same object with one more field, which is ignored: such a long body is not parsed in one call."""
    return b'{"x": "' + b"x" * 40_000 + b'", ' + body[1:]


def filled(start: bytes, unit: bytes, end: bytes, size: int = LIMIT) -> bytes:
    return start + unit * ((size - len(start) - len(end)) // len(unit)) + end


def normalized(fake: FakeServer, body: bytes) -> Any:
    answer = fake.client.post(NORMALIZE, content=body)
    assert answer.status_code in (200, 400), answer.text
    return answer.json().get("normalized")


@pytest.mark.parametrize("ascii", [True, False], ids=["escaped", "raw"])
@pytest.mark.parametrize("indent", [None, 4])
@pytest.mark.parametrize("unit", [BOOK, "語", "😀", 'x"', "\\"], ids=repr)
def test_a_book_of_a_million_characters(fake: FakeServer, unit: str, ascii: bool, indent: int | None) -> None:
    text = (unit * (1_000_000 // len(unit)))[: 600_000 if unit == "😀" else None]
    for end, status, param in (("", 404, "model"), ("x" * (1_000_001 - len(text)), 400, "input")):
        body = {"input": text + end, "model": "unknown"}
        content = json.dumps(body, ensure_ascii=ascii, indent=indent).encode()
        code = "model_not_found" if status == 404 else "string_above_max_length"
        message = assert_error(
            fake.client.post(SPEECH, content=content), status, INVALID, code=code, param=param
        )
        assert status == 404 or "1000001 characters" in message


@pytest.mark.parametrize("text", [BOOK, "é語😀" * 30, "\\" * 41 + '"' + "é", "ud83d" * 9 + "😀"], ids=repr)
def test_a_long_text_is_read_as_it_is(fake: FakeServer, text: str) -> None:
    """Texts of more than 64 KiB, so that they are decoded in pieces that end anywhere."""
    many = (text + "\n\n") * (70_000 // len(text.encode()))
    body = {"text": many, "normalization_options": {"normalize": False}}
    raw, escaped = (
        normalized(fake, json.dumps(body, ensure_ascii=ascii).encode()) for ascii in (False, True)
    )
    once = normalized(fake, json.dumps({**body, "text": text}).encode())
    assert raw == escaped
    assert raw.split() == " ".join([once] * (70_000 // len(text.encode()))).split()


def random_bodies(seed: int) -> Iterator[bytes]:
    """Objects with a text, valid or damaged."""
    dice = random.Random(seed)
    for _ in range(40):
        text = "".join(dice.choices(PIECES, k=dice.choice([1, 5, 30])))
        body = bytearray(
            json.dumps(
                {"q": [text, {text: 1.5}], "text": "a " + text}, ensure_ascii=dice.random() < 0.5
            ).encode()
        )
        yield bytes(body)
        at = dice.randrange(1, len(body) + 1)
        body[at:at] = dice.choice(
            [
                b'"',
                b"\\",
                b"\\u",
                b"\\ud83d",
                b"\\udc00",
                b"\xed\xa0\x80",
                b"\xff",
                b"\\u12",
                b"\n",
                b"}",
                b"NaN",
            ]
        )
        yield bytes(body)


@pytest.mark.parametrize("seed", range(2))
def test_a_long_body_means_what_a_short_one_means(fake: FakeServer, seed: int) -> None:
    for body in random_bodies(seed):
        assert normalized(fake, body) == normalized(fake, padded(body)), body


@pytest.mark.parametrize(
    ("path", "body"),
    [
        *[
            (SPEECH, {"input": "Hello.", field: value})
            for field, value in [
                ("input", ""),
                ("input", 5),
                ("voice", []),
                ("voice", {"id": 5}),
                ("speed", "fast"),
                ("speed", 9),
                ("seed", 1.5),
                ("stream", {}),
                ("response_format", "amr"),
                ("pronunciations", []),
                ("pronunciations", {"a" * 50: 1}),
                ("voice_aliases", {"me": 5}),
                ("voice_aliases", {"me": {"voice": "af_sky", "speed": 1}}),
                ("voice_aliases", {"[" + "me" * 20: "af_sky"}),
                ("normalization_options", {"urls": []}),
            ]
        ],
        ("/dev/dialogue", {"turns": {}}),
        ("/dev/dialogue", {"turns": []}),
        ("/dev/dialogue", {"turns": [5]}),
        ("/dev/dialogue", {"turns": [{"input": "Hello."}, {"voice": "af_sky"}]}),
        ("/dev/phonemize", {}),
    ],
    ids=str,
)
def test_errors_in_a_long_body_are_those_of_a_short_one(
    fake: FakeServer, path: str, body: dict[str, Any]
) -> None:
    content = json.dumps(body).encode()
    if not body:
        content = b'{"y": 1}'
    short, long = (fake.client.post(path, content=one) for one in (content, padded(content)))
    assert short.status_code == long.status_code == 400
    assert short.json() == long.json()


@pytest.mark.parametrize("body", [b"[1]", b'"a"', b"5", b"null"], ids=repr)
def test_a_long_body_that_is_no_object(fake: FakeServer, body: bytes) -> None:
    message = assert_error(fake.client.post(SPEECH, content=body.ljust(100_000)), 400, INVALID)
    assert "JSON object" in message


def test_a_dialogue_with_all_its_turns(fake: FakeServer) -> None:
    turn = {
        "input": 'Are [you] there, "Ann"? ' * 4,
        "voice": {"id": "af_heart"},
        "speed": 0.30000000000000004,
    }
    for turns, indent in ((1000, None), (1000, 4)):
        body = json.dumps({"turns": [turn] * turns, "model": "unknown"}, indent=indent).encode()
        answer = fake.client.post("/dev/dialogue", content=body)
        assert_error(answer, 404, INVALID, code="model_not_found", param="model")
    too_many = fake.client.post("/dev/dialogue", json={"turns": [turn] * 1001})
    assert "1000" in assert_error(too_many, 400, INVALID, param="turns")


def test_the_name_of_a_field_in_an_error_is_short(fake: FakeServer) -> None:
    for size in (10_000, 100_000):
        answer = fake.speak("Hello.", pronunciations={"a" * size: 1})
        assert_error(answer, 400, INVALID, param="pronunciations")


@pytest.fixture(scope="module", autouse=True)
def _frozen() -> None:
    """As in a warm worker, no garbage collection in the middle of a turn looks at what was made before."""
    gc.collect()
    gc.freeze()


@contextmanager
def longest_turn(fake: FakeServer) -> Iterator[list[float]]:
    """Collects the seconds of CPU time of each turn of the server's event loop."""
    turns: list[float] = []

    async def measure() -> None:
        while True:
            before = time.thread_time()
            await asyncio.sleep(0)
            turns.append(time.thread_time() - before)

    assert fake.loop is not None
    measuring = asyncio.run_coroutine_threadsafe(measure(), fake.loop)
    try:
        wait_until(lambda: turns, "turn of the event loop")
        yield turns
        fake.client.get("/health")  # the turns before its response are complete
    finally:
        measuring.cancel()


HOSTILE: dict[str, Callable[[], bytes]] = {
    "wrong pronunciations": lambda: (
        b'{"input":"a","pronunciations":{'
        + b",".join(b'"%d":1' % i for i in range(700_000))[: LIMIT - 100]
        + b"}}"
    ),
    "names that end in backslashes": lambda: (
        b'{"input":"a",' + b",".join(b'"%d\\\\":"\\\\"' % i for i in range(500_000)) + b"}"
    ),
    "empty turns": lambda: filled(b'{"turns":[', b"{},", b"{}]}"),
    "ignored lists": lambda: filled(b'{"input":"a","x":[', b"[],", b"1]}"),
    "ignored numbers": lambda: filled(b'{"input":"a","x":[', b"1,", b"1]}"),
    "ignored strings": lambda: filled(b'{"input":"a","x":[', b'"",', b"1]}"),
    "many names below the limit": lambda: (
        b'{"input":"a","voice_aliases":{'
        + b",".join(b'"%d%b":{}' % (i, b"n" * 700) for i in range(9_900))
        + b"}}"
    ),
    "a long number": lambda: filled(b'{"input":"a","seed":', b"9", b"}"),
    "spaces": lambda: filled(b'{"input":"a"', b" ", b"}"),
    "quotation marks": lambda: b'"' * LIMIT,
    "backslashes": lambda: filled(b'{"input":"', b"\\\\", b'"}'),
    "bytes that are no characters": lambda: filled(b'{"input":"', b"\x80", b'"}'),
    "short, wrong pronunciations": lambda: (
        b'{"input":"a","pronunciations":{' + b",".join(b'"%d":1' % i for i in range(3_000)) + b"}}"
    ),
    "short, empty turns": lambda: filled(b'{"turns":[', b"{},", b"{}]}", 32_000),
}
"""Made by the tests, since they have a hundred megabytes."""


@pytest.mark.parametrize("name", HOSTILE)
def test_no_body_stops_the_server(fake: FakeServer, name: str) -> None:
    body = HOSTILE[name]()
    with longest_turn(fake) as turns:
        answer = fake.client.post("/dev/dialogue" if b"turns" in body[:20] else SPEECH, content=body)
    assert answer.status_code == 400
    assert len(answer.content) < 1000
    assert max(turns) < 0.05  # of CPU time, which other processes do not use up; measured: 0.003


def test_a_body_in_pieces_of_one_byte(fake: FakeServer) -> None:
    body = json.dumps({"input": "Hello.", "model": "unknown"}).encode()
    answer: httpx.Response = fake.client.post(SPEECH, content=(bytes([one]) for one in body))
    assert_error(answer, 404, INVALID, code="model_not_found", param="model")
