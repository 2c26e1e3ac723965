"""The number of workers, from the cores and the memory of a machine and its container."""

import os
from pathlib import Path
from typing import Any

import pytest

from kokoro_speech_server.config import Settings
from kokoro_speech_server.workers import sizing


@pytest.mark.parametrize(
    ("cores", "memory", "workers"),
    [
        (1, "max", 1),
        (2, "max", 2),
        (4, "max", 4),
        (6, "max", 4),
        (64, "max", 32),
        (64, 4_000, 4),  # MiB, the limit of the container
        (2, 1_500, 1),
        (64, 100, 1),
    ],
)
def test_workers_on_a_cpu(
    cores: int, memory: str | int, workers: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit = memory if isinstance(memory, str) else str(memory * 2**20)
    for name, content in (
        ("cpu.max", f"{cores * 100_000} 100000"),
        ("memory.max", limit),
        ("memory.current", str(900 * 2**20)),
        ("memory.stat", f"anon 0\ninactive_file {900 * 2**20}"),
    ):
        (tmp_path / name).write_text(f"{content}\n")
    meminfo = tmp_path / "meminfo"
    meminfo.write_text("MemTotal: 99999999 kB\nMemAvailable: 99999999 kB\n")
    monkeypatch.setattr(sizing, "_CGROUP", tmp_path)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: range(64), raising=False)
    monkeypatch.setattr(sizing, "Path", lambda name: meminfo if name == "/proc/meminfo" else Path(name))
    assert sizing.worker_count(Settings(device="cpu")) == workers


@pytest.mark.parametrize(("cores", "engines", "workers"), [(1, 1, 2), (16, 1, 8), (4, 2, 4), (16, 12, 13)])
def test_with_engines_of_their_own_there_is_a_worker_for_each_core(
    cores: int, engines: int, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sizing, "cores", lambda: cores)
    settings = Settings(device="cpu", engines=engines)
    assert sizing.worker_count(settings) == workers
    monkeypatch.setenv("GOMP_SPINCOUNT", "5")
    environment = sizing.worker_environment(settings, engines)
    assert environment["OMP_NUM_THREADS"] == str(max(1, cores // engines))
    assert "GOMP_SPINCOUNT" not in environment  # set by the operator
    monkeypatch.delenv("GOMP_SPINCOUNT")
    assert 0 < int(sizing.worker_environment(settings, engines)["GOMP_SPINCOUNT"]) < 300_000


@pytest.mark.parametrize(
    ("free", "settings", "workers"),
    [
        (80_000, {}, 8),
        (24_000, {}, 4),
        (24_000, {"cuda_graphs": "off"}, 8),
        (24_000, {"cuda_graphs_max_mb": 9_000}, 2),
        (2_000, {}, 1),
    ],
)
def test_workers_on_a_gpu_have_memory_for_their_cuda_graphs(
    free: int, settings: dict[str, Any], workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sizing, "_free_gpu_mib", lambda device: free)
    assert sizing.worker_count(Settings(device="cuda", **settings)) == workers


_GPUS = ["GPU-8a1f-x, 40000", "GPU-8b2e-y, 24000", "GPU-9c3d-z, [N/A]"]


@pytest.mark.parametrize(
    ("visible", "device", "free"),
    [
        (None, "cuda", 40_000),
        (None, "auto", 40_000),
        (None, "cuda:1", 24_000),
        (None, "cuda:2", 0),  # the driver does not tell
        (None, "cuda:3", None),
        ("1", "auto", 24_000),
        ("1,0", "cuda:1", 40_000),
        (" 1 , 0", "cuda:1", 40_000),
        ("GPU-8b2e-y", "cuda", 24_000),
        ("GPU-8b", "cuda", 24_000),
        ("GPU-8", "cuda", None),  # could be either
        ("GPU-8b,GPU-8a", "cuda:1", 40_000),
        ("MIG-8a1f-x-1", "cuda", 0),
        ("", "auto", None),
        ("-1", "cuda", None),
        ("1,-1,0", "cuda:1", None),
        ("NoDevFiles", "cuda", None),
    ],
)
def test_only_the_gpu_that_cuda_may_use_counts(
    visible: str | None, device: str, free: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _install_nvidia_smi(tmp_path, monkeypatch, "; ".join(f"echo '{gpu}'" for gpu in _GPUS))
    if visible is None:
        monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    else:
        monkeypatch.setenv("CUDA_VISIBLE_DEVICES", visible)
    assert sizing._free_gpu_mib(device) == free


@pytest.mark.parametrize("script", ["exit 9", "echo 'No devices were found'", None])
@pytest.mark.parametrize(("device", "workers"), [("cuda", 1), ("auto", 32)])
def test_without_an_answer_of_the_driver_one_worker_uses_the_gpu(
    script: str | None, device: str, workers: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sizing, "cores", lambda: 64)
    monkeypatch.setattr(sizing, "_free_mib", lambda: 1_000_000)
    _install_nvidia_smi(tmp_path, monkeypatch, script)
    assert sizing.worker_count(Settings(device=device)) == workers


def _install_nvidia_smi(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str | None) -> None:
    """Replace nvidia-smi by a shell script. None: it is not installed."""
    if script is not None:
        command = folder / "nvidia-smi"
        command.write_text(f"#!/bin/sh\n{script}\n")
        command.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))


def test_the_operator_decides() -> None:
    assert sizing.worker_count(Settings(device="cpu", workers=3)) == 3
