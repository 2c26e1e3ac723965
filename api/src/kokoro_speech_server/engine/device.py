"""Which device computes, and what suits it: precision, way of computing, rows of a pass."""

import torch

from kokoro_speech_server.engine.cpu_features import has_bfloat16, is_x86

_VOLTA = (7, 0)
"""First compute capability with tensor cores, which make float16 worthwhile."""

_GPU_BATCH = 16
"""Chunks per batch on a GPU. The scheduler bounds their audio, and so the memory that they need."""


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
    return "bf16" if device.type == "cpu" and has_bfloat16() else "fp32"


def is_tiled(requested: str) -> bool:
    if requested == "auto":
        return bool(torch.backends.mkldnn.is_available()) and is_x86()  # type: ignore[no-untyped-call]
    return requested == "tiled"


def batch_size(device: torch.device, requested: int | None) -> int:
    if device.type == "mps":
        return 1  # nobody has run a batch on Apple's GPUs yet
    if requested is not None:
        return requested
    return _GPU_BATCH if device.type == "cuda" else 1
