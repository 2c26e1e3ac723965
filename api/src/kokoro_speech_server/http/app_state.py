"""The state of the application: what its routes and its worker process share, as one typed object."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from fastapi import FastAPI, Request

from kokoro_speech_server.config import Settings
from kokoro_speech_server.engine.base import ModelBackend
from kokoro_speech_server.engine.local_slot import EngineReport, LocalEngineSlot
from kokoro_speech_server.http.api_keys import ApiKeys
from kokoro_speech_server.http.middleware.queue import RequestsInFlight
from kokoro_speech_server.scheduling.scheduler_client import SchedulerClient
from kokoro_speech_server.scheduling.text_queue import TextQueue
from kokoro_speech_server.synthesis.tts_service import TTSService
from kokoro_speech_server.text.directives import Directives
from kokoro_speech_server.text.phonemizer import Phonemizer


@dataclass(frozen=True, slots=True)
class ServerStatus:
    """What a worker knows of the whole server.

    ready:    whether all workers were warm at some time and at least one still is
    stopping: whether the server admits no more requests
    """

    workers: int
    workers_ready: int
    ready: bool = False
    stopping: bool = False


@dataclass(slots=True)
class AppState:
    """The parts of one application.

    engine_reports: asks for the reports of all workers' engines, by the workers' numbers
    api_keys:       replaced when the server reads its keys again
    status:         replaced when the state of the server changes
    failed:         whether the application could not get ready
    description:    the OpenAPI document
    """

    settings: Settings
    engine: ModelBackend
    slot: LocalEngineSlot
    phonemizer: Phonemizer
    directives: Directives
    text_queue: TextQueue
    service: TTSService
    scheduler: SchedulerClient
    engine_reports: Callable[[], Awaitable[dict[int, EngineReport]]]
    api_keys: ApiKeys
    requests_in_flight: RequestsInFlight = field(default_factory=RequestsInFlight)
    status: ServerStatus = ServerStatus(workers=1, workers_ready=0)
    failed: bool = False
    description: dict[str, Any] = field(default_factory=dict)


def set_state(app: FastAPI, state: AppState) -> None:
    app.state.speech = state


def state_of(app: FastAPI) -> AppState:
    """The state of the application that `create_app` made."""
    state: AppState = app.state.speech
    return state


def request_state(request: Request) -> AppState:
    """The state of the application that serves the request."""
    return state_of(request.app)
