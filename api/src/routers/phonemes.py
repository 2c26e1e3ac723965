"""From text to phonemes, and from phonemes to speech."""

import asyncio

from fastapi import APIRouter, Request, Response

from api.src.core.config import Settings
from api.src.core.errors import InputTooLongError, InvalidRequestError, OverloadedError
from api.src.core.leaving import unless_client_leaves
from api.src.inference.base import ModelBackend
from api.src.routers.openapi import body_errors, json_body, speech_answers
from api.src.routers.plain_route import PlainRoute
from api.src.routers.speaking import check_length, manner_of, speak_in_any_form, text_reading, utterance_of
from api.src.routers.speech_response import SpeechResponse
from api.src.services.text_processing.languages import language_for
from api.src.services.text_processing.script import GivenPhonemes
from api.src.services.text_processing.text_processor import smart_split
from api.src.services.text_processing.text_queue import TextQueue
from api.src.structures.answers import Phonemes
from api.src.structures.phonemes import PhonemesRequest, PhonemizeRequest

router = APIRouter(prefix="/dev", tags=["Development"])
speech_router = APIRouter(prefix="/dev", tags=["Development"], route_class=PlainRoute)


@router.post(
    "/phonemize",
    operation_id="phonemize",
    summary="The phonemes of a text, chunk by chunk, as the engine would get them",
    response_model=Phonemes,
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
async def phonemize(request: Request) -> Response:
    settings: Settings = request.app.state.settings
    queue: TextQueue = request.app.state.text_queue
    engine: ModelBackend = request.app.state.engine
    body = PhonemizeRequest.model_validate_json(await request.body())
    reading = await text_reading(
        request, body.text, language_for(body.language, param="language"), body.normalization_options
    )

    async def convert() -> list[str]:
        split = smart_split(reading, phonemizer=request.app.state.phonemizer, settings=settings)
        return ["".join(token.symbol for token in chunk.tokens) async for chunk in split if chunk.tokens]

    async with queue.place():
        chunks = await unless_client_leaves(request.receive, convert())

    def answer() -> str:
        phonemes = " ".join(chunks)
        tokens = [engine.vocabulary[symbol] for symbol in phonemes]
        return Phonemes(phonemes=phonemes, tokens=tokens, chunks=chunks).model_dump_json()

    # Of a megabyte it is a million numbers.
    return Response(await asyncio.to_thread(answer), media_type="application/json")


@speech_router.post(
    "/generate_from_phonemes",
    operation_id="generateFromPhonemes",
    summary="Speak phonemes",
    response_class=Response,
    responses=speech_answers(),
    openapi_extra=json_body(
        PhonemesRequest, {"Hello world": PhonemesRequest(phonemes="həlˈO wˈɜɹld.", voice="af_heart")}
    ),
)
async def generate_from_phonemes(request: Request) -> SpeechResponse:
    settings: Settings = request.app.state.settings
    engine: ModelBackend = request.app.state.engine
    body = PhonemesRequest.model_validate_json(await request.body())
    check_length(body.phonemes, settings, param="phonemes")
    if unknown := sorted(set(body.phonemes) - set(engine.vocabulary) - set("\n\t\r")):
        named = " ".join(f"{symbol!r} (U+{ord(symbol):04X})" for symbol in unknown[:10])
        raise InvalidRequestError(f"phonemes: the model does not know {named}.", param="phonemes")
    manner = manner_of(body.voice, None, settings)
    phonemes = GivenPhonemes(body.phonemes, manner)
    utterance = utterance_of(body, phonemes, manner, settings, written=body.phonemes)
    return await speak_in_any_form(request, body, utterance)
