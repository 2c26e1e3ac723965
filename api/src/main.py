"""`uvicorn api.src.main:app` from a checkout."""

from kokoro_speech_server.app import app

__all__ = ["app"]
