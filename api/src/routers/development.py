"""Looking into the road: what the text becomes."""

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from api.src.core.config import Settings
from api.src.core.errors import InputTooLongError
from api.src.core.leaving import unless_client_leaves
from api.src.services.text_processing.languages import language_for
from api.src.services.text_processing.phonemizer import Phonemizer
from api.src.services.text_processing.text_processor import smart_split
from api.src.services.text_processing.text_queue import TextQueue

router = APIRouter(prefix="/dev")


class PhonemizeRequest(BaseModel):
    text: str = Field(min_length=1, description="The text to convert.")
    language: str = Field("a", description="Language to read in: a, b, en-us, ja …")


@router.post(
    "/phonemize",
    summary="The phonemes of a text, chunk by chunk, as the engine would get them",
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": PhonemizeRequest.model_json_schema()}},
        }
    },
)
async def phonemize(request: Request) -> dict[str, str | list[str]]:
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
    return {"phonemes": " ".join(chunks), "chunks": chunks}
