"""POST /dev/dialogue: several voices in turn."""

import asyncio
from dataclasses import replace

from fastapi import APIRouter, Request, Response

from kokoro_speech_server.errors import InvalidRequestError
from kokoro_speech_server.http.app_state import AppState, request_state
from kokoro_speech_server.http.json_body import validated_body
from kokoro_speech_server.http.openapi import json_body, speech_answers
from kokoro_speech_server.http.plain_route import PlainRoute
from kokoro_speech_server.http.responses.speech_response import SpeechResponse
from kokoro_speech_server.http.route_queues import Queue, admitted_to
from kokoro_speech_server.http.schemas.dialogue import DialogueRequest, Turn
from kokoro_speech_server.http.schemas.normalize import categories
from kokoro_speech_server.http.speech_endpoint import (
    check_length,
    respond_with_speech,
    script_of,
    utterance_of,
    voice_aliases_of,
    voice_settings_of,
)
from kokoro_speech_server.text.directives import joined_turns
from kokoro_speech_server.text.script import VoiceSettings

router = APIRouter(prefix="/dev", tags=["Development"], route_class=PlainRoute)

_PAUSE_S = 0.5
"""Default seconds of silence between two turns."""


@router.post(
    "/dialogue",
    operation_id="dialogue",
    summary="Synthesize a dialogue",
    response_class=Response,  # `responses` lists the media types
    responses=speech_answers("x-unspoken-scripts"),
    openapi_extra=json_body(
        DialogueRequest,
        {
            "Two voices": DialogueRequest(
                turns=[
                    Turn(voice="af_heart", input="Is anybody there?"),
                    Turn(voice="am_michael", input="I am."),
                ],
                pause=0.3,
            )
        },
    ),
)
@admitted_to(Queue.SPEECH)
async def dialogue(request: Request) -> SpeechResponse:
    state = request_state(request)
    settings, directives = state.settings, state.directives
    body = await validated_body(request, DialogueRequest)
    if body.timestamps and body.stream_format != "sse":
        raise InvalidRequestError(
            "timestamps: an audio file cannot contain them. Request stream_format sse.", param="timestamps"
        )
    turns = await _turns(body, state)
    check_length(sum(len(text) for text, _ in turns), settings, param="turns")
    reading = directives.dialogue(
        turns,
        pause=_pause_s(body),
        crossfade=bool(body.crossfade_ms),
        pronunciations=body.pronunciations,
        categories=categories(body.normalization_options),
    )
    script = await script_of(request, reading)
    written = joined_turns(text for text, _ in turns)
    utterance = utterance_of(body, script, turns[0][1], settings, written=written)
    crossfade_s = (body.crossfade_ms or 0.0) / 1000
    utterance = replace(utterance, timed=body.timestamps is not None, crossfade_s=crossfade_s)
    return respond_with_speech(request, body, utterance)


def _pause_s(body: DialogueRequest) -> float:
    """Seconds of silence between two turns. Raises InvalidRequestError if the body says several things about it."""
    if body.pause is not None and body.gap_ms is not None:
        raise InvalidRequestError("gap_ms: it takes the place of pause; use one of them.", param="gap_ms")
    gap = body.pause if body.gap_ms is None else body.gap_ms / 1000
    if body.crossfade_ms and gap:
        raise InvalidRequestError(
            "crossfade_ms: turns with silence between them cannot overlap.", param="crossfade_ms"
        )
    if gap is None:
        gap = 0.0 if body.crossfade_ms else _PAUSE_S
    return gap


async def _turns(body: DialogueRequest, state: AppState) -> list[tuple[str, VoiceSettings]]:
    """The text and the voice settings of each turn."""
    voice_aliases = await voice_aliases_of(state, body.voice_aliases, body.lang_code, model=body.model)
    voices: dict[str | None, VoiceSettings] = {}
    for turn in body.turns:
        if turn.voice not in voices:
            voices[turn.voice] = voice_settings_of(turn.voice, voice_aliases, state.settings)
            await asyncio.sleep(0)  # a thousand mixes take more than ten milliseconds
    return [(turn.input, voices[turn.voice].scaled(rate=turn.speed or 1.0)) for turn in body.turns]
