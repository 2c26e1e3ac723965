"""`python -m tests.load.paced_serve`: the server as its users start it, with engines of known speed."""

import os
import sys
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kokoro_speech_server.config import Settings
from tests.load.engine_control import EngineControl
from tests.load.paced_engine import PacedEngine

WORKER_HEADER = "x-test-worker"
"""The response header with the number of the process that responded."""

CONTROL_FOLDER = "PACED_ENGINE_CONTROL"
"""The environment variable that names the folder of the EngineControl."""


def preload(settings: Settings) -> dict[str, Any]:
    """Load what every worker needs, as Kokoro's server does."""
    from kokoro_speech_server import app  # noqa: PLC0415 - the supervisor does not need it

    app.preload_text(settings)
    return {}


def create_app(**parts: Any) -> FastAPI:
    from kokoro_speech_server import app  # noqa: PLC0415 - the supervisor does not need it

    engine = PacedEngine(EngineControl(Path(os.environ[CONTROL_FOLDER])))
    paced = app.create_app(engine=engine, **parts)
    paced.add_middleware(_WorkerHeader)
    return paced


class _WorkerHeader:
    """Says in each response which process has responded."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_worker(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)[WORKER_HEADER] = str(os.getpid())
            await send(message)

        await self._app(scope, receive, send_with_worker)


if __name__ == "__main__":
    from kokoro_speech_server import cli

    sys.exit(cli.main(factory="tests.load.paced_serve:create_app"))
