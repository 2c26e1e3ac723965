"""KokoroV1 without the model."""

from typing import Any

import pytest
import torch

from kokoro_speech_server.app import create_app
from kokoro_speech_server.config import Settings
from kokoro_speech_server.engine import kokoro_v1
from kokoro_speech_server.engine.fallback import FallbackNetwork
from kokoro_speech_server.engine.kokoro_v1 import KokoroV1


def test_a_precision_that_the_device_does_not_support_stops_the_start() -> None:
    with pytest.raises(ValueError, match="PRECISION=fp16 needs a GPU"):
        KokoroV1(Settings().model_dir, "cpu", precision="fp16", tune_malloc=False)


@pytest.mark.parametrize("has_engine", [True, False])
def test_only_a_process_with_an_engine_tunes_malloc(
    model_files: None, monkeypatch: pytest.MonkeyPatch, has_engine: bool
) -> None:
    """Any other process would never release the freed memory that a tuned malloc retains."""
    tunings: list[object] = []
    monkeypatch.setattr(kokoro_v1, "MallocTuning", lambda: tunings.append(None))
    create_app(Settings(device="cpu"), has_engine=has_engine)
    assert len(tunings) == has_engine


@pytest.mark.parametrize("fails", [False, True])
def test_a_first_pass_before_the_forks_may_fail(
    model_files: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, fails: bool
) -> None:
    """The workers still get the network, and each of them decides whether it falls back."""
    passes: list[object] = []

    def network(*arguments: object) -> list[Any]:
        passes.append(arguments)
        if fails:
            raise RuntimeError("no such layer")
        return []

    engine = KokoroV1(Settings().model_dir, "cpu", tune_malloc=False)
    cpu = torch.device("cpu")
    loaded = FallbackNetwork(network, None, device=cpu, plain_device=cpu)  # type: ignore[arg-type]
    monkeypatch.setattr(engine, "_fastest_network", lambda: loaded)
    assert engine.load_for_forks() is loaded
    assert len(passes) == 1
    assert ("no such layer" in caplog.text) is fails
