"""The network with fused kernels against the same network in plain torch: durations, sound, and milliseconds.

The first case compiles what no earlier run has compiled. On a CPU, Triton's interpreter computes the kernels.
"""

import os
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

import torch

from benchmarks.gpu_check.inputs import Inputs, check_chunks
from benchmarks.gpu_check.networks import (
    PRECISIONS,
    build,
    decode,
    decoder_inputs,
    encode,
    milliseconds,
    split_rows,
    synchronize,
)
from benchmarks.gpu_check.setup import Setup
from benchmarks.gpu_check.stages import Case, Row
from benchmarks.spectra import distance
from kokoro_speech_server.engine.network.fused_operations import KernelLauncher
from kokoro_speech_server.engine.network.network import Network

_GROUPS = ([4], [15], [23], [2, 3, 4, 5], list(range(16)))
"""Numbers of the chunks that share a pass."""


def cases(setup: Setup) -> Iterator[Case]:
    inputs, device = Inputs(setup), torch.device(setup.device)
    launch = kernel_launcher(device)
    groups = [_Group(inputs, numbers, shortened=False) for numbers in _GROUPS]
    if setup.small:
        groups = [_Group(inputs, [0], shortened=True)]
    for precision in ("fp32",) if setup.small else ("fp16", "bf16", "fp32"):
        dtype = PRECISIONS[precision]
        plain = build(inputs, Network, device, dtype=dtype)
        fused = build(inputs, Network, device, dtype=dtype, kernels=launch)
        if not setup.small:
            yield f"{precision}, first pass", partial(_first, fused, groups[0], device)
        for group in groups:
            yield f"{precision}, {group.name}", partial(_compare, plain, fused, group, device)


class _Group:
    """Chunks that share a pass.

    shortened: whether each token has one frame, since Triton's interpreter takes a millisecond for a kernel's program
    """

    def __init__(self, inputs: Inputs, numbers: Sequence[int], *, shortened: bool) -> None:
        self.chunks = [inputs.chunks[number] for number in numbers]
        self.known = [check_chunks()[number] for number in numbers]
        if shortened:
            self.known = [replace(one, durations=[1] * len(one.durations)) for one in self.known]

    @property
    def name(self) -> str:
        return f"{len(self.chunks)} rows with {sum(len(one.phonemes) for one in self.known)} tokens"


def kernel_launcher(device: torch.device) -> KernelLauncher:
    """What launches fused kernels on the device."""
    # Late, since Triton decides at its import whether kernels are compiled or interpreted.
    if device.type == "cuda":
        from kokoro_speech_server.engine.network.kernel_launcher import (  # noqa: PLC0415
            CudaKernelLauncher,
        )

        return CudaKernelLauncher(device)
    from benchmarks.kernel_interpreter import KernelInterpreter  # noqa: PLC0415

    return KernelInterpreter()


def engine_kernels(device: torch.device) -> KernelLauncher | None:
    """What the networks of the engine launch: fused kernels on a GPU, unless FUSED_KERNELS is off."""
    if device.type != "cuda" or os.environ.get("FUSED_KERNELS") == "off":
        return None
    return kernel_launcher(device)


def _first(fused: Network, group: _Group, device: torch.device) -> Row:
    begun = time.perf_counter()
    encoded = encode(fused, fused.encoder_inputs(group.chunks, device))
    decode(fused, decoder_inputs(encoded, group.known, group.chunks))
    synchronize(device)
    return {"seconds": time.perf_counter() - begun}


def _compare(plain: Network, fused: Network, group: _Group, device: torch.device) -> Row:
    """differing: durations; relative_error: of the samples; distance_db: the greatest of any row

    Both decode the plain network's features.
    """
    tokens = plain.encoder_inputs(group.chunks, device)
    encoded = encode(plain, tokens)
    features = decoder_inputs(encoded, group.known, group.chunks)
    expected, found = (
        split_rows(decode(plain, features), group.known),
        split_rows(decode(fused, features), group.known),
    )
    pairs = list(zip(found, expected, strict=True))
    error = sum(float(((ours - theirs) ** 2).sum()) for ours, theirs in pairs)
    size = sum(float((theirs**2).sum()) for theirs in expected)
    row: Row = {
        "durations_differing": int((encode(fused, tokens).durations != encoded.durations).sum()),
        "relative_error": (error / size) ** 0.5,
        "distance_db": max(distance(ours, theirs) for ours, theirs in pairs),
    }
    if device.type != "cuda":
        return row  # the interpreter's time means nothing
    return {
        **row,
        "encode_ms": milliseconds(lambda: encode(plain, tokens), device),
        "fused_encode_ms": milliseconds(lambda: encode(fused, tokens), device),
        "decode_ms": milliseconds(lambda: decode(plain, features), device),
        "fused_decode_ms": milliseconds(lambda: decode(fused, features), device),
    }
