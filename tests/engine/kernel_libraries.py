"""The libraries of fused kernels for processors, compiled for the tests."""

import subprocess
import sys
from pathlib import Path

from tests.servers import ROOT

FOLDER = "kokoro_speech_server/engine/network"

X86 = (
    "tile_kernels-x86_64-avx2-fma",
    "tile_kernels-x86_64-avx2-fma-avx512f-avx512bw-avx512dq-avx512vl",
    "tile_kernels-x86_64-avx2-fma-avx512f-avx512bw-avx512dq-avx512vl-avx512bf16",
)


def compiled(architecture: str, folder: Path) -> set[Path]:
    build = [sys.executable, "setup.py", "--quiet", "build_kernels", f"--build-lib={folder}"]
    subprocess.run([*build, f"--architecture={architecture}"], cwd=ROOT, check=True)
    return set((folder / FOLDER).iterdir())
