"""Every error that a client can meet, and the one place that puts errors on the wire.

    SpeechServerError                500 server_error         a fault of ours; the base of the tree
    ├── EngineError                  500                      the model failed on a chunk
    ├── RateLimitError               429 rate_limit_exceeded  one caller wants more than he may have
    ├── UnavailableError             503                      not now; trying again later makes sense
    │   ├── NotReadyError            503 server_is_starting   the model is still loading
    │   ├── StoppingError            503 server_is_stopping   the server was told to stop
    │   └── OverloadedError          503 server_is_overloaded every place is taken, or the wait was too long
    ├── InvalidRequestError          400                      something in the request is wrong
    │   ├── InputTooLongError        400                      more characters than MAX_INPUT_CHARS
    │   ├── NothingToSpeakError      400                      no character of the input has a sound
    │   ├── InvalidVoiceError        400                      no such voice, or a mix that can't be read
    │   ├── LanguageUnavailableError 400                      the language's extra is not installed
    │   ├── ModelNotFoundError       404 model_not_found      not one of our model names
    │   ├── InvalidKeyError          401 invalid_api_key      no key, or not one of API_KEYS
    │   ├── HeadTooLargeError        431                      more bytes of headers than the server keeps
    │   ├── BodyTooLargeError        413                      more bytes than MAX_BODY_BYTES
    │   ├── BodyEncodedError         415                      a body that is compressed
    │   └── RequestTooSlowError      408                      not there within RECEIVE_TIMEOUT_S

The shape is OpenAI's: `{"error": {"message", "type", "param", "code"}}`, all four keys always there.
"""

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar

RETRY_AFTER_MIN_S = 1
RETRY_AFTER_MAX_S = 60
"""Bounds of Retry-After. OpenAI's SDKs ignore a longer one."""

_NO_HEADERS: Mapping[str, str] = MappingProxyType({})


class SpeechServerError(Exception):
    """A fault on our side; subclasses set what the client is told.

    `param` names the request's field that is to blame, None where none is.
    """

    status: ClassVar[int] = 500
    type: ClassVar[str] = "server_error"
    code: ClassVar[str | None] = None
    headers: Mapping[str, str] = _NO_HEADERS

    def __init__(self, message: str, *, param: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.param = param

    def body(self) -> dict[str, Any]:
        return error_body(self.message, type=self.type, param=self.param, code=self.code)

    def __reduce__(self) -> tuple[Any, ...]:
        # On its way to another process an exception would be made anew with its message alone.
        return _remade, (type(self), self.args, self.__dict__)


class EngineError(SpeechServerError):
    """The model could not speak a chunk."""


class RateLimitError(SpeechServerError):
    """The caller has reached RATE_LIMIT or CONCURRENCY_LIMIT. See UnavailableError for retry_after."""

    status = 429
    type = "requests"  # what it is that there were too many of, as OpenAI says it
    code = "rate_limit_exceeded"

    def __init__(self, message: str, *, retry_after: float, headers: Mapping[str, str] = _NO_HEADERS) -> None:
        super().__init__(message)
        self.headers = {**headers, **_retry_after(retry_after)}


class UnavailableError(SpeechServerError):
    """The server can't take the request now.

    retry_after: seconds after which trying again makes sense, 1 to 60 (the SDKs give up above that)
    """

    status = 503
    type = "service_unavailable_error"

    def __init__(self, message: str, *, retry_after: float = 5) -> None:
        super().__init__(message)
        self.headers = _retry_after(retry_after)


class NotReadyError(UnavailableError):
    code = "server_is_starting"


class StoppingError(UnavailableError):
    code = "server_is_stopping"


class OverloadedError(UnavailableError):
    code = "server_is_overloaded"


class InvalidRequestError(SpeechServerError):
    """The request can't be served as it stands; sending it again changes nothing."""

    status = 400
    type = "invalid_request_error"


class InputTooLongError(InvalidRequestError):
    code = "string_above_max_length"


class NothingToSpeakError(InvalidRequestError):
    def __init__(self) -> None:
        super().__init__("There is nothing to speak in the input: no word, number or symbol in it has a "
                         "sound in this language.", param="input")  # fmt: skip


class InvalidVoiceError(InvalidRequestError):
    def __init__(self, message: str, *, param: str = "voice") -> None:
        super().__init__(message, param=param)


class LanguageUnavailableError(InvalidRequestError):
    """The language exists, but its phonemizer is not installed on this server."""


class ModelNotFoundError(InvalidRequestError):
    status = 404
    code = "model_not_found"


class InvalidKeyError(InvalidRequestError):
    status = 401
    code = "invalid_api_key"
    headers = MappingProxyType({"www-authenticate": "Bearer"})


class HeadTooLargeError(InvalidRequestError):
    status = 431


class BodyTooLargeError(InvalidRequestError):
    status = 413


class BodyEncodedError(InvalidRequestError):
    """Nothing is ever inflated: a small body could become a large one."""

    status = 415
    headers = MappingProxyType({"accept-encoding": "identity"})


class RequestTooSlowError(InvalidRequestError):
    """Both SDKs try again on a 408."""

    status = 408


def error_body(
    message: str, *, type: str, param: str | None = None, code: str | None = None
) -> dict[str, Any]:
    """OpenAI's error object, for a response's body or a server-sent event."""
    return {"error": {"message": message, "type": type, "param": param, "code": code}}


def _remade(kind: type[SpeechServerError], args: tuple[Any, ...], state: dict[str, Any]) -> SpeechServerError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(state)
    return error


def _retry_after(seconds: float) -> dict[str, str]:
    return {"retry-after": str(min(RETRY_AFTER_MAX_S, max(RETRY_AFTER_MIN_S, math.ceil(seconds))))}
