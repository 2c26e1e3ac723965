"""POST /dev/phonemize: the phonemes of a text."""

import asyncio
from dataclasses import replace

from fastapi import APIRouter, Request, Response

from kokoro_speech_server.errors import InputTooLongError, OverloadedError
from kokoro_speech_server.http.app_state import request_state
from kokoro_speech_server.http.client_disconnect import cancel_on_disconnect
from kokoro_speech_server.http.json_body import validated_body
from kokoro_speech_server.http.open_routes import open_as
from kokoro_speech_server.http.openapi import body_errors, json_body
from kokoro_speech_server.http.route_queues import Queue, admitted_to
from kokoro_speech_server.http.schemas.phonemes import PhonemizeRequest
from kokoro_speech_server.http.schemas.responses import Phonemes
from kokoro_speech_server.http.speech_endpoint import (
    script_without_speech,
    voice_aliases_of,
    voice_settings_of,
)
from kokoro_speech_server.text.languages import language_for
from kokoro_speech_server.text.text_processor import smart_split

router = APIRouter(prefix="/dev", tags=["Development"])


@router.post(
    "/phonemize",
    operation_id="phonemize",
    summary="Convert a text to phonemes, in the chunks that the engine would get",
    response_model=Phonemes,
    response_description="The phonemes of the text.",
    responses=body_errors(InputTooLongError, OverloadedError),
    openapi_extra=json_body(
        PhonemizeRequest,
        {
            "English": PhonemizeRequest(text="Hello world."),
            "Spanish": PhonemizeRequest(text="¿Dónde está la niña?", language="e"),
            "With a pronunciation": PhonemizeRequest(
                text="Nguyen works here.", pronunciations={"Nguyen": "/nwˈɪn/"}
            ),
        },
    ),
)
@admitted_to(Queue.TEXT)
@open_as("dev")
async def phonemize(request: Request) -> Response:
    state = request_state(request)
    body = await validated_body(request, PhonemizeRequest)
    language = language_for(body.language, param="language")
    voice_aliases = await voice_aliases_of(state)
    voice_settings = replace(voice_settings_of(None, voice_aliases, state.settings), language=language)
    script = await script_without_speech(
        request,
        body.text,
        voice_settings,
        body.normalization_options,
        body.pronunciations,
        voice_aliases=voice_aliases,
    )

    async def convert() -> list[str]:
        split = smart_split(script, phonemizer=state.phonemizer, settings=state.settings)
        return ["".join(token.symbol for token in chunk.tokens) async for chunk in split if chunk.tokens]

    chunks = await cancel_on_disconnect(request.receive, convert())

    def to_json() -> str:
        phonemes = " ".join(chunks)
        tokens = [state.engine.vocabulary[symbol] for symbol in phonemes]
        return Phonemes(phonemes=phonemes, tokens=tokens, chunks=chunks).model_dump_json()

    # In a thread, because a text of a megabyte becomes a million numbers.
    return Response(await asyncio.to_thread(to_json), media_type="application/json")
