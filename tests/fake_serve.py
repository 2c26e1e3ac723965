"""`python -m tests.fake_serve`: the server as its users start it, with fake engines in its workers.

Its default voice is Spanish, so that no worker spends seconds on loading English. FAKE_FRAMES is the number of frames
per token, which makes a short text last as long as a book.
"""

import importlib
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kokoro_speech_server.config import Settings

if TYPE_CHECKING:
    from fastapi import FastAPI


def preload(settings: Settings) -> dict[str, Any]:
    """Load what every worker needs, as Kokoro's server does."""
    # Only the template of workers needs these imports.
    from kokoro_speech_server import app  # noqa: PLC0415

    importlib.import_module("tests.engines")
    app.preload_text(settings)
    return {}


def create_app(**parts: Any) -> "FastAPI":
    # Only workers need these imports.
    from kokoro_speech_server import app  # noqa: PLC0415
    from tests.engines import FakeEngine, TrialEngine  # noqa: PLC0415

    frames = int(os.environ.get("FAKE_FRAMES", "1"))
    engine = TrialEngine() if "FAKE_TRIAL" in os.environ else FakeEngine(frames=frames)
    if (message := os.environ.get("FAKE_LOAD_ERROR")) and not _is_first():
        engine.load_error = RuntimeError(message)
    return app.create_app(engine=engine, **parts)


def _is_first() -> bool:
    """Whether this process is the first that creates the file FAKE_LOADS, so that its engine can be loaded."""
    path = os.environ.get("FAKE_LOADS")
    if path is None:
        return False
    try:
        Path(path).touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


if __name__ == "__main__":
    from kokoro_speech_server import cli  # a worker needs no command

    os.environ.setdefault("DEFAULT_VOICE", "ef_dora")
    sys.exit(cli.main(factory="tests.fake_serve:create_app"))
