"""GET /openapi.json and /docs: the API's description for programs and for people."""

import base64
import hashlib

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from kokoro_speech_server.http.app_state import request_state
from kokoro_speech_server.http.open_routes import open_as

router = APIRouter(include_in_schema=False)

_SWAGGER_UI = "https://cdn.jsdelivr.net/npm/swagger-ui-dist@5.35.0"

# Users type API keys into this page, so a browser runs the CDN's files only if these hashes match.
_SCRIPT_HASH = "sha384-gjRm0bEPMeTmMh5jT2cHccIwCUZSTd8YC+j0d0sXw0MdGEfScduGpSyF3ZSSLkX9"
_STYLE_HASH = "sha384-WlYgdmXYOOBWL5apwjDEZwN+U3HmXSSu5R6V5aGxEcf7z+KuRNwBhoxKVN1i3D5I"

# The URL is relative, so that the page works behind a proxy with a path prefix. Swagger UI's audio player would request
# the route again with GET; `playable` gives it the audio that has already been received.
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

_PAGE = f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Kokoro speech server</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{_SWAGGER_UI}/swagger-ui.css" integrity="{_STYLE_HASH}" crossorigin="anonymous">
</head>
<body>
<div id="docs"></div>
<noscript>This page needs JavaScript. See also <a href="openapi.json">openapi.json</a>.</noscript>
<script src="{_SWAGGER_UI}/swagger-ui-bundle.js" integrity="{_SCRIPT_HASH}" crossorigin="anonymous"></script>
<script>{_START}</script>
</body>
</html>
"""

_POLICY = "; ".join(
    [
        "default-src 'none'",
        f"script-src {_SWAGGER_UI}/ 'sha256-{base64.b64encode(hashlib.sha256(_START.encode()).digest()).decode()}'",
        f"style-src {_SWAGGER_UI}/ 'unsafe-inline'",
        "img-src data:",
        "connect-src 'self'",
        "media-src blob:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)


@router.get("/openapi.json")
@open_as("docs")
async def openapi(request: Request) -> Response:
    description = request_state(request).description
    if prefix := request.scope.get("root_path", "").rstrip("/"):
        description = {**description, "servers": [{"url": prefix}]}
    return JSONResponse(description)


@router.get("/docs")
@open_as("docs")
async def docs() -> Response:
    return HTMLResponse(_PAGE, headers={"content-security-policy": _POLICY})
