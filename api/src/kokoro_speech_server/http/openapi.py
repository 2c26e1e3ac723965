"""The API's description: what FastAPI reads off the routes, and what it can't know."""

from collections.abc import Iterable
from typing import Any

from fastapi import FastAPI
from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from kokoro_speech_server.audio.streaming_audio_writer import AudioFormat
from kokoro_speech_server.config import Settings
from kokoro_speech_server.errors import (
    BodyEncodedError,
    BodyTooLargeError,
    InputTooLongError,
    InvalidKeyError,
    InvalidRequestError,
    InvalidVoiceError,
    ModelNotFoundError,
    NothingToSpeakError,
    NotReadyError,
    OverloadedError,
    RateLimitError,
    RequestTooSlowError,
    SpeechServerError,
    StoppingError,
)
from kokoro_speech_server.http.middleware.api_key import OpenRoutes
from kokoro_speech_server.http.schemas.dialogue import DialogueRequest
from kokoro_speech_server.http.schemas.normalize import NormalizeRequest
from kokoro_speech_server.http.schemas.phonemes import PhonemesRequest, PhonemizeRequest
from kokoro_speech_server.http.schemas.responses import (
    CaptionedSpeech,
    ErrorAnswer,
    SpeechDelta,
    SpeechDone,
    SpeechFailed,
    SpeechTimestamps,
)
from kokoro_speech_server.http.schemas.speech import CaptionedSpeechRequest, SpeechRequest
from kokoro_speech_server.scheduling.limits import Allowance

DESCRIPTION = """Text to speech with Kokoro-82M; `POST /v1/audio/speech` is what OpenAI's SDKs call.

Every answer carries `x-request-id`, the name of the request in the server's log. Errors have OpenAI's shape, those of
HTTP itself too: 404 for a path that does not exist, 405 for a method, 400, 408 and 431 for headers that can't be read,
come too slowly or are too long."""

_REF = "#/components/schemas/{model}"

_MODELS: tuple[tuple[type[BaseModel], JsonSchemaMode], ...] = (
    (SpeechRequest, "validation"),
    (CaptionedSpeechRequest, "validation"),
    (DialogueRequest, "validation"),
    (NormalizeRequest, "validation"),
    (PhonemesRequest, "validation"),
    (PhonemizeRequest, "validation"),
    (CaptionedSpeech, "serialization"),
    (ErrorAnswer, "serialization"),
    (SpeechDelta, "serialization"),
    (SpeechTimestamps, "serialization"),
    (SpeechDone, "serialization"),
    (SpeechFailed, "serialization"),
)
"""Those that routes read or write themselves, so that FastAPI does not see them."""

_EVENTS = (SpeechTimestamps, SpeechDelta, SpeechDone, SpeechFailed)

_HEADERS = {
    "x-request-id": ("The request's name: the client's own if it is short and plain.", True),
    "retry-after": ("Seconds after which trying again makes sense, 1 to 60.", True),
    "www-authenticate": ("Bearer", True),
    "accept-encoding": ("identity", True),
    "x-ratelimit-limit-requests": ("Requests a minute that the caller may make; with RATE_LIMIT.", False),
    "x-ratelimit-remaining-requests": ("Those that are left.", False),
    "x-ratelimit-reset-requests": ("When all of them are there again, such as 12s.", False),
    "x-audio-seconds": ("The audio's length; with stream false.", False),
    "x-ssml-unknown": (
        "SSML elements whose content was spoken as if they were not there, with commas.",
        False,
    ),
    "server-timing": ("Milliseconds spent on each stage until the answer began.", False),
}
"""Each with its meaning, and whether it is always there where an answer lists it."""

_ALL_USED = Allowance(limit=60, remaining=0, reset_s=12).headers

RATE_LIMIT_HEADERS = tuple(_ALL_USED)

_EXAMPLES: tuple[SpeechServerError, ...] = (
    InvalidRequestError("speed: Input should be less than or equal to 4.", param="speed"),
    InvalidVoiceError("Unknown voice 'af_hart'. Did you mean af_heart? GET /v1/audio/voices lists them all."),
    InputTooLongError("input: the text has 1000001 characters; at most 1000000 are allowed.", param="input"),
    NothingToSpeakError(),
    InvalidKeyError("The API key is not valid."),
    ModelNotFoundError("The model 'gpt-4o' does not exist.", param="model"),
    RequestTooSlowError("The request's body did not come within 30 s."),
    BodyTooLargeError("The request's body is larger than 8388608 bytes."),
    BodyEncodedError("The request's body must come as it is, without a Content-Encoding."),
    RateLimitError("The limit of 60 requests a minute is reached.", retry_after=12, headers=_ALL_USED),
    SpeechServerError("The server met an error that it did not expect."),
    OverloadedError("The server is full.", retry_after=12),
    NotReadyError("The model is still loading: 3 of 8 workers are ready."),
    StoppingError("The server is stopping."),
)

_DESCRIPTIONS = {
    400: "Something in the request is wrong; `param` names the field.",
    401: "The request has no API key, or one that is not valid.",
    404: "The model does not exist.",
    408: "The body did not come in time.",
    413: "The body is too large.",
    415: "The body is compressed.",
    429: "The caller has reached the limit of his requests, a minute or at once.",
    500: "A fault of the server's.",
    503: "Not now. `Retry-After` says when trying again makes sense.",
}

_BODY_ERRORS = (InvalidRequestError, RequestTooSlowError, BodyTooLargeError, BodyEncodedError)


SPEECH_ERRORS: tuple[type[SpeechServerError], ...] = (
    InputTooLongError,
    InvalidVoiceError,
    NothingToSpeakError,
    ModelNotFoundError,
    RateLimitError,
    OverloadedError,
    NotReadyError,
    StoppingError,
)
"""What refuses a request that would be answered with speech, besides what is wrong with its body."""


def headers(*names: str) -> dict[str, Any]:
    """For `headers` of an answer."""
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def errors(*kinds: type[SpeechServerError]) -> dict[int | str, dict[str, Any]]:
    """For `responses` of a route: what it answers where it fails in one of these ways."""
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
    """`errors` of a route that reads a body: those of the body itself, and `kinds`."""
    return errors(*_BODY_ERRORS, *kinds)


def json_body(model: type[BaseModel], examples: dict[str, BaseModel]) -> dict[str, Any]:
    """For `openapi_extra` of a route that reads its body itself; `examples` by what they show."""
    values = {
        name: {"summary": name, "value": example.model_dump(mode="json", exclude_unset=True)}
        for name, example in examples.items()
    }
    content = {"application/json": {"schema": _ref(model), "examples": values}}
    return {"requestBody": {"required": True, "content": content}}


def audio_or_events(media_types: Iterable[str]) -> dict[str, Any]:
    """For `content` of a speech: a file of any of these types, or server-sent events."""
    events: tuple[BaseModel, ...] = (
        SpeechDelta(audio="SUQzBAAAAAAAI1RTU0U="),
        SpeechDone.model_validate({"usage": {"input_tokens": 14, "output_tokens": 52, "total_tokens": 66}}),
    )
    one_event = {
        "type": "object",
        "description": "One event: a line `data: ` with a JSON object, and an empty line.",
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
        # Before version 3.2, OpenAPI has no word for it; its tools take the schema of a stream as that of each event.
        "text/event-stream": {"schema": one_event, "example": example},
    }


def speech_answers(*more_headers: str) -> dict[int | str, dict[str, Any]]:
    """For `responses` of a route that speaks: the audio in any form, and what refuses it."""
    return {
        200: {
            "description": "The audio file, or server-sent events with stream_format sse.",
            "headers": headers(*RATE_LIMIT_HEADERS, "x-audio-seconds", *more_headers, "server-timing"),
            "content": audio_or_events(format.media_type for format in AudioFormat),
        },
        **body_errors(*SPEECH_ERRORS),
    }


def one_or_lines(model: type[BaseModel]) -> dict[str, Any]:
    """For `content` of an answer that is one object, or many, one a line."""
    return {
        "application/json": {"schema": _ref(model)},
        "application/x-ndjson": {"schema": _ref(model)},
    }


def describe(app: FastAPI, settings: Settings, *, with_keys: bool) -> dict[str, Any]:
    """The OpenAPI document of this server: whether keys are needed depends on its settings."""
    document = app.openapi()
    components = document["components"]
    _, models = models_json_schema(_MODELS, ref_template=_REF)
    components["schemas"] |= models["$defs"]
    # FastAPI's own, for a 422 that this server never answers with.
    for name in ("HTTPValidationError", "ValidationError"):
        components["schemas"].pop(name, None)
    # Here and not at the routes, where FastAPI would take the nulls out.
    components["examples"] = {_name(error): {"value": error.body()} for error in _EXAMPLES}
    components["headers"] = {
        name: {"description": meaning, "required": always, "schema": {"type": "string"}}
        for name, (meaning, always) in _HEADERS.items()
    }
    if with_keys:
        components["securitySchemes"] = {"key": {"type": "http", "scheme": "bearer"}}
    opened = OpenRoutes(settings.open_routes)
    for path, operations in document["paths"].items():
        for operation in operations.values():
            answers = operation["responses"]
            answers.pop("422", None)
            answers |= errors(SpeechServerError)
            if with_keys and path not in opened:
                operation["security"] = [{"key": []}]
                answers |= errors(InvalidKeyError)
            for answer in answers.values():
                answer["headers"] = {**headers("x-request-id"), **answer.get("headers", {})}
            operation["responses"] = dict(sorted(answers.items()))
    return document


def _name(error: SpeechServerError) -> str:
    return error.code or type(error).__name__


def _ref(model: type[BaseModel]) -> dict[str, str]:
    return {"$ref": _REF.format(model=model.__name__)}
