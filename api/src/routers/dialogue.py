"""Several voices in turn."""

import asyncio
from dataclasses import replace

from fastapi import APIRouter, Request, Response

from api.src.core.config import Settings
from api.src.routers.openapi import json_body, speech_answers
from api.src.routers.plain_route import PlainRoute
from api.src.routers.speaking import check_length, manner_of, speak_in_any_form, utterance_of
from api.src.routers.speech_response import SpeechResponse
from api.src.services.text_processing.direction import Direction
from api.src.services.text_processing.reader import Reading
from api.src.services.text_processing.script import Manner
from api.src.structures.dialogue import DialogueRequest, Turn
from api.src.structures.normalize import categories

router = APIRouter(prefix="/dev", tags=["Development"], route_class=PlainRoute)

_PAUSE_S = 0.5


@router.post(
    "/dialogue",
    operation_id="dialogue",
    summary="Speak the turns of a dialogue",
    response_class=Response,
    responses=speech_answers(),
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
async def dialogue(request: Request) -> SpeechResponse:
    settings: Settings = request.app.state.settings
    direction: Direction = request.app.state.direction
    body = DialogueRequest.model_validate_json(await request.body())
    # In a thread: a thousand voices take a tenth of a second to look up.
    turns = await asyncio.to_thread(_turns, body, settings)
    check_length("".join(text for text, _ in turns), settings, param="turns")
    script = await direction.dialogue(turns, pause=_PAUSE_S if body.pause is None else body.pause)
    reading = Reading(script, categories(body.normalization_options), settings.unsaid)
    utterance = utterance_of(body, reading, turns[0][1], settings, written=script.text)
    return await speak_in_any_form(request, body, utterance)


def _turns(body: DialogueRequest, settings: Settings) -> list[tuple[str, Manner]]:
    return [
        (turn.input, replace(manner_of(turn.voice, None, settings), rate=turn.speed or 1.0))
        for turn in body.turns
    ]
