"""The kernels that a pass launches on the GPU, by torch's profiler, beside what benchmarks/budget.py counts."""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

import torch
from torch.profiler import ProfilerActivity, profile

from benchmarks.budget import PASSES, Pass, count
from benchmarks.gpu_check.inputs import Inputs
from benchmarks.gpu_check.networks import build, engine_dtype, synchronize
from benchmarks.gpu_check.setup import Setup
from benchmarks.gpu_check.stages import Case, Row
from kokoro_speech_server.chunk import FRAME
from kokoro_speech_server.engine.network.network import Network
from kokoro_speech_server.engine.network.prosody import PaddedTokens

_LARGEST = 25
"""Kernels that are named, those that take most time."""


def cases(setup: Setup) -> Iterator[Case]:
    device = torch.device(setup.device)
    network = build(Inputs(Setup(setup.device)), Network, device, dtype=engine_dtype(device))
    passes = {"1 row of 1 s": Pass(1, 18, 40)} if setup.small else PASSES
    for name, shape in passes.items():
        yield name, partial(_count, network, shape, device)


def _count(network: Network, shape: Pass, device: torch.device) -> Row:
    """launches: without copies; kernel_ms: sum of the kernels' own times; kernels: [calls, ms] of the largest"""
    counted = count(shape)
    row: Row = {"counted_launches": counted.launches, "counted_bytes": counted.bytes}
    if device.type != "cuda":
        _run(network, shape, device)
        return {**row, "launches": None}  # a CPU has no kernels
    for _ in range(2):
        _run(network, shape, device)
    synchronize(device)
    with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]) as profiled:
        _run(network, shape, device)
        synchronize(device)
    return {**row, **_figures(list(profiled.events() or ()))}


def _figures(events: list[Any]) -> Row:
    calls: Counter[str] = Counter()
    times: Counter[str] = Counter()
    for event in events:
        if event.device_type.name == "CUDA":
            calls[event.name] += 1
            times[event.name] += event.time_range.elapsed_us() / 1000
    copies = [name for name in calls if name.startswith(("Memcpy", "Memset"))]
    return {
        "launches": calls.total() - sum(calls[name] for name in copies),
        "copies": {name: calls[name] for name in copies},
        "kernel_ms": times.total(),
        "kernels": {name: [calls[name], ms] for name, ms in times.most_common(_LARGEST)},
    }


@torch.inference_mode()
def _run(network: Network, shape: Pass, device: torch.device) -> None:
    """The pass that the budget counts."""
    rows = shape.rows
    styles = torch.zeros(rows, 256, device=device)
    tokens = PaddedTokens(
        torch.zeros(rows, shape.tokens, dtype=torch.int64, device=device),
        torch.full((rows,), shape.tokens, device=device),
        has_padding=True,
    )
    encoded = network.encode(tokens, styles, torch.ones(rows, device=device))
    durations = torch.zeros_like(encoded.durations)
    durations[:, 0] = shape.frames
    noise = torch.zeros(rows, FRAME * shape.frames, device=device)
    network.decode(encoded._replace(durations=durations), styles, noise, [shape.frames] * rows)
