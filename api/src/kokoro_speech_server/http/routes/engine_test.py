"""POST /dev/engine/test: synthesizes a sentence and reports how long each stage takes.

The route exists only with ENGINE_TEST, because it uses the engine.
"""

from fastapi import APIRouter, Request

from kokoro_speech_server.http.app_state import request_state
from kokoro_speech_server.http.client_disconnect import cancel_on_disconnect
from kokoro_speech_server.http.middleware.queue import AdmittedRequest
from kokoro_speech_server.http.openapi import SPEECH_ERRORS, errors
from kokoro_speech_server.http.route_queues import Queue, admitted_to
from kokoro_speech_server.http.schemas.responses import EngineTest
from kokoro_speech_server.http.speech_endpoint import voice_aliases_of, voice_settings_of
from kokoro_speech_server.synthesis.tts_service import SynthesisContext
from kokoro_speech_server.synthesis.warm_up import sample

router = APIRouter(prefix="/dev", tags=["Development"])

_SENTENCE = "The quick brown fox jumps over the lazy dog."


@router.post(
    "/engine/test",
    operation_id="testEngine",
    summary="Synthesize a sentence and report how long each stage takes",
    response_description="The engine works.",
    responses=errors(*SPEECH_ERRORS),
)
@admitted_to(Queue.SPEECH)
async def test_engine(request: Request) -> EngineTest:
    state = request_state(request)
    admitted: AdmittedRequest = request.scope["admitted"]
    admission = admitted.admission
    utterance, demand = sample(
        _SENTENCE, voice_settings_of(None, await voice_aliases_of(state), state.settings)
    )
    admission.announce(due=demand.due, remaining=demand.remaining)
    context = SynthesisContext(admission, demand)

    async def synthesize() -> None:
        async for _ in state.service.stream(utterance, context):
            pass

    await cancel_on_disconnect(request.receive, synthesize())
    progress = context.progress
    return EngineTest(
        audio_seconds=progress.audio_seconds,
        waited_seconds=admission.waited or 0.0,
        stage_seconds=progress.seconds,
    )
