"""Whether the server lives, whether it can speak, and what kind it is."""

from fastapi import APIRouter, Request

from api.src.core.errors import NotReadyError

router = APIRouter()


@router.get("/health", summary="Live: the process answers")
async def health() -> dict[str, str]:
    # Liveness alone: a platform that restarts what is merely loading would never see it ready.
    return {"status": "ok"}


@router.get("/ready", summary="Ready: the model is loaded and warm")
async def ready(request: Request) -> dict[str, str]:
    if not request.app.state.ready:
        raise NotReadyError("The model is still loading.")
    return {"status": "ready", "device": request.app.state.engine.device}


@router.get("/v1/test", summary="How wyoming-openai tells this kind of server")
async def test() -> dict[str, str]:
    return {"status": "ok"}
