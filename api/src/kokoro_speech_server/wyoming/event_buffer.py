"""Cuts what a client sends into Wyoming's events, within limits that the protocol's own reader does not have."""

import json
from dataclasses import dataclass
from typing import Any

from wyoming.event import Event

from kokoro_speech_server.errors import BodyTooLargeError, InvalidRequestError

MAX_EVENT_BYTES = 256 * 1024
"""Bytes of an event's line, and of what follows it, at most."""

_LONGEST_TYPE = 100


@dataclass(frozen=True, slots=True)
class _Head:
    """The line of an event. data_length, payload_length: of what follows it, in bytes"""

    type: str
    data: dict[str, Any]
    data_length: int
    payload_length: int


class EventBuffer:
    """Holds the bytes of at most one event that is not complete. Speech needs no payloads, which are dropped."""

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._searched = 0  # bytes without the end of a line
        self._head: _Head | None = None

    @property
    def is_empty(self) -> bool:
        """Whether no event has begun."""
        return not self._bytes and self._head is None

    def feed(self, data: bytes) -> None:
        """Add what has arrived. Call `next_event` until it returns None before the next call."""
        self._bytes += data

    def next_event(self) -> Event | None:
        """The next event; None if it is not complete.

        Raises InvalidRequestError for what is no event, BodyTooLargeError for one that is too long. Nothing can be read
        after that.
        """
        if self._head is None:
            self._head = self._next_head()
        head = self._head
        if head is None or len(self._bytes) < head.data_length + head.payload_length:
            return None
        data = head.data | (_object(self._bytes[: head.data_length]) if head.data_length else {})
        del self._bytes[: head.data_length + head.payload_length]
        self._head = None
        return Event(head.type, data)

    def _next_head(self) -> _Head | None:
        end = self._bytes.find(b"\n", self._searched)
        if max(end, 0 if end >= 0 else len(self._bytes)) > MAX_EVENT_BYTES:
            raise _too_large()
        if end < 0:
            self._searched = len(self._bytes)
            return None
        line = _object(self._bytes[:end])
        del self._bytes[: end + 1]
        self._searched = 0
        head = _Head(_type(line), _data(line), _length(line, "data_length"), _length(line, "payload_length"))
        if head.data_length + head.payload_length > MAX_EVENT_BYTES:
            raise _too_large()
        return head


def _object(text: bytes | bytearray) -> dict[str, Any]:
    try:
        parsed = json.loads(text)
    except (ValueError, RecursionError):
        parsed = None
    if not isinstance(parsed, dict):
        raise InvalidRequestError(
            "Each event must begin with a line that is a JSON object, and so must its data."
        )
    return parsed


def _type(line: dict[str, Any]) -> str:
    type = line.get("type")
    if not isinstance(type, str) or len(type) > _LONGEST_TYPE:
        raise InvalidRequestError("type: Input should be a short string.", param="type")
    return type


def _data(line: dict[str, Any]) -> dict[str, Any]:
    data = line.get("data")
    if not isinstance(data, dict | None):
        raise InvalidRequestError("data: Input should be an object.", param="data")
    return data or {}


def _length(line: dict[str, Any], name: str) -> int:
    length = line.get(name)
    if length is None:
        return 0
    if isinstance(length, bool) or not isinstance(length, int) or length < 0:
        raise InvalidRequestError(f"{name}: Input should be a number of bytes.", param=name)
    return length


def _too_large() -> BodyTooLargeError:
    return BodyTooLargeError(f"An event may have at most {MAX_EVENT_BYTES} bytes.")
