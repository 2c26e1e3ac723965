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
        (2, "max", 1),
        (8, "max", 2),
        (64, "max", 16),
        (64, 4_000, 2),  # MiB, the limit of the container
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
    assert (
        environment["THREADS_PER_WORKER"] == environment["OMP_NUM_THREADS"] == str(max(1, cores // engines))
    )
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


def test_the_operator_decides() -> None:
    assert sizing.worker_count(Settings(device="cpu", workers=3)) == 3
