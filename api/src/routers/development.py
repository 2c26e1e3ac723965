"""Looking into the road: what the text becomes."""

from fastapi import APIRouter, Request

from api.src.core.config import Settings
from api.src.core.errors import InputTooLongError, OverloadedError
from api.src.core.leaving import unless_client_leaves
from api.src.routers.openapi import body_errors, json_body
from api.src.services.text_processing.languages import language_for
from api.src.services.text_processing.phonemizer import Phonemizer
from api.src.services.text_processing.text_processor import smart_split
from api.src.services.text_processing.text_queue import TextQueue
from api.src.structures.answers import Phonemes
from api.src.structures.phonemize import PhonemizeRequest

router = APIRouter(prefix="/dev", tags=["Development"])


@router.post(
    "/phonemize",
    operation_id="phonemize",
    summary="The phonemes of a text, chunk by chunk, as the engine would get them",
    response_description="The phonemes.",
    responses=body_errors(InputTooLongError, OverloadedError),
    openapi_extra=json_body(
        PhonemizeRequest,
        {
            "English": PhonemizeRequest(text="Hello world."),
            "Spanish": PhonemizeRequest(text="¿Dónde está la niña?", language="e"),
        },
    ),
)
async def phonemize(request: Request) -> Phonemes:
    settings: Settings = request.app.state.settings
    phonemizer: Phonemizer = request.app.state.phonemizer
    queue: TextQueue = request.app.state.text_queue
    body = PhonemizeRequest.model_validate_json(await request.body())
    if len(body.text) > settings.max_input_chars:
        raise InputTooLongError(
            f"text: it has {len(body.text)} characters; at most {settings.max_input_chars} are allowed.",
            param="text",
        )
    language = language_for(body.language, param="language")

    async def convert() -> list[str]:
        split = smart_split(body.text, language=language, phonemizer=phonemizer, settings=settings)
        return ["".join(token.symbol for token in chunk.tokens) async for chunk in split if chunk.tokens]

    async with queue.place():
        chunks = await unless_client_leaves(request.receive, convert())
    return Phonemes(phonemes=" ".join(chunks), chunks=chunks)
