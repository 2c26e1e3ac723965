"""The routes, one module each."""

from fastapi import FastAPI

from kokoro_speech_server.config import Settings
from kokoro_speech_server.http.routes import (
    captioned_speech,
    dialogue,
    docs,
    download,
    engine,
    engine_test,
    generate_from_phonemes,
    health,
    live,
    metrics,
    models,
    normalize,
    other_paths,
    phonemize,
    speech,
    ssml,
    studio,
    voices,
)

_MODULES = (
    speech,
    live,
    voices,
    models,
    download,
    health,
    metrics,
    captioned_speech,
    dialogue,
    normalize,
    phonemize,
    generate_from_phonemes,
    ssml,
    engine,
    docs,
    other_paths,
)
"""In the order in which the documentation page lists them."""


def add_routes(app: FastAPI, settings: Settings) -> None:
    """Add every route that the settings allow."""
    for module in _MODULES:
        app.include_router(module.router)
    if settings.engine_test:
        app.include_router(engine_test.router)
    if settings.studio:
        studio.page_files()  # read now, so that no request waits for the disk
        app.include_router(studio.router)
        app.include_router(other_paths.web_router)
