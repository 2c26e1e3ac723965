"""The page in Firefox, driven by puppeteer-core over WebDriver BiDi."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.engines import PATIENCE_S
from tests.servers import FakeServer

pytestmark = pytest.mark.server

FOLDER = Path(__file__).parent
TEXT = "Hola a todos. Son las cinco. Adiós, amigos."


def program(*names: str, package: str) -> str:
    path = next(filter(None, map(shutil.which, names)), None)
    assert path, f"This test needs one of {', '.join(names)}: apt-get install {package}"
    return path


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The script beside its packages, as they are locked."""
    npm = program("npm", package="npm")
    folder = tmp_path_factory.mktemp("firefox") / "script"
    shutil.copytree(FOLDER / "firefox", folder, ignore=shutil.ignore_patterns("node_modules"))
    shutil.copy(FOLDER / "silent_sound.js", folder)
    run([npm, "ci", "--no-audit", "--no-fund"], folder)
    return folder / "speak.mjs"


def run(command: list[str], folder: Path) -> str:
    result = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
    assert result.returncode == 0, result.stderr[-4000:]
    return result.stdout


def test_firefox_speaks_a_text_to_its_end(fake: FakeServer, script: Path) -> None:
    firefox = program("firefox-esr", "firefox", package="firefox-esr")
    node = program("node", package="nodejs")
    result = json.loads(run([node, str(script), firefox, f"{fake.url}/", TEXT], script.parent))
    assert result["faults"] == []
    assert result["state"] == "ended"
    assert result["position"] == result["duration"] > 0.5
    samples = b"".join(number.to_bytes(2, "little", signed=True) for number in result["samples"])
    assert samples == fake.pcm(**result["body"])
