"""The tests."""

import os
import sys

# Bytecode is kept, whatever the environment says: each pytest process would rewrite all assertions, and each of a
# hundred servers would compile the whole package.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
