"""Where clients put their API key."""

from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.types import Scope

_SCHEMES = ("bearer", "token", "api-key")
_KEY_HEADERS = ("xi-api-key", "x-api-key")


def sent_key(scope: Scope) -> str:
    """The key of a request; empty if it has none.

    It is in the header `Authorization: Bearer KEY`. Clients of other services' WebSockets write `Token` or `Api-Key`
    for Bearer, have headers of their own, or, in browsers, which can set no header, a subprotocol or a parameter.
    """
    headers = Headers(scope=scope)
    scheme, _, key = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" or (scheme.lower() in _SCHEMES and scope["type"] == "websocket"):
        return key.strip()
    if scope["type"] != "websocket":
        return ""
    return _own_header(headers) or _subprotocol_key(scope) or _parameter(scope)


def answered_subprotocol(scope: Scope) -> str | None:
    """The subprotocol to accept, which must be one of those that the client offers, and not its key."""
    offered: list[str] = scope.get("subprotocols", [])
    return offered[0] if len(offered) > 1 and offered[0].lower() in _SCHEMES else None


def _own_header(headers: Headers) -> str:
    return next((headers[name].strip() for name in _KEY_HEADERS if name in headers), "")


def _subprotocol_key(scope: Scope) -> str:
    """The key of `Sec-WebSocket-Protocol: token, KEY`."""
    offered: list[str] = scope.get("subprotocols", [])
    return offered[1] if answered_subprotocol(scope) is not None else ""


def _parameter(scope: Scope) -> str:
    """The key of `?api_key=KEY`."""
    query: bytes = scope["query_string"]
    return parse_qs(query.decode("latin-1")).get("api_key", [""])[0]
