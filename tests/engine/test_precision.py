"""The precision that PRECISION=auto chooses on a CPU. The tests know no Arm processor, so what it has is made up."""

from collections.abc import Iterator

import pytest
import torch

from kokoro_speech_server.engine import device
from kokoro_speech_server.engine.device import best_precision, convolution_seconds
from tests.engine.chunks import CPU


@pytest.fixture(autouse=True)
def _measured_anew() -> Iterator[None]:
    device._convolves_best_in_bfloat16.cache_clear()
    yield
    device._convolves_best_in_bfloat16.cache_clear()


@pytest.mark.parametrize(
    ("architecture", "has_bfloat16", "relative_time", "expected"),
    [
        ("x86_64", True, None, "bf16"),
        ("x86_64", False, None, "fp32"),
        ("aarch64", True, 0.5, "bf16"),
        ("aarch64", True, 30.0, "fp32"),  # where oneDNN has only its reference code
        ("aarch64", False, None, "fp32"),
    ],
)
def test_bfloat16_is_chosen_where_it_is_faster(
    monkeypatch: pytest.MonkeyPatch,
    architecture: str,
    has_bfloat16: bool,
    relative_time: float | None,
    expected: str,
) -> None:
    def seconds(dtype: torch.dtype) -> float:
        assert relative_time is not None, "measured although it is known"
        return relative_time if dtype is torch.bfloat16 else 1.0

    monkeypatch.setattr(device, "architecture", lambda: architecture)
    monkeypatch.setattr(device, "has_bfloat16", lambda: has_bfloat16)
    monkeypatch.setattr(device, "convolution_seconds", seconds)
    assert best_precision(CPU) == expected


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_the_time_of_a_convolution_is_measured(dtype: torch.dtype) -> None:
    assert 0 < convolution_seconds(dtype) < 10
