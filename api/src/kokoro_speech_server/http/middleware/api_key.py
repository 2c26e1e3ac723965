"""API keys: refuses requests without a valid key, and names the caller of the others."""

from functools import lru_cache
from ipaddress import IPv6Network

from starlette.types import ASGIApp, Receive, Scope, Send

from kokoro_speech_server.errors import InvalidKeyError
from kokoro_speech_server.hosts import parse_address
from kokoro_speech_server.http.app_state import state_of
from kokoro_speech_server.http.credentials import sent_key
from kokoro_speech_server.http.error_handlers import refuse
from kokoro_speech_server.http.open_routes import OpenRoutes, route_path
from kokoro_speech_server.observability import metrics


class ApiKeyMiddleware:
    """Responds with 401 to requests without a valid key, unless their route is open or no keys are set.

    It sets `scope["has_key"]`, whether the request has a valid key, and `scope["caller"]`, by which logs and limits
    identify the caller: the name of the key, or the client's address without one.
    """

    def __init__(self, app: ASGIApp, open_routes: OpenRoutes) -> None:
        self._app = app
        self._open_routes = open_routes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        keys = state_of(scope["app"]).api_keys
        name = keys.name(sent_key(scope))
        if keys and name is None and route_path(scope) not in self._open_routes:
            metrics.UNAUTHORIZED.inc()
            await refuse(_refusal(scope), scope, receive, send)
            return
        scope["has_key"] = name is not None
        scope["caller"] = name or network_of(scope["client"][0] if scope.get("client") else "-")
        await self._app(scope, receive, send)


@lru_cache(maxsize=1024)  # a client that is refused often comes back often
def network_of(host: str) -> str:
    """The client's address. For IPv6 it is the /64 network, since each customer of a provider has at least that."""
    try:
        address = parse_address(host)
    except ValueError:  # a socket file has no address, and a proxy may hide it
        return host
    return str(address) if address.version == 4 else str(IPv6Network((address, 64), strict=False))


def _refusal(scope: Scope) -> InvalidKeyError:
    if sent_key(scope):
        return InvalidKeyError("The API key is not valid.")
    return InvalidKeyError("The request has no API key. Send one in the header `Authorization: Bearer KEY`.")
