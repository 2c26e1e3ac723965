"""The routes, one module for each."""

from fastapi import FastAPI

from kokoro_speech_server.config import Settings
from kokoro_speech_server.http.routes import (
    captioned_speech,
    dialogue,
    docs,
    engine,
    health,
    metrics,
    normalize,
    phonemize,
    speech,
)


def add_routes(app: FastAPI, settings: Settings) -> None:
    """Add every route that these settings allow."""
    app.include_router(speech.speech_router)
    app.include_router(speech.router)
    app.include_router(health.router)
    app.include_router(metrics.router)
    app.include_router(captioned_speech.router)
    app.include_router(dialogue.router)
    app.include_router(normalize.router)
    app.include_router(phonemize.router)
    app.include_router(phonemize.speech_router)
    app.include_router(engine.router)
    if settings.engine_test:
        app.include_router(engine.test_router)
    app.include_router(docs.router)
