"""POST /dev/captioned_speech: speech with the times of its words, for captions."""

from functools import partial

from fastapi import APIRouter, Request, Response

from kokoro_speech_server.audio.captions import CaptionsFormat
from kokoro_speech_server.errors import InvalidRequestError
from kokoro_speech_server.http.json_body import validated_body
from kokoro_speech_server.http.openapi import (
    DOWNLOAD_HEADERS,
    RATE_LIMIT_HEADERS,
    SPEECH_ERRORS,
    body_errors,
    headers,
    json_body,
    one_or_lines,
)
from kokoro_speech_server.http.plain_route import PlainRoute
from kokoro_speech_server.http.responses.captioned_response import CaptionedStream, CaptionedWhole
from kokoro_speech_server.http.responses.speech_response import SpeechResponse
from kokoro_speech_server.http.route_queues import Queue, admitted_to
from kokoro_speech_server.http.schemas.responses import CaptionedSpeech
from kokoro_speech_server.http.schemas.speech import CaptionedSpeechRequest
from kokoro_speech_server.http.speech_endpoint import (
    check_no_effects,
    respond,
    utterance_of_text,
    with_instructions,
)

router = APIRouter(prefix="/dev", tags=["Development"], route_class=PlainRoute)


@router.post(
    "/captioned_speech",
    operation_id="captionedSpeech",
    summary="Synthesize speech and report when each word is heard",
    response_class=Response,  # `responses` lists the media types
    responses={
        200: {
            "description": "The audio with its words and captions: one JSON object, or one per line with stream true.",
            "headers": headers(
                *RATE_LIMIT_HEADERS,
                "x-audio-seconds",
                *DOWNLOAD_HEADERS,
                "x-ssml-unknown",
                "x-unspoken-scripts",
                "x-instructions",
                "server-timing",
            ),
            "content": one_or_lines(CaptionedSpeech),
        },
        **body_errors(*SPEECH_ERRORS),
    },
    openapi_extra=json_body(
        CaptionedSpeechRequest,
        {
            "Timestamps": CaptionedSpeechRequest(input="Hello world."),
            "Captions": CaptionedSpeechRequest(input="Hello world.", captions_format="srt"),
            "Line by line": CaptionedSpeechRequest(input="Hello world.", stream=True),
        },
    ),
)
@admitted_to(Queue.SPEECH)
async def captioned_speech(request: Request) -> SpeechResponse:
    body = await validated_body(request, CaptionedSpeechRequest)
    if body.stream_format == "sse":
        raise InvalidRequestError(
            "stream_format: this route responds with JSON. For events, POST to /v1/audio/speech with "
            "timestamps word.",
            param="stream_format",
        )
    check_no_effects(body, "captions would be wrong with them; POST to /v1/audio/speech")
    utterance = await utterance_of_text(request, body, timed=body.return_timestamps is not False)
    captions = body.captions_format or CaptionsFormat.JSON
    shape = partial(CaptionedStream if body.stream else CaptionedWhole, captions)
    return with_instructions(body, respond(request, body, utterance, shape, whole=not body.stream))
