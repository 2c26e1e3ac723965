"""The OpenAPI document: what FastAPI derives from the routes, and the parts that it cannot know.

Routes describe themselves with the functions here; `Description` completes the document with the schemas, examples and
headers that they refer to.
"""

import importlib
import json
import pkgutil
import re
import threading
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from fastapi import FastAPI
from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from kokoro_speech_server.audio.streaming_audio_writer import AudioFormat
from kokoro_speech_server.errors import (
    BodyEncodedError,
    BodyTooLargeError,
    DownloadNotFoundError,
    InputTooLongError,
    InvalidKeyError,
    InvalidRequestError,
    InvalidVoiceError,
    ModelNotFoundError,
    ModelNotLoadedError,
    ModelUnusableError,
    NothingToSpeakError,
    NotReadyError,
    OriginNotAllowedError,
    OverloadedError,
    RateLimitError,
    RequestTooSlowError,
    SpeechServerError,
    StoppingError,
)
from kokoro_speech_server.http import schemas
from kokoro_speech_server.http.open_routes import OpenRoutes
from kokoro_speech_server.http.schemas import responses
from kokoro_speech_server.http.schemas.responses import (
    ErrorAnswer,
    SpeechDelta,
    SpeechDone,
    SpeechFailed,
    SpeechTimestamps,
)
from kokoro_speech_server.retry_after import RETRY_AFTER_MAX_S, RETRY_AFTER_MIN_S
from kokoro_speech_server.scheduling.limits import Allowance

DESCRIPTION = """Text to speech with Kokoro-82M. OpenAI's SDKs call `POST /v1/audio/speech`.

Every response has the header `x-request-id`, which identifies the request in the server's log. Errors have OpenAI's
shape. That includes those of HTTP itself: 404 for an unknown path, 405 for a wrong method, and 400, 408 or 431 for
headers that are malformed, arrive too slowly or are too long."""

_REF = "#/components/schemas/{model}"

_EVENTS = (SpeechTimestamps, SpeechDelta, SpeechDone, SpeechFailed)

_HEADERS = {
    "x-request-id": ("The id of the request: the client's own if that is short and plain.", True),
    "retry-after": (
        f"Seconds until a retry makes sense, from {RETRY_AFTER_MIN_S} to {RETRY_AFTER_MAX_S}.",
        True,
    ),
    "retry-after-ms": ("The same in milliseconds, which OpenAI's SDKs prefer.", True),
    "www-authenticate": ("The scheme of the API key: Bearer.", True),
    "accept-encoding": ("The accepted Content-Encoding: identity.", True),
    "x-ratelimit-limit-requests": ("Requests per minute that the caller may make, with RATE_LIMIT.", False),
    "x-ratelimit-remaining-requests": ("Requests that the caller may still make now.", False),
    "x-ratelimit-reset-requests": ("Time until the whole limit is available again, such as 12s.", False),
    "x-audio-seconds": ("Seconds of audio in the file, with stream false.", False),
    "x-ssml-unknown": (
        "Names of unsupported SSML elements, separated by commas. Only their content was spoken.",
        False,
    ),
    "x-unspoken-scripts": (
        "Writing systems in the text that this server cannot read, separated by commas, such as Thai. Words in them "
        "were left out.",
        False,
    ),
    "x-download-path": ("With return_download_link, where the file will be, behind /v1.", False),
    "x-timing-path": ("With return_timing, where the times of its chunks will be, behind /v1.", False),
    "x-download-status": ("unavailable, if there is no room for the download.", False),
    "x-instructions": (
        "What was read of the instructions: a speed (speed=0.8), or nothing (ignored).",
        False,
    ),
    "content-disposition": ("A name for the file.", True),
    "server-timing": ("Milliseconds spent in each stage before the response began.", False),
}
"""Each header's description, and whether every response that lists the header has it."""

_ALL_USED = Allowance(limit=60, remaining=0, reset_s=12).headers

RATE_LIMIT_HEADERS = tuple(_ALL_USED)

DOWNLOAD_HEADERS = ("x-download-path", "x-timing-path", "x-download-status")

_EXAMPLES: tuple[SpeechServerError, ...] = (
    InvalidRequestError("speed: Input should be less than or equal to 4.", param="speed"),
    InvalidVoiceError("Unknown voice 'af_hart'. Did you mean af_heart? GET /v1/audio/voices lists them all."),
    InputTooLongError("input: the text has 1000001 characters; at most 1000000 are allowed.", param="input"),
    NothingToSpeakError(),
    InvalidKeyError("The API key is not valid."),
    OriginNotAllowedError(),
    ModelNotFoundError("The model 'gpt-4o' does not exist.", param="model"),
    ModelUnusableError("The model 'mine' can't be used: config.json does not exist."),
    DownloadNotFoundError(),
    RequestTooSlowError("The request's body did not arrive within 30 s."),
    BodyTooLargeError("The request's body is larger than 8388608 bytes."),
    BodyEncodedError("The request's body must not be compressed; send it without a Content-Encoding."),
    RateLimitError("The limit of 60 requests a minute is reached.", retry_after=12, headers=_ALL_USED),
    SpeechServerError("The server encountered an unexpected error."),
    OverloadedError("The server is full.", retry_after=12),
    NotReadyError("The model is still loading: 3 of 8 workers are ready."),
    StoppingError("The server is stopping."),
    ModelNotLoadedError("The model 'mine' could not be loaded within 120 s."),
)

_DESCRIPTIONS = {
    400: "The request is invalid; `param` names the field.",
    401: "The request has no API key, or an invalid one.",
    403: "A web page of this origin may not use the server.",
    404: "The model or the download does not exist.",
    408: "The body did not arrive in time.",
    413: "The body is too large.",
    415: "The body is compressed.",
    429: "The caller has reached its limit of requests per minute or at once.",
    500: "The server failed.",
    503: "The server cannot take the request now. `Retry-After` says when a retry makes sense.",
}

_BODY_ERRORS = (InvalidRequestError, RequestTooSlowError, BodyTooLargeError, BodyEncodedError)


SPEECH_ERRORS: tuple[type[SpeechServerError], ...] = (
    InputTooLongError,
    InvalidVoiceError,
    NothingToSpeakError,
    ModelNotFoundError,
    ModelUnusableError,
    RateLimitError,
    OverloadedError,
    NotReadyError,
    StoppingError,
    ModelNotLoadedError,
)
"""Errors of routes that respond with speech, in addition to those of the body."""


def headers(*names: str) -> dict[str, Any]:
    """The value for `headers` of a response."""
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def errors(*kinds: type[SpeechServerError]) -> dict[int | str, dict[str, Any]]:
    """The value for `responses` of a route that may raise these errors."""
    answers: dict[int | str, dict[str, Any]] = {}
    for error in _EXAMPLES:
        if type(error) not in kinds:
            continue
        answer = answers.setdefault(
            str(error.status),
            {
                "description": _DESCRIPTIONS[error.status],
                "headers": headers(*error.headers),
                "content": {"application/json": {"schema": _ref(ErrorAnswer), "examples": {}}},
            },
        )
        name = _name(error)
        answer["content"]["application/json"]["examples"][name] = {"$ref": f"#/components/examples/{name}"}
    return answers


def body_errors(*kinds: type[SpeechServerError]) -> dict[int | str, dict[str, Any]]:
    """`errors` for a route that reads a body: those of the body, and `kinds`."""
    return errors(*_BODY_ERRORS, *kinds)


def json_body(model: type[BaseModel], examples: dict[str, BaseModel]) -> dict[str, Any]:
    """The value for `openapi_extra` of a route that reads its body itself.

    examples: bodies by their summaries
    """
    values = {
        name: {"summary": name, "value": example.model_dump(mode="json", exclude_unset=True)}
        for name, example in examples.items()
    }
    content = {"application/json": {"schema": _ref(model), "examples": values}}
    return {"requestBody": {"required": True, "content": content}}


def audio_or_events(media_types: Iterable[str]) -> dict[str, Any]:
    """The value for `content` of a response with speech: a file of one of the types, or server-sent events."""
    events: tuple[BaseModel, ...] = (
        SpeechDelta(audio="SUQzBAAAAAAAI1RTU0U="),
        SpeechDone.model_validate({"usage": {"input_tokens": 14, "output_tokens": 52, "total_tokens": 66}}),
    )
    one_event = {
        "type": "object",
        "description": "One event: a line with `data: ` and a JSON object, then an empty line.",
        "properties": {
            "data": {
                "type": "string",
                "contentMediaType": "application/json",
                "contentSchema": {"oneOf": [_ref(one) for one in _EVENTS]},
            }
        },
        "required": ["data"],
    }
    example = "".join(f"data: {event.model_dump_json()}\n\n" for event in events)
    audio = {"schema": {"type": "string", "format": "binary"}}
    return {
        **dict.fromkeys(media_types, audio),
        # OpenAPI before 3.2 cannot describe events. Its tools read the schema of a stream as that of each event.
        "text/event-stream": {"schema": one_event, "example": example},
    }


def speech_answers(*more_headers: str) -> dict[int | str, dict[str, Any]]:
    """The value for `responses` of a route with speech: the audio in any form, and its errors."""
    return {
        200: {
            "description": "The audio file, or server-sent events with stream_format sse.",
            "headers": headers(
                *RATE_LIMIT_HEADERS, "x-audio-seconds", *DOWNLOAD_HEADERS, *more_headers, "server-timing"
            ),
            "content": audio_or_events(format.media_type for format in AudioFormat),
        },
        **body_errors(*SPEECH_ERRORS),
    }


def one_or_lines(model: type[BaseModel]) -> dict[str, Any]:
    """The value for `content` of a response with one JSON object, or with one per line."""
    return {
        "application/json": {"schema": _ref(model)},
        "application/x-ndjson": {"schema": _ref(model)},
    }


class Description:
    """Makes the OpenAPI document of an application when it is first called, and returns the same one ever after.

    Few servers are asked for it, and it takes a fifth of a second, by which each worker would start later. Any thread
    may call it.

    app:       with all its routes
    with_keys: whether routes need an API key, except for `open_routes`
    """

    def __init__(self, app: FastAPI, open_routes: OpenRoutes, *, with_keys: bool) -> None:
        self._app = app
        self._open_routes = open_routes
        self._with_keys = with_keys
        self._lock = threading.Lock()
        self._document: dict[str, Any] | None = None

    def __call__(self) -> dict[str, Any]:
        with self._lock:
            if self._document is None:
                self._document = _describe(self._app, self._open_routes, with_keys=self._with_keys)
            return self._document


def _describe(app: FastAPI, open_routes: OpenRoutes, *, with_keys: bool) -> dict[str, Any]:
    """The OpenAPI document of the application."""
    document = app.openapi()
    # FastAPI adds a 422 with these schemas, which this server never responds with.
    for name in ("HTTPValidationError", "ValidationError"):
        document["components"]["schemas"].pop(name, None)
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            # An open path may have a method that needs a key all the same, and says so.
            needs_key = with_keys and (path not in open_routes or "401" in operation["responses"])
            _complete(operation, needs_key=needs_key, checks_origin=method != "get")
    components = document["components"]
    # Not in the routes, where FastAPI would remove the nulls.
    components["examples"] = {_name(error): {"value": error.body()} for error in _EXAMPLES}
    components["headers"] = {
        name: {"description": meaning, "required": always, "schema": {"type": "string"}}
        for name, (meaning, always) in _HEADERS.items()
    }
    if with_keys:
        components["securitySchemes"] = {"key": {"type": "http", "scheme": "bearer"}}
    referenced = set(re.findall(_REF.format(model=r"(\w+)"), json.dumps(document)))
    components["schemas"] |= _schemas(referenced - components["schemas"].keys())
    return document


def _complete(operation: dict[str, Any], *, needs_key: bool, checks_origin: bool) -> None:
    """Add the errors and the headers that every operation has."""
    answers = operation["responses"]
    answers.pop("422", None)
    answers |= errors(SpeechServerError)
    if needs_key:
        operation["security"] = [{"key": []}]
        answers |= errors(InvalidKeyError)
    if checks_origin:
        answers |= errors(OriginNotAllowedError)
    for answer in answers.values():
        answer["headers"] = {**headers("x-request-id"), **answer.get("headers", {})}
    operation["responses"] = dict(sorted(answers.items()))


def _schemas(names: Collection[str]) -> dict[str, Any]:
    """The JSON schemas of the models in http/schemas with these names, and of the models within them.

    FastAPI does not see these models, because the routes read or write them themselves.
    """
    _, definitions = models_json_schema([*_models(names)], ref_template=_REF)
    return dict(definitions["$defs"])


def _models(names: Collection[str]) -> Iterator[tuple[type[BaseModel], JsonSchemaMode]]:
    """The models in http/schemas with these names, and the mode of their JSON schemas."""
    for found in pkgutil.iter_modules(schemas.__path__):
        module = importlib.import_module(f"{schemas.__name__}.{found.name}")
        for model in vars(module).values():
            if isinstance(model, type) and model.__module__ == module.__name__ and model.__name__ in names:
                yield model, "serialization" if module is responses else "validation"


def _name(error: SpeechServerError) -> str:
    return error.code or type(error).__name__


def _ref(model: type[BaseModel]) -> dict[str, str]:
    return {"$ref": _REF.format(model=model.__name__)}
