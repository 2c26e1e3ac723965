"""Features of the processor that decide how it runs the model, read without importing torch."""

import platform
from pathlib import Path


def has_bfloat16() -> bool:
    """Whether the processor multiplies bfloat16 natively (AVX512_BF16 or AMX). Emulation is slower than float32."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return False  # not Linux
    flags = next((line for line in lines if line.startswith("flags")), "").split()
    return "avx512_bf16" in flags or "amx_bf16" in flags


def is_x86() -> bool:
    return platform.machine().lower() in ("x86_64", "amd64")
