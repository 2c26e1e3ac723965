"""The server's figures for Prometheus."""

from fastapi import APIRouter, Response

from api.src.core.metrics import exposition

router = APIRouter()


@router.get(
    "/metrics",
    summary="Metrics of all workers, for Prometheus",
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
# Not a coroutine, so that it runs in a thread, and not in one of those that encode.
def metrics() -> Response:
    text, content_type = exposition()
    return Response(text, media_type=content_type)
