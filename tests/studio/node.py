"""Node, which runs the logic of the page."""

import functools
import os
import re
import shutil
import subprocess
from pathlib import Path

from tests.engines import PATIENCE_S

_OLDEST = (20, 19)
"""The first release that takes .js files with imports for modules."""


@functools.cache
def _program() -> str:
    """The path of Node. The test fails without it, since nothing else runs the logic of the page."""
    found = shutil.which("node")
    assert found, "The tests of the page need Node 20.19 or newer: https://nodejs.org"
    version = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    numbers = tuple(map(int, re.findall(r"\d+", version)))
    assert numbers >= _OLDEST, f"The tests of the page need Node 20.19 or newer; {found} is {version}."
    return found


def run_node(
    *arguments: str | Path, input: str | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run Node to its end."""
    return subprocess.run(
        [_program(), "--no-warnings", *arguments],
        env={**os.environ, **environment},
        input=input,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
