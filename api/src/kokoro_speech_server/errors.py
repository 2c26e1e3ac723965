"""All errors that a client can get, and their JSON.

    SpeechServerError                500 server_error         the server failed; the base of the tree
    ├── EngineError                  500                      the model failed on a chunk
    ├── RateLimitError               429 rate_limit_exceeded  the caller has reached its limit
    ├── UnavailableError             503                      the server cannot take the request now; a retry can help
    │   ├── NotReadyError            503 server_is_starting   the model is still loading
    │   ├── StoppingError            503 server_is_stopping   the server is stopping
    │   ├── ModelNotLoadedError      503 model_not_loaded     the files of the model can't be read in time
    │   └── OverloadedError          503 server_is_overloaded a queue is full, or the wait was too long
    ├── InvalidRequestError          400                      the request is invalid
    │   ├── InputTooLongError        400                      the input is longer than MAX_INPUT_CHARS
    │   ├── NothingToSpeakError      400                      no character of the input has a sound
    │   ├── InvalidVoiceError        400                      the voice does not exist, or the mix is malformed
    │   ├── LanguageUnavailableError 400                      the packages of the language are not installed
    │   ├── ModelNotFoundError       404 model_not_found      the model name is unknown
    │   ├── ModelUnusableError       400                      the files of the model are not those of such a model
    │   ├── DownloadNotFoundError    404 download_not_found   the download does not exist, any more or for this caller
    │   ├── InvalidKeyError          401 invalid_api_key      the key is missing or not one of API_KEYS
    │   ├── OriginNotAllowedError    403 origin_not_allowed   a web page of this origin may not use the server
    │   ├── HeadTooLargeError        431                      the headers are too long
    │   ├── BodyTooLargeError        413                      the body is larger than MAX_BODY_BYTES
    │   ├── BodyEncodedError         415                      the body is compressed
    │   └── RequestTooSlowError      408                      the request did not arrive within RECEIVE_TIMEOUT_S

The shape is OpenAI's: `{"error": {"message", "type", "param", "code"}}`. All four keys are always present. Errors of a
known place in the input have its offset too, as `position`.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from kokoro_speech_server.retry_after import retry_after_header

_NO_HEADERS: Mapping[str, str] = MappingProxyType({})


class SpeechServerError(Exception):
    """A failure of the server. Subclasses set the status, type and code of the response.

    param:    the field of the request that caused the error, or None
    position: the offset in that field, in characters, or None
    """

    status: ClassVar[int] = 500
    type: ClassVar[str] = "server_error"
    code: ClassVar[str | None] = None
    headers: Mapping[str, str] = _NO_HEADERS

    def __init__(self, message: str, *, param: str | None = None, position: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.param = param
        self.position = position

    def body(self) -> dict[str, Any]:
        """The JSON of the response."""
        body = error_body(self.message, type=self.type, param=self.param, code=self.code)
        if self.position is not None:
            body["error"]["position"] = self.position
        return body

    def __reduce__(self) -> tuple[Any, ...]:
        # By default, pickle would recreate the exception with only its message in the other process.
        return _recreate, (type(self), self.args, self.__dict__)


class EngineError(SpeechServerError):
    """The model failed on a chunk."""


class RateLimitError(SpeechServerError):
    """The caller has reached one of its limits: requests a minute or at once, live sessions.

    retry_after: see UnavailableError
    """

    status = 429
    type = "requests"  # OpenAI's name for the kind of limit
    code = "rate_limit_exceeded"

    def __init__(self, message: str, *, retry_after: float, headers: Mapping[str, str] = _NO_HEADERS) -> None:
        super().__init__(message)
        self.headers = {**headers, **retry_after_header(retry_after)}


class UnavailableError(SpeechServerError):
    """The server cannot take the request now.

    retry_after: seconds until a retry makes sense; see retry_after.py for the bounds of the header
    """

    status = 503
    type = "service_unavailable_error"

    def __init__(self, message: str, *, retry_after: float = 5) -> None:
        super().__init__(message)
        self.headers = retry_after_header(retry_after)


class NotReadyError(UnavailableError):
    code = "server_is_starting"


class StoppingError(UnavailableError):
    code = "server_is_stopping"


class ModelNotLoadedError(UnavailableError):
    code = "model_not_loaded"


class OverloadedError(UnavailableError):
    code = "server_is_overloaded"


class InvalidRequestError(SpeechServerError):
    """The request is invalid. Sending it again without a change gives the same error."""

    status = 400
    type = "invalid_request_error"


class InputTooLongError(InvalidRequestError):
    code = "string_above_max_length"


class NothingToSpeakError(InvalidRequestError):
    def __init__(self) -> None:
        super().__init__("There is nothing to speak in the input: it has no word, number or symbol with a "
                         "sound in this language.", param="input")  # fmt: skip


class InvalidVoiceError(InvalidRequestError):
    def __init__(self, message: str, *, param: str = "voice", position: int | None = None) -> None:
        super().__init__(message, param=param, position=position)


class LanguageUnavailableError(InvalidRequestError):
    """The language exists, but its phonemizer is not installed on this server."""


class ModelNotFoundError(InvalidRequestError):
    status = 404
    code = "model_not_found"


class ModelUnusableError(InvalidRequestError):
    def __init__(self, message: str) -> None:
        super().__init__(message, param="model")


class DownloadNotFoundError(InvalidRequestError):
    status = 404
    code = "download_not_found"

    def __init__(self) -> None:
        super().__init__("There is no such download: it is not finished yet, has been removed, or belongs to another "
                         "caller.", param="filename")  # fmt: skip


class InvalidKeyError(InvalidRequestError):
    status = 401
    code = "invalid_api_key"
    headers = MappingProxyType({"www-authenticate": "Bearer"})


class OriginNotAllowedError(InvalidRequestError):
    status = 403
    code = "origin_not_allowed"

    def __init__(self) -> None:
        super().__init__("Web pages of this origin may not use the server. To allow it, set CORS_ORIGINS to the origin "
                         "of the page or, if the page is this server's own, ALLOWED_HOSTS to the server's name "
                         "without scheme and port.")  # fmt: skip


class HeadTooLargeError(InvalidRequestError):
    status = 431


class BodyTooLargeError(InvalidRequestError):
    status = 413


class BodyEncodedError(InvalidRequestError):
    """The server decompresses no body, because a small one could become a large one."""

    status = 415
    headers = MappingProxyType({"accept-encoding": "identity"})


class RequestTooSlowError(InvalidRequestError):
    """The request did not arrive in time. OpenAI's SDKs retry after a 408."""

    status = 408


def error_body(
    message: str, *, type: str, param: str | None = None, code: str | None = None
) -> dict[str, Any]:
    """OpenAI's error object, for the body of a response or for a server-sent event."""
    return {"error": {"message": message, "type": type, "param": param, "code": code}}


def _recreate(
    kind: type[SpeechServerError], args: tuple[Any, ...], state: dict[str, Any]
) -> SpeechServerError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(state)
    return error
