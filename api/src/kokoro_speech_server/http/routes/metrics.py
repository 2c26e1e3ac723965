"""The server's figures for Prometheus."""

from fastapi import APIRouter, Response

from kokoro_speech_server.observability.metrics import exposition

router = APIRouter(tags=["Server"])


@router.get(
    "/metrics",
    operation_id="getMetrics",
    summary="Metrics of all workers, for Prometheus",
    response_class=Response,
    responses={
        200: {"description": "The figures.", "content": {"text/plain": {"schema": {"type": "string"}}}}
    },
)
# Not a coroutine, so that it runs in a thread, and not in one of those that encode.
def metrics() -> Response:
    text, content_type = exposition()
    return Response(text, media_type=content_type)
