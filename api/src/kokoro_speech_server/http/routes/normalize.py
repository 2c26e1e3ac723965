"""POST /dev/normalize: a text as the words that would be spoken, beside what is written."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import asdict
from time import monotonic

from fastapi import APIRouter, Request, Response

from kokoro_speech_server.errors import InputTooLongError, OverloadedError
from kokoro_speech_server.http.app_state import request_state
from kokoro_speech_server.http.client_disconnect import cancel_on_disconnect
from kokoro_speech_server.http.json_body import validated_body
from kokoro_speech_server.http.openapi import body_errors, json_body
from kokoro_speech_server.http.route_queues import Queue, admitted_to
from kokoro_speech_server.http.schemas.normalize import NormalizeRequest
from kokoro_speech_server.http.schemas.responses import Normalized
from kokoro_speech_server.http.speech_endpoint import (
    script_without_speech,
    voice_aliases_of,
    voice_settings_of,
)
from kokoro_speech_server.text.comparison import ComparedSentence, Comparison
from kokoro_speech_server.threads import run_to_end

router = APIRouter(prefix="/dev", tags=["Development"])

_SLICE_S = 0.003
"""Seconds of work in a thread before the next slice begins: after each, the request can be cancelled."""


@router.post(
    "/normalize",
    operation_id="normalize",
    summary="Normalize a text: replace numbers, dates and the like with the words that would be spoken",
    response_model=Normalized,
    response_description="The normalized text.",
    responses=body_errors(InputTooLongError, OverloadedError),
    openapi_extra=json_body(
        NormalizeRequest,
        {
            "English": NormalizeRequest(text="It cost $4.20 on 2024-01-15.", lang_code="a"),
            "Without dates": NormalizeRequest.model_validate(
                {"text": "It cost $4.20 on 2024-01-15.", "normalization_options": {"dates": False}}
            ),
            "Spanish": NormalizeRequest(text="Mide 21 cm.", lang_code="e"),
            "Tags": NormalizeRequest(text="Hi. [voice:am_adam] It is 5 pm.", tags=True),
        },
    ),
)
@admitted_to(Queue.TEXT)
async def normalize(request: Request) -> Response:
    body = await validated_body(request, NormalizeRequest)
    state = request_state(request)
    voice_aliases = await voice_aliases_of(state, body.voice_aliases, body.lang_code)
    script = await script_without_speech(
        request,
        body.text,
        voice_settings_of(body.voice, voice_aliases, state.settings),
        body.normalization_options,
        body.pronunciations,
        voice_aliases=voice_aliases,
        tags=body.tags,
        ssml=body.ssml,
    )
    answer = await cancel_on_disconnect(request.receive, _answer(Comparison(script, body.text)))
    return Response(answer, media_type="application/json")


async def _answer(comparison: Comparison) -> bytes:
    """The JSON of the response. Each sentence becomes JSON at once: as objects, a megabyte of text would need more."""
    sentences = comparison.sentences()
    normalized: list[str] = []
    objects: list[bytes] = []
    while some := await run_to_end(None, _some, sentences):
        normalized += [sentence.normalized for sentence, _ in some if sentence.normalized]
        objects += [as_json for _, as_json in some]

    def joined() -> bytes:
        # A text can have 300,000 blocks. Encoded by one call, they would stop the event loop for that long.
        kinds = {kind: _json(asdict(kind)) for kind in set(comparison.blocks)}
        blocks = b",".join(kinds[kind] for kind in comparison.blocks)
        parts = (_json(" ".join(normalized)), blocks, b",".join(objects))
        return b'{"normalized":%b,"blocks":[%b],"sentences":[%b]}' % parts

    return await asyncio.to_thread(joined)


def _some(sentences: Iterator[ComparedSentence]) -> list[tuple[ComparedSentence, bytes]]:
    """The next sentences with their JSON, at least one if there are any."""
    end = monotonic() + _SLICE_S
    some: list[tuple[ComparedSentence, bytes]] = []
    for sentence in sentences:
        some.append((sentence, _json(asdict(sentence))))
        if monotonic() > end:
            break
    return some


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
