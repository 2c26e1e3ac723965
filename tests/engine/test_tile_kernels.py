"""The fused kernels of tiles compute what torch's operations compute, on every processor that they are compiled for."""

import logging
import math
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
import torch

from kokoro_speech_server.engine.network import tile_kernels
from kokoro_speech_server.engine.network.tile_kernels import (
    FusedTileOperations,
    fastest_operations,
    kernel_libraries,
)
from kokoro_speech_server.engine.network.tile_operations import Scaling, Snake, TileOperations, TileStatistics
from tests.engine.kernel_libraries import FOLDER, X86, compiled
from tests.servers import ROOT

F32, BF16 = torch.float32, torch.bfloat16
TORCH = TileOperations()
ARM = ("tile_kernels-aarch64", "tile_kernels-aarch64-bf16")

E_MACHINE = {"x86_64": 62, "aarch64": 183}
"""What the header of a Linux library says about its processor."""


@pytest.mark.parametrize("length", [1, 31, 32, 33, 100])
@pytest.mark.parametrize("channels", [16, 48, 128])
@pytest.mark.parametrize(("dtype", "rounded"), [(F32, F32), (F32, BF16), (BF16, BF16)])
def test_a_piece_is_activated_and_nothing_beside_it(
    fused: FusedTileOperations, length: int, channels: int, dtype: torch.dtype, rounded: torch.dtype
) -> None:
    values, scaling, snake = piece(length, channels).to(dtype), some_scaling(channels), some_snake(channels)
    buffers = torch.full((2, length + 4, channels), 7.0, dtype=rounded)
    ours, theirs = buffers
    fused.activate(values, scaling, snake, ours[2:-2])
    TORCH.activate(values, scaling, snake, theirs[2:-2])
    assert_close(ours, theirs)
    assert (ours[:2] == 7).all()
    assert (ours[-2:] == 7).all()


@pytest.mark.parametrize("length", [1, 32, 33, 100])
@pytest.mark.parametrize("channels", [16, 128])
@pytest.mark.parametrize("dtype", [F32, BF16])
def test_sums_and_statistics(
    fused: FusedTileOperations, length: int, channels: int, dtype: torch.dtype
) -> None:
    values, shortcut = piece(length, channels).to(dtype), piece(length, channels, seed=2)
    ours, theirs = torch.full((2, length, channels), 7.0)

    assert_same_statistics(fused.statistics(values), values)

    copy = torch.empty_like(values)
    assert_same_statistics(fused.store(values, copy), values)
    assert torch.equal(copy, values)

    statistics = fused.add(values, shortcut, ours)
    TORCH.add(values, shortcut, theirs)
    assert torch.equal(ours, theirs)
    assert_same_statistics(statistics, theirs)

    in_place = shortcut.clone()
    fused.add(values, in_place, in_place)
    assert torch.equal(in_place, theirs)

    for overwrite in (True, False, False):
        fused.accumulate(values, shortcut, ours, overwrite=overwrite)
        TORCH.accumulate(values, shortcut, theirs, overwrite=overwrite)
        assert_close(ours, theirs)


def test_the_squared_sine_is_as_exact_as_documented(fused: FusedTileOperations) -> None:
    """3e-7, and what the angle has lost by three roundings to float32 comes on top."""
    angles = torch.linspace(-200, 200, 16 * 50_001).reshape(-1, 16)
    ones, zeros = torch.ones(16), torch.zeros(16)
    output = torch.empty_like(angles)
    fused.activate(angles, Scaling(ones, zeros), Snake(ones, ones), output)
    error = (output.double() - angles - angles.double().sin().square()).abs()
    assert (error <= 3e-7 + angles.abs() * 4 * 2**-24).all()


def test_statistics_far_from_zero(fused: FusedTileOperations) -> None:
    """The difference of the mean square and the squared mean would have no correct digit."""
    values = 10_000 + piece(1000, 16)
    assert_same_statistics(fused.statistics(values), values, relative=1e-4)


def test_numbers_that_are_not_finite_stay_so_and_large_ones_stay_finite(fused: FusedTileOperations) -> None:
    values = piece(40, 16)
    values[3, 2], values[20, 5], values[39, 0], values[7, 7] = math.nan, math.inf, -math.inf, 1e30
    scaling, snake = some_scaling(16), some_snake(16)
    for dtype in (F32, BF16):
        output = torch.empty_like(values, dtype=dtype)
        fused.activate(values, scaling, snake, output)
        assert torch.equal(output.isfinite(), values.isfinite())
    statistics = fused.statistics(values)
    assert [channel for channel in range(16) if not statistics.mean[channel].isfinite()] == [0, 2, 5]


def test_what_the_kernels_cannot_do_torch_does(fused: FusedTileOperations) -> None:
    for values, dtype in (
        (piece(40, 24), F32),  # no multiple of 16
        (piece(40, 16).to(BF16), F32),
        (piece(16, 48).T, F32),
    ):
        channels = values.shape[1]
        ours, theirs = torch.empty(2, *values.shape, dtype=dtype)
        for operations, output in ((fused, ours), (TORCH, theirs)):
            operations.activate(values, some_scaling(channels), some_snake(channels), output)
        assert_close(ours, theirs)
    odd = piece(40, 24)
    assert_same_statistics(fused.statistics(odd), odd)
    assert_same_statistics(fused.store(odd, torch.empty_like(odd)), odd)
    assert_same_statistics(fused.add(odd, odd, output := torch.empty_like(odd)), 2 * odd)
    fused.accumulate(odd, odd, output, overwrite=False)
    assert_close(output, 4 * odd)


def test_the_library_with_the_most_features_is_chosen(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in (*X86, *ARM):
        (tmp_path / f"{name}.so").touch()

    def usable(architecture: str, *features: str) -> Sequence[str]:
        monkeypatch.setattr(tile_kernels, "architecture", lambda: architecture)
        monkeypatch.setattr(tile_kernels, "cpu_features", lambda: frozenset(features))
        return [library.stem for library in kernel_libraries(tmp_path)]

    avx512 = ("avx512f", "avx512bw", "avx512dq", "avx512vl")
    assert usable("x86_64", "sse2") == []
    assert usable("x86_64", "avx2", "fma", "sse2") == [X86[0]]
    assert usable("x86_64", "avx2", "fma", *avx512) == [X86[1], X86[0]]
    assert usable("x86_64", "avx2", "fma", *avx512, "avx512_bf16") == [X86[2], X86[1], X86[0]]
    assert usable("aarch64", "asimd") == [ARM[0]]
    assert usable("aarch64", "asimd", "bf16") == [ARM[1], ARM[0]]
    assert usable("riscv64", "asimd") == []


def test_without_a_library_torch_computes(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    caplog.set_level(logging.WARNING)  # a server in this process may have raised it
    assert type(fastest_operations(fused=False)) is TileOperations
    assert not caplog.text

    monkeypatch.setattr(tile_kernels, "__file__", str(tmp_path / "tile_kernels.py"))
    assert type(fastest_operations(fused=True)) is TileOperations
    assert "no fused kernels" in caplog.text

    (tmp_path / f"{X86[0]}.so").write_bytes(b"no library")
    (tmp_path / f"{ARM[0]}.so").write_bytes(b"no library")
    monkeypatch.setattr(tile_kernels, "cpu_features", lambda: frozenset(("avx2", "fma")))
    assert type(fastest_operations(fused=True)) is TileOperations
    assert "cannot be loaded" in caplog.text


def test_the_kernels_are_compiled_for_arm(tmp_path: Path) -> None:
    libraries = compiled("aarch64", tmp_path)
    assert {library.stem for library in libraries} == {*ARM}
    for library in libraries:
        assert int.from_bytes(library.read_bytes()[18:20], "little") == E_MACHINE["aarch64"]


@pytest.mark.proof
@pytest.mark.skipif(shutil.which("qemu-aarch64") is None, reason="needs qemu-user, which emulates Arm")
@pytest.mark.parametrize("cpu", ["generic", "generic+bf16"])
def test_the_kernels_compute_the_same_on_arm(tmp_path: Path, cpu: str) -> None:
    main = ROOT / "tests/engine/tile_kernels_main.c"
    include = f"-I{ROOT / 'api/src' / FOLDER}"
    compile_main = [sys.executable, "-m", "ziglang", "cc", "-target", "aarch64-linux-musl", f"-mcpu={cpu}"]
    subprocess.run([*compile_main, "-O3", "-static", include, "-o", tmp_path / "main", main], check=True)

    length, channels = 37, 48
    values, shortcut = piece(length, channels), piece(length, channels, seed=2)
    scaling, snake = some_scaling(channels), some_snake(channels)
    data = b"".join(one.numpy().tobytes() for one in (values, shortcut, *scaling, *snake))
    result = subprocess.run(
        ["qemu-aarch64", "-cpu", "max", tmp_path / "main"], input=data, check=True, capture_output=True
    ).stdout
    size, offset = length * channels, 0

    def read(dtype: torch.dtype, *shape: int) -> torch.Tensor:
        nonlocal offset
        count = math.prod(shape)
        tensor = torch.frombuffer(bytearray(result), dtype=dtype, count=count, offset=offset)
        offset += count * dtype.itemsize
        return tensor.view(shape)

    exact, rounded = torch.empty_like(values), torch.empty_like(values, dtype=BF16)
    TORCH.activate(values, scaling, snake, exact)
    TORCH.activate(values, scaling, snake, rounded)
    assert len(result) == size * 4 * 2 + size * 2 + channels * 4 * 2
    assert_close(read(F32, length, channels), exact)
    assert_close(ours := read(BF16, length, channels), rounded)
    sums = read(F32, length, channels)
    assert torch.equal(sums, ours + shortcut)
    assert_same_statistics(TileStatistics(length, read(F32, channels), read(F32, channels)), sums)


def piece(length: int, channels: int, *, seed: int = 1) -> torch.Tensor:
    return torch.randn(length, channels, generator=torch.Generator().manual_seed(seed)) * 3 + 1


def some_scaling(channels: int) -> Scaling:
    return Scaling(torch.linspace(0.2, 2, channels), torch.linspace(-1, 3, channels))


def some_snake(channels: int) -> Snake:
    alpha = torch.linspace(0.1, 8, channels)
    return Snake(alpha, 1 / alpha)


def assert_close(ours: torch.Tensor, theirs: torch.Tensor) -> None:
    """The same but for the last bits."""
    relative = 2**-7 if ours.dtype is BF16 else 1e-6
    torch.testing.assert_close(ours, theirs, rtol=relative, atol=2e-5)


def assert_same_statistics(ours: TileStatistics, values: torch.Tensor, *, relative: float = 1e-5) -> None:
    exact = values.double().numpy()
    assert ours.length == len(values)
    np.testing.assert_allclose(ours.mean.numpy(), exact.mean(0), rtol=1e-6, atol=1e-6)
    np.testing.assert_allclose(ours.squares.numpy(), exact.var(0) * len(exact), rtol=relative, atol=1e-9)
