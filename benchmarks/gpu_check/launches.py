"""The kernels that a pass launches on the GPU, by torch's profiler, beside what benchmarks/budget.py counts."""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

import torch
from torch.profiler import ProfilerActivity, profile

from benchmarks.gpu_check.inputs import Inputs
from benchmarks.gpu_check.kernels import kernel_launcher
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
    inputs, dtype = Inputs(Setup(setup.device)), engine_dtype(device)
    plain = build(inputs, Network, device, dtype=dtype)
    fused = build(inputs, Network, device, dtype=dtype, kernels=kernel_launcher(device))
    for name, counted in _counts(small=setup.small).items():
        yield name, partial(_profile, fused if counted["fused"] else plain, counted, device)


def _counts(*, small: bool) -> dict[str, Row]:
    command = [sys.executable, "-m", "benchmarks.gpu_check.counts", *(["--small"] if small else [])]
    found: dict[str, Row] = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    return found


def _profile(network: Network, counted: Row, device: torch.device) -> Row:
    """launches: without copies; kernel_ms: sum of the kernels' own times; kernels: [calls, ms] of the largest"""
    if device.type != "cuda":
        return {**counted, "launches": None}  # a CPU has no kernels
    work = partial(_run, network, counted["rows"], counted["tokens"], counted["frames"], device)
    for _ in range(2):
        work()
    synchronize(device)
    with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]) as profiled:
        work()
        synchronize(device)
    return {**counted, **_figures(list(profiled.events() or ()))}


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
def _run(network: Network, rows: int, tokens: int, frames: int, device: torch.device) -> None:
    """The pass that the budget counts."""
    styles = torch.zeros(rows, 256, device=device)
    ids = torch.zeros(rows, tokens, dtype=torch.int64, device=device)
    padded = PaddedTokens(ids, torch.full((rows,), tokens, device=device), has_padding=True)
    encoded = network.encode(padded, styles, torch.ones(rows, device=device))
    durations = torch.zeros_like(encoded.durations)
    durations[:, 0] = frames
    noise = torch.zeros(rows, FRAME * frames, device=device)
    network.decode(encoded._replace(durations=durations), styles, noise, [frames] * rows)
