"""GET /v1/download/{filename}: a file that a request with `return_download_link` has left."""

import asyncio
import re
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import FileResponse
from starlette.types import Message, Receive, Scope, Send

from kokoro_speech_server.audio.streaming_audio_writer import AudioFormat
from kokoro_speech_server.errors import DownloadNotFoundError, InvalidRequestError
from kokoro_speech_server.http.app_state import request_state
from kokoro_speech_server.http.openapi import errors, headers
from kokoro_speech_server.threads import run_to_end

router = APIRouter(prefix="/v1", tags=["Speech"])

_UNFIT = re.compile(r"[^A-Za-z0-9._-]+")
_EXTENSION = re.compile(r"\.[A-Za-z0-9]{1,5}$")
_LONGEST_NAME = 100


class _Download(FileResponse):
    """A file, whose reader may take at most SEND_TIMEOUT_S for each piece."""

    send_timeout_s: float

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_in_time(message: Message) -> None:
            async with asyncio.timeout(self.send_timeout_s):
                await send(message)

        await super().__call__(scope, receive, send_in_time)


@router.get(
    "/download/{filename}",
    operation_id="downloadSpeech",
    summary="Get the file of an earlier request for speech",
    response_class=FileResponse,
    responses={
        200: {
            "description": "The file, or the times of its chunks for a name that ends in .json.",
            "headers": headers("content-disposition"),
            "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
        },
        **errors(DownloadNotFoundError, InvalidRequestError),
    },
)
async def download(
    request: Request,
    filename: Annotated[str, Path(description="The last part of the earlier response's x-download-path.")],
    name: Annotated[str | None, Query(description="A name to save the file under.")] = None,
) -> FileResponse:
    state = request_state(request)
    path = await run_to_end(None, state.downloads.find, request.scope["caller"], filename)
    if path is None:
        raise DownloadNotFoundError
    suffix = path.suffix.removeprefix(".")
    response = _Download(
        path,
        filename=_save_as(name, path.suffix) or path.name,
        media_type="application/json" if suffix == "json" else AudioFormat(suffix).media_type,
        headers={"cache-control": "no-store"},
    )
    response.send_timeout_s = state.settings.send_timeout_s
    return response


def _save_as(name: str | None, suffix: str) -> str:
    """The name that the client wishes, in plain characters and with the file's own extension; empty for none."""
    stem = _EXTENSION.sub("", _UNFIT.sub("_", name or ""))[:_LONGEST_NAME].strip("._-")
    return f"{stem}{suffix}" if stem else ""
