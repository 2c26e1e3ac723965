"""Whether the server lives, whether it can speak, and what kind it is."""

from typing import Any

from fastapi import APIRouter, Request

from api.src.core.errors import NotReadyError, StoppingError
from api.src.structures.status import ServerStatus

router = APIRouter()


@router.get("/health", summary="Live: the process answers")
async def health() -> dict[str, str]:
    # Liveness alone: a platform that restarts what is merely loading would never see it ready.
    return {"status": "ok"}


@router.get("/ready", summary="Ready: the models are loaded and warm")
async def ready(request: Request) -> dict[str, Any]:
    status: ServerStatus = request.app.state.status
    if status.stopping:
        raise StoppingError("The server is stopping.")
    if not status.ready:
        raise NotReadyError(
            f"The model is still loading: {status.workers_ready} of {status.workers} workers are ready."
        )
    return {
        "status": "ready",
        "device": request.app.state.engine.device,
        "mps": request.app.state.settings.mps_state,
        "workers": status.workers,
        "workers_ready": status.workers_ready,
    }


@router.get("/v1/test", summary="How wyoming-openai tells this kind of server")
async def test() -> dict[str, str]:
    return {"status": "ok"}
