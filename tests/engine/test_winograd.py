"""Convolutions by Winograd's minimal filtering compute what others do, on every processor they are compiled for."""

import pytest
import torch
import torch.nn.functional as F

from kokoro_speech_server.engine.network.tile_kernels import FusedTileOperations

FLOAT32_ERROR = 1e-5
"""Of the greatest result; oneDNN's is a third of ours."""


def convolution(inputs: int, outputs: int, taps: int, dilation: int = 1) -> torch.nn.Conv1d:
    torch.manual_seed(taps)
    return torch.nn.Conv1d(inputs, outputs, taps, dilation=dilation)


def convolved(operations: FusedTileOperations, layer: torch.nn.Conv1d, x: torch.Tensor) -> torch.Tensor:
    """Of [positions, in], which has zeros or a signal's neighbors at both ends."""
    [taps], [dilation] = layer.kernel_size, layer.dilation
    assert layer.bias is not None
    weight, bias = operations.weight(layer, x.dtype), layer.bias.detach().to(x.dtype)
    return operations.convolve(x, weight, bias, dilation=dilation, reach=(taps - 1) // 2 * dilation)


def exact(layer: torch.nn.Conv1d, x: torch.Tensor) -> torch.Tensor:
    layer = layer.double()
    return F.conv1d(x.double().T[None], layer.weight, layer.bias, dilation=layer.dilation)[0].T.detach()


def assert_close(ours: torch.Tensor, reference: torch.Tensor, error: float = FLOAT32_ERROR) -> None:
    assert ours.shape == reference.shape
    assert (ours - reference).abs().max() <= error * reference.abs().max()


@pytest.mark.parametrize("taps", [1, 3, 7, 11])
@pytest.mark.parametrize("dilation", [1, 3, 5])
def test_any_taps_dilation_and_length(fused: FusedTileOperations, taps: int, dilation: int) -> None:
    """Also lengths that are no whole quads, and more quads than are computed together."""
    layer = convolution(16, 32, taps, dilation)
    for length in (1, 2, 7, 64, 200, 385):
        x = torch.randn(length + (taps - 1) * dilation, 16)
        assert_close(convolved(fused, layer, x), exact(layer, x))


@pytest.mark.parametrize(("inputs", "outputs"), [(256, 256), (128, 48), (16, 16)])
def test_any_channels(fused: FusedTileOperations, inputs: int, outputs: int) -> None:
    layer = convolution(inputs, outputs, 11, 3)
    x = torch.randn(530, inputs) * torch.logspace(-2, 2, inputs)
    assert_close(convolved(fused, layer, x), exact(layer, x))


def test_what_is_not_finite_stays_near_its_place(fused: FusedTileOperations) -> None:
    layer = convolution(16, 16, 3)
    x = torch.randn(100, 16)
    x[50, 3] = torch.inf
    finite = convolved(fused, layer, x).isfinite().all(1)
    assert not finite[48:51].any()
    assert finite[:44].all()
    assert finite[54:].all()


@pytest.mark.parametrize(
    ("inputs", "outputs", "dtype", "error"), [(22, 16, torch.float32, 1e-5), (16, 16, torch.bfloat16, 2e-2)]
)
def test_other_channels_and_bfloat16_are_left_to_onednn(
    fused: FusedTileOperations, inputs: int, outputs: int, dtype: torch.dtype, error: float
) -> None:
    layer = convolution(inputs, outputs, 7)
    x = torch.randn(40, inputs).to(dtype)
    assert_close(convolved(fused, layer, x).double(), exact(layer, x), error)
