"""GET /metrics: metrics for Prometheus."""

from fastapi import APIRouter, Response

from kokoro_speech_server.http.open_routes import open_as
from kokoro_speech_server.observability.metrics import exposition

router = APIRouter(tags=["Server"])


@router.get(
    "/metrics",
    operation_id="getMetrics",
    summary="Metrics of all workers, for Prometheus",
    response_class=Response,
    responses={
        200: {
            "description": "The metrics in Prometheus's text format.",
            "content": {"text/plain": {"schema": {"type": "string"}}},
        }
    },
)
@open_as("metrics")
def metrics() -> Response:  # not a coroutine, so that FastAPI runs it in a thread: it reads files
    text, content_type = exposition()
    return Response(text, media_type=content_type)
