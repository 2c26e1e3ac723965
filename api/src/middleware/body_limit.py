"""No request body beyond MAX_BODY_BYTES is ever held in memory."""

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.src.core.errors import BodyTooLargeError


class BodyLimitMiddleware:
    """Counts the body as it comes; its reader gets a BodyTooLargeError, at once if the length says so."""

    def __init__(self, app: ASGIApp, limit: int) -> None:
        self._app = app
        self._limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        declared = Headers(scope=scope).get("content-length", "")
        received = 0

        async def receive_counted() -> Message:
            nonlocal received
            # uvicorn has refused a length that is not a number.
            if declared.isdigit() and int(declared) > self._limit and not received:
                received = self._limit + 1
                raise self._too_large()
            message = await receive()
            received += len(message.get("body", b""))
            if message["type"] == "http.request" and received > self._limit:
                raise self._too_large()
            return message

        await self._app(scope, receive_counted, send)

    def _too_large(self) -> BodyTooLargeError:
        return BodyTooLargeError(f"The request's body is larger than {self._limit} bytes.")
