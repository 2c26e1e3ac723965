"""Limits of request bodies: the size and the time of each, and the memory of all of them together."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kokoro_speech_server.errors import (
    BodyEncodedError,
    BodyTooLargeError,
    OverloadedError,
    RequestTooSlowError,
    SpeechServerError,
)
from kokoro_speech_server.http.error_handlers import refuse
from kokoro_speech_server.observability import metrics

_TOTAL_LIMIT_FACTOR = 32
"""All bodies in memory together are at most this multiple of MAX_BODY_BYTES."""


class BodyMiddleware:
    """Receives each body completely before the request goes on, so that a slow body holds no place in a queue.

    It refuses a request whose body exceeds a limit:

    BodyEncodedError:    the body has a Content-Encoding; raised before anything is read
    BodyTooLargeError:   the body is longer than `limit` bytes, or declares that it is
    RequestTooSlowError: the body is not complete after `timeout_s`
    OverloadedError:     all bodies together hold too much memory

    A body counts until its request is finished. Without the last limit, clients could fill the memory with bodies
    that they never complete. Only POST has a body that a route reads; other methods do not wait for theirs. It sets
    `scope["body_bytes"]`.
    """

    def __init__(self, app: ASGIApp, limit: int, timeout_s: float) -> None:
        self._app = app
        self._limit = limit
        self._timeout_s = timeout_s
        self._held = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "POST":
            await self._app(scope, receive, send)
            return
        with self._held_bytes() as hold:
            try:
                body = await self._complete_body(Headers(scope=scope), receive, hold)
            except SpeechServerError as error:
                await refuse(error, scope, receive, send)
                return
            if body is not None:
                scope["body_bytes"] = len(body)
                await self._app(scope, _with_body(body, receive), send)

    @contextmanager
    def _held_bytes(self) -> Iterator[Callable[[int], None]]:
        """Yields a function that counts bytes as held until the context ends."""
        held = 0

        def hold(size: int) -> None:
            nonlocal held
            held += size
            self._held += size

        try:
            yield hold
        finally:
            self._held -= held

    async def _complete_body(
        self, headers: Headers, receive: Receive, hold: Callable[[int], None]
    ) -> bytearray | None:
        """The body, or None if the client disconnects before it is complete. Raises the errors of the limits."""
        encoding = headers.get("content-encoding", "identity")
        if encoding.strip().lower() not in ("", "identity"):
            raise BodyEncodedError(
                "The request's body must not be compressed; send it without a Content-Encoding."
            )
        declared = headers.get("content-length", "")  # uvicorn refuses one that is not a number
        if declared.isdigit() and int(declared) > self._limit:
            raise self._too_large()
        try:
            async with asyncio.timeout(self._timeout_s):
                return await self._received(receive, hold)
        except TimeoutError as error:
            raise RequestTooSlowError(
                f"The request's body did not arrive within {self._timeout_s:g} s."
            ) from error

    async def _received(self, receive: Receive, hold: Callable[[int], None]) -> bytearray | None:
        body = bytearray()  # a list would need much memory for pieces of one byte, and be copied in the end
        more_body = True
        while more_body:
            message = await receive()
            if message["type"] == "http.disconnect":
                return None
            piece = message.get("body", b"")
            more_body = message.get("more_body", False)
            hold(len(piece))
            if len(body) + len(piece) > self._limit:
                raise self._too_large()
            if self._held > _TOTAL_LIMIT_FACTOR * self._limit:
                metrics.REFUSALS.labels("bodies").inc()
                raise OverloadedError("The server is receiving too many request bodies.")
            body += piece
        return body

    def _too_large(self) -> BodyTooLargeError:
        return BodyTooLargeError(f"The request's body is larger than {self._limit} bytes.")


def _with_body(body: bytearray, receive: Receive) -> Receive:
    """A `receive` that gives the body in one message, and then what the original gives: the disconnect."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_body() -> Message:
        return messages.pop() if messages else await receive()

    return receive_body
