"""`python -m weights` beside a copy of this folder alone: images fetch the model before any other code is there."""

import sys

from .assets import main

sys.exit(main(prog="python -m weights"))
