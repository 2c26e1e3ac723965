"""How bytes become events, and which never do."""

import itertools
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wyoming.event import Event

from kokoro_speech_server.errors import InvalidRequestError
from kokoro_speech_server.wyoming.event_buffer import MAX_EVENT_BYTES, EventBuffer


def written(event: Event) -> bytes:
    """As the protocol's own writer does."""
    data = json.dumps(event.data, ensure_ascii=False).encode()
    head = {"type": event.type, "data_length": len(data), "payload_length": len(event.payload or b"")}
    return json.dumps(head).encode() + b"\n" + data + (event.payload or b"")


def events_of(buffer: EventBuffer, *pieces: bytes) -> list[Event]:
    events = []
    for piece in pieces:
        buffer.feed(piece)
        while (event := buffer.next_event()) is not None:
            events.append(event)
    return events


@given(
    st.lists(
        st.tuples(st.sampled_from(["synthesize", "ping"]), st.text(), st.binary(max_size=20)), max_size=4
    ),
    st.lists(st.integers(0, 400), max_size=8),
)
def test_events_are_the_same_in_any_pieces(events: list[tuple[str, str, bytes]], cuts: list[int]) -> None:
    sent = [Event(type, {"text": text}, payload) for type, text, payload in events]
    whole = b"".join(map(written, sent))
    edges = [0, *sorted(min(cut, len(whole)) for cut in cuts), len(whole)]
    buffer = EventBuffer()
    pieces = [whole[start:end] for start, end in itertools.pairwise(edges)]
    # Payloads are dropped.
    assert events_of(buffer, *pieces) == [Event(event.type, event.data) for event in sent]
    assert buffer.is_empty


def test_data_may_be_in_the_line_and_after_it() -> None:
    line = b'{"type": "synthesize", "data": {"text": "a", "voice": null}, "data_length": 13}\n{"text": "b"}'
    assert events_of(EventBuffer(), line) == [Event("synthesize", {"text": "b", "voice": None})]


def test_an_event_may_be_as_long_as_the_limit_and_no_longer() -> None:
    def event(length: int) -> bytes:
        return b'{"type": "a", "data_length": %d}\n' % length

    padding = b"{}" + b" " * (MAX_EVENT_BYTES - 2)
    assert events_of(EventBuffer(), event(MAX_EVENT_BYTES), padding) == [Event("a")]
    with pytest.raises(InvalidRequestError, match="at most 262144 bytes"):
        events_of(EventBuffer(), event(MAX_EVENT_BYTES + 1))


@pytest.mark.parametrize(
    "line",
    [
        "",
        "GET / HTTP/1.1",
        "[1]",
        '"describe"',
        "{",
        "{}",
        '{"type": 1}',
        json.dumps({"type": "a" * 101}),
        '{"type": "a", "data": []}',
        '{"type": "a", "data_length": -1}',
        '{"type": "a", "data_length": 1.5}',
        '{"type": "a", "data_length": true}',
        '{"type": "a", "data_length": "9"}',
        '{"type": "a", "data_length": 10000000000}',
        '{"type": "a", "payload_length": 10000000000}',
        '{"type": "a", "payload_length": -5}',
        '{"type": "a", "data_length": 200000, "payload_length": 200000}',
        '{"type": "a", "data_length": ' + "9" * 5_000 + "}",
        "[" * 100_000,
        '{"a":' * 20_000,
    ],
    ids=lambda line: line[:40],
)
def test_what_is_no_event_is_an_error(line: str) -> None:
    with pytest.raises(InvalidRequestError):
        events_of(EventBuffer(), line.encode() + b"\n")


@pytest.mark.parametrize("data", [b"\xff\xfe", b"[]", b"{", b"null"])
def test_data_that_is_no_object_is_an_error(data: bytes) -> None:
    with pytest.raises(InvalidRequestError):
        events_of(EventBuffer(), b'{"type": "a", "data_length": %d}\n' % len(data), data)


def test_a_line_without_an_end_is_an_error_at_the_limit() -> None:
    buffer = EventBuffer()
    assert events_of(buffer, *[b"x" * 1024] * (MAX_EVENT_BYTES // 1024)) == []
    with pytest.raises(InvalidRequestError):
        events_of(buffer, b"x")


@given(st.binary(max_size=200))
def test_any_bytes_are_events_or_an_error(data: bytes) -> None:
    buffer = EventBuffer()
    try:
        events: list[Any] = events_of(buffer, data)
    except InvalidRequestError:
        return
    assert all(isinstance(event.type, str) and isinstance(event.data, dict) for event in events)
