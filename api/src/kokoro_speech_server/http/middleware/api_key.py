"""API keys: refuses requests without a valid key, and names the caller of the others."""

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from kokoro_speech_server.errors import InvalidKeyError
from kokoro_speech_server.http.app_state import state_of
from kokoro_speech_server.http.error_handlers import respond
from kokoro_speech_server.http.open_routes import OpenRoutes
from kokoro_speech_server.observability import metrics


class ApiKeyMiddleware:
    """Responds with 401 to requests without a valid key, unless their route is open or no keys are set.

    It sets `scope["caller"]`, by which logs and limits identify the caller: the name of the key, or the client's
    address without one.
    """

    def __init__(self, app: ASGIApp, open_routes: OpenRoutes) -> None:
        self._app = app
        self._open_routes = open_routes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        keys = state_of(scope["app"]).api_keys
        name = keys.name(_key(scope)) if keys else _address(scope)
        if name is None and scope["path"] not in self._open_routes:
            metrics.UNAUTHORIZED.inc()
            response = respond(Request(scope), _refusal(scope))
            await response(scope, receive, send)
            return
        scope["caller"] = name or _address(scope)
        await self._app(scope, receive, send)


def _key(scope: Scope) -> str:
    """The key of the header `Authorization: Bearer KEY`; empty if the request has none."""
    scheme, _, key = Headers(scope=scope).get("authorization", "").partition(" ")
    return key.strip() if scheme.lower() == "bearer" else ""


def _address(scope: Scope) -> str:
    client = scope.get("client")
    return client[0] if client else "-"


def _refusal(scope: Scope) -> InvalidKeyError:
    if _key(scope):
        return InvalidKeyError("The API key is not valid.")
    return InvalidKeyError("The request has no API key. Send one in the header `Authorization: Bearer KEY`.")
