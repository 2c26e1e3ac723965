"""From the JSON of a request's body to a validated object, without holding the event loop for long.

Parsers of JSON hold the interpreter's lock for their whole call, so a thread would not help. A short body is parsed in
one call. A long one may consist of long texts and little else: the texts are decoded piece by piece, and the little
else in one call.
"""

import asyncio
import re
import secrets
import time
from collections.abc import Container, Generator
from typing import Any, TypeVar

from fastapi import Request
from pydantic import AliasChoices, BaseModel
from pydantic_core import from_json

from kokoro_speech_server.config import Settings
from kokoro_speech_server.errors import InvalidRequestError
from kokoro_speech_server.http.app_state import request_state
from kokoro_speech_server.http.speech_endpoint import check_length

M = TypeVar("M", bound=BaseModel)
T = TypeVar("T")

_SHORT_BODY_BYTES = 32 * 1024
"""A body up to this length takes at most two milliseconds, whatever it contains."""

_SHORT_STRING_BYTES = 32
"""Strings up to this length are not texts: they are parsed together with what surrounds them."""

_PIECE_BYTES = 32 * 1024
"""Bytes of a text that are decoded in one call."""

_RUN_BYTES = 8 * 1024
"""Bytes of short strings, and of what is between them, that are taken in one step."""

_MAX_STRINGS = 10_000
"""Strings in a long body, names included. A dialogue of 1,000 turns has about 6,000."""

_MAX_SYMBOLS = 48 * 1024
"""Brackets, commas, digits and the like outside of strings in a long body. That dialogue has about 20,000."""

_MAX_OUTSIDE_BYTES = 256 * 1024
"""All bytes outside of strings in a long body, white space included. That dialogue, indented, has about 110,000."""

_SLICE_S = 0.001
"""Seconds of work on a long body between two turns of the event loop."""

# The characters of a string up to the first that needs what follows: a part of an escape, or of a surrogate pair.
_CHARACTERS = re.compile(
    rb'[^"\\]*+(?:\\(?:[^u]|u[dD][89abAB]..\\u.{4}|u(?![dD][89abAB]).{4})[^"\\]*+)*+', re.DOTALL
)

# Strings that are short and have no escapes, each with what is before it.
_SHORT_STRINGS = re.compile(rb'(?:[^"]{0,64}+"[^"\\]{0,30}+")++')
_SHORT_STRING = re.compile(rb'"[^"]*+"')

_POSITION = re.compile(r" at line \d+ column \d+$")


async def validated_body(request: Request, model: type[M]) -> M:
    """The request's body as an object of the model, whatever the request's Content-Type.

    Raises ValidationError; for a long body also InputTooLongError, and InvalidRequestError if it is not JSON or has too
    many parts.
    """
    body: bytearray = (await request.receive())["body"]  # complete; see middleware/body.py
    if len(body) <= _SHORT_BODY_BYTES:
        return model.model_validate_json(body)
    state = request_state(request)
    # One long body after the other, so that the event loop does a slice for only one of them in each turn.
    async with state.long_body_lock:
        parsed = await _in_slices(_LongBody(body, _names(model), state.settings).parsed())
    return model.model_validate(parsed)


def _names(model: type[BaseModel]) -> set[str]:
    """The names of the model's fields in JSON. Some have several, since other servers call them otherwise."""
    names = set(model.model_fields)
    for field in model.model_fields.values():
        if isinstance(field.validation_alias, AliasChoices):
            names.update(str(choice) for choice in field.validation_alias.choices)
    return names


async def _in_slices(work: Generator[None, None, T]) -> T:
    """Do work that consists of short steps, and let the event loop run between them. Returns the work's result."""
    end = time.monotonic() + _SLICE_S
    try:
        while True:
            next(work)
            if time.monotonic() > end:
                await asyncio.sleep(0)
                end = time.monotonic() + _SLICE_S
    except StopIteration as stop:
        result: T = stop.value
        return result


class _LongBody:
    """A long body. Its texts are taken out and decoded; placeholders, which are short strings, stand for them.

    fields: that are wanted
    """

    def __init__(self, body: bytearray, fields: Container[str], settings: Settings) -> None:
        self._body = body
        self._fields = fields
        self._settings = settings
        self._longest = max(settings.max_input_chars, _SHORT_BODY_BYTES)
        self._strings = self._symbols = self._outside = 0  # see the limits above
        self._rest = bytearray()  # the body with placeholders
        self._texts: dict[str, str] = {}  # by their placeholders
        self._too_long: dict[str, int] = {}  # the number of characters
        # Of placeholders; random, so that no string of the body looks like one.
        self._prefix = secrets.token_hex(8)

    def parsed(self) -> Generator[None, None, Any]:
        """Parse the body in short steps. Returns the object with the wanted fields, or a value that is no object.

        Raises InvalidRequestError, InputTooLongError.
        """
        yield from self._take_texts_out()
        parsed = _parsed(self._rest)
        yield
        if not isinstance(parsed, dict):
            return (yield from self._restored(parsed, param=""))
        wanted = {}
        for name, value in parsed.items():
            if name in self._fields:
                wanted[name] = yield from self._restored(value, param=name)
        return wanted

    def _take_texts_out(self) -> Generator[None, None, None]:
        position = 0
        while True:
            if short := _SHORT_STRINGS.match(self._body, position, position + _RUN_BYTES):
                run = self._body[position : short.end()]
                self._count(run.count(b'"') // 2, _SHORT_STRING.sub(b"", run))
                self._rest += run
                position = short.end()
                yield
            quote = self._body.find(b'"', position, position + _MAX_OUTSIDE_BYTES + 1)
            end = quote if quote >= 0 else position + _MAX_OUTSIDE_BYTES + 1
            between = self._body[position:end]
            self._count(1, between)
            self._rest += between
            if quote < 0:
                return
            end = self._end_of_characters(quote + 1)
            if end - quote <= _SHORT_STRING_BYTES and self._body.startswith(b'"', end):
                self._rest += self._body[quote : end + 1]
            else:
                end = yield from self._take_out(quote + 1)
            position = end + 1
            yield

    def _count(self, strings: int, outside: bytearray | bytes) -> None:
        """Count strings and what is outside of them. Raises InvalidRequestError if a body has too many parts."""
        self._strings += strings
        self._symbols += len(outside.translate(None, b" \t\r\n"))
        self._outside += len(outside)
        if self._strings > _MAX_STRINGS or self._symbols > _MAX_SYMBOLS or self._outside > _MAX_OUTSIDE_BYTES:
            raise InvalidRequestError(
                f"The body has too many parts. If it has more than {_SHORT_BODY_BYTES} bytes, it may have "
                f"{_MAX_STRINGS} strings, and outside of them {_MAX_SYMBOLS} bytes without white space and "
                f"{_MAX_OUTSIDE_BYTES} with it."
            )

    def _take_out(self, position: int) -> Generator[None, None, int]:
        """Decode the text that starts at `position`, piece by piece. Returns the position of its closing quote."""
        pieces: list[str] = []
        characters = 0
        closed = False
        while not closed:
            end = self._end_of_characters(position)
            closed = self._body.startswith(b'"', end)
            if end == position and not closed:
                raise _malformed("a string has an invalid escape or no end")
            piece = _parsed(b'"' + self._body[position:end] + b'"')
            characters += len(piece)
            if characters <= self._longest:
                pieces.append(piece)
            position = end
            yield
        placeholder = f"{self._prefix}{len(self._texts) + len(self._too_long)}"
        if characters <= self._longest:
            self._texts[placeholder] = "".join(pieces)
        else:
            self._too_long[placeholder] = characters
        self._rest += b'"%b"' % placeholder.encode()
        return position

    def _restored(self, value: Any, param: str) -> Generator[None, None, Any]:
        """Put the texts into a parsed value. Raises InputTooLongError."""
        if isinstance(value, str):
            if value in self._too_long:
                check_length(self._too_long[value], self._settings, param=param)
            return self._texts.get(value, value)
        if isinstance(value, list):
            values = []
            for one in value:
                values.append((yield from self._restored(one, param)))
                yield
            return values
        if isinstance(value, dict):
            entries = {}
            for name, one in value.items():
                entries[(yield from self._restored(name, param))] = yield from self._restored(one, param)
                yield
            return entries
        return value

    def _end_of_characters(self, position: int) -> int:
        """The end of the characters at `position` that can be decoded in one call."""
        found = _CHARACTERS.match(self._body, position, position + _PIECE_BYTES)
        assert found is not None  # the pattern matches nothing, too
        end = found.end()
        # In UTF-8, a character may have up to four bytes.
        while end - position > _PIECE_BYTES - 4 and end < len(self._body) and self._body[end] & 0xC0 == 0x80:
            end -= 1
        return end


def _parsed(json: bytes | bytearray) -> Any:
    try:
        return from_json(json)
    except ValueError as error:
        # A position would be that in a part of the body.
        raise _malformed(_POSITION.sub("", str(error))) from error


def _malformed(why: str) -> InvalidRequestError:
    return InvalidRequestError(f"The body must be a JSON object: Invalid JSON: {why}.")
