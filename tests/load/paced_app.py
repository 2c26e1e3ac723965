"""`uvicorn tests.load.paced_app:app`: what `kokoro_speech_server.app:app` is, around an engine of known speed."""

from tests.load.paced_serve import create_app

app = create_app()
