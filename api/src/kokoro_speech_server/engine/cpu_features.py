"""What the processor can do: decides how the model is run on it, without importing torch."""

import platform
from pathlib import Path


def has_bfloat16() -> bool:
    """Whether it multiplies bfloat16 itself (AVX512_BF16 or AMX). What only emulates it is slower with it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return False  # not Linux
    flags = next((line for line in lines if line.startswith("flags")), "").split()
    return "avx512_bf16" in flags or "amx_bf16" in flags


def is_x86() -> bool:
    return platform.machine().lower() in ("x86_64", "amd64")
