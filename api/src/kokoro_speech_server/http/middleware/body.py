"""Request bodies in bounds: of each its size and its time, and what all of them hold together."""

import asyncio

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kokoro_speech_server.errors import (
    BodyEncodedError,
    BodyTooLargeError,
    OverloadedError,
    RequestTooSlowError,
)
from kokoro_speech_server.observability import metrics

_LARGEST_AT_ONCE = 32
"""So many bodies of MAX_BODY_BYTES may be held at once; or more that are smaller."""


class BodyMiddleware:
    """Counts the body as it comes, and its time; its reader gets an error of what will not do.

    BodyEncodedError, and BodyTooLargeError if the declared length says so, come at once; BodyTooLargeError beyond
    `limit` bytes and RequestTooSlowError after `timeout_s`. What is held counts until the request is answered;
    OverloadedError for the body that finds no room, since whoever may call could otherwise fill the memory with
    bodies that are never complete.
    """

    def __init__(self, app: ASGIApp, limit: int, timeout_s: float) -> None:
        self._app = app
        self._limit = limit
        self._timeout_s = timeout_s
        self._held = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        declared = headers.get("content-length", "")
        encoding = headers.get("content-encoding", "identity")
        received = 0
        held = 0
        complete = False
        deadline = asyncio.get_running_loop().time() + self._timeout_s

        async def receive_counted() -> Message:
            nonlocal received, held, complete
            if encoding.strip().lower() not in ("", "identity"):
                raise BodyEncodedError("The request's body must come as it is, without a Content-Encoding.")
            # uvicorn has refused a length that is not a number.
            if declared.isdigit() and int(declared) > self._limit and not received:
                received = self._limit + 1
                raise self._too_large()
            try:
                async with asyncio.timeout_at(None if complete else deadline):
                    message = await receive()
            except TimeoutError as error:
                raise RequestTooSlowError(
                    f"The request's body did not come within {self._timeout_s:g} s."
                ) from error
            if message["type"] == "http.request":
                size = len(message.get("body", b""))
                received += size
                held += size
                self._held += size
                complete = not message.get("more_body", False)
                if received > self._limit:
                    raise self._too_large()
                if self._held > _LARGEST_AT_ONCE * self._limit:
                    metrics.REFUSALS.labels("bodies").inc()
                    raise OverloadedError("The server holds as many requests' bodies as it can.")
            return message

        try:
            await self._app(scope, receive_counted, send)
        finally:
            self._held -= held

    def _too_large(self) -> BodyTooLargeError:
        return BodyTooLargeError(f"The request's body is larger than {self._limit} bytes.")
