"""Bodies of multipart/form-data (RFC 7578) with few parts."""

from dataclasses import dataclass
from email.message import Message

from kokoro_speech_server.errors import InvalidRequestError

MULTIPART = "multipart/form-data"

_MOST_PARTS = 20
_MOST_HEADER_BYTES = 4 * 1024
_LONGEST_CONTENT_TYPE = 1024
"""Characters. The standard library takes time that grows with their square."""


@dataclass(frozen=True, slots=True)
class Part:
    """One field of a form. filename: None unless it is a file"""

    filename: str | None
    content: bytes


def parts_of(content_type: str, body: bytes | bytearray) -> dict[str, Part]:
    """The parts of a body by their names; the last one of a name counts. It blocks for milliseconds.

    Raises InvalidRequestError.
    """
    if len(content_type) > _LONGEST_CONTENT_TYPE:
        raise InvalidRequestError(f"The Content-Type has more than {_LONGEST_CONTENT_TYPE} characters.")
    boundary = _message("content-type", content_type).get_boundary()
    if not boundary:
        raise InvalidRequestError(f"The Content-Type {MULTIPART} needs a boundary.")
    pieces = (b"\r\n" + bytes(body)).split(b"\r\n--" + boundary.encode("latin-1", "replace"), _MOST_PARTS + 2)
    if len(pieces) < 3 or not pieces[-1].startswith(b"--"):
        raise InvalidRequestError(f"The body is not complete, or has more than {_MOST_PARTS} parts.")
    parts = {}
    for piece in pieces[1:-1]:
        head, separator, content = piece.partition(b"\r\n\r\n")
        if not separator or len(head) > _MOST_HEADER_BYTES:
            raise InvalidRequestError("A part of the body has no end of its headers.")
        headers = dict(line.partition(":")[::2] for line in head.decode("utf-8", "replace").split("\r\n"))
        lowered = {name.strip().lower(): value.strip() for name, value in headers.items()}
        disposition = _message("content-disposition", lowered.get("content-disposition", ""))
        name = disposition.get_param("name", header="content-disposition")
        if not isinstance(name, str):
            raise InvalidRequestError("A part of the body has no name.")
        parts[name] = Part(disposition.get_filename(), content)
    return parts


def _message(header: str, value: str) -> Message:
    message = Message()
    message[header] = value
    return message
