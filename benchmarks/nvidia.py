"""Properties and load of a GPU, as reported by `nvidia-smi`, which is part of every driver."""

import subprocess
from typing import Any

from benchmarks import report
from benchmarks.processes import Monitor

_INTERVAL_S = 0.5
_PATIENCE_S = 10
_ERRORS = (OSError, subprocess.SubprocessError, ValueError)


def about(device: str) -> dict[str, Any]:
    """Name, driver, and total and used memory in MiB; empty if no driver answers.

    device: in torch's notation: "cuda" or "cuda:1"
    """
    try:
        name, driver, total, used = _query(device, "name", "driver_version", "memory.total", "memory.used")
        return {"gpu": name, "driver": driver, "gpu_memory_mib": int(total), "gpu_used_before_mib": int(used)}
    except _ERRORS:
        return {}


class GpuMonitor(Monitor):
    """The GPU's memory and utilization, sampled twice a second while the context is open.

    A sample that fails is skipped, so that it does not end the benchmark.
    """

    def __init__(self, device: str) -> None:
        super().__init__(_INTERVAL_S)
        self._device = device
        self._used_mib: list[int] = []
        self._busy: list[int] = []

    def figures(self) -> dict[str, Any]:
        """memory_mib: peak memory use by all processes; busy_percent: share of the time in which a kernel ran."""
        figures: dict[str, Any] = {"samples": len(self._busy)}
        if self._busy:
            figures |= {"memory_mib": max(self._used_mib), "busy_percent": report.spread(self._busy)}
        return figures

    def _observe(self, due: float) -> None:
        try:
            used, busy = map(int, _query(self._device, "memory.used", "utilization.gpu"))
        except _ERRORS:
            return
        self._used_mib.append(used)
        self._busy.append(busy)


def _query(device: str, *fields: str) -> list[str]:
    """The fields' values. Raises one of _ERRORS if there is no GPU or it does not answer."""
    index = device.partition(":")[2] or "0"
    command = ["nvidia-smi", f"--id={index}", f"--query-gpu={','.join(fields)}"]
    answer = subprocess.run(
        [*command, "--format=csv,noheader,nounits"],
        capture_output=True,
        text=True,
        timeout=_PATIENCE_S,
        check=True,
    )
    return [value.strip() for value in answer.stdout.split(",")]
