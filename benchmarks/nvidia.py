"""Properties of a GPU, as reported by `nvidia-smi`, which is part of every driver."""

import subprocess
from typing import Any

_PATIENCE_S = 10

ERRORS = (OSError, subprocess.SubprocessError, ValueError)


def about(device: str) -> dict[str, Any]:
    """Name, driver, and total and used memory in MiB; empty if no driver answers.

    device: in torch's notation: "cuda" or "cuda:1"
    """
    try:
        name, driver, total, used = query(device, "name", "driver_version", "memory.total", "memory.used")
        return {"gpu": name, "driver": driver, "gpu_memory_mib": int(total), "gpu_used_before_mib": int(used)}
    except ERRORS:
        return {}


def query(device: str, *fields: str) -> list[str]:
    """The fields' values, by nvidia-smi's names. Raises one of ERRORS if there is no GPU or it does not answer."""
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
