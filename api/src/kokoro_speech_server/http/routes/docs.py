"""GET /openapi.json and /docs: the API's description for programs and for people."""

import asyncio
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from fastapi import APIRouter, HTTPException, Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from kokoro_speech_server.http.app_state import request_state
from kokoro_speech_server.http.open_routes import open_as
from kokoro_speech_server.http.static_files import StaticFile, respond_with_file

router = APIRouter(include_in_schema=False)

# The URLs are relative, so that the page works behind a proxy with a path prefix. Swagger UI's audio player would
# request the route again with GET; `playable` gives it the audio that has already been received.
_START = """
const playable = (Body, {React}) => ({content, ...others}) => {
  if (content instanceof Blob) others.url = content.address ??= URL.createObjectURL(content);
  return React.createElement(Body, {content, ...others});
};
SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#docs",
  deepLinking: true,
  plugins: [() => ({wrapComponents: {responseBody: playable}})],
});
"""

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Kokoro speech server</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<div id="docs"></div>
<noscript>This page needs JavaScript. See also <a href="openapi.json">openapi.json</a>.</noscript>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
"""

_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",  # Swagger UI sets styles of single elements
        "img-src 'self' data:",
        "connect-src 'self'",
        "media-src blob:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)


@cache
def _page_files() -> Mapping[str, StaticFile]:
    """The files of the page. fastapi-offline is used only for its copy of Swagger UI."""
    folder = files("fastapi_offline") / "static"
    names = ("swagger-ui.css", "swagger-ui-bundle.js")
    swagger_ui = {name: StaticFile.of(name, (folder / name).read_bytes()) for name in names}
    return {**swagger_ui, "start.js": StaticFile.of("start.js", _START.encode())}


@router.get("/openapi.json")
@open_as("docs")
async def openapi(request: Request) -> Response:
    description = await asyncio.to_thread(request_state(request).description)
    if prefix := request.scope.get("root_path", "").rstrip("/"):
        description = {**description, "servers": [{"url": prefix}]}
    return JSONResponse(description)


@router.get("/docs")
@open_as("docs")
async def docs() -> Response:
    return HTMLResponse(_PAGE, headers={"content-security-policy": _POLICY})


@router.get("/docs/{name}")
@open_as("docs")
async def docs_file(request: Request, name: str) -> Response:
    # Compressing a megabyte takes a while. Few servers are asked for it, so none does it at its start.
    file = (await asyncio.to_thread(_page_files)).get(name)
    if file is None:
        raise HTTPException(404)
    return respond_with_file(request, file)
