"""The application: `create_app()`, and `app` for `uvicorn api.src.main:app`."""

import asyncio
import logging
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.middleware.cors import CORSMiddleware

from api.src.core import metrics
from api.src.core.api_keys import ApiKeys
from api.src.core.config import Settings
from api.src.core.error_handlers import install_error_handlers
from api.src.core.logging import configure_logging
from api.src.core.tracing import TELEMETRY, start_tracing, stop_tracing
from api.src.inference.base import Chunk, ChunkAudio, ModelBackend
from api.src.inference.lane import EngineLane
from api.src.inference.voices import VoiceLibrary
from api.src.middleware.api_key import ApiKeyMiddleware
from api.src.middleware.body import BodyMiddleware
from api.src.middleware.queue import Admitted, QueueMiddleware
from api.src.middleware.request_id import RequestIdMiddleware
from api.src.routers import captioned_speech, dialogue, docs, normalize, openai_compatible, phonemes, system
from api.src.routers import engine as engine_router
from api.src.routers import metrics as metrics_router
from api.src.routers.openapi import DESCRIPTION, describe
from api.src.scheduling.lane import Lane
from api.src.scheduling.limits import CallerLimits
from api.src.scheduling.scheduler import Scheduler
from api.src.scheduling.tickets import LocalTickets, Tickets
from api.src.services.text_processing.direction import Direction
from api.src.services.text_processing.phonemizer import ThreadPhonemizer
from api.src.services.text_processing.text_queue import TextQueue
from api.src.services.tts_service import TTSService
from api.src.services.warm_up import warm_up, warm_up_text
from api.src.structures.status import ServerStatus
from api.src.workers.link import Link
from api.src.workers.remote import RemoteTickets
from api.src.workers.worker_calls import WorkerCalls

logger = logging.getLogger(__name__)

_VERSION = "0.1.0"


def create_app(
    settings: Settings | None = None,
    engine: ModelBackend | None = None,
    link: Link[WorkerCalls] | None = None,
    *,
    speaks: bool = True,
) -> FastAPI:
    """The server with its collaborators; a test hands in an engine of its own.

    link:   to the supervisor of a worker; without it the application has a scheduler of its own
    speaks: False: the engine is not loaded, since other workers speak
    """
    settings = settings or Settings()
    engine = engine or _kokoro(settings, speaks=speaks)

    app = FastAPI(
        title="Kokoro speech server",
        version=_VERSION,
        description=DESCRIPTION,
        lifespan=_lifespan,
        redirect_slashes=False,
        openapi_url=None,  # routers/docs.py has it
        telemetry=TELEMETRY,
    )
    app.state.settings = settings
    app.state.engine = engine
    app.state.link = link
    app.state.speaks = speaks
    app.state.admitted = Admitted()
    app.state.status = ServerStatus(workers=1, workers_ready=0)
    app.state.failed = False
    app.state.api_keys = ApiKeys.read(settings)
    if link is not None:
        link.handler.app = app
    app.include_router(openai_compatible.speech_router)
    app.include_router(openai_compatible.router)
    app.include_router(system.router)
    app.include_router(metrics_router.router)
    app.include_router(captioned_speech.router)
    app.include_router(dialogue.router)
    app.include_router(normalize.router)
    app.include_router(phonemes.router)
    app.include_router(phonemes.speech_router)
    app.include_router(engine_router.router)
    if settings.engine_test:
        app.include_router(engine_router.test_router)
    app.include_router(docs.router)
    app.state.description = describe(app)
    install_error_handlers(app)
    # The last one added is the first to see a request.
    app.add_middleware(QueueMiddleware, admitted=app.state.admitted)
    app.add_middleware(ApiKeyMiddleware, open_routes=settings.open_routes)
    app.add_middleware(BodyMiddleware, limit=settings.max_body_bytes, timeout_s=settings.receive_timeout_s)
    app.add_middleware(RequestIdMiddleware)
    if settings.cors_origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=settings.cors_origins,
            allow_methods=["GET", "POST"],
            allow_headers=["*"],
            expose_headers=["*"],
        )
    return app


def _kokoro(settings: Settings, *, speaks: bool) -> ModelBackend:
    # Imported here since torch and transformers take seconds, which another engine need not pay.
    from api.src.inference.kokoro_v1 import KokoroV1  # noqa: PLC0415

    return KokoroV1(
        settings.model_dir,
        settings.device,
        settings.threads_per_worker,
        gpu_memory_threshold=settings.gpu_memory_threshold,
        max_batch_size=settings.max_batch_size,
        precision=settings.precision,
        cpu_backend=settings.cpu_backend,
        recording_s=settings.warmup_max_s if settings.compile == "auto" else 0,
        recording_mb=settings.warmup_max_mb,
        heap=speaks,  # it keeps what is freed until the engine gives it back
    )


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    settings: Settings = app.state.settings
    configure_logging(settings.log_level, settings.log_format)
    tracing = start_tracing(_VERSION)
    lane = app.state.lane = EngineLane(app.state.engine)
    phonemizer = ThreadPhonemizer(app.state.engine.vocabulary)
    app.state.phonemizer = phonemizer
    app.state.direction = Direction(settings, frozenset(app.state.engine.vocabulary))
    app.state.text_queue = TextQueue(settings.text_queue_size)
    app.state.service = TTSService(
        voices=VoiceLibrary(settings.model_dir, size=settings.voice_cache_size),
        phonemizer=phonemizer,
        settings=settings,
    )
    app.state.tickets = _tickets(app)
    # In the background, so that /health answers while a first start fetches the model.
    starting = asyncio.create_task(_become_ready(app, lane))
    try:
        yield
    finally:
        starting.cancel()
        await asyncio.gather(starting, return_exceptions=True)
        await lane.close()
        phonemizer.close()
        app.state.direction.close()
        await stop_tracing(tracing)


def _tickets(app: FastAPI) -> Tickets:
    """The way to the scheduler: the supervisor's, or one of our own."""
    if app.state.link is not None:
        return RemoteTickets(app.state.link)
    settings: Settings = app.state.settings
    scheduler = Scheduler[Chunk, ChunkAudio](
        places=settings.queue_size,
        limits=CallerLimits(per_minute=settings.rate_limit, at_once=settings.concurrency_limit),
        queue_timeout_s=settings.queue_timeout_s,
        engine_timeout_s=settings.engine_timeout_s,
        batch_wait_s=settings.max_batch_wait_ms / 1000,
        cache_bytes=settings.cache_max_mb * 1024 * 1024,
        lose=_end_process,
    )
    return LocalTickets(scheduler)


def _end_process(lane: Lane[Chunk, ChunkAudio], why: str, hung: bool) -> None:
    """An engine that hangs can't be stopped but by its process, and whoever watches that starts a new one."""
    logger.critical("The engine is lost: %s; ending the process", why)
    os.kill(os.getpid(), signal.SIGKILL)


async def _become_ready(app: FastAPI, lane: EngineLane) -> None:
    """Load the model, warm it up, and let the scheduler use it; or get ready for texts alone."""
    try:
        if not app.state.speaks:
            await warm_up_text(app.state.phonemizer, app.state.settings)
            await app.state.link.call("warm")
            return
        await lane.load()
        measured = await warm_up(lane, app.state.service, app.state.settings)
        lane.warm = True
        await app.state.tickets.add_lane(lane, measured)
    except Exception:
        # A server that can never speak must not look alive; its supervisor sees it end by a signal.
        logger.exception("This process can't get ready; stopping")
        app.state.failed = True
        os.kill(os.getpid(), signal.SIGTERM)
        return
    mps = "on" if app.state.settings.mps else "off"
    engine: ModelBackend = app.state.engine
    metrics.BUILD_INFO.labels(
        _VERSION, "kokoro-v1.0", engine.device, mps, engine.precision, engine.backend
    ).set(1)
    if app.state.link is None:
        app.state.status = ServerStatus(workers=1, workers_ready=1, ready=True)
    logger.info("Ready")


def __getattr__(name: str) -> FastAPI:
    """`app`, made when uvicorn asks for it: who imports create_app makes one of his own."""
    if name == "app":
        return create_app()
    raise AttributeError(name)
