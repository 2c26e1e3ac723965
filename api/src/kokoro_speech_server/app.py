"""The application: `create_app()`, and `app` for uvicorn."""

import asyncio
import gc
import logging
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, nullcontext, suppress
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI
from starlette.middleware.cors import CORSMiddleware

from kokoro_speech_server.audio.sounds import SoundFolder
from kokoro_speech_server.chunk import Chunk, ChunkAudio
from kokoro_speech_server.config import Settings
from kokoro_speech_server.engine.base import ModelBackend
from kokoro_speech_server.engine.local_slot import EngineReport, LocalEngineSlot
from kokoro_speech_server.engine.network.moments import moment_table
from kokoro_speech_server.errors import SpeechServerError
from kokoro_speech_server.http.api_keys import ApiKeys
from kokoro_speech_server.http.app_state import AppState, set_state, state_of
from kokoro_speech_server.http.downloads import Downloads
from kokoro_speech_server.http.error_handlers import install_error_handlers
from kokoro_speech_server.http.held_bytes import HeldBytes
from kokoro_speech_server.http.live.drain_on_signal import sessions_drained_on_signals
from kokoro_speech_server.http.live.sessions import LiveSessions
from kokoro_speech_server.http.middleware.api_key import ApiKeyMiddleware
from kokoro_speech_server.http.middleware.body import BodyMiddleware
from kokoro_speech_server.http.middleware.head import HeadMiddleware
from kokoro_speech_server.http.middleware.origin import OriginMiddleware
from kokoro_speech_server.http.middleware.queue import QueueMiddleware
from kokoro_speech_server.http.middleware.request_id import RequestIdMiddleware
from kokoro_speech_server.http.model_library import ModelLibrary
from kokoro_speech_server.http.model_names import is_kokoro
from kokoro_speech_server.http.open_routes import OpenRoutes
from kokoro_speech_server.http.openapi import DESCRIPTION, Description
from kokoro_speech_server.http.route_queues import RouteQueues
from kokoro_speech_server.http.routes import add_routes
from kokoro_speech_server.http.server_status import ServerStatus
from kokoro_speech_server.observability import metrics
from kokoro_speech_server.observability.logging import configure_logging, flush_log
from kokoro_speech_server.observability.tracing import TELEMETRY, start_tracing, stop_tracing
from kokoro_speech_server.scheduling.engine_slot import EngineSlot
from kokoro_speech_server.scheduling.limits import CallerLimits
from kokoro_speech_server.scheduling.scheduler import Scheduler
from kokoro_speech_server.scheduling.scheduler_client import LocalSchedulerClient, SchedulerClient
from kokoro_speech_server.synthesis.tts_service import TTSService
from kokoro_speech_server.synthesis.warm_up import warm_up, warm_up_text, warm_voices
from kokoro_speech_server.temporary_folder import temporary_folder
from kokoro_speech_server.text.directives import Directives
from kokoro_speech_server.text.g2p.converters import Converters
from kokoro_speech_server.text.languages import language_for
from kokoro_speech_server.text.lexicon import Lexicon
from kokoro_speech_server.text.normalizer import load_rules
from kokoro_speech_server.text.phonemizer import Phonemizer, ThreadPhonemizer
from kokoro_speech_server.version import VERSION
from kokoro_speech_server.voices.folder import VoiceFolder
from kokoro_speech_server.voices.library import VoiceLibrary
from kokoro_speech_server.weights.assets import ModelFiles
from kokoro_speech_server.weights.own_models import ModelFolder
from kokoro_speech_server.workers.link import Link
from kokoro_speech_server.workers.remote import RemoteSchedulerClient
from kokoro_speech_server.workers.worker_calls import WorkerCalls

if TYPE_CHECKING:
    from kokoro_speech_server.engine.fallback import FallbackNetwork
    from kokoro_speech_server.engine.kokoro_v1 import KokoroV1

logger = logging.getLogger(__name__)


def create_app(
    settings: Settings | None = None,
    engine: ModelBackend | None = None,
    link: Link[WorkerCalls] | None = None,
    *,
    phonemizer: Phonemizer | None = None,
    has_engine: bool = True,
    api_keys: ApiKeys | None = None,
    lexicon: Lexicon | None = None,
    held_bytes: HeldBytes | None = None,
    network: "FallbackNetwork | None" = None,
) -> FastAPI:
    """The server's application, connected to its collaborators.

    settings:   read from the environment by default
    engine:     Kokoro by default; tests pass another one
    phonemizer: converts text to phonemes in a thread by default; the application closes it at its end
    link:       a worker's link to its supervisor; without it, the application has its own scheduler
    has_engine: False if the engine is not to be loaded, because other workers synthesize
    api_keys:   read from the settings by default
    lexicon:    of the file at LEXICON_PATH, which is read by default
    held_bytes: the budget of what responses hold; by default, this application has its own
    network:    of Kokoro, if `preload` has loaded it
    """
    settings = settings or Settings()
    app = FastAPI(
        title="Kokoro speech server",
        version=VERSION,
        description=DESCRIPTION,
        lifespan=lambda app: _lifespan(app, link, has_engine=has_engine),
        redirect_slashes=False,
        openapi_url=None,  # http/routes/docs.py serves it
        telemetry=TELEMETRY,
    )
    engine = engine or _kokoro(settings, has_engine=has_engine, network=network)
    sounds = SoundFolder(settings.sounds_dir)
    directives = Directives(settings, frozenset(engine.vocabulary), lexicon, sounds=sounds)
    api_keys = ApiKeys.read(settings) if api_keys is None else api_keys
    held_bytes = held_bytes or HeldBytes(settings.max_held_bytes)
    state = _state(
        settings,
        engine,
        link,
        phonemizer,
        directives=directives,
        sounds=sounds,
        api_keys=api_keys,
        held_bytes=held_bytes,
    )
    set_state(app, state)
    if link is not None:
        link.handler.state = state
    add_routes(app, settings)
    open_routes = OpenRoutes(app.routes, settings.open_routes)
    if link is None:
        metrics.begin(None)
    state.description = Description(app, open_routes, with_keys=bool(state.api_keys))
    install_error_handlers(app)
    # The middleware that is added last handles a request first.
    app.add_middleware(HeadMiddleware)
    app.add_middleware(
        QueueMiddleware,
        scheduler=state.scheduler,
        queues=RouteQueues(app.routes),
        in_flight=state.requests_in_flight,
    )
    app.add_middleware(BodyMiddleware, limit=settings.max_body_bytes, timeout_s=settings.receive_timeout_s)
    own_hosts = (settings.host, *settings.allowed_hosts)
    app.add_middleware(OriginMiddleware, cors_origins=settings.cors_origins, own_hosts=own_hosts)
    app.add_middleware(ApiKeyMiddleware, open_routes=open_routes)
    app.add_middleware(RequestIdMiddleware)
    if settings.cors_origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=settings.cors_origins,
            allow_methods=["GET", "HEAD", "POST"],
            allow_headers=["*"],
            expose_headers=["*"],
        )
    return app


def preload(settings: Settings) -> dict[str, Any]:
    """Load what every worker with these settings needs, in the process of which workers are forks.

    Returns arguments for `create_app`.
    """
    preload_text(settings)
    return {"network": _kokoro(settings, has_engine=False).load_for_forks()}


def preload_text(settings: Settings) -> None:
    """Load what workers with any engine can share: the rules of text of the voices that are warmed up, and moments."""
    converters = Converters()
    folder = VoiceFolder(settings.voices_dir)
    folder.refresh()
    for voice in warm_voices(settings, folder.voices):
        with suppress(SpeechServerError):  # the warm-up reports it
            language = language_for(voice.language, param="voice")
            converters.converter(language)
            load_rules(language)
    if settings.streaming_voice == "windowed":
        moment_table()


def _kokoro(settings: Settings, *, has_engine: bool, network: "FallbackNetwork | None" = None) -> "KokoroV1":
    # torch's compiler creates this folder where something imports it, although nothing is compiled.
    os.environ.setdefault("TORCHINDUCTOR_CACHE_DIR", temporary_folder())
    # Imported here because torch takes seconds, which other engines do not need.
    from kokoro_speech_server.engine.kokoro_v1 import KokoroV1  # noqa: PLC0415

    return KokoroV1(
        settings.model_dir,
        settings.device,
        settings.threads_per_worker,
        gpu_memory_threshold=settings.gpu_memory_threshold,
        engines=settings.engines or 1,
        max_batch_size=settings.max_batch_size,
        precision=settings.precision,
        prosody_precision=settings.prosody_precision,
        cpu_backend=settings.cpu_backend,
        fused_kernels=settings.fused_kernels == "auto",
        cuda_graphs_max_s=settings.cuda_graphs_max_s if settings.cuda_graphs == "auto" else 0,
        cuda_graphs_max_mb=settings.cuda_graphs_max_mb,
        tune_malloc=has_engine,  # tuned, malloc retains freed memory until the engine releases it
        network=network,
        models_dir=settings.models_dir,
    )


def _state(
    settings: Settings,
    engine: ModelBackend,
    link: Link[WorkerCalls] | None,
    phonemizer: Phonemizer | None,
    *,
    directives: Directives,
    sounds: SoundFolder,
    api_keys: ApiKeys,
    held_bytes: HeldBytes,
) -> AppState:
    slot = LocalEngineSlot(engine)
    scheduler = _scheduler_client(settings, link)
    models = ModelFolder(
        settings.models_dir,
        lambda name: is_kokoro(name, ()),
        kokoros_weights=ModelFiles.under(settings.model_dir).weights,
    )
    phonemizer = phonemizer or ThreadPhonemizer(engine.vocabulary)
    voices = VoiceLibrary(settings.model_dir, settings.voices_dir, size=settings.voice_cache_size)
    return AppState(
        settings=settings,
        engine=engine,
        slot=slot,
        phonemizer=phonemizer,
        directives=directives,
        voices=voices,
        models=ModelLibrary(models, scheduler),
        service=TTSService(
            voices=voices,
            phonemizer=phonemizer,
            settings=settings,
            sounds=sounds,
            has_windows=lambda: engine.has_windows,
        ),
        scheduler=scheduler,
        engine_reports=_engine_reports(slot, link),
        api_keys=api_keys,
        held_bytes=held_bytes,
        downloads=Downloads(settings),
        live_sessions=LiveSessions(settings.live_max_sessions),
    )


def _scheduler_client(settings: Settings, link: Link[WorkerCalls] | None) -> SchedulerClient:
    if link is not None:
        return RemoteSchedulerClient(link)
    scheduler = Scheduler[Chunk, ChunkAudio](
        capacity=settings.queue_size,
        text_capacity=settings.text_queue_size,
        limits=CallerLimits(
            per_minute=settings.rate_limit,
            at_once=settings.concurrency_limit,
            sessions=settings.live_session_limit,
        ),
        queue_timeout_s=settings.queue_timeout_s,
        engine_timeout_s=settings.engine_timeout_s,
        batch_wait_s=settings.max_batch_wait_ms / 1000,
        cache_bytes=settings.cache_max_mb * 1024 * 1024,
        models_loaded=settings.models_loaded,
        load_timeout_s=settings.model_load_timeout_s,
        on_slot_lost=_end_process,
    )
    return LocalSchedulerClient(scheduler)


def _engine_reports(
    slot: LocalEngineSlot, link: Link[WorkerCalls] | None
) -> Callable[[], Awaitable[dict[int, EngineReport]]]:
    async def reports() -> dict[int, EngineReport]:
        if link is None:
            return {0: slot.report()}
        of_all_workers: dict[int, EngineReport] = await link.call("engines")
        return of_all_workers

    return reports


def _end_process(slot: EngineSlot[Chunk, ChunkAudio], why: str, hung: bool) -> None:
    """End this process, which is the only way to stop an engine that hangs. A process manager starts a new one."""
    logger.critical("The engine is lost: %s; ending this process", why)
    flush_log()
    os.kill(os.getpid(), signal.SIGKILL)


@asynccontextmanager
async def _lifespan(app: FastAPI, link: Link[WorkerCalls] | None, *, has_engine: bool) -> AsyncIterator[None]:
    state = state_of(app)
    configure_logging(state.settings.log_level, state.settings.log_format)
    if link is None and state.settings.wyoming_port is not None:
        logger.warning("WYOMING_PORT has no effect without `kokoro-speech-server serve`")
    tracing = start_tracing(VERSION)
    # In the background, so that /health responds while the first start downloads the model.
    starting = asyncio.create_task(_become_ready(state, link, has_engine=has_engine))
    try:
        with nullcontext() if link is not None else sessions_drained_on_signals(state):
            yield
    finally:
        starting.cancel()
        await asyncio.gather(starting, return_exceptions=True)
        await state.slot.close()
        state.phonemizer.close()
        state.directives.close()
        await asyncio.to_thread(state.downloads.close)
        await stop_tracing(tracing)
        await asyncio.to_thread(flush_log)  # uvicorn ends the process by the signal that stopped it


async def _become_ready(state: AppState, link: Link[WorkerCalls] | None, *, has_engine: bool) -> None:
    """Load the model, warm it up and add its slot to the scheduler. Without an engine, warm up only the text."""
    settings, engine = state.settings, state.engine
    try:
        if not has_engine:
            assert link is not None
            await warm_up_text(state.phonemizer, settings, await state.voices.voices())
            _spare_garbage_collections()
            await link.call("warm")
            return
        await state.slot.load()
        measured = await warm_up(state.slot, state.service, settings, await state.voices.voices())
        state.slot.warm = True
        if link is not None:
            _spare_garbage_collections()
        await state.scheduler.add_slot(state.slot, measured)
    except Exception:
        # A server that cannot synthesize must not look alive.
        logger.exception("This process cannot get ready and stops")
        if link is None:
            os.kill(os.getpid(), signal.SIGTERM)
        else:
            await asyncio.to_thread(flush_log)  # a worker whose HTTP side is not up yet is killed then
            link.notify("failed")
        return
    cuda_mps = "on" if settings.cuda_mps else "off"
    metrics.BUILD_INFO.labels(
        version=VERSION,
        model="kokoro-v1.0",
        device=engine.device,
        cuda_mps=cuda_mps,
        mps=cuda_mps,  # the former name of cuda_mps, until 0.3.0
        precision=engine.precision,
        backend=engine.backend,
    ).set(1)
    if link is None:
        state.status = ServerStatus(workers=1, workers_ready=1, ready=True)
    logger.info("Ready")


def _spare_garbage_collections() -> None:
    """Exempt everything that a worker has loaded from garbage collections, since it stays until the process ends.

    Each full collection of the modules would stop the event loop for a while, and several would delay the end. A
    process without a supervisor may hold objects of others, and is left alone.
    """
    gc.collect()
    gc.freeze()


def __getattr__(name: str) -> FastAPI:
    """`app`, created when uvicorn imports it, so that importing `create_app` does not create one."""
    if name == "app":
        return create_app()
    raise AttributeError(name)
