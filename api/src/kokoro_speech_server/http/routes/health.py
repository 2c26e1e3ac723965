"""Whether the server lives, whether it can speak, and what kind it is."""

from fastapi import APIRouter, Request

from kokoro_speech_server.errors import NotReadyError, StoppingError
from kokoro_speech_server.http.app_state import request_state
from kokoro_speech_server.http.openapi import errors
from kokoro_speech_server.http.schemas.responses import Alive, Ready

router = APIRouter(tags=["Server"])


@router.get(
    "/health",
    operation_id="getHealth",
    summary="Live: the process answers",
    response_description="It does.",
)
async def health() -> Alive:
    # Liveness alone: a platform that restarts what is merely loading would never see it ready.
    return Alive()


@router.get(
    "/ready",
    operation_id="getReadiness",
    summary="Ready: the models are loaded and warm",
    response_description="They are.",
    responses=errors(NotReadyError, StoppingError),
)
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
        device=state.engine.device,
        cuda_mps=state.settings.cuda_mps_state,
        mps=state.settings.cuda_mps_state,
        workers=status.workers,
        workers_ready=status.workers_ready,
    )


@router.get(
    "/v1/test",
    operation_id="getTest",
    summary="How wyoming-openai tells this kind of server",
    response_description="It is one.",
)
async def test() -> Alive:
    return Alive()
