"""What the engines are, do, and did last; and a sentence to try one with."""

from fastapi import APIRouter, Request

from api.src.core.config import Settings
from api.src.core.leaving import unless_client_leaves
from api.src.inference.lane import EngineLane, EngineReport
from api.src.middleware.queue import Turn
from api.src.routers.openapi import SPEECH_ERRORS, errors
from api.src.routers.speaking import manner_of
from api.src.services.tts_service import Admission, TTSService
from api.src.services.warm_up import sample
from api.src.structures.answers import EngineBatch, EngineOfWorker, EngineQueue, EngineStatus, EngineTest
from api.src.workers.link import Link
from api.src.workers.worker_calls import WorkerCalls

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
    lane: EngineLane = request.app.state.lane
    link: Link[WorkerCalls] | None = request.app.state.link
    queue = await request.app.state.tickets.queue()
    reports: dict[int, EngineReport] = {0: lane.report()} if link is None else await link.call("engines")
    return EngineStatus(
        queue=EngineQueue(
            places=queue.places,
            taken=queue.taken,
            chunks=queue.chunks,
            longest_wait_seconds=queue.longest_s,
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
    settings: Settings = request.app.state.settings
    service: TTSService = request.app.state.service
    turn: Turn = request.scope["turn"]
    utterance, demand = sample(_SENTENCE, manner_of(None, None, settings))
    ticket = await turn.take(due=demand.due, remaining=demand.remaining)
    admission = Admission(ticket, demand)

    async def speak() -> None:
        async for _ in service.stream(utterance, admission):
            pass

    await unless_client_leaves(request.receive, speak())
    progress = admission.progress
    return EngineTest(
        audio_seconds=progress.audio_seconds,
        waited_seconds=ticket.waited or 0.0,
        stage_seconds=progress.seconds,
    )
