"""The routes, one module each."""

from fastapi import FastAPI

from kokoro_speech_server.config import Settings
from kokoro_speech_server.http.routes import (
    captioned_speech,
    dialogue,
    docs,
    engine,
    engine_test,
    generate_from_phonemes,
    health,
    metrics,
    models,
    normalize,
    phonemize,
    speech,
    voices,
)

_MODULES = (
    speech,
    voices,
    models,
    health,
    metrics,
    captioned_speech,
    dialogue,
    normalize,
    phonemize,
    generate_from_phonemes,
    engine,
    docs,
)
"""In the order in which the documentation page lists them."""


def add_routes(app: FastAPI, settings: Settings) -> None:
    """Add every route that the settings allow."""
    for module in _MODULES:
        app.include_router(module.router)
    if settings.engine_test:
        app.include_router(engine_test.router)
