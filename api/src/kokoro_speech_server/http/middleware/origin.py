"""Web pages: refuses requests that pages of other origins make browsers send."""

from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from kokoro_speech_server.errors import OriginNotAllowedError
from kokoro_speech_server.hosts import canonical_host, canonical_origin, is_address, is_loopback
from kokoro_speech_server.http.error_handlers import refuse

_READING = ("GET", "HEAD", "OPTIONS")
"""Methods whose routes neither synthesize nor change anything; other origins cannot read their responses."""


class OriginMiddleware:
    """Responds with 403 to requests of web pages that may not use the server, and to their WebSockets.

    Browsers name the page in the header Origin, and send Sec-Fetch-Site. A request with one of them needs a valid key,
    an origin among `cors_origins`, or the server's own origin. That is the Host of the request, if this is loopback, an
    IP address or among `own_hosts`: otherwise a page could give its own name the server's address (DNS rebinding), and
    then be of the same origin. Requests without these headers come from other clients and may have any Host.
    """

    def __init__(self, app: ASGIApp, cors_origins: Iterable[str], own_hosts: Iterable[str]) -> None:
        self._app = app
        self._origins = frozenset(cors_origins)
        self._hosts = frozenset(map(canonical_host, own_hosts))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        works = scope["type"] == "websocket" or (scope["type"] == "http" and scope["method"] not in _READING)
        if works and not scope["has_key"] and not self._allows(Headers(scope=scope)):
            await refuse(OriginNotAllowedError(), scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _allows(self, headers: Headers) -> bool:
        if not ("origin" in headers or "sec-fetch-site" in headers) or "*" in self._origins:
            return True
        try:
            (origin,) = headers.getlist("origin")
            origin = canonical_origin(origin)
            return origin in self._origins or self._is_own(origin, headers)
        except ValueError:  # several origins or hosts, none, or a malformed one
            return False

    def _is_own(self, origin: str, headers: Headers) -> bool:
        (host,) = headers.getlist("host")
        scheme = origin.partition("://")[0]
        # Host has no scheme. The page's own applies, since a proxy may have removed TLS.
        if scheme not in ("http", "https") or origin != canonical_origin(f"{scheme}://{host}"):
            return False
        name = urlsplit(origin).hostname or ""
        return is_loopback(name) or is_address(name) or canonical_host(name) in self._hosts
