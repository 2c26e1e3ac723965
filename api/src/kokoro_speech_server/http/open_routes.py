"""Routes that need no API key where API_KEYS are set."""

import re
from collections.abc import Callable, Collection, Sequence
from typing import Any, Literal, TypeVar

from fastapi.routing import iter_route_contexts
from starlette.routing import BaseRoute, compile_path
from starlette.types import Scope

from kokoro_speech_server.config import OpenGroup

Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])

_ATTRIBUTE = "open_as"

_LIVEKIT_PREWARM = re.compile("/v1")
"""LiveKit's plugin sends GET /v1/ to open its connection early. The answer is 404, which is enough for that."""


def open_as(group: Literal["always"] | OpenGroup) -> Callable[[Endpoint], Endpoint]:
    """Mark an endpoint as open without a key if OPEN_ROUTES names its group, or always."""

    def mark(endpoint: Endpoint) -> Endpoint:
        setattr(endpoint, _ATTRIBUTE, group)
        return endpoint

    return mark


def route_path(scope: Scope) -> str:
    """The path by which Starlette routes the request: without the prefix that uvicorn's --root-path adds."""
    path: str = scope["path"]
    return path.removeprefix(scope.get("root_path", ""))


class OpenRoutes:
    """The paths that need no key; `path in open_routes` tests one.

    routes: all routes of the application
    groups: the groups that OPEN_ROUTES names
    """

    def __init__(self, routes: Sequence[BaseRoute], groups: Collection[OpenGroup]) -> None:
        opened = {"always", *groups}
        # FastAPI keeps included routers as they are in `app.routes`, so their routes are not visible there.
        self._patterns = [
            compile_path(route.path)[0]
            for route in iter_route_contexts(routes)
            if route.path and getattr(route.endpoint, _ATTRIBUTE, None) in opened
        ]
        if "lists" in opened:
            self._patterns.append(_LIVEKIT_PREWARM)

    def __contains__(self, path: str) -> bool:
        path = path.rstrip("/") or "/"
        return any(pattern.fullmatch(path) for pattern in self._patterns)
