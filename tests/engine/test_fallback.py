"""The plain network replaces the fast one where that fails."""

from typing import Any

import numpy as np
import pytest
import torch
from prometheus_client import REGISTRY

from kokoro_speech_server.chunk import Chunk, ChunkAudio
from kokoro_speech_server.engine.kokoro_v1 import KokoroV1
from kokoro_speech_server.engine.network.harmonic_source import HarmonicSource
from kokoro_speech_server.engine.network.network import Network
from kokoro_speech_server.engine.network.tiled import TiledLayers
from tests.engine.chunks import CPU, make_chunk

pytestmark = pytest.mark.model


@pytest.fixture(scope="module")
def chunks(model_files: None) -> list[Chunk]:
    return [make_chunk(1, "af_heart", speed=4.0, seed=1), make_chunk(4, "am_onyx", speed=5.0, seed=2)]


def test_where_the_fast_network_fails_the_plain_one_replaces_it(
    tiled_engine: KokoroV1,
    thin_network: Network,
    chunks: list[Chunk],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    before = _fallbacks("fault")

    def fail(*_: object) -> None:
        raise RuntimeError("could not create a primitive")

    assert tiled_engine.backend.startswith("tiled")
    with monkeypatch.context() as patch:
        patch.setattr(TiledLayers, "last", fail)
        [audio] = tiled_engine.synthesize(chunks[:1])
    [expected] = thin_network(chunks[:1], CPU)
    assert isinstance(audio, ChunkAudio)
    assert np.array_equal(audio.samples, expected.samples)
    assert (tiled_engine.backend, tiled_engine.precision) == ("torch", "fp32")
    assert _fallbacks("fault") == before + 1
    assert "could not create a primitive" in caplog.text
    tiled_engine.synthesize(chunks[:1])
    assert _fallbacks("fault") == before + 1  # the fast network is not tried again


def test_a_failure_of_both_networks_is_not_a_fallback(
    tiled_engine: KokoroV1, chunks: list[Chunk], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("an odd chunk")

    before = _fallbacks("fault")
    with monkeypatch.context() as patch:
        patch.setattr(HarmonicSource, "forward", fail)
        with pytest.raises(RuntimeError, match="an odd chunk"):
            tiled_engine.synthesize(chunks[:1])
    assert tiled_engine.backend.startswith("tiled")
    assert _fallbacks("fault") == before


def test_only_the_chunk_that_overflows_is_repeated(
    tiled_engine: KokoroV1, thin_network: Network, chunks: list[Chunk], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = _fallbacks("nan")
    good = tiled_engine.synthesize(chunks)
    generate = TiledLayers.last

    def overflow(*args: Any) -> torch.Tensor:
        logs = generate(*args)
        logs[-1] = torch.inf  # the end of the second chunk
        return logs

    with monkeypatch.context() as patch:
        patch.setattr(TiledLayers, "last", overflow)
        first, second = tiled_engine.synthesize(chunks)
    [expected] = thin_network(chunks[1:], CPU)
    assert isinstance(first, ChunkAudio)
    assert isinstance(second, ChunkAudio)
    assert isinstance(good[0], ChunkAudio)
    assert np.array_equal(first.samples, good[0].samples)
    assert np.array_equal(second.samples, expected.samples)
    assert _fallbacks("nan") == before + 1
    assert tiled_engine.backend.startswith("tiled")


def _fallbacks(reason: str) -> float:
    return REGISTRY.get_sample_value("speech_engine_fallbacks_total", {"reason": reason}) or 0
