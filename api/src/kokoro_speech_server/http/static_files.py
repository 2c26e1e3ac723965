"""Files that are sent as they are. They are read and compressed once, and browsers revalidate them by their ETag."""

import gzip
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath

from fastapi import Request, Response
from starlette.datastructures import Headers

_MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


@dataclass(frozen=True, slots=True)
class StaticFile:
    """A file in memory.

    content:    its bytes
    compressed: the same, in gzip's format
    digest:     changes with the content
    """

    content: bytes
    compressed: bytes
    digest: str
    media_type: str

    @classmethod
    def of(cls, name: str, content: bytes) -> "StaticFile":
        """The file of this name. Raises KeyError if the name has another suffix than .css, .html, .js and .svg."""
        return cls(
            content=content,
            compressed=gzip.compress(content, mtime=0),
            digest=hashlib.sha256(content).hexdigest()[:32],
            media_type=_MEDIA_TYPES[PurePath(name).suffix],
        )


def respond_with_file(
    request: Request, file: StaticFile, headers: Mapping[str, str] | None = None
) -> Response:
    """The file, compressed if the client accepts it; 304 without it if the client has it already."""
    compressed = _accepts_gzip(request.headers)
    etag = f'"{file.digest}-gzip"' if compressed else f'"{file.digest}"'
    headers = {"etag": etag, "cache-control": "no-cache", "vary": "accept-encoding", **(headers or {})}
    if etag in _known_etags(request.headers):
        return Response(status_code=304, headers=headers)
    if compressed:
        headers["content-encoding"] = "gzip"
    content = file.compressed if compressed else file.content
    return Response(content, headers=headers, media_type=file.media_type)


def _accepts_gzip(headers: Headers) -> bool:
    for coding in headers.get("accept-encoding", "").lower().split(","):
        name, _, weight = coding.partition(";")
        if name.strip() == "gzip":
            return weight.replace(" ", "").rstrip("0.") != "q="
    return False


def _known_etags(headers: Headers) -> list[str]:
    """The ETags of what the client has. Proxies that compress make them weak."""
    return [etag.strip().removeprefix("W/") for etag in headers.get("if-none-match", "").split(",")]
