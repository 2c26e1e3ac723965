"""The fused kernels against torch's own operations, in Triton's interpreter: no GPU is needed."""

import ctypes
import json
import os
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest
import torch

pytest.importorskip("triton", reason="Triton is for Linux on x86-64")

from benchmarks.kernel_interpreter import KernelInterpreter
from kokoro_speech_server.engine.kokoro_library import AdaIN1d, AdainResBlk1d
from kokoro_speech_server.engine.network.blocks import adain_resblock
from kokoro_speech_server.engine.network.convolutions import round_convolutions
from kokoro_speech_server.engine.network.fused_blocks import FusedBlocks
from kokoro_speech_server.engine.network.fused_layers import FusedLayers
from kokoro_speech_server.engine.network.fused_operations import FusedOperations
from kokoro_speech_server.engine.network.generator import (
    LastConvolution,
    LayerBackend,
    StyledConvolution,
    Upsampling,
)
from kokoro_speech_server.engine.network.kernel_compilation import CAPABILITIES, kernel_variants
from kokoro_speech_server.engine.network.kernel_launcher import KernelParameters
from kokoro_speech_server.engine.network.network import Network
from kokoro_speech_server.engine.network.packed_layers import PackedLayers
from kokoro_speech_server.engine.network.packing import PackedFrames, PackedPositions
from kokoro_speech_server.engine.network.styles import LayerStyles, StyleTable
from tests.engine.chunks import CPU, VOCABULARY, decibels, make_chunk, make_model
from tests.servers import ROOT

_SHAPES = {
    "one row": ([4], 20, 16),
    "one frame": ([1], 2, 16),
    "odd lengths": ([3, 1, 6], 2, 24),
    "more channels than a program": ([1, 2], 2, 130),
    "many rows": ([1, 2, 1, 3, 1, 2, 1, 1], 2, 16),
    "the finest resolution": ([1, 1], 120, 8),
}
"""Frames of each row, positions per frame, and channels."""


@pytest.fixture(autouse=True)
def same_numbers() -> None:
    torch.manual_seed(1)


def _packed(frames: list[int]) -> PackedFrames:
    return PackedFrames.of(frames, device=CPU, masked=True, sum_dtype=torch.float32)


def _values(positions: PackedPositions, channels: int) -> torch.Tensor:
    """Far from zero, and NaN in the gaps, which nothing may read."""
    values = 3 * torch.randn(positions.size, channels) + 5
    return values.masked_fill(~positions.inside[:, None], torch.nan)


def _norm(channels: int) -> AdaIN1d:
    norm = AdaIN1d(128, channels)
    torch.nn.init.normal_(norm.norm.weight)
    torch.nn.init.normal_(norm.norm.bias)
    return norm


def _styles(norms: list[AdaIN1d], row_count: int) -> LayerStyles:
    return StyleTable(norms, torch.float32)(torch.randn(row_count, 128))  # type: ignore[no-any-return]


def _layer(norm: AdaIN1d, dilation: int = 1, dtype: torch.dtype = torch.float32) -> StyledConvolution:
    channels = norm.norm.num_features
    convolution = torch.nn.Conv1d(channels, channels, 3, dilation=dilation)
    return StyledConvolution(norm, torch.rand(1, channels, 1) + 0.5, convolution, dtype, tiles=None)


def _residual_block(inputs: int, outputs: int, upsample: bool) -> AdainResBlk1d:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the library: a deprecated weight norm
        block = AdainResBlk1d(inputs, outputs, 128, upsample=upsample or "none")
    for module in block.modules():
        if any(name == "weight_g" for name, _ in module.named_parameters(recurse=False)):
            torch.nn.utils.remove_weight_norm(module)
    return block


def _backends(
    packed: PackedFrames, styles: LayerStyles, per_frame: int
) -> tuple[LayerBackend[Any], LayerBackend[Any]]:
    """The fused one and the plain one."""
    fused = FusedOperations(KernelInterpreter())
    return (
        FusedLayers(fused, packed, styles, per_frame),
        PackedLayers(packed, styles, per_frame, torch.float32),
    )


def _assert_equal(ours: list[torch.Tensor], theirs: list[torch.Tensor]) -> None:
    for one, other in zip(ours, theirs, strict=True):
        assert decibels(one, other) > 100


@torch.inference_mode()
@pytest.mark.parametrize(("frames", "per_frame", "channels"), _SHAPES.values(), ids=list(_SHAPES))
def test_layers_and_their_shortcuts(frames: list[int], per_frame: int, channels: int) -> None:
    packed = _packed(frames)
    positions = packed.positions(per_frame)
    norms = [_norm(channels) for _ in range(3)]
    dilated, narrow, last = (_layer(norm, 1 + i) for i, norm in enumerate(norms))

    def compute(layers: LayerBackend[Any], values: torch.Tensor) -> list[torch.Tensor]:
        x = layers.signal(values)
        y = layers.convolve_and_add(narrow, layers.convolve(dilated, x), x, torch.empty_like(values))
        once, twice = torch.full_like(values, torch.nan), values.clone()
        layers.convolve_and_accumulate(last, y, x, once, overwrite=True)
        layers.convolve_and_accumulate(last, y, x, twice, overwrite=False)
        return [part[positions.inside] for part in (y.values, once, twice)]

    fused, plain = _backends(packed, _styles(norms, len(frames)), per_frame)
    values = _values(positions, channels)
    _assert_equal(compute(fused, values), compute(plain, torch.nan_to_num(values)))


@torch.inference_mode()
def test_absent_rows_and_an_unused_end_change_nothing() -> None:
    """As in a CUDA graph that is larger than the batch: two rows of four exist, and 5 of 8 frames are used."""
    norm = _norm(16)
    layer = _layer(norm)
    exact = _packed([2, 1])
    larger = PackedFrames(
        torch.tensor([0, 4, 9, 9]),
        torch.tensor([2, 1, 0, 0]),
        longest=4,
        total=8,
        sum_dtype=torch.float32,
    )
    styles = _styles([norm], 4)
    of_two = LayerStyles(styles.scales[:2].clone(), styles.shifts[:2].clone(), styles.slices)
    values = _values(exact.positions(20), 16)
    enlarged = torch.full((larger.positions(20).size, 16), torch.nan)
    enlarged[: len(values)] = values

    def compute(packed: PackedFrames, styles: LayerStyles, values: torch.Tensor) -> torch.Tensor:
        layers: LayerBackend[Any]
        layers, _ = _backends(packed, styles, 20)
        x = layers.signal(values)
        result: torch.Tensor = layers.convolve_and_add(layer, x, x, torch.empty_like(values)).values
        return result

    inside = exact.positions(20).inside
    ours = compute(larger, styles, enlarged)[: len(values)]
    _assert_equal([ours[inside]], [compute(exact, of_two, values)[inside]])


@torch.inference_mode()
@pytest.mark.parametrize("frames", [[2], [2, 1]])
def test_the_generators_ends(frames: list[int]) -> None:
    """Two upsamplings, the reflection, a layer on the axis with one position more, and the last convolution."""
    packed = _packed(frames)
    norm = _norm(8)
    layer = _layer(norm)
    first, second = (
        Upsampling(
            torch.nn.ConvTranspose1d(inputs, outputs, 2 * stride, stride, stride // 2),
            torch.float32,
            ordered=False,
        )
        for inputs, outputs, stride in ((20, 12, 10), (12, 8, 6))
    )
    end = LastConvolution(torch.nn.Conv1d(8, 22, 7, padding=3))

    def compute(layers: LayerBackend[Any], values: torch.Tensor) -> list[torch.Tensor]:
        x = layers.reflect(layers.upsample(second, layers.upsample(first, values)))
        signal = layers.signal(x)
        total = torch.empty_like(x)
        layers.convolve_and_accumulate(layer, signal, signal, total, overwrite=True)
        inside = packed.positions(120, extra=1).inside
        return [part[inside] for part in (x, total, layers.last(end, total))]

    fused, plain = _backends(packed, _styles([norm], len(frames)), 2)
    values = _values(packed.positions(2), 20)
    _assert_equal(compute(fused, values), compute(plain, torch.nan_to_num(values)))


@torch.inference_mode()
@pytest.mark.parametrize("frames", [[5], [1, 4, 2]])
@pytest.mark.parametrize("upsample", [False, True])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float16])
def test_residual_blocks(frames: list[int], upsample: bool, dtype: torch.dtype) -> None:
    packed = _packed(frames)
    positions, result = packed.positions(1), packed.positions(2 if upsample else 1)
    block = _residual_block(34, 16, upsample)
    if dtype is not torch.float32:
        round_convolutions(block, dtype)
    styles = _styles([block.norm1, block.norm2], len(frames))
    values = _values(positions, 34)
    upsampled = result if upsample else None
    ours = FusedBlocks(FusedOperations(KernelInterpreter()))(block, values, styles, positions, upsampled)
    theirs = adain_resblock(block, torch.nan_to_num(values), styles, positions, upsampled)
    assert decibels(ours[result.inside], theirs[result.inside]) > (100 if dtype is torch.float32 else 60)


@torch.inference_mode()
def test_a_rounded_layer_rounds_what_the_convolution_reads_and_writes() -> None:
    packed = _packed([2, 3])
    norms = [_norm(24), _norm(24)]
    layers = [_layer(norm, dtype=torch.float16) for norm in norms]
    fused, plain = _backends(packed, _styles(norms, 2), 20)
    values = torch.nan_to_num(_values(packed.positions(20), 24))

    def compute(backend: LayerBackend[Any]) -> torch.Tensor:
        x = backend.signal(values)
        y = backend.convolve(layers[0], x)
        result: torch.Tensor = backend.convolve_and_add(layers[1], y, x, torch.empty_like(values)).values
        return result[packed.positions(20).inside]

    assert decibels(compute(fused), compute(plain)) > 60


@torch.inference_mode()
def test_statistics_do_not_depend_on_the_batch() -> None:
    """To the bit: a row's values are always added up in the same order."""
    norm = _norm(16)
    operations = FusedOperations(KernelInterpreter())
    alone, batch = _packed([40]), _packed([3, 40, 5])
    values = _values(batch.positions(2, extra=1), 16)
    begin = int(batch.positions(2).starts[1])
    row = values[begin : begin + alone.positions(2, extra=1).size].clone()
    styles = _styles([norm], 3)
    of_row = LayerStyles(styles.scales[1:2].clone(), styles.shifts[1:2].clone(), styles.slices)

    def scales(packed: PackedFrames, values: torch.Tensor, styles: LayerStyles) -> torch.Tensor:
        positions = packed.positions(2, extra=1)
        statistics = operations.combine(positions, values, statistics=True)
        assert statistics is not None
        return torch.cat(operations.scale_rows(positions, statistics, styles, norm), 1)

    assert torch.equal(scales(alone, row, of_row)[0], scales(batch, values, styles)[1])


# Compilation


def _resources(capability: int, cache: Path, *options: str) -> list[dict[str, Any]]:
    environment = {name: value for name, value in os.environ.items() if name != "TRITON_INTERPRET"}
    output = subprocess.run(
        [sys.executable, "-m", "tests.engine.kernel_resources", str(capability), *options],
        env={**environment, "TRITON_CACHE_DIR": str(cache)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return [json.loads(line) for line in output.splitlines()]


def test_a_variant_of_each_kernel_compiles_and_needs_little(tmp_path: Path) -> None:
    _assert_little(_resources(CAPABILITIES[0], tmp_path, "sampled"))


@pytest.mark.proof
@pytest.mark.parametrize("capability", CAPABILITIES)
def test_every_kernel_compiles_for_every_gpu_and_needs_little(capability: int, tmp_path: Path) -> None:
    _assert_little(_resources(capability, tmp_path))


def _assert_little(kernels: list[dict[str, Any]]) -> None:
    assert {kernel["kernel"] for kernel in kernels} == {
        "activate",
        "activate_and_double",
        "combine",
        "scale_rows",
    }
    for kernel in kernels:
        assert kernel["reg"] <= 96  # room for 20 warps on a multiprocessor, five programs
        assert kernel["local"] == 0
        # The sine of a large number needs an array of 32 bytes; besides, at most two registers are spilled.
        assert kernel["stack"] <= (40 if kernel["kernel"] == "activate" else 8)
        assert kernel["shared"] <= 8192
        # What the launcher passes: Triton adds two parameters, for memory that these kernels do not use.
        assert kernel["parameters"] == kernel["passed"] + 2


def test_kernels_do_not_depend_on_the_sizes_of_a_pass() -> None:
    """So that those that a first pass needs are all."""
    small = kernel_variants(torch.float16)
    assert len(small) < 50
    assert set(kernel_variants(torch.float16, rows=3, frames=40)) == set(small)


def test_old_gpus_are_given_no_bfloat16() -> None:
    [variant, *_] = (one for one in kernel_variants(torch.bfloat16) if "*bf16" in dict(one.types).values())
    with pytest.raises(ValueError, match=r"7\.5"):
        variant.compile(75)


def test_the_driver_reads_the_parameters_of_a_launch() -> None:
    x = torch.zeros(3)
    parameters = KernelParameters([x, -5, x], 5)
    pointers = list((ctypes.c_uint64 * 5).from_address(parameters.address))
    values = [ctypes.c_uint64.from_address(pointer).value for pointer in pointers]
    assert values == [x.data_ptr(), values[1], x.data_ptr(), 0, 0]
    assert ctypes.c_int32.from_address(pointers[1]).value == -5
    with pytest.raises(ValueError, match="contiguous"):
        KernelParameters([torch.zeros(4, 4).T], 1)
    with pytest.raises(ValueError, match="aligned"):
        KernelParameters([torch.zeros(5)[1:]], 1)


# The whole network


@pytest.mark.model
@pytest.mark.proof
def test_a_chunk_is_the_same_with_fused_kernels(weights: dict[str, torch.Tensor]) -> None:
    chunks = [make_chunk(8, "af_heart"), make_chunk(5, "bm_george", speed=1.5)]
    plain = Network(make_model(weights), VOCABULARY, packed=True)
    kernels = KernelInterpreter()
    fused = Network(make_model(weights), VOCABULARY, packed=True, kernels=kernels)
    for ours, theirs in zip(fused(chunks, CPU), plain(chunks, CPU), strict=True):
        assert (ours.durations == theirs.durations).all()
        assert (
            decibels(ours.samples, theirs.samples) > 50
        )  # F0 is integrated, so that its last bits are amplified
    assert kernels.launches > 200
