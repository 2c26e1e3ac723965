"""POST /dev/generate_from_phonemes: speech from phonemes."""

from fastapi import APIRouter, Request, Response

from kokoro_speech_server.errors import InvalidRequestError
from kokoro_speech_server.http.app_state import request_state
from kokoro_speech_server.http.json_body import validated_body
from kokoro_speech_server.http.openapi import json_body, speech_answers
from kokoro_speech_server.http.plain_route import PlainRoute
from kokoro_speech_server.http.responses.speech_response import SpeechResponse
from kokoro_speech_server.http.route_queues import Queue, admitted_to
from kokoro_speech_server.http.schemas.phonemes import PhonemesRequest
from kokoro_speech_server.http.speech_endpoint import (
    check_length,
    respond_with_speech,
    utterance_of,
    voice_aliases_of,
    voice_settings_of,
)
from kokoro_speech_server.text.script import GivenPhonemes

router = APIRouter(prefix="/dev", tags=["Development"], route_class=PlainRoute)


@router.post(
    "/generate_from_phonemes",
    operation_id="generateFromPhonemes",
    summary="Synthesize speech from phonemes",
    response_class=Response,  # `responses` lists the media types
    responses=speech_answers(),
    openapi_extra=json_body(
        PhonemesRequest, {"Hello world": PhonemesRequest(phonemes="həlˈO wˈɜɹld.", voice="af_heart")}
    ),
)
@admitted_to(Queue.SPEECH)
async def generate_from_phonemes(request: Request) -> SpeechResponse:
    state = request_state(request)
    settings, engine = state.settings, state.engine
    body = await validated_body(request, PhonemesRequest)
    check_length(len(body.phonemes), settings, param="phonemes")
    voice_settings = voice_settings_of(body.voice, await voice_aliases_of(state, model=body.model), settings)
    known = engine.vocabulary if voice_settings.vocabulary is None else voice_settings.vocabulary
    if unknown := sorted(set(body.phonemes) - set(known) - set("\n\t\r")):
        named = " ".join(f"{symbol!r} (U+{ord(symbol):04X})" for symbol in unknown[:10])
        raise InvalidRequestError(f"phonemes: the model does not know {named}.", param="phonemes")
    phonemes = GivenPhonemes(body.phonemes, voice_settings)
    utterance = utterance_of(body, phonemes, voice_settings, settings, written=body.phonemes)
    return respond_with_speech(request, body, utterance)
