"""POST /dev/normalize: a text as the words that would be spoken."""

from fastapi import APIRouter, Request

from kokoro_speech_server.errors import InputTooLongError, OverloadedError
from kokoro_speech_server.http.client_disconnect import cancel_on_disconnect
from kokoro_speech_server.http.json_body import validated_body
from kokoro_speech_server.http.openapi import body_errors, json_body
from kokoro_speech_server.http.route_queues import Queue, admitted_to
from kokoro_speech_server.http.schemas.normalize import NormalizeRequest
from kokoro_speech_server.http.schemas.responses import Normalized
from kokoro_speech_server.http.speech_endpoint import script_without_speech
from kokoro_speech_server.text.languages import language_for
from kokoro_speech_server.text.sentence_reader import spoken_text

router = APIRouter(prefix="/dev", tags=["Development"])


@router.post(
    "/normalize",
    operation_id="normalize",
    summary="Normalize a text: replace numbers, dates and the like with the words that would be spoken",
    response_description="The normalized text.",
    responses=body_errors(InputTooLongError, OverloadedError),
    openapi_extra=json_body(
        NormalizeRequest,
        {
            "English": NormalizeRequest(text="It cost $4.20 on 2024-01-15."),
            "Without dates": NormalizeRequest.model_validate(
                {"text": "It cost $4.20 on 2024-01-15.", "normalization_options": {"dates": False}}
            ),
            "Spanish": NormalizeRequest(text="Mide 21 cm.", lang_code="e"),
        },
    ),
)
@admitted_to(Queue.TEXT)
async def normalize(request: Request) -> Normalized:
    body = await validated_body(request, NormalizeRequest)
    script = await script_without_speech(
        request, body.text, language_for(body.lang_code, param="lang_code"), body.normalization_options
    )
    return Normalized(normalized=await cancel_on_disconnect(request.receive, spoken_text(script)))
