"""HEAD: every route with GET answers it too."""

from starlette.types import ASGIApp, Receive, Scope, Send


class HeadMiddleware:
    """Has the routes handle HEAD as GET, which FastAPI's do not by themselves. The HTTP server leaves out the body."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] == "HEAD":
            # In a copy: the HTTP server still has to know that it was HEAD.
            scope = {**scope, "method": "GET"}
        await self._app(scope, receive, send)
