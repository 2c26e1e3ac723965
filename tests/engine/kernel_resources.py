"""Compiles the fused kernels for a compute capability, and prints what each needs: JSON, a kernel a line.

A process of its own, since those of the tests interpret kernels. With a second argument, only the first variant of each
kernel is compiled.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import torch
import triton

from kokoro_speech_server.engine.network.kernel_compilation import kernel_variants
from kokoro_speech_server.engine.network.kernel_launcher import parameter_count


def main(capability: int, *, sampled: bool) -> None:
    variants = kernel_variants(torch.float16)
    if sampled:
        variants = list({variant.kernel: variant for variant in reversed(variants)}.values())
    tool = Path(triton.__file__).parent / "backends" / "nvidia" / "bin" / "cuobjdump"
    for variant in variants:
        compiled = variant.compile(capability)
        with tempfile.NamedTemporaryFile(suffix=".cubin") as file:
            file.write(compiled.asm["cubin"])
            file.flush()
            command = [str(tool), "--dump-resource-usage", file.name]
            report = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        resources = {
            name.lower(): int(value) for name, value in re.findall(r"(REG|STACK|LOCAL):(\d+)", report)
        }
        print(
            json.dumps(
                {
                    "kernel": variant.kernel,
                    "shared": compiled.metadata.shared,
                    "passed": len(variant.types),
                    "parameters": parameter_count(compiled),
                    **resources,
                }
            )
        )


if __name__ == "__main__":
    main(int(sys.argv[1]), sampled=len(sys.argv) > 2)
