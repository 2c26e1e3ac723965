"""The real model's files, and a small model with a hub that serves it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kokoro_speech_server.config import Settings
from kokoro_speech_server.weights.assets import ModelFiles
from kokoro_speech_server.weights.source_npm import NpmSource
from tests.weights.checkpoints import REAL, SmallModel
from tests.weights.fake_hub import FakeHub


@pytest.fixture(scope="session")
def files(model_files: None) -> ModelFiles:
    return ModelFiles.under(Settings().model_dir)


@pytest.fixture(scope="session")
def npm_cache() -> Path:
    """A folder that keeps the npm tarballs and the ONNX file from one run of the tests to the next."""
    folder = Path.home() / ".cache" / "kokoro-speech-server-tests"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def onnx_file(npm_cache: Path) -> Path:
    return NpmSource(REAL, npm_cache, npm_cache, progress=True).joined_onnx()


@pytest.fixture(scope="session")
def small() -> SmallModel:
    return SmallModel()


@pytest.fixture
def hub(small: SmallModel) -> Iterator[FakeHub]:
    with FakeHub(small.files) as hub:
        yield hub
