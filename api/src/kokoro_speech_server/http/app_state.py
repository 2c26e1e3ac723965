"""The state of the application, which its routes and its worker process share, as one typed object."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from fastapi import FastAPI, Request

from kokoro_speech_server.config import Settings
from kokoro_speech_server.engine.base import ModelBackend
from kokoro_speech_server.engine.local_slot import EngineReport, LocalEngineSlot
from kokoro_speech_server.http.api_keys import ApiKeys
from kokoro_speech_server.http.downloads import Downloads
from kokoro_speech_server.http.held_bytes import HeldBytes
from kokoro_speech_server.http.live.sessions import LiveSessions
from kokoro_speech_server.http.middleware.queue import RequestsInFlight
from kokoro_speech_server.http.model_library import ModelLibrary
from kokoro_speech_server.http.server_status import ServerStatus
from kokoro_speech_server.scheduling.scheduler_client import SchedulerClient
from kokoro_speech_server.synthesis.tts_service import TTSService
from kokoro_speech_server.text.directives import Directives
from kokoro_speech_server.text.phonemizer import Phonemizer
from kokoro_speech_server.voices.library import VoiceLibrary


@dataclass(slots=True)
class AppState:
    """The parts of one application.

    engine_reports: fetches the reports of all engines, by the numbers of their workers
    api_keys:       replaced when the server reloads its keys
    long_body_lock: held while a long body is parsed
    status:         replaced when the status of the server changes
    description:    returns the OpenAPI document, which it makes at the first call; for any thread
    """

    settings: Settings
    engine: ModelBackend
    slot: LocalEngineSlot
    phonemizer: Phonemizer
    directives: Directives
    voices: VoiceLibrary
    models: ModelLibrary
    service: TTSService
    scheduler: SchedulerClient
    engine_reports: Callable[[], Awaitable[dict[int, EngineReport]]]
    api_keys: ApiKeys
    held_bytes: HeldBytes
    downloads: Downloads
    live_sessions: LiveSessions
    long_body_lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    requests_in_flight: RequestsInFlight = field(default_factory=RequestsInFlight)
    status: ServerStatus = field(default_factory=lambda: ServerStatus(workers=1, workers_ready=0))
    description: Callable[[], dict[str, Any]] = dict


def set_state(app: FastAPI, state: AppState) -> None:
    app.state.speech = state


def state_of(app: FastAPI) -> AppState:
    """The state of an application that `create_app` created."""
    state: AppState = app.state.speech
    return state


def request_state(request: Request) -> AppState:
    """The state of the application that handles the request."""
    return state_of(request.app)
