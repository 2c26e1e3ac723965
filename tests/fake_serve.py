"""`python -m tests.fake_serve`: the server as it is started, around a fake engine."""

import os
import sys

from api.src import main, serve
from tests.engines import FakeEngine

if __name__ == "__main__":
    engine = FakeEngine()
    if message := os.environ.get("FAKE_LOAD_ERROR"):
        engine.load_error = RuntimeError(message)
    main.app = main.create_app(engine=engine)
    sys.exit(serve.main())
