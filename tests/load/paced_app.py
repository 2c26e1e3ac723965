"""`uvicorn tests.load.paced_app:app`: `kokoro_speech_server.app:app` with an engine of known speed."""

from tests.load.paced_serve import create_app

app = create_app()
