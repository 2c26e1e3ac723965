"""Paths that clients of other servers use: OpenAI's routes without /v1, and /web for the page."""

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse

from kokoro_speech_server.http.open_routes import open_as
from kokoro_speech_server.http.plain_route import PlainRoute
from kokoro_speech_server.http.routes import models, speech, voices

router = APIRouter(include_in_schema=False)
web_router = APIRouter(include_in_schema=False, route_class=PlainRoute)

router.add_api_route("/audio/speech", speech.speech, methods=["POST"], route_class_override=PlainRoute)
router.add_api_route("/audio/voices", voices.voices)
router.add_api_route("/audio/models", models.audio_models)
router.add_api_route("/models", models.models)
router.add_api_route("/models/{model}", models.model)


@web_router.get("/web")
@web_router.get("/web/")
@open_as("always")
async def web(request: Request) -> RedirectResponse:
    return RedirectResponse(f"{request.scope.get('root_path', '')}/")
