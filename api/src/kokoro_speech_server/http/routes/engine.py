"""GET /dev/engine: the engines of all workers and their queue."""

from fastapi import APIRouter, Request

from kokoro_speech_server.engine.local_slot import EngineReport
from kokoro_speech_server.http.app_state import request_state
from kokoro_speech_server.http.schemas.responses import EngineBatch, EngineOfWorker, EngineQueue, EngineStatus

router = APIRouter(prefix="/dev", tags=["Development"])


@router.get(
    "/engine",
    operation_id="getEngine",
    summary="Show the engines of all workers, their last batches and their queue",
    response_description="The state of the engines and of the queue.",
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
        cuda_graphs=report.cuda_graphs.captured,
        cuda_graphs_planned=report.cuda_graphs.planned,
        max_batch_size=report.max_batch_size,
        state=report.state,
        models=list(report.models),
        batches=[EngineBatch(**batch._asdict()) for batch in report.batches],
    )
