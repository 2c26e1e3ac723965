"""`python -m tests.load.paced_serve`: the server as it is started, around engines of known speed."""

import os
import sys
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from tests.load.paced_engine import PacedEngine, Stage

STAGE = "PACED_STAGE"
"""The environment variable that names the stage's folder."""


def create_app(**parts: Any) -> FastAPI:
    from kokoro_speech_server import app  # noqa: PLC0415  in the workers alone: it takes seconds

    engine = PacedEngine(Stage(Path(os.environ[STAGE])))
    return app.create_app(engine=engine, **parts)


if __name__ == "__main__":
    from kokoro_speech_server import cli

    sys.exit(cli.main(factory="tests.load.paced_serve:create_app"))
