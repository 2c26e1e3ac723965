"""From text to phonemes, and from phonemes to speech."""

import asyncio

from fastapi import APIRouter, Request, Response

from kokoro_speech_server.errors import InputTooLongError, InvalidRequestError, OverloadedError
from kokoro_speech_server.http.app_state import request_state
from kokoro_speech_server.http.client_disconnect import unless_client_leaves
from kokoro_speech_server.http.openapi import body_errors, json_body, speech_answers
from kokoro_speech_server.http.plain_route import PlainRoute
from kokoro_speech_server.http.responses.speech_response import SpeechResponse
from kokoro_speech_server.http.schemas.phonemes import PhonemesRequest, PhonemizeRequest
from kokoro_speech_server.http.schemas.responses import Phonemes
from kokoro_speech_server.http.speech_endpoint import (
    check_length,
    speak_in_any_form,
    text_script,
    utterance_of,
    voice_settings_of,
)
from kokoro_speech_server.text.languages import language_for
from kokoro_speech_server.text.script import GivenPhonemes
from kokoro_speech_server.text.text_processor import smart_split

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
    state = request_state(request)
    body = PhonemizeRequest.model_validate_json(await request.body())
    script = await text_script(
        request, body.text, language_for(body.language, param="language"), body.normalization_options
    )

    async def convert() -> list[str]:
        split = smart_split(script, phonemizer=state.phonemizer, settings=state.settings)
        return ["".join(token.symbol for token in chunk.tokens) async for chunk in split if chunk.tokens]

    async with state.text_queue.place():
        chunks = await unless_client_leaves(request.receive, convert())

    def answer() -> str:
        phonemes = " ".join(chunks)
        tokens = [state.engine.vocabulary[symbol] for symbol in phonemes]
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
    state = request_state(request)
    settings, engine = state.settings, state.engine
    body = PhonemesRequest.model_validate_json(await request.body())
    check_length(body.phonemes, settings, param="phonemes")
    if unknown := sorted(set(body.phonemes) - set(engine.vocabulary) - set("\n\t\r")):
        named = " ".join(f"{symbol!r} (U+{ord(symbol):04X})" for symbol in unknown[:10])
        raise InvalidRequestError(f"phonemes: the model does not know {named}.", param="phonemes")
    voice_settings = voice_settings_of(body.voice, None, settings)
    phonemes = GivenPhonemes(body.phonemes, voice_settings)
    utterance = utterance_of(body, phonemes, voice_settings, settings, written=body.phonemes)
    return await speak_in_any_form(request, body, utterance)
