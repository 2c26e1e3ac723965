"""Commands that worked from a checkout before the package had a name of its own."""

import subprocess
import sys

import pytest

from tests.servers import ROOT


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_old_command_that_serves_names_its_replacement() -> None:
    result = run("-m", "api.src.serve", "--print-config")
    assert result.returncode == 0, result.stderr
    assert "PORT=" in result.stdout
    assert "replaced by: kokoro-speech-server serve" in result.stderr


@pytest.mark.usefixtures("model_files")
def test_the_old_command_that_fetches_the_model_names_its_replacement() -> None:
    result = run("-m", "api.src.inference.assets", "--verify")
    assert result.returncode == 0, result.stderr
    assert result.stdout.startswith("OK: ")
    assert "replaced by: kokoro-speech-server assets" in result.stderr


@pytest.mark.server
def test_uvicorn_imports_the_application_from_a_checkout() -> None:
    # The engine, whose import takes seconds, is a stand-in.
    code = (
        "import sys, types; from uvicorn.importer import import_from_string; from tests.engines import FakeEngine\n"
        "name = 'kokoro_speech_server.engine.kokoro_v1'\n"
        "sys.modules[name] = types.SimpleNamespace(KokoroV1=lambda *_, **__: FakeEngine())\n"
        "print(type(import_from_string('api.src.main:app')).__name__)"
    )
    result = run("-c", code)
    assert (result.returncode, result.stdout) == (0, "FastAPI\n"), result.stderr
