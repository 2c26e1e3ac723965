"""GET /health, /ready and /v1/test: whether the server is alive and ready."""

from fastapi import APIRouter, Request

from kokoro_speech_server.errors import NotReadyError, StoppingError
from kokoro_speech_server.http.app_state import request_state
from kokoro_speech_server.http.open_routes import open_as
from kokoro_speech_server.http.openapi import errors
from kokoro_speech_server.http.schemas.responses import Alive, Ready
from kokoro_speech_server.version import VERSION

router = APIRouter(tags=["Server"])


@router.get(
    "/health",
    operation_id="getHealth",
    summary="Liveness: the process responds",
    response_description="The process is alive.",
)
@open_as("always")
async def health() -> Alive:
    # Independent of the model: a platform would restart a process that is still loading, again and again.
    return Alive()


@router.get(
    "/ready",
    operation_id="getReadiness",
    summary="Readiness: the models are loaded and warm",
    response_description="The server is ready for requests.",
    responses=errors(NotReadyError, StoppingError),
)
@open_as("always")
async def ready(request: Request) -> Ready:
    state = request_state(request)
    status = state.status
    if status.stopping:
        raise StoppingError("The server is stopping.")
    if not status.ready:
        raise NotReadyError(
            f"The model is still loading: {status.workers_ready} of {status.workers} workers are ready."
        )
    return Ready(
        version=VERSION,
        device=state.engine.device,
        cuda_mps=state.settings.cuda_mps_state,
        mps=state.settings.cuda_mps_state,
        workers=status.workers,
        workers_ready=status.workers_ready,
    )


@router.get(
    "/v1/test",
    operation_id="getTest",
    summary="Test of wyoming-openai, which recognizes this kind of server by it",
    response_description="The server is of this kind.",
)
@open_as("lists")
async def test() -> Alive:
    return Alive()
