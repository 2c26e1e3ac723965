"""Weights in oneDNN's order give what they give in torch's, for any length, and stay in that order."""

import ctypes

import pytest
import torch

from kokoro_speech_server.engine.network.convolutions import (
    RoundedConvolution,
    convolve,
    convolve_in_blocks,
    kernel,
)
from kokoro_speech_server.engine.network.generator import Upsampling
from kokoro_speech_server.engine.network.onednn import OrderedLinear, has_onednn, order_linear_layers

pytestmark = pytest.mark.skipif(not has_onednn(torch.float32), reason="torch has no oneDNN here")

needs_bfloat16 = pytest.mark.skipif(
    not has_onednn(torch.bfloat16), reason="oneDNN does not compute in bfloat16 here"
)


@pytest.mark.parametrize("dtype", [torch.float32, pytest.param(torch.bfloat16, marks=needs_bfloat16)])
@pytest.mark.parametrize(("taps", "dilation", "outputs"), [(3, 1, 48), (11, 5, 16), (7, 1, 22), (1, 1, 16)])
@pytest.mark.parametrize("length", [60, 300, 2048])
@torch.inference_mode()
def test_a_convolution(dtype: torch.dtype, taps: int, dilation: int, outputs: int, length: int) -> None:
    generator = torch.Generator().manual_seed(1)
    weight = torch.randn(outputs, 16, taps, generator=generator)
    bias = torch.randn(outputs, generator=generator).to(dtype)
    x = torch.randn(length, 16, generator=generator).to(dtype)
    ordered = kernel(weight, dtype, dilation=dilation, ordered=True)
    assert ordered.is_mkldnn
    expected = convolve(x, kernel(weight, dtype), bias, dilation, padding=3)
    result = convolve(x, ordered, bias, dilation, padding=3)
    assert result.stride() == expected.stride()
    _assert_close(result, expected)
    _assert_close(
        convolve_in_blocks(x, ordered, bias, dilation, block=100),
        convolve(x, kernel(weight, dtype), bias, dilation),
    )


@pytest.mark.parametrize("dtype", [torch.float32, pytest.param(torch.bfloat16, marks=needs_bfloat16)])
@pytest.mark.parametrize("sizes", [(512, 256, 10), (256, 128, 6)])
@pytest.mark.parametrize("length", [40, 75, 700])
@torch.inference_mode()
def test_the_weights_of_upsamplings_are_not_reordered_in_each_call(
    dtype: torch.dtype, sizes: tuple[int, int, int], length: int, capfd: pytest.CaptureFixture[str]
) -> None:
    """With AMX that took 43 ms of each, where the convolution takes 0.2 ms."""
    inputs, outputs, stride = sizes
    transposed = torch.nn.ConvTranspose1d(inputs, outputs, 2 * stride, stride, stride // 2)
    layer = Upsampling(transposed, dtype, ordered=True)
    assert layer.weight.is_mkldnn
    x = torch.randn(length + 2, inputs).to(dtype)
    capfd.readouterr()
    with torch.backends.mkldnn.verbose(torch.backends.mkldnn.VERBOSE_ON):  # type: ignore[no-untyped-call]
        convolve_in_blocks(x, layer.weight, layer.bias, block=layer.block)
        ctypes.CDLL(None).fflush(None)
    operations = capfd.readouterr().out
    assert "exec,cpu,convolution" in operations
    assert "exec,cpu,reorder" not in operations


@needs_bfloat16
@torch.inference_mode()
def test_a_rounded_convolution_in_blocks() -> None:
    layer = torch.nn.Conv1d(24, 32, 3, padding=1)
    x = torch.randn(70, 24)
    blocks, whole = (RoundedConvolution(layer, torch.bfloat16, block) for block in (32, None))
    assert blocks.weight.is_mkldnn
    assert not whole.weight.is_mkldnn
    _assert_close(blocks(x), whole(x), relative=2**-7)


@torch.inference_mode()
def test_linear_layers_are_replaced() -> None:
    module = torch.nn.Sequential(torch.nn.Linear(24, 40), torch.nn.Sequential(torch.nn.Linear(40, 8)))
    x = torch.randn(2, 5, 24)
    expected = module(x)
    order_linear_layers(module)
    assert [type(one) for one in module.modules() if not isinstance(one, torch.nn.Sequential)] == [
        OrderedLinear,
        OrderedLinear,
    ]
    _assert_close(module(x), expected)


@torch.inference_mode()
def test_without_onednn_weights_keep_torchs_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.backends.mkldnn, "is_available", lambda: False)
    assert not kernel(torch.randn(16, 16, 3), torch.float32, ordered=True).is_mkldnn


def _assert_close(ours: torch.Tensor, theirs: torch.Tensor, *, relative: float = 0.0) -> None:
    rounded = ours.dtype is torch.bfloat16
    torch.testing.assert_close(ours, theirs, rtol=relative or (2**-7 if rounded else 1e-5), atol=1e-4)
