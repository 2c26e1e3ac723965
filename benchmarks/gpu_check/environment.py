"""The machine: versions, the GPU's properties, and how fast it copies and multiplies."""

import os
import platform
import subprocess
from collections.abc import Iterator
from functools import partial

import torch

from benchmarks import nvidia, report
from benchmarks.gpu_check.networks import milliseconds
from benchmarks.gpu_check.setup import Setup, commit
from benchmarks.gpu_check.stages import Case, Row

_COPIED_BYTES = 1 << 30
_SMALL_COPIED_BYTES = 1 << 24
_MATRIX, _SMALL_MATRIX = 8192, 256


def cases(setup: Setup) -> Iterator[Case]:
    device = torch.device(setup.device)
    yield "machine", lambda: report.machine({"commit": commit(), **nvidia.about(setup.device)})
    yield "torch", partial(_torch, device)
    yield "limits", _limits
    yield "copy", partial(_copy, device, _SMALL_COPIED_BYTES if setup.small else _COPIED_BYTES)
    size = _SMALL_MATRIX if setup.small else _MATRIX
    for dtype in (torch.float16, torch.float32, torch.float64):
        yield f"matrix product, {str(dtype).removeprefix('torch.')}", partial(_multiply, device, size, dtype)


def _torch(device: torch.device) -> Row:
    row: Row = {
        "torch": torch.__version__,
        "cuda": torch.version.cuda,
        "hip": torch.version.hip,
        "threads": torch.get_num_threads(),
        "tf32_matmul": torch.backends.cuda.matmul.allow_tf32,
        "tf32_cudnn_before_the_engine": torch.backends.cudnn.allow_tf32,
    }
    if device.type == "cuda":
        properties = torch.cuda.get_device_properties(device)
        row |= {
            "name": properties.name,
            "capability": list(torch.cuda.get_device_capability(device)),
            "multiprocessors": properties.multi_processor_count,
            "memory_mb": properties.total_memory / 1e6,
            "cudnn": torch.backends.cudnn.version(),  # type: ignore[no-untyped-call]
        }
    return row


def _limits() -> Row:
    """What may hold the GPU back besides the code."""
    fields = "clocks.max.sm clocks.max.mem power.limit compute_mode ecc.mode.current mig.mode.current".split()
    row: Row = {"cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()}
    command = ["nvidia-smi", f"--query-gpu={','.join(fields)}", "--format=csv,noheader"]
    try:
        answer = subprocess.run(command, capture_output=True, text=True, timeout=10, check=True).stdout
        row["nvidia_smi"] = dict(zip(fields, map(str.strip, answer.splitlines()[0].split(",")), strict=False))
    except (OSError, subprocess.SubprocessError, IndexError):
        row["nvidia_smi"] = None
    return {**row, "libc": " ".join(platform.libc_ver())}


def _copy(device: torch.device, count: int) -> Row:
    """Gigabytes read and written per second."""
    source = torch.empty(count, dtype=torch.uint8, device=device)
    target = torch.empty_like(source)
    return {"gb_per_second": 2 * count / 1e6 / milliseconds(lambda: target.copy_(source), device)}


def _multiply(device: torch.device, size: int, dtype: torch.dtype) -> Row:
    size = size // 4 if dtype is torch.float64 else size
    one = torch.randn(size, size, device=device).to(dtype)
    other = torch.randn(size, size, device=device).to(dtype)
    return {"teraflops": 2 * size**3 / 1e9 / milliseconds(lambda: one @ other, device)}
