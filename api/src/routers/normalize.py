"""The words that would be spoken."""

from fastapi import APIRouter, Request

from api.src.core.errors import InputTooLongError, OverloadedError
from api.src.core.leaving import unless_client_leaves
from api.src.routers.openapi import body_errors, json_body
from api.src.routers.speaking import text_reading
from api.src.services.text_processing.languages import language_for
from api.src.services.text_processing.reader import as_said
from api.src.services.text_processing.text_queue import TextQueue
from api.src.structures.answers import Normalized
from api.src.structures.normalize import NormalizeRequest

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
    queue: TextQueue = request.app.state.text_queue
    body = NormalizeRequest.model_validate_json(await request.body())
    reading = await text_reading(
        request, body.text, language_for(body.lang_code, param="lang_code"), body.normalization_options
    )
    async with queue.place():
        return Normalized(normalized=await unless_client_leaves(request.receive, as_said(reading)))
