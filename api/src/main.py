"""The application: `create_app()`, and `app` for `uvicorn api.src.main:app`."""

import asyncio
import logging
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from api.src.core.config import Settings
from api.src.core.error_handlers import install_error_handlers
from api.src.core.logging import configure_logging
from api.src.inference.base import ModelBackend
from api.src.inference.kokoro_v1 import KokoroV1
from api.src.inference.lane import Lane
from api.src.inference.voices import VoiceLibrary, parse_voice
from api.src.middleware.body_limit import BodyLimitMiddleware
from api.src.middleware.request_id import RequestIdMiddleware
from api.src.routers import openai_compatible, system
from api.src.services.streaming_audio_writer import AudioFormat
from api.src.services.text_processing.languages import language_for
from api.src.services.text_processing.phonemizer import ThreadPhonemizer
from api.src.services.tts_service import Progress, TTSService, Utterance

logger = logging.getLogger(__name__)


def create_app(settings: Settings | None = None, engine: ModelBackend | None = None) -> FastAPI:
    """The server with its collaborators; a test hands in an engine of its own."""
    settings = settings or Settings()
    engine = engine or KokoroV1(settings.model_dir, settings.device)

    app = FastAPI(title="Kokoro speech server", lifespan=_lifespan, redirect_slashes=False)
    app.state.settings = settings
    app.state.engine = engine
    app.state.ready = False
    app.state.failed = False
    app.include_router(openai_compatible.router)
    app.include_router(system.router)
    install_error_handlers(app)
    app.add_middleware(BodyLimitMiddleware, limit=settings.max_body_bytes)
    app.add_middleware(RequestIdMiddleware)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    settings: Settings = app.state.settings
    configure_logging(settings.log_level)
    lane = Lane(app.state.engine)
    phonemizer = ThreadPhonemizer(app.state.engine.vocabulary)
    app.state.service = TTSService(
        lane=lane,
        voices=VoiceLibrary(settings.model_dir, size=settings.voice_cache_size),
        phonemizer=phonemizer,
        settings=settings,
    )
    # In the background, so that /health answers while a first start fetches the model.
    starting = asyncio.create_task(_become_ready(app, lane))
    try:
        yield
    finally:
        starting.cancel()
        await asyncio.gather(starting, return_exceptions=True)
        await lane.close()
        phonemizer.close()


async def _become_ready(app: FastAPI, lane: Lane) -> None:
    """Load the model and speak a sentence, so that the first caller does not pay for what is made lazily."""
    try:
        await lane.load()
        async for _ in app.state.service.stream(_warm_up(app.state.settings), Progress()):
            pass
    except Exception:
        # A server that can never speak must not look alive; its supervisor sees it end by a signal.
        logger.exception("The model can't be loaded; stopping")
        app.state.failed = True
        os.kill(os.getpid(), signal.SIGTERM)
        return
    app.state.ready = True
    logger.info("Ready")


def _warm_up(settings: Settings) -> Utterance:
    voice = parse_voice(
        settings.default_voice, aliases=settings.openai_voices, longest=settings.max_voices_in_mix
    )
    return Utterance(
        text="Hello world. 1, 2, 3.",
        voice=voice,
        language=language_for(voice.language, param="voice"),
        format=AudioFormat.MP3,
        speed=1.0,
        volume=1.0,
        seed=0,
    )


app = create_app()
