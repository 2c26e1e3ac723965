"""The settings in the documentation and as the server prints them."""

import os
import subprocess
import sys

import pytest

from kokoro_speech_server import cli
from kokoro_speech_server.config import Settings
from scripts.configuration import FILE, markdown
from tests.servers import ROOT

pytestmark = pytest.mark.server


def print_config(**settings: str) -> subprocess.CompletedProcess[str]:
    """Runs the command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "kokoro_speech_server", "--print-config"],
        cwd=ROOT,
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_documentation_is_that_of_the_settings() -> None:
    assert FILE.read_text(encoding="utf-8") == markdown(), "run `python -m scripts.configuration`"
    for name in Settings.model_fields:
        assert f"| `{name.upper()}` |" in markdown()


def test_printed_settings_have_the_same_effect() -> None:
    printed = print_config(PORT="9000", WARM_VOICES="af_bella, bf_emma", OPENAI_VOICES='{"nova": "af_bella"}')
    assert printed.returncode == 0
    lines = [line for line in printed.stdout.splitlines() if not line.startswith("#")]
    settings = dict(line.split("=", 1) for line in lines)
    assert settings["PORT"] == "9000"
    assert settings["WARM_VOICES"] == "af_bella,bf_emma"
    again = print_config(**settings)
    assert again.stdout == printed.stdout


def test_keys_are_not_printed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("API_KEYS", "sk-secret,sk-other")
    assert cli.main(["--print-config"]) == 0
    printed = capsys.readouterr().out
    assert "API_KEYS=***" in printed
    assert "sk-" not in printed


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("OPEN_ROUTES", "lists,admin"),
        ("RATE_LIMIT", "0"),
        ("API_KEYS_FILE", "/nowhere"),
        ("LEXICON_PATH", "/nowhere"),
    ],
)
def test_a_bad_value_is_named_and_nothing_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], setting: str, value: str
) -> None:
    monkeypatch.setenv(setting, value)
    assert cli.main(["--print-config"]) == 1
    printed = capsys.readouterr()
    assert setting in printed.err
    assert printed.out == ""


def test_a_precision_without_device_support_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DEVICE", "cpu")
    monkeypatch.setenv("PRECISION", "fp16")
    assert cli.main(["--print-config"]) == 1
    assert "PRECISION=fp16 needs a GPU" in capsys.readouterr().err
