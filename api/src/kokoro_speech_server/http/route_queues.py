"""Which queue a request is admitted to: the endpoint of its route declares it."""

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any, TypeVar

from fastapi.routing import iter_route_contexts
from starlette.routing import BaseRoute, compile_path
from starlette.types import Scope

from kokoro_speech_server.http.open_routes import route_path

Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])

_ATTRIBUTE = "admitted_to"


class Queue(Enum):
    """SPEECH: requests that need an engine; TEXT: requests that only process text."""

    SPEECH = "speech"
    TEXT = "text"


def admitted_to(queue: Queue) -> Callable[[Endpoint], Endpoint]:
    """Mark an endpoint whose requests need a place in the queue. Other requests are always handled."""

    def mark(endpoint: Endpoint) -> Endpoint:
        setattr(endpoint, _ATTRIBUTE, queue)
        return endpoint

    return mark


class RouteQueues:
    """The queues of all routes. Unknown paths and wrong methods have none."""

    def __init__(self, routes: Sequence[BaseRoute]) -> None:
        self._routes = [
            (compile_path(route.path)[0], route.methods or (), queue)
            for route in iter_route_contexts(routes)
            if route.path and (queue := _queue(route.endpoint)) is not None
        ]

    def of(self, scope: Scope) -> Queue | None:
        """The queue of the route that handles the request."""
        path = route_path(scope)
        for pattern, methods, queue in self._routes:
            if scope["method"] in methods and pattern.fullmatch(path):
                return queue
        return None


def _queue(endpoint: Callable[..., Any] | None) -> Queue | None:
    """The queue that the endpoint is marked with."""
    queue: Queue | None = getattr(endpoint, _ATTRIBUTE, None)
    return queue
