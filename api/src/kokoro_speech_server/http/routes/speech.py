"""POST /v1/audio/speech: OpenAI's route for speech."""

from fastapi import APIRouter, Request, Response

from kokoro_speech_server.errors import InvalidRequestError
from kokoro_speech_server.http.json_body import validated_body
from kokoro_speech_server.http.openapi import json_body, speech_answers
from kokoro_speech_server.http.plain_route import PlainRoute
from kokoro_speech_server.http.responses.speech_response import SpeechResponse
from kokoro_speech_server.http.route_queues import Queue, admitted_to
from kokoro_speech_server.http.schemas.speech import SpeechRequest
from kokoro_speech_server.http.speech_endpoint import (
    respond_with_speech,
    utterance_of_text,
    with_instructions,
)

router = APIRouter(prefix="/v1", tags=["Speech"], route_class=PlainRoute)


@router.post(
    "/audio/speech",
    operation_id="createSpeech",
    summary="Synthesize speech from text",
    response_class=Response,  # `responses` lists the media types
    responses=speech_answers("x-ssml-unknown", "x-unspoken-scripts", "x-instructions"),
    openapi_extra=json_body(
        SpeechRequest,
        {
            "A file": SpeechRequest(model="kokoro", voice="af_heart", input="Hello world."),
            "A mix of voices": SpeechRequest(
                input="Two voices [pause:0.5s] in one.", voice="af_bella(2)+af_sky(1)", response_format="wav"
            ),
            "A file with its length": SpeechRequest(input="Hello world.", stream=False),
            "Server-sent events": SpeechRequest(input="Hello world.", stream_format="sse"),
            "Another language": SpeechRequest(input="Bonjour tout le monde.", voice="ff_siwis", speed=0.9),
        },
    ),
)
@admitted_to(Queue.SPEECH)
async def speech(request: Request) -> SpeechResponse:
    body = await validated_body(request, SpeechRequest)
    if body.timestamps and body.stream_format != "sse":
        raise InvalidRequestError(
            "timestamps: an audio file cannot contain them. Request stream_format sse, or POST to "
            "/dev/captioned_speech.",
            param="timestamps",
        )
    utterance = await utterance_of_text(request, body, timed=body.timestamps is not None)
    return with_instructions(body, respond_with_speech(request, body, utterance))
