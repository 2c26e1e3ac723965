"""Features of the processor that decide how it runs the model, read without importing torch."""

import platform
from pathlib import Path

_CPU_INFO = Path("/proc/cpuinfo")
_ARM = ("aarch64", "arm64")


def cpu_features() -> frozenset[str]:
    """The names that Linux gives to what the processor has, such as avx512_bf16 or, on Arm, bf16; empty elsewhere."""
    try:
        lines = _CPU_INFO.read_text(encoding="utf-8").splitlines()
    except OSError:
        return frozenset()
    names = (line.partition(":")[2] for line in lines if line.startswith(("flags", "Features")))
    return frozenset(next(names, "").split())


def has_bfloat16() -> bool:
    """Whether the processor multiplies bfloat16 natively (AVX512_BF16, AMX, Arm's BF16). Emulation is slower than
    float32."""
    return not cpu_features().isdisjoint(("avx512_bf16", "amx_bf16", "bf16"))


def architecture() -> str:
    """The name of the processor's instruction set, such as x86_64 or aarch64, the same on all systems."""
    name = platform.machine().lower()
    if name == "amd64":
        return "x86_64"
    return "aarch64" if name in _ARM else name
