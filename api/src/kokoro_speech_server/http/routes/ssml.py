"""/dev/ssml: SSML as text with tags, and which SSML the server follows."""

from dataclasses import replace

from fastapi import APIRouter, Request

from kokoro_speech_server.errors import InputTooLongError, InvalidRequestError, OverloadedError
from kokoro_speech_server.http.app_state import request_state
from kokoro_speech_server.http.client_disconnect import cancel_on_disconnect
from kokoro_speech_server.http.json_body import validated_body
from kokoro_speech_server.http.openapi import body_errors, json_body
from kokoro_speech_server.http.route_queues import Queue, admitted_to
from kokoro_speech_server.http.schemas.responses import SsmlSupport, TextWithTags
from kokoro_speech_server.http.schemas.ssml import SsmlRequest
from kokoro_speech_server.http.speech_endpoint import check_length, voice_aliases_of, voice_settings_of
from kokoro_speech_server.text.script import FASTEST, SLOWEST
from kokoro_speech_server.text.ssml_reader import ELEMENTS
from kokoro_speech_server.text.ssml_values import PAUSES, RATES
from kokoro_speech_server.voices import VoiceMix

router = APIRouter(prefix="/dev", tags=["Development"])


@router.get(
    "/ssml",
    operation_id="getSsmlSupport",
    summary="List the SSML that the server follows",
    response_description="Elements and values.",
)
async def ssml_support() -> SsmlSupport:
    return SsmlSupport(
        elements=ELEMENTS,
        ignored=[],
        break_strengths=PAUSES,
        prosody_rates=RATES,
        rate_range=[SLOWEST, FASTEST],
    )


@router.post(
    "/ssml",
    operation_id="convertSsml",
    summary="Convert SSML to text with tags",
    response_description="The text, for a request with `tags`, without languages and volumes.",
    responses=body_errors(InputTooLongError, OverloadedError),
    openapi_extra=json_body(
        SsmlRequest,
        {
            "A rate": SsmlRequest(
                text='<speak>Hi.<break time="1s"/><prosody rate="slow">Bye.</prosody></speak>',
                voice="af_heart",
            )
        },
    ),
)
@admitted_to(Queue.TEXT)
async def convert_ssml(request: Request) -> TextWithTags:
    state = request_state(request)
    body = await validated_body(request, SsmlRequest)
    check_length(len(body.text), state.settings, param="text")
    voice_aliases = await voice_aliases_of(state)
    try:
        voice_settings = voice_settings_of(body.voice, voice_aliases, state.settings)
    except InvalidRequestError:  # an alias of the request that is going to speak
        voice_settings = voice_settings_of(None, voice_aliases, state.settings)
    if body.voice:
        voice_settings = replace(voice_settings, voice=VoiceMix(((body.voice.strip(), 1.0),)))
    converting = state.directives.ssml_with_tags(
        body.text, voice_settings=voice_settings, with_voices=bool(body.voice)
    )
    try:
        return TextWithTags(text=await cancel_on_disconnect(request.receive, converting))
    except InvalidRequestError as error:
        error.param = "text" if error.param == "input" else error.param
        raise
