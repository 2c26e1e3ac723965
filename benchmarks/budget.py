"""What a pass of the network costs on a GPU, counted without one: kernels, memory traffic, arithmetic and memory.

The network runs on torch's meta device with the shapes of real passes; see kernel_counter.py. From the counts follows
how long the pass would take on GPUs with published figures, and what would bind it: a kernel takes as long as its
bytes at 75 % of the memory's bandwidth, or as its arithmetic at 40 % of the peak of its type, whichever is longer; a
launch takes 2 µs besides, and a recurrent step 5 µs. No GPU is involved, so these are estimates.

JSON goes to stdout. --profile also runs the first pass on the CPU, and compares the counts with torch's profiler.
"""

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Container
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from benchmarks import report
from benchmarks.figures import end_on_sigterm, place
from benchmarks.kernel_counter import Kernel, KernelCounter
from benchmarks.kernel_interpreter import CountingLauncher
from kokoro_speech_server.chunk import FRAME, SAMPLE_RATE
from kokoro_speech_server.engine.kokoro_model import build_model
from kokoro_speech_server.engine.network.fused_operations import KernelLauncher
from kokoro_speech_server.engine.network.network import Network
from kokoro_speech_server.engine.network.prosody import PaddedTokens
from kokoro_speech_server.weights import assets

_FRAMES_PER_SECOND = SAMPLE_RATE // FRAME

_BANDWIDTH_SHARE = 0.75
_PEAK_SHARE = 0.4
_LAUNCH_S = 2e-6
_STEP_S = 5e-6


@dataclass(frozen=True, slots=True)
class Gpu:
    """Published figures. The peak of float16 is that of tensor cores that accumulate in float32, without sparsity; the
    peak of float64 includes tensor cores where the GPU has them for it.

    bandwidth: bytes per second
    peaks:     operations per second
    """

    bandwidth: float
    peaks: dict[torch.dtype, float]


def _gpu(gigabytes: float, fp16: float, fp32: float, fp64: float) -> Gpu:
    """Gigabytes and teraflops per second."""
    peaks = {torch.float16: fp16, torch.float32: fp32, torch.float64: fp64}
    return Gpu(gigabytes * 1e9, {dtype: teraflops * 1e12 for dtype, teraflops in peaks.items()})


GPUS = {
    "T4": _gpu(320, 65, 8.1, 0.25),
    "L4": _gpu(300, 121, 30.3, 0.47),
    "A10": _gpu(600, 125, 31.2, 0.49),
    "RTX 3060": _gpu(360, 25.6, 12.7, 0.20),
    "RTX 4090": _gpu(1008, 165.2, 82.6, 1.29),
    "RTX 5090": _gpu(1792, 209.5, 104.8, 1.64),
    "A100 80 GB": _gpu(2039, 312, 19.5, 19.5),
    "H100": _gpu(3350, 989, 67, 67),
    "H200": _gpu(4800, 989, 67, 67),
}
"""From NVIDIA's data sheets and architecture white papers."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Rows of equal length. tokens: of each row, with the two that frame it; frames: of each row"""

    rows: int
    tokens: int
    frames: int

    @property
    def seconds(self) -> float:
        """Of audio."""
        return self.rows * self.frames / _FRAMES_PER_SECOND


PASSES = {
    "16 rows of 1 s": Pass(16, 18, 40),
    "16 rows of 8 s": Pass(16, 130, 320),
    "1 row of 4 s": Pass(1, 66, 160),
}


@dataclass(frozen=True, slots=True)
class Count:
    """What a pass costs.

    peak_bytes: of the tensors that are in use at once, without weights
    """

    kernels: list[Kernel]
    peak_bytes: int
    seconds: float

    @property
    def launches(self) -> int:
        return sum(kernel.launches for kernel in self.kernels)

    @property
    def steps(self) -> int:
        """Recurrent steps that run one after the other."""
        return sum(kernel.steps for kernel in self.kernels)

    @property
    def bytes(self) -> int:
        return sum(kernel.bytes for kernel in self.kernels)

    @property
    def mixed_bytes(self) -> int:
        """Of kernels whose operands lie in memory in different orders."""
        return sum(kernel.bytes for kernel in self.kernels if kernel.mixed)

    @property
    def flops(self) -> dict[torch.dtype, int]:
        flops: Counter[torch.dtype] = Counter()
        for kernel in self.kernels:
            flops[kernel.dtype] += kernel.flops
        return {dtype: count for dtype, count in flops.items() if count}

    def times(self, gpu: Gpu) -> dict[str, float]:
        """Seconds on a GPU that are bound by its memory, by arithmetic of each type, by launches and by recurrences."""
        times: defaultdict[str, float] = defaultdict(float)
        for kernel in self.kernels:
            memory = kernel.bytes / (_BANDWIDTH_SHARE * gpu.bandwidth)
            peak = gpu.peaks.get(kernel.dtype)
            arithmetic = kernel.flops / (_PEAK_SHARE * peak) if peak else 0.0
            if memory >= arithmetic:
                times["memory"] += memory
            else:
                times[_name(kernel.dtype)] += arithmetic
        times["launches"] = self.launches * _LAUNCH_S
        times["recurrences"] = self.steps * _STEP_S
        return dict(times)


def count(shape: Pass, *, fused: bool = True) -> Count:
    """Counts a pass as an engine with batches computes it on a GPU: masked rows, convolutions in float16.

    fused: whether with fused kernels
    """
    return _count(shape, torch.float16, fused=fused)


def _count(shape: Pass, dtype: torch.dtype, *, fused: bool) -> Count:
    meta = torch.device("meta")
    counter = KernelCounter()
    kernels = CountingLauncher(counter, rows=shape.rows, frames=shape.frames) if fused else None
    network = _network(meta, dtype, kernels)
    with KernelCounter():
        _run(network, shape, meta)  # makes what later passes keep, such as joined weights
    counter.kernels.clear()
    with counter:
        _run(network, shape, meta)
    return Count(counter.kernels, counter.peak_bytes, shape.seconds)


def _network(device: torch.device, dtype: torch.dtype, kernels: KernelLauncher | None) -> Network:
    model = build_model()
    window = model.decoder.generator.stft.window
    model.to_empty(device=device)
    model.decoder.generator.stft.window = window.clone()  # the inverse transform computes with it
    network = Network(model, assets.config()["vocab"], packed=True, dtype=dtype, kernels=kernels)
    return network.to(device).eval()


def _run(network: Network, shape: Pass, device: torch.device) -> None:
    rows = shape.rows
    # Not in inference mode, where operations that consist of several appear as one.
    with torch.no_grad():
        styles = torch.zeros(rows, 256, device=device)
        ids = torch.zeros(rows, shape.tokens, dtype=torch.int64, device=device)
        lengths = torch.full((rows,), shape.tokens, device=device)
        tokens = PaddedTokens(ids, lengths, has_padding=True)
        encoded = network.encode(tokens, styles, torch.ones(rows, device=device))
        noise = torch.zeros(rows, FRAME * shape.frames, device=device)
        network.decode(encoded, styles, noise, [shape.frames] * rows)


def main() -> None:
    end_on_sigterm()
    options = _options()
    section = report.MarkedSection(options.markdown, "budget") if options.markdown else None
    counts = {name: count(shape) for name, shape in PASSES.items()}
    plain = {f"{name}, torch alone": count(shape, fused=False) for name, shape in PASSES.items()}
    result = report.rounded(
        {
            "benchmark": "budget",
            "command": " ".join(["python -m benchmarks.budget", *sys.argv[1:]]),
            "machine": report.machine({"torch": torch.__version__}),
            "passes": {name: _figures(counted) for name, counted in (counts | plain).items()},
            "profile": _profiled(next(iter(PASSES.values()))) if options.profile else None,
        }
    )
    print(json.dumps(result, indent=2, ensure_ascii=False))
    if section:
        section.replace(_markdown(result))


def _figures(counted: Count) -> dict[str, Any]:
    seconds = counted.seconds
    return {
        "seconds": seconds,
        "launches": counted.launches,
        "recurrent_steps": counted.steps,
        "gigabytes_per_second": counted.bytes / 1e9 / seconds,
        "mixed_gigabytes_per_second": counted.mixed_bytes / 1e9 / seconds,
        "gigaflops_per_second": {_name(dtype): n / 1e9 / seconds for dtype, n in counted.flops.items()},
        "peak_megabytes_per_second": counted.peak_bytes / 1e6 / seconds,
        "bytes_by_operation": _largest(counted),
        "gpus": {name: _on_gpu(counted, gpu) for name, gpu in GPUS.items()},
    }


def _largest(counted: Count) -> dict[str, float]:
    """Gigabytes per second of audio of the ten operations with the most traffic."""
    traffic: Counter[str] = Counter()
    for kernel in counted.kernels:
        traffic[kernel.name] += kernel.bytes
    return {name: n / 1e9 / counted.seconds for name, n in traffic.most_common(10)}


def _on_gpu(counted: Count, gpu: Gpu) -> dict[str, Any]:
    times = counted.times(gpu)
    total = sum(times.values())
    return {
        "milliseconds": total * 1000,
        "audio_seconds_per_second": counted.seconds / total,
        "shares": {name: seconds / total for name, seconds in times.items()},
    }


def _profiled(shape: Pass) -> dict[str, Any]:
    """The calls of each operation in a pass in float32: counted, and as torch's profiler sees them on the CPU."""
    counted = Counter(kernel.name for kernel in _count(shape, torch.float32, fused=False).kernels)
    cpu = torch.device("cpu")
    network = _network(cpu, torch.float32, None)
    with torch.no_grad():
        for values in (*network.parameters(), *network.buffers()):
            values.zero_()  # the memory contains anything
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU]) as profile:
        _run(network, shape, cpu)
    profiled = Counter(name for event in profile.events() or () if (name := _outermost(event, counted)))
    return {name: {"counted": n, "profiled": profiled[name]} for name, n in counted.most_common()}


def _outermost(event: Any, operations: Container[str]) -> str | None:
    """The event's name if it is one of the operations, and not a part of another one."""
    names = []
    while event is not None:
        names.append(event.name.removeprefix("aten::"))
        event = event.cpu_parent
    own, *parents = names
    return own if own in operations and not any(parent in operations for parent in parents) else None


def _name(dtype: torch.dtype) -> str:
    return str(dtype).removeprefix("torch.")


def _markdown(result: dict[str, Any]) -> str:
    passes = result["passes"]
    cost = report.table(
        [
            "Pass",
            "Launches",
            "Recurrent steps",
            "GB per second of audio",
            "of it across the grain",
            "GFLOP float16, float32, float64",
            "Peak, MB per second of audio",
        ],
        [
            [
                name,
                f"{figures['launches']:,}",
                f"{figures['recurrent_steps']}",
                f"{figures['gigabytes_per_second']:.2f}",
                f"{figures['mixed_gigabytes_per_second']:.2f}",
                ", ".join(
                    f"{figures['gigaflops_per_second'].get(dtype, 0):.2f}"
                    for dtype in ("float16", "float32", "float64")
                ),
                f"{figures['peak_megabytes_per_second']:.1f}",
            ]
            for name, figures in passes.items()
        ],
    )
    shown = [*PASSES, f"{next(iter(PASSES))}, torch alone"]
    speed = report.table(
        ["GPU: seconds of audio per second, and what binds", *shown],
        [[gpu, *(_speed(passes[name]["gpus"][gpu]) for name in shown)] for gpu in GPUS],
    )
    head = f"`{result['command']}`, {place(result['machine'])}. Counted, not run on any GPU."
    parts = [head, cost, speed]
    if result["profile"]:
        parts.append(_comparison(result["profile"]))
    return "\n\n".join(parts)


def _comparison(profile: dict[str, dict[str, int]]) -> str:
    calls = sum(one["counted"] for one in profile.values())
    differing = ", ".join(
        f"`{name}` {one['counted']} counted and {one['profiled']} seen"
        for name, one in profile.items()
        if one["counted"] != one["profiled"]
    )
    return f"{calls:,} operations of {len(profile)} kinds in the profiled pass. What differs: {differing or 'nothing'}."


def _speed(figures: dict[str, Any]) -> str:
    binding, share = max(figures["shares"].items(), key=lambda item: item[1])
    return f"{figures['audio_seconds_per_second']:.0f} ({binding} {share:.0%})"


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.budget", description=__doc__)
    add = parser.add_argument
    add("--profile", action="store_true", help="compare the counts with a profile of a pass on the CPU")
    add(
        "--markdown",
        type=Path,
        metavar="FILE",
        help="also rewrite the section between the markers in this file",
    )
    return parser.parse_args()


if __name__ == "__main__":
    main()
