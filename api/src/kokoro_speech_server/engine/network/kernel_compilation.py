"""Compiles the fused kernels in advance, for an image say: no GPU and no C compiler are needed.

    python -m kokoro_speech_server.engine.network.kernel_compilation

compiles them for the GPUs in CAPABILITIES; arguments choose others. A server compiles for its own GPU what is missing.
"""

import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any

import torch

from kokoro_speech_server.chunk import FRAME
from kokoro_speech_server.engine.kokoro_model import build_model
from kokoro_speech_server.engine.network.kernel_launcher import KernelVariant
from kokoro_speech_server.engine.network.network import Network
from kokoro_speech_server.engine.network.prosody import PaddedTokens

CAPABILITIES = (75, 80, 86, 89, 90, 100, 120)
"""Compute capabilities: T4 and RTX 20, A100, A10 and RTX 30, L4 and RTX 40, H100 and H200, B200, RTX 50."""


class _VariantCollector:
    """Notes which kernels are launched, and launches none."""

    def __init__(self) -> None:
        self.variants: dict[KernelVariant, None] = {}  # in order

    def __call__(
        self,
        kernel: str,
        grid: tuple[int, int],
        arguments: Mapping[str, torch.Tensor | int | None],
        constants: Mapping[str, Any],
    ) -> None:
        self.variants[KernelVariant.of(kernel, arguments, constants)] = None


def kernel_variants(
    dtype: torch.dtype, prosody_dtype: torch.dtype = torch.float32, *, rows: int = 1, frames: int = 4
) -> list[KernelVariant]:
    """All kernels that passes need, whatever their rows and lengths. The arguments are those of Network."""
    meta = torch.device("meta")
    model = build_model()
    window = model.decoder.generator.stft.window
    model.to_empty(device=meta)
    model.decoder.generator.stft.window = window  # the inverse transform computes with it
    collector = _VariantCollector()
    network = Network(model, {}, packed=True, prosody_dtype=prosody_dtype, dtype=dtype, kernels=collector).to(
        meta
    )
    with torch.inference_mode():
        ids = torch.zeros(rows, frames, dtype=torch.int64, device=meta)
        tokens = PaddedTokens(ids, torch.full((rows,), frames, device=meta), has_padding=True)
        styles = torch.zeros(rows, 256, device=meta)
        encoded = network.eval().encode(tokens, styles, torch.ones(rows, device=meta))
        noise = torch.zeros(rows, FRAME * frames, device=meta)
        network.decode(encoded, styles, noise, [frames] * rows)
    return list(collector.variants)


def main(arguments: Sequence[str]) -> None:
    variants = kernel_variants(torch.float16)
    for capability in map(int, arguments) if arguments else CAPABILITIES:
        begun = time.monotonic()
        for variant in variants:
            variant.compile(capability)
        seconds = time.monotonic() - begun
        print(f"{len(variants)} kernels for compute capability {capability / 10}: {seconds:.1f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
