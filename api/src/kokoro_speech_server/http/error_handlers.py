"""The one place that turns exceptions into responses."""

import logging
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.routing import iter_route_contexts
from pydantic import ValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import compile_path
from starlette.types import Receive, Scope, Send

from kokoro_speech_server.errors import InvalidRequestError, SpeechServerError, error_body
from kokoro_speech_server.http.client_disconnect import ClientDisconnectedError
from kokoro_speech_server.http.open_routes import route_path

logger = logging.getLogger(__name__)

_MESSAGES = {
    "model_type": "Input should be an object",
    "dict_type": "Input should be an object",
    "list_type": "Input should be a valid array",
}
"""Messages about JSON instead of those that pydantic has for Python's objects."""


def install_error_handlers(app: FastAPI) -> None:
    """Respond to every error in OpenAI's shape: the server's own, invalid bodies, 404, 405, and bugs."""
    app.add_exception_handler(SpeechServerError, _speech_server_error)
    app.add_exception_handler(ClientDisconnectedError, _client_disconnected)
    app.add_exception_handler(ClientDisconnect, _client_disconnected)
    app.add_exception_handler(ValidationError, _validation_error)
    app.add_exception_handler(RequestValidationError, _validation_error)
    app.add_exception_handler(HTTPException, _http_exception)
    app.add_exception_handler(Exception, _unhandled)


async def refuse(error: SpeechServerError, scope: Scope, receive: Receive, send: Send) -> None:
    """Refuse a request in middleware. A WebSocket is refused in its handshake."""
    if scope["type"] == "websocket" and "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 1008})  # the HTTP server makes it a plain 403
        return
    await _respond_to(HTTPConnection(scope), error)(scope, receive, send)


def _respond_to(request: HTTPConnection, error: SpeechServerError) -> JSONResponse:
    """The response to an error of the server's own."""
    if error.status == 500:
        logger.error("%s: %s", type(error).__name__, error.message)
    return _respond(request, error.status, error.body(), error.headers)


def _respond(
    request: HTTPConnection, status: int, body: Mapping[str, Any], headers: Mapping[str, str] | None = None
) -> JSONResponse:
    if request.scope.get("method") == "POST":  # health checks and the like may come every second
        # Without the message, which may quote the request.
        why = {key: body["error"][key] for key in ("type", "code", "param")}
        logger.info("refused", extra={"status": status, "path": request.scope["path"][:200], **why})
    # The response to an unhandled error does not pass through RequestIdMiddleware.
    request_id = {"x-request-id": request.scope["request_id"]} if "request_id" in request.scope else {}
    return JSONResponse(body, status, {"cache-control": "no-store", **(headers or {}), **request_id})


async def _speech_server_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, SpeechServerError)
    return _respond_to(request, error)


def invalid_request(error: ValidationError | RequestValidationError) -> InvalidRequestError:
    """The first of the errors in a client's JSON, or in the parameters of its query, which FastAPI reads."""
    if isinstance(error, RequestValidationError):
        first: Mapping[str, Any] = error.errors()[0]
        path = [str(part) for part in first["loc"][1:]]
    else:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        path = [str(part)[:60] for part in first["loc"]]  # a name in the body can be long
    where = ".".join(path) or "The body must be a JSON object"
    message = _MESSAGES.get(first["type"], first["msg"])
    return InvalidRequestError(f"{where}: {message}.", param=path[0] if path else None)


async def _validation_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, ValidationError | RequestValidationError)
    return _respond_to(request, invalid_request(error))


async def _http_exception(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    message, headers = error.detail, error.headers
    if error.status_code == 404:
        message = f"There is no route {request.method} {request.url.path[:200]}."
    elif error.status_code == 405:
        message = f"The route {request.url.path[:200]} does not allow {request.method}."
        headers = {"allow": ", ".join(_methods(request))}
    type = InvalidRequestError.type if error.status_code < 500 else SpeechServerError.type
    return _respond(request, error.status_code, error_body(message, type=type), headers)


def _methods(request: Request) -> list[str]:
    """The methods of all routes with the request's path. Starlette knows only those of the first."""
    path = route_path(request.scope)
    return sorted(
        {
            method
            for route in iter_route_contexts(request.app.routes)
            if route.path and _pattern(route.path).fullmatch(path)
            for method in route.methods or ()
        }
    )


@cache
def _pattern(path: str) -> re.Pattern[str]:
    return compile_path(path)[0]


async def _client_disconnected(request: Request, error: Exception) -> Response:
    return Response(status_code=499)  # nginx's status for it; no client receives it


async def _unhandled(request: Request, error: Exception) -> JSONResponse:
    # Starlette raises the exception again after this response, so that uvicorn logs it and closes the connection.
    # The header announces that to clients that keep connections.
    fault = SpeechServerError("The server encountered an unexpected error.")
    return _respond(request, fault.status, fault.body(), {"connection": "close"})
