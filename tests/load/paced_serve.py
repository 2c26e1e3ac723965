"""`python -m tests.load.paced_serve`: the server as its users start it, with engines of known speed."""

import os
import sys
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from tests.load.engine_control import EngineControl
from tests.load.paced_engine import PacedEngine

CONTROL_FOLDER = "PACED_ENGINE_CONTROL"
"""The environment variable that names the folder of the EngineControl."""


def create_app(**parts: Any) -> FastAPI:
    from kokoro_speech_server import app  # noqa: PLC0415 - the supervisor does not need it

    engine = PacedEngine(EngineControl(Path(os.environ[CONTROL_FOLDER])))
    return app.create_app(engine=engine, **parts)


if __name__ == "__main__":
    from kokoro_speech_server import cli

    sys.exit(cli.main(factory="tests.load.paced_serve:create_app"))
