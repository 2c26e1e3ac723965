"""Models of one's own in the real engine."""

import json
import os
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread
from typing import cast

import numpy as np
import pytest
import torch

from kokoro_speech_server.chunk import ChunkAudio
from kokoro_speech_server.config import Settings
from kokoro_speech_server.engine.fallback import FallbackNetwork
from kokoro_speech_server.engine.kokoro_model import build_model
from kokoro_speech_server.engine.kokoro_v1 import KokoroV1
from kokoro_speech_server.engine.own_networks import OwnNetworks
from kokoro_speech_server.errors import ModelUnusableError
from kokoro_speech_server.weights import assets
from kokoro_speech_server.weights.own_layout import expected_shapes
from kokoro_speech_server.weights.own_models import ModelFolder, OwnModel
from kokoro_speech_server.weights.weights_file import shapes
from tests.engine.chunks import make_chunk
from tests.engines import PATIENCE_S


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[KokoroV1]:
    engine = KokoroV1(
        Settings().model_dir,
        "cpu",
        precision="fp32",
        cpu_backend="tiled",
        tune_malloc=False,  # it would hold for all tests of this process
        models_dir=tmp_path,
    )
    engine.load()
    yield engine
    engine.unload()


def make_model(folder: Path, name: str) -> tuple[Path, str]:
    """A copy of Kokoro. Returns the path of its weights and its key."""
    path = folder / name
    path.mkdir()
    weights = path / "weights.safetensors"
    source = assets.ensure_model(Settings().model_dir).weights
    try:
        os.link(source, weights)
    except OSError:  # on another file system
        shutil.copy(source, weights)
    (path / "config.json").write_text(json.dumps(assets.config()), encoding="utf-8")
    models = ModelFolder(folder)
    models.refresh()
    return weights, models.models[name].key


def test_a_copy_of_kokoro_speaks_as_kokoro_to_the_bit(engine: KokoroV1, tmp_path: Path) -> None:
    _, key = make_model(tmp_path, "copy")
    engine.use_models([key])
    chunk = make_chunk(20, "af_heart", speed=4.0, seed=5)
    [kokoros] = engine.synthesize([chunk])
    [own] = engine.synthesize([replace(chunk, model=key)])
    assert isinstance(kokoros, ChunkAudio)
    assert isinstance(own, ChunkAudio)
    np.testing.assert_array_equal(own.samples, kokoros.samples)
    np.testing.assert_array_equal(own.durations, kokoros.durations)
    engine.use_models([])
    with pytest.raises(KeyError):
        engine.synthesize([replace(chunk, model=key)])


def test_a_model_that_cannot_be_used_is_named(
    engine: KokoroV1, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    weights, key = make_model(tmp_path, "wrong")
    weights.unlink()
    torch.save({"bert": {"module.word": torch.ones(1)}}, weights.with_suffix(".pth"))
    with pytest.raises(ModelUnusableError, match="'wrong' have changed"):
        engine.use_models([key])
    models = ModelFolder(tmp_path)
    models.refresh()
    with pytest.raises(ModelUnusableError, match=r"lacks the tensor 'bert\.") as raised:
        engine.use_models([models.models["wrong"].key])
    assert raised.value.message in caplog.text
    [still] = engine.synthesize([make_chunk(1, "af_heart", speed=5.0)])
    assert isinstance(still, ChunkAudio)


def test_layouts_are_those_of_the_architecture(model_files: None) -> None:
    kokoros = shapes(assets.ModelFiles.under(Settings().model_dir).weights)
    for symbols in (178, 200):
        state = build_model({**assets.config(), "n_token": symbols}).state_dict()
        assert {key: tuple(one.shape) for key, one in state.items()} == expected_shapes(kokoros, symbols)


def test_a_model_that_is_loaded_too_late_is_dropped(tmp_path: Path) -> None:
    keys = [make_model(tmp_path, name)[1] for name in ("late", "next")]
    begun, gate = Event(), Event()

    def build(own: OwnModel) -> FallbackNetwork:
        if own.name == "late":
            begun.set()
            assert gate.wait(PATIENCE_S)
        return cast("FallbackNetwork", own)

    networks = OwnNetworks(ModelFolder(tmp_path), build)
    late = Thread(target=networks.use, args=([keys[0]],))
    late.start()
    assert begun.wait(PATIENCE_S)
    networks.use([keys[1]])
    gate.set()
    late.join(PATIENCE_S)
    assert list(networks.keys) == keys[1:]
    networks.use([keys[1], keys[0]])
    assert list(networks.keys) == keys[::-1]
