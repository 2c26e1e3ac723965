"""The number of workers and threads, from the cores and the memory of the machine and its container."""

import os
import subprocess
from collections.abc import Container, Mapping, Sequence
from pathlib import Path

from kokoro_speech_server.config import Settings

_MAX_WORKERS_PER_GPU = 8
_GPU_MIB_PER_WORKER = 3_000
"""CUDA's context (0.3 to 0.45 GB), the weights (0.33 GB), and a pass over a minute of audio, at 35 MB a second
(engine/gpu_memory.py). Only GPUs that synthesize 1,300 seconds of audio per second run larger batches, and they have
more memory. CUDA graphs need memory of their own."""

_SINGLE_CORES = 4
"""Cores up to which each has a worker of its own, as is best under load (docs/threads.md). Beyond, two share one, since
each worker takes memory even while it has nothing to do."""

_CORES_PER_WORKER_ELSEWHERE = 4
"""Where workers are no forks of one process, and so share little, and the memory is not known."""

_SHARED_MIB, _MIB_PER_WORKER = 900, 700
"""What all workers share: the file of weights, Python and its libraries, and the weights that are reordered for the
CPU; and what each of them has of its own while it computes a long chunk (docs/benchmarks.md)."""

_SPINS = 10_000
"""Iterations for which an OpenMP thread spins while it waits for the others, which suffice if each has its own core.
With GNU's default of 300,000, all threads stall while another process uses one of the cores."""

_CGROUP = Path("/sys/fs/cgroup")


def worker_count(settings: Settings) -> int:
    """WORKERS, or the number that fits, at least 1: on a GPU by its free memory, on a CPU by cores and memory.

    With ENGINES, one worker per core, at most 8, but at least one without a model. On a GPU whose memory is not known
    it is 1.
    """
    if settings.workers is not None:
        return settings.workers
    if settings.engines is not None:
        return max(settings.engines + 1, min(_MAX_WORKERS_PER_GPU, cores()))
    if settings.device == "mps":
        return 1
    if settings.device != "cpu":
        if (free := _free_gpu_mib(settings.device)) is not None:
            graphs = settings.cuda_graphs_max_mb if settings.cuda_graphs == "auto" else 0
            return max(1, min(_MAX_WORKERS_PER_GPU, free // (_GPU_MIB_PER_WORKER + graphs)))
        if settings.device != "auto":
            return 1
    return max(1, _workers_on_cpu())


def _workers_on_cpu() -> int:
    if (free := _free_mib()) is None:
        return cores() // _CORES_PER_WORKER_ELSEWHERE
    by_cores = min(cores(), max(_SINGLE_CORES, cores() // 2))
    return min(by_cores, (free - _SHARED_MIB) // _MIB_PER_WORKER)


def threads_per_worker(settings: Settings, engines: int) -> int:
    """THREADS_PER_WORKER, or an engine's share of the cores while all of them run."""
    return settings.threads_per_worker or max(1, cores() // engines)


def worker_environment(settings: Settings, engines: int) -> dict[str, str]:
    """Environment variables that divide the cores among the engines, except those that the operator has set."""
    # NumPy computes little, and the threads of its OpenBLAS would be in the process of which workers are forks.
    variables = {
        "OPENBLAS_NUM_THREADS": "1",
        **openmp_environment(threads_per_worker(settings, engines)),
    }
    return _without(variables, os.environ)


def openmp_environment(threads: int) -> dict[str, str]:
    """Environment variables for a process with that many threads, which must be set before torch is imported."""
    return {"OMP_NUM_THREADS": str(threads), "GOMP_SPINCOUNT": str(_SPINS)}


def cores() -> int:
    """Cores that this process may use, by its affinity and, on Linux, the CPU quota of its container."""
    affinity = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        quota, period = (_CGROUP / "cpu.max").read_text(encoding="ascii").split()
    except (OSError, ValueError):
        return affinity
    return affinity if quota == "max" else max(1, min(affinity, int(quota) // int(period)))


def _free_mib() -> int | None:
    """Memory in MiB that is available in the machine and in the container. None if the system is not Linux."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        [available] = [int(line.split()[1]) // 1024 for line in lines if line.startswith("MemAvailable:")]
    except (OSError, ValueError):
        return None
    try:
        limit = int((_CGROUP / "memory.max").read_text(encoding="ascii"))
        used = int((_CGROUP / "memory.current").read_text(encoding="ascii"))
        stat = dict(line.split() for line in (_CGROUP / "memory.stat").read_text("ascii").splitlines())
        # The page cache counts as used, as after the download of the model, but the kernel reclaims it on demand.
        return min(available, (limit - used + int(stat["inactive_file"])) // 2**20)
    except (OSError, ValueError, KeyError):
        return available  # no container, or one without a limit


def _without(variables: Mapping[str, str], excluded: Container[str]) -> dict[str, str]:
    return {name: value for name, value in variables.items() if name not in excluded}


def _free_gpu_mib(device: str) -> int | None:
    """Free memory in MiB of the GPU that the workers will share; None if NVIDIA's driver knows none.

    0 if the driver does not tell, as with memory that the CPU shares, or for a part of a GPU (MIG). The driver is asked
    because torch takes seconds to import. GPUs are taken to have the driver's order for CUDA too, which is so where all
    are alike, or with CUDA_DEVICE_ORDER=PCI_BUS_ID.
    """
    command = ["nvidia-smi", "--query-gpu=uuid,memory.free", "--format=csv,noheader,nounits"]
    try:
        output = subprocess.run(command, capture_output=True, text=True, timeout=30, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    free_by_uuid = dict(line.split(", ") for line in output.splitlines() if line.count(", ") == 1)
    visible = _visible_gpus(list(free_by_uuid))
    number = int(device.partition(":")[2] or 0)
    if number >= len(visible):
        return None
    free = free_by_uuid.get(visible[number], "")
    return int(free) if free.isdecimal() else 0


def _visible_gpus(uuids: Sequence[str]) -> Sequence[str]:
    """UUIDs of the GPUs that CUDA numbers from 0, by CUDA_VISIBLE_DEVICES: numbers, or UUIDs that may be abbreviated.

    What follows an unknown one is not visible either, so "-1" hides all. Parts of GPUs have UUIDs of their own, which
    are not in `uuids`.
    """
    wanted = os.environ.get("CUDA_VISIBLE_DEVICES")
    if wanted is None:
        return uuids
    visible: list[str] = []
    for name in (part.strip() for part in wanted.split(",")):
        if name.startswith("MIG-"):
            visible.append(name)
        elif name.isdecimal() and int(name) < len(uuids):
            visible.append(uuids[int(name)])
        elif name and len(matching := [uuid for uuid in uuids if uuid.startswith(name)]) == 1:
            visible += matching
        else:
            break
    return visible
