"""Passes of the network on the device that is checked, with durations and noise that are given."""

import os
import statistics
import time
from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np
import torch

from benchmarks.gpu_check.inputs import CheckChunk, Inputs, noise
from kokoro_speech_server.chunk import FRAME, Chunk, Samples
from kokoro_speech_server.engine.network.fused_operations import KernelLauncher
from kokoro_speech_server.engine.network.network import EncodedTokens, Network
from kokoro_speech_server.engine.network.packing import row_starts
from kokoro_speech_server.engine.network.prosody import PaddedTokens
from kokoro_speech_server.weights import assets

N = TypeVar("N", bound=Network)

_SEEDS_PER_DRAW = 1000

_MIN_REPEATS, _MAX_REPEATS = 3, 50

PRECISIONS = {"fp16": torch.float16, "bf16": torch.bfloat16, "fp32": torch.float32, "fp64": torch.float64}


def engine_dtype(device: torch.device) -> torch.dtype:
    """Of the engine's convolutions. A CPU, on which the check is only tried, would emulate float16 for minutes."""
    return torch.float16 if device.type == "cuda" else torch.float32


def build(
    inputs: Inputs,
    kind: type[N],
    device: torch.device,
    *,
    dtype: torch.dtype,
    prosody_dtype: torch.dtype = torch.float32,
    kernels: KernelLauncher | None = None,
) -> N:
    """A network for several rows, as the engine builds it."""
    # As kokoro_v1.py does it, which would need packages of the server.
    os.environ.setdefault("TORCH_CUDNN_V8_API_LRU_CACHE_LIMIT", "1000")
    torch.backends.cudnn.allow_tf32 = False
    if device.type == "cuda" and device.index is not None:
        torch.cuda.set_device(device)
    network = kind(
        inputs.model(),
        assets.config()["vocab"],
        packed=True,
        dtype=dtype,
        prosody_dtype=prosody_dtype,
        kernels=kernels,
    )
    return network.to(device).eval()


EncoderInputs = tuple[PaddedTokens, torch.Tensor, torch.Tensor]


@torch.inference_mode()
def encode(network: Network, inputs: EncoderInputs) -> EncodedTokens:
    """The first stage."""
    return network.encode(*inputs)


DecoderInputs = tuple[EncodedTokens, torch.Tensor, torch.Tensor, list[int]]


def decoder_inputs(
    encoded: EncodedTokens, known: Sequence[CheckChunk], chunks: Sequence[Chunk], draw: int = 0
) -> DecoderInputs:
    """The arguments of `Network.decode`, with the durations and the noise that the references have.

    known, chunks: of each row
    draw:          of the noise
    """
    device = encoded.durations.device
    frames = [chunk.frames for chunk in known]
    durations = torch.zeros_like(encoded.durations)
    noises = torch.zeros(len(frames), FRAME * max(frames))
    for row, (one, chunk) in enumerate(zip(known, chunks, strict=True)):
        durations[row, : len(one.durations)] = torch.tensor(one.durations, device=device)
        seed = _SEEDS_PER_DRAW * draw + chunk.seed
        noises[row, : FRAME * frames[row]] = torch.from_numpy(noise(frames[row], seed))
    styles = torch.from_numpy(np.stack([chunk.style for chunk in chunks])).to(device)
    return encoded._replace(durations=durations), styles, noises.to(device), frames


@torch.inference_mode()
def decode(network: Network, inputs: DecoderInputs) -> torch.Tensor:
    """The second stage: packed samples."""
    return network.decode(*inputs)


def split_rows(packed: torch.Tensor, known: Sequence[CheckChunk]) -> list[Samples]:
    """The samples of each row, given those of a pass with these chunks."""
    samples: Samples = packed.float().cpu().numpy()
    frames = [chunk.frames for chunk in known]
    return [
        samples[FRAME * start : FRAME * (start + count)]
        for start, count in zip(row_starts(frames), frames, strict=True)
    ]


def synchronize(device: torch.device) -> None:
    if device.type == "cuda":
        torch.cuda.synchronize(device)


def memory(device: torch.device) -> dict[str, float]:
    """Megabytes that torch holds, and that are free on the device for all programs; empty on a CPU."""
    if device.type != "cuda":
        return {}
    free, _ = torch.cuda.mem_get_info(device)
    return {"reserved_mb": torch.cuda.memory_reserved(device) / 1e6, "free_mb": free / 1e6}


def milliseconds(work: Callable[[], object], device: torch.device, *, repeat_s: float = 1.0) -> float:
    """The median time of the work, launches and the device's own together, after one run that is not counted.

    On a CPU, where the check is only tried, the work runs once.
    """
    if device.type != "cuda":
        begun = time.perf_counter()
        work()
        return 1000 * (time.perf_counter() - begun)
    work()
    synchronize(device)
    times: list[float] = []
    while len(times) < _MIN_REPEATS or (sum(times) < repeat_s and len(times) < _MAX_REPEATS):
        begun = time.perf_counter()
        work()
        synchronize(device)
        times.append(time.perf_counter() - begun)
    return 1000 * statistics.median(times)
