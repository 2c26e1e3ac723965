"""No request body beyond MAX_BODY_BYTES is ever held in memory, and none takes longer than RECEIVE_TIMEOUT_S."""

import asyncio

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.src.core.errors import BodyTooLargeError, RequestTooSlowError


class BodyMiddleware:
    """Counts the body as it comes, and its time; its reader gets a BodyTooLargeError or RequestTooSlowError.

    The first comes at once if the declared length says so.
    """

    def __init__(self, app: ASGIApp, limit: int, timeout_s: float) -> None:
        self._app = app
        self._limit = limit
        self._timeout_s = timeout_s

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        declared = Headers(scope=scope).get("content-length", "")
        received = 0
        complete = False
        deadline = asyncio.get_running_loop().time() + self._timeout_s

        async def receive_counted() -> Message:
            nonlocal received, complete
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
                received += len(message.get("body", b""))
                complete = not message.get("more_body", False)
                if received > self._limit:
                    raise self._too_large()
            return message

        await self._app(scope, receive_counted, send)

    def _too_large(self) -> BodyTooLargeError:
        return BodyTooLargeError(f"The request's body is larger than {self._limit} bytes.")
