"""What the engines are, do, and did last; and a sentence to try one with."""

from fastapi import APIRouter, Request

from kokoro_speech_server.engine.local_slot import EngineReport
from kokoro_speech_server.http.app_state import request_state
from kokoro_speech_server.http.client_disconnect import unless_client_leaves
from kokoro_speech_server.http.middleware.queue import AdmissionGate
from kokoro_speech_server.http.openapi import SPEECH_ERRORS, errors
from kokoro_speech_server.http.schemas.responses import (
    EngineBatch,
    EngineOfWorker,
    EngineQueue,
    EngineStatus,
    EngineTest,
)
from kokoro_speech_server.http.speech_endpoint import voice_settings_of
from kokoro_speech_server.synthesis.tts_service import SynthesisContext
from kokoro_speech_server.synthesis.warm_up import sample

router = APIRouter(prefix="/dev", tags=["Development"])
test_router = APIRouter(prefix="/dev", tags=["Development"])
"""Synthesizes, so it is there only with ENGINE_TEST."""

_SENTENCE = "The quick brown fox jumps over the lazy dog."


@router.get(
    "/engine",
    operation_id="getEngine",
    summary="The engines of all workers, their last batches, and the queue before them",
    response_description="How they stand.",
)
async def engine(request: Request) -> EngineStatus:
    state = request_state(request)
    queue = await state.scheduler.queue_status()
    reports = await state.engine_reports()
    return EngineStatus(
        queue=EngineQueue(
            capacity=queue.capacity,
            running=queue.running,
            waiting=queue.waiting,
            waiting_chunks=queue.waiting_chunks,
            longest_wait_seconds=queue.longest_wait_s,
            places=queue.capacity,
            taken=queue.running + queue.waiting,
            chunks=queue.waiting_chunks,
        ),
        engines=[_engine(worker, report) for worker, report in sorted(reports.items())],
    )


def _engine(worker: int, report: EngineReport) -> EngineOfWorker:
    return EngineOfWorker(
        worker=worker,
        device=report.device,
        precision=report.precision,
        backend=report.backend,
        max_batch_size=report.max_batch_size,
        state=report.state,
        batches=[EngineBatch(**batch._asdict()) for batch in report.batches],
    )


@test_router.post(
    "/engine/test",
    operation_id="testEngine",
    summary="Speak a sentence, and tell how long each stage took",
    response_description="It spoke.",
    responses=errors(*SPEECH_ERRORS),
)
async def test_engine(request: Request) -> EngineTest:
    state = request_state(request)
    gate: AdmissionGate = request.scope["admission_gate"]
    utterance, demand = sample(_SENTENCE, voice_settings_of(None, None, state.settings))
    admission = await gate.admit(due=demand.due, remaining=demand.remaining)
    context = SynthesisContext(admission, demand)

    async def speak() -> None:
        async for _ in state.service.stream(utterance, context):
            pass

    await unless_client_leaves(request.receive, speak())
    progress = context.progress
    return EngineTest(
        audio_seconds=progress.audio_seconds,
        waited_seconds=admission.waited or 0.0,
        stage_seconds=progress.seconds,
    )
