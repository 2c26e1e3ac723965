"""How many workers, and how many threads each: what the machine has room for."""

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

from kokoro_speech_server.config import Settings

_MOST_ON_A_GPU = 8
_GPU_MIB_PER_WORKER = 3_000
"""CUDA's context (0.3 to 0.45 GB), the weights (0.33 GB) and room for the longest chunk; recorded passes come
on top."""

_CORES_PER_WORKER = 4
_MIB_PER_WORKER = 1_500
"""Python and its libraries, the weights that are reordered for the processor and a pass over the longest chunk; the
weights' file is shared (docs/benchmarks.md)."""

_SPINS = 10_000
"""Rounds in which a thread of OpenMP's waits actively for the others: enough where each has a core of its own. GNU's by
itself takes 300,000, and while another process wants one of the cores all of them come to stand still."""

_CGROUP = Path("/sys/fs/cgroup")


def worker_count(settings: Settings) -> int:
    """WORKERS, or what fits: on a GPU by its free memory, on a CPU one for 4 cores and 1.5 GB; at least 1.

    With ENGINES one for each core, at most 8, but at least one that has no model.
    """
    if settings.workers is not None:
        return settings.workers
    if settings.engines is not None:
        return max(settings.engines + 1, min(_MOST_ON_A_GPU, cores()))
    if settings.device == "mps":
        return 1
    if settings.device != "cpu" and (free := _free_gpu_mib(settings.device)) is not None:
        recorded = settings.cuda_graphs_max_mb if settings.cuda_graphs == "auto" else 0
        return max(1, min(_MOST_ON_A_GPU, free // (_GPU_MIB_PER_WORKER + recorded)))
    by_cores = cores() // _CORES_PER_WORKER
    free = _free_mib()
    return max(1, by_cores if free is None else min(by_cores, free // _MIB_PER_WORKER))


def worker_environment(settings: Settings, engines: int) -> dict[str, str]:
    """Variables that keep the engines from fighting for cores; what the operator has set stays."""
    threads = settings.threads_per_worker or max(1, cores() // engines)
    return _missing({"THREADS_PER_WORKER": str(threads), **openmp_environment(threads)}, os.environ)


def openmp_environment(threads: int) -> dict[str, str]:
    """Variables for a process whose model has so many threads; to be there before torch is imported."""
    return {"OMP_NUM_THREADS": str(threads), "GOMP_SPINCOUNT": str(_SPINS)}


def cores() -> int:
    """Cores that this process may use: its affinity, and on Linux the quota of its container."""
    affinity = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        quota, period = (_CGROUP / "cpu.max").read_text(encoding="ascii").split()
    except (OSError, ValueError):
        return affinity
    return affinity if quota == "max" else max(1, min(affinity, int(quota) // int(period)))


def _free_mib() -> int | None:
    """Memory that processes may still take, of the machine and of the container; None where Linux does not tell."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        [available] = [int(line.split()[1]) // 1024 for line in lines if line.startswith("MemAvailable:")]
    except (OSError, ValueError):
        return None
    try:
        limit = int((_CGROUP / "memory.max").read_text(encoding="ascii"))
        used = int((_CGROUP / "memory.current").read_text(encoding="ascii"))
        stat = dict(line.split() for line in (_CGROUP / "memory.stat").read_text("ascii").splitlines())
        # Files that were read, the model's when it was fetched, count as used, and go when memory is wanted.
        return min(available, (limit - used + int(stat["inactive_file"])) // 2**20)
    except (OSError, ValueError, KeyError):
        return available  # no container, or one without a limit ("max")


def _missing(wanted: Mapping[str, str], given: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in wanted.items() if name not in given}


def _free_gpu_mib(device: str) -> int | None:
    """Free memory of the GPU that the workers will share, None if there is none. torch would take seconds."""
    index = device.partition(":")[2] or "0"
    command = ["nvidia-smi", f"--id={index}", "--query-gpu=memory.free", "--format=csv,noheader,nounits"]
    try:
        answer = subprocess.run(command, capture_output=True, text=True, timeout=30, check=True).stdout
        return int(answer)
    except (OSError, subprocess.SubprocessError, ValueError):
        return None
