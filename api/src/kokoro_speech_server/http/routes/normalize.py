"""The words that would be spoken."""

from fastapi import APIRouter, Request

from kokoro_speech_server.errors import InputTooLongError, OverloadedError
from kokoro_speech_server.http.app_state import request_state
from kokoro_speech_server.http.client_disconnect import unless_client_leaves
from kokoro_speech_server.http.openapi import body_errors, json_body
from kokoro_speech_server.http.schemas.normalize import NormalizeRequest
from kokoro_speech_server.http.schemas.responses import Normalized
from kokoro_speech_server.http.speech_endpoint import text_script
from kokoro_speech_server.text.languages import language_for
from kokoro_speech_server.text.reader import as_said

router = APIRouter(prefix="/dev", tags=["Development"])


@router.post(
    "/normalize",
    operation_id="normalize",
    summary="A text in the words in which it would be spoken",
    response_description="The words.",
    responses=body_errors(InputTooLongError, OverloadedError),
    openapi_extra=json_body(
        NormalizeRequest,
        {
            "English": NormalizeRequest(text="It cost $4.20 on 2024-01-15."),
            "Only money": NormalizeRequest.model_validate(
                {"text": "It cost $4.20 on 2024-01-15.", "normalization_options": {"dates": False}}
            ),
            "Spanish": NormalizeRequest(text="Mide 21 cm.", lang_code="e"),
        },
    ),
)
async def normalize(request: Request) -> Normalized:
    body = NormalizeRequest.model_validate_json(await request.body())
    script = await text_script(
        request, body.text, language_for(body.lang_code, param="lang_code"), body.normalization_options
    )
    async with request_state(request).text_queue.place():
        return Normalized(normalized=await unless_client_leaves(request.receive, as_said(script)))
