"""The compose files: every setting reaches the server in its container."""

import re

import pytest
import yaml  # type: ignore[import-untyped]

from kokoro_speech_server.config import RENAMED_VARIABLES, Settings
from scripts.configuration import COMPOSE_FILES, compose
from tests.servers import ROOT

DOCUMENTED = ("docker.md", "metrics.md", "operations.md", "security.md")
"""Documents whose advice applies to containers too."""

OTHER_VARIABLES = re.compile(r"\b(?:OTEL_\w+|FORWARDED_ALLOW_IPS|HF_\w+|CUDA_MPS)\b")
"""Variables that these documents name besides the settings."""


def passed_to(name: str) -> set[str]:
    """The variables of the container, whether the file sets them or they come from outside."""
    services = yaml.safe_load((ROOT / "docker" / name).read_text("utf-8"))["services"]
    return {variable.partition("=")[0] for variable in services["speech"]["environment"]}


@pytest.mark.parametrize("name", ["compose.cpu.yml", "compose.gpu.yml"])
def test_every_setting_reaches_the_container(name: str) -> None:
    settings = {field.upper() for field in Settings.model_fields} | RENAMED_VARIABLES.keys()
    # The entry point sets it, by what it finds in the container.
    assert settings - {"CUDA_MPS_STATE"} - passed_to(name) == set()
    advised = "".join((ROOT / "docs" / document).read_text("utf-8") for document in DOCUMENTED)
    assert set(OTHER_VARIABLES.findall(advised)) - passed_to(name) == set()


def test_the_lists_are_those_of_the_settings() -> None:
    for file in COMPOSE_FILES:
        text = file.read_text("utf-8")
        assert text == compose(text), "run `python -m scripts.configuration`"
