"""The header `x-request-id` of every response, for the client's reports and the server's log."""

import re

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kokoro_speech_server.observability.request_id import HEADER, current_request_id, new_request_id
from kokoro_speech_server.observability.tracing import describe_request

_USABLE = re.compile(r"[\w.:-]{1,64}", re.ASCII)

_STARTS = ("http.response.start", "websocket.accept", "websocket.http.response.start")


class RequestIdMiddleware:
    """Uses the client's id if it is short and plain, otherwise a new one. The log lines of the request have it too."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        theirs = Headers(scope=scope).get(HEADER, "")
        request_id = theirs if _USABLE.fullmatch(theirs) else new_request_id()
        # The response to an unhandled error does not pass through this middleware; its handler reads the id here.
        scope["request_id"] = request_id
        describe_request({"speech.request_id": request_id})
        token = current_request_id.set(request_id)

        async def send_with_id(message: Message) -> None:
            if message["type"] in _STARTS:
                message.setdefault("headers", [])
                MutableHeaders(scope=message)[HEADER] = request_id
            await send(message)

        try:
            await self._app(scope, receive, send_with_id)
        finally:
            current_request_id.reset(token)
