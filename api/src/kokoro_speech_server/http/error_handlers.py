"""The one place that turns exceptions into responses."""

import logging
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI
from pydantic import ValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from kokoro_speech_server.errors import InvalidRequestError, SpeechServerError, error_body
from kokoro_speech_server.http.client_disconnect import ClientLeftError

logger = logging.getLogger(__name__)


def install_error_handlers(app: FastAPI) -> None:
    """Answer every error in OpenAI's shape: ours, a body that fails validation, 404, 405, and bugs."""
    app.add_exception_handler(SpeechServerError, _ours)
    app.add_exception_handler(ClientLeftError, _nobody)
    app.add_exception_handler(ClientDisconnect, _nobody)
    app.add_exception_handler(ValidationError, _validation)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _unhandled)


def _respond(
    request: Request, status: int, body: Mapping[str, Any], headers: Mapping[str, str] | None = None
) -> JSONResponse:
    if request.method == "POST":  # of the others, some are asked every second
        # Without the message, which may quote the request.
        why = {key: body["error"][key] for key in ("type", "code", "param")}
        logger.info("refused", extra={"status": status, "path": request.url.path[:200], **why})
    # The answer to an unhandled error is sent outside of the middleware that names requests.
    named = {"x-request-id": request.scope["request_id"]} if "request_id" in request.scope else {}
    return JSONResponse(body, status, {"cache-control": "no-store", **(headers or {}), **named})


def respond(request: Request, error: SpeechServerError) -> JSONResponse:
    """The answer to one of our errors; here for what is refused before it reaches the application."""
    if error.status == 500:
        logger.error("%s: %s", type(error).__name__, error.message)
    return _respond(request, error.status, error.body(), error.headers)


async def _ours(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, SpeechServerError)
    return respond(request, error)


async def _validation(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, ValidationError)
    first = error.errors(include_url=False, include_context=False)[0]
    path = [str(part) for part in first["loc"]]
    what = (
        f"{'.'.join(path)}: {first['msg']}." if path else f"The body must be a JSON object: {first['msg']}."
    )
    invalid = InvalidRequestError(what, param=path[0] if path else None)
    return _respond(request, invalid.status, invalid.body())


async def _http(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    message = error.detail
    if error.status_code == 404:
        message = f"There is nothing at {request.method} {request.url.path[:200]}."
    elif error.status_code == 405:
        message = f"{request.method} is not a method of {request.url.path[:200]}."
    kind = InvalidRequestError.type if error.status_code < 500 else SpeechServerError.type
    return _respond(request, error.status_code, error_body(message, type=kind), error.headers)


async def _nobody(request: Request, error: Exception) -> Response:
    return Response(status_code=499)  # as nginx writes in its log; nobody reads it


async def _unhandled(request: Request, error: Exception) -> JSONResponse:
    # The server logs the exception itself, since it is raised again behind this answer.
    fault = SpeechServerError("The server met an error that it did not expect.")
    # It also closes the connection then, which a client that keeps connections must be told.
    return _respond(request, fault.status, fault.body(), {"connection": "close"})
