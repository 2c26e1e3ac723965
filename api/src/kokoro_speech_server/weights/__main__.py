"""`python -m weights`, next to a copy of this folder only: images fetch the model before they add any other code."""

import sys

from .assets import main

sys.exit(main(prog="python -m weights"))
