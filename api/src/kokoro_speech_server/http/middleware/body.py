"""Limits of request bodies: the size and the time of each, and the memory of all of them together."""

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

_TOTAL_LIMIT_FACTOR = 32
"""All bodies in memory together are at most this multiple of MAX_BODY_BYTES."""


class BodyMiddleware:
    """Checks each body while the application receives it. `receive` raises the error of the limit that is exceeded:

    BodyEncodedError:    the body has a Content-Encoding; raised before anything is read
    BodyTooLargeError:   the body is longer than `limit` bytes, or declares that it is
    RequestTooSlowError: the body is not complete after `timeout_s`
    OverloadedError:     all bodies together hold too much memory

    A body counts until its request is finished. Without the last limit, clients could fill the memory with bodies
    that they never complete.
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
                raise BodyEncodedError(
                    "The request's body must not be compressed; send it without a Content-Encoding."
                )
            # uvicorn refuses a Content-Length that is not a number.
            if declared.isdigit() and int(declared) > self._limit and not received:
                received = self._limit + 1
                raise self._too_large()
            try:
                async with asyncio.timeout_at(None if complete else deadline):
                    message = await receive()
            except TimeoutError as error:
                raise RequestTooSlowError(
                    f"The request's body did not arrive within {self._timeout_s:g} s."
                ) from error
            if message["type"] == "http.request":
                size = len(message.get("body", b""))
                received += size
                held += size
                self._held += size
                complete = not message.get("more_body", False)
                if received > self._limit:
                    raise self._too_large()
                if self._held > _TOTAL_LIMIT_FACTOR * self._limit:
                    metrics.REFUSALS.labels("bodies").inc()
                    raise OverloadedError("The server is receiving too many request bodies.")
            return message

        try:
            await self._app(scope, receive_counted, send)
        finally:
            self._held -= held

    def _too_large(self) -> BodyTooLargeError:
        return BodyTooLargeError(f"The request's body is larger than {self._limit} bytes.")
