"""Which device computes, and what suits it: precision, way of computing, rows of a pass."""

import time
from functools import cache

import torch

from kokoro_speech_server.engine.cpu_features import architecture, has_bfloat16
from kokoro_speech_server.engine.network.convolutions import convolve, kernel

_VOLTA = (7, 0)
"""First compute capability with tensor cores, which make float16 worthwhile."""

_WORTHWHILE = 0.8
"""Time of a bfloat16 convolution, relative to float32's, from which on its rounding is worthwhile."""

_TRIALS = 5

_GPU_BATCH = 16
"""Chunks per batch on a GPU. The scheduler bounds their audio, and so the memory that they need."""


_TILED_BATCH = 4
"""Chunks per batch on a CPU. Short ones fill tiles and threads together; the scheduler bounds their audio, too, since
whoever comes next waits for the end of the batch."""


def choose_device(requested: str) -> torch.device:
    if requested != "auto":
        return torch.device(requested)
    if torch.cuda.is_available():
        return torch.device("cuda")
    if torch.backends.mps.is_available():
        return torch.device("mps")
    return torch.device("cpu")


def checked_precision(requested: str, device: torch.device) -> str:
    """Raises ValueError if the device does not support the precision."""
    if requested == "fp16" and device.type != "cuda":
        raise ValueError(f"PRECISION=fp16 needs a GPU, and the model runs on {device}")
    return requested


def best_precision(device: torch.device) -> str:
    if device.type == "cuda" and torch.cuda.get_device_capability(device) >= _VOLTA:
        return "fp16"  # more mantissa bits than bf16, so that rows in a batch differ less from single rows
    return "bf16" if device.type == "cpu" and _convolves_best_in_bfloat16() else "fp32"


@cache
def _convolves_best_in_bfloat16() -> bool:
    """Whether the CPU does. It is measured on other processors than x86, which oneDNN may not have fast code for."""
    if not has_bfloat16():
        return False
    if architecture() == "x86_64":
        return True
    return convolution_seconds(torch.bfloat16) < _WORTHWHILE * convolution_seconds(torch.float32)


def convolution_seconds(dtype: torch.dtype) -> float:
    """The time of a convolution as the vocoder's on a CPU, by this process's threads."""
    x = torch.ones(512, 128, dtype=dtype)
    weight = kernel(torch.ones(128, 128, 7), dtype, dilation=3, ordered=True)
    times = []
    with torch.inference_mode():
        for _ in range(_TRIALS):
            begun = time.perf_counter()
            convolve(x, weight, None, 3)
            times.append(time.perf_counter() - begun)
    return min(times)


def is_tiled(requested: str) -> bool:
    if requested == "auto":
        return bool(torch.backends.mkldnn.is_available())  # type: ignore[no-untyped-call]
    return requested == "tiled"


def batch_size(device: torch.device, requested: int | None, *, tiled: bool) -> int:
    if device.type == "mps":
        return 1  # nobody has run a batch on Apple's GPUs yet
    if requested is not None:
        return requested
    if device.type == "cuda":
        return _GPU_BATCH
    return _TILED_BATCH if tiled else 1
