"""Whether the server lives, whether it can speak, and what kind it is."""

from fastapi import APIRouter, Request

from api.src.core.errors import NotReadyError, StoppingError
from api.src.routers.openapi import errors
from api.src.structures.answers import Alive, Ready
from api.src.structures.status import ServerStatus

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
    status: ServerStatus = request.app.state.status
    if status.stopping:
        raise StoppingError("The server is stopping.")
    if not status.ready:
        raise NotReadyError(
            f"The model is still loading: {status.workers_ready} of {status.workers} workers are ready."
        )
    return Ready(
        device=request.app.state.engine.device,
        mps=request.app.state.settings.mps_state,
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
