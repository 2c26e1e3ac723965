"""Who calls: the name of the key that a request shows, or the client's address where there are no keys."""

from collections.abc import Collection

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from kokoro_speech_server.errors import InvalidKeyError
from kokoro_speech_server.http.app_state import state_of
from kokoro_speech_server.http.error_handlers import respond
from kokoro_speech_server.observability import metrics

_ALWAYS_OPEN = ("/health", "/ready")

ROUTES = {
    "lists": ("/v1", "/v1/test", "/v1/models", "/v1/audio/models", "/v1/audio/voices"),
    "metrics": ("/metrics",),
    "dev": ("/dev/phonemize",),
    "docs": ("/docs", "/openapi.json"),
}
"""What OPEN_ROUTES may name, and the paths (or, with a further part, those below them) that it stands for."""


class OpenRoutes:
    """The paths that need no key, by the names in ROUTES; `path in routes` tells."""

    def __init__(self, names: Collection[str]) -> None:
        self._paths = {*_ALWAYS_OPEN, *(path for name in names for path in ROUTES[name])}

    def __contains__(self, path: str) -> bool:
        path = path.rstrip("/")
        # /v1/models/{model}
        return path in self._paths or (
            "/v1/models" in self._paths and path.rpartition("/")[0] == "/v1/models"
        )


class ApiKeyMiddleware:
    """Answers 401 to who shows no valid key, and names the caller in `scope["caller"]` for logs and limits.

    open_routes: names in ROUTES that need no key
    """

    def __init__(self, app: ASGIApp, open_routes: Collection[str]) -> None:
        self._app = app
        self._open = OpenRoutes(open_routes)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        keys = state_of(scope["app"]).api_keys
        name = keys.name(_shown(scope)) if keys else _address(scope)
        if name is None and scope["path"] not in self._open:
            metrics.UNAUTHORIZED.inc()
            response = respond(Request(scope), _refusal(scope))
            await response(scope, receive, send)
            return
        scope["caller"] = name or _address(scope)
        await self._app(scope, receive, send)


def _shown(scope: Scope) -> str:
    """The key of `Authorization: Bearer KEY`, empty if there is none."""
    scheme, _, key = Headers(scope=scope).get("authorization", "").partition(" ")
    return key.strip() if scheme.lower() == "bearer" else ""


def _address(scope: Scope) -> str:
    client = scope.get("client")
    return client[0] if client else "-"


def _refusal(scope: Scope) -> InvalidKeyError:
    if _shown(scope):
        return InvalidKeyError("The API key is not valid.")
    return InvalidKeyError(
        "The request has no API key: it goes into the header Authorization, behind `Bearer `."
    )
