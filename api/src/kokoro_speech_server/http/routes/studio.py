"""GET / and /studio/…: the server's own page, from the files of the package's folder `studio`."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

from fastapi import APIRouter, HTTPException, Request, Response

from kokoro_speech_server.http.open_routes import open_as
from kokoro_speech_server.http.static_files import StaticFile, respond_with_file

router = APIRouter(include_in_schema=False)

_PAGE = "index.html"

_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "media-src 'self' blob:",
        "connect-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
    ]
)


@cache
def page_files() -> Mapping[str, StaticFile]:
    """All files of the page by their paths, such as `styles/theme.css`. The first call reads them from disk."""
    folder = Path(str(files("kokoro_speech_server") / "studio"))
    paths = [path for path in folder.rglob("[!.]*.*") if path.is_file()]
    return {
        path.relative_to(folder).as_posix(): StaticFile.of(path.name, path.read_bytes()) for path in paths
    }


# The page and its files contain no secrets. Everything that they request needs a key where keys are set.


@router.get("/")
@open_as("always")
async def page(request: Request) -> Response:
    headers = {"content-security-policy": _POLICY, "referrer-policy": "no-referrer"}
    return respond_with_file(request, page_files()[_PAGE], headers)


@router.get("/studio/{path:path}")
@open_as("always")
async def page_file(request: Request, path: str) -> Response:
    file = page_files().get(path)
    if file is None:
        raise HTTPException(404)
    return respond_with_file(request, file, {"referrer-policy": "no-referrer"})
