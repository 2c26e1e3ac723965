"""What a pass of the network costs on a GPU, counted without one: kernels, memory traffic, arithmetic and memory.

The network runs on torch's meta device with the shapes of real passes; see kernel_counter.py. From the counts follows
how long the pass would take on GPUs with published figures; see roofline.py. The `kokoro` library's own network is
counted beside it. No GPU is involved, so these are estimates.

JSON goes to stdout. --profile also runs the first pass on the CPU, and compares the counts with torch's profiler.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Container, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from benchmarks import report
from benchmarks.figures import end_on_sigterm, place
from benchmarks.kernel_counter import KernelCounter
from benchmarks.kernel_interpreter import CountingLauncher
from benchmarks.library_network import LibraryNetwork
from benchmarks.meta_network import META, empty_network
from benchmarks.roofline import GPUS, Count, Gpu, dtype_name
from kokoro_speech_server.chunk import FRAME, SAMPLE_RATE
from kokoro_speech_server.engine.network.network import Network
from kokoro_speech_server.engine.network.prosody import PaddedTokens

_FRAMES_PER_SECOND = SAMPLE_RATE // FRAME

_LIBRARY = "`kokoro` library"


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
    "32 rows of 1 s": Pass(32, 18, 40),
    "1 row of 4 s": Pass(1, 66, 160),
}

ROWS = {"1 s": Pass(1, 18, 40), "8 s": Pass(1, 130, 320)}
"""The library's passes, each beside one of 16 such rows."""


def count(shape: Pass, *, fused: bool = True) -> Count:
    """Counts a pass as an engine with batches computes it on a GPU: masked rows, convolutions in float16.

    fused: whether with fused kernels
    """
    return _count(shape, torch.float16, fused=fused)


def count_library(shape: Pass, network: LibraryNetwork) -> Count:
    """Counts a pass of the library's network, with one row. torch computes its convolutions with TF32 by default."""
    counter = network.count(shape.tokens, shape.frames)
    return Count(counter.kernels, counter.peak_bytes, shape.seconds, tf32=True)


def _count(shape: Pass, dtype: torch.dtype, *, fused: bool) -> Count:
    counter = KernelCounter()
    kernels = CountingLauncher(counter, rows=shape.rows, frames=shape.frames) if fused else None
    network = empty_network(Network, dtype, kernels=kernels)
    with KernelCounter():
        _run(network, shape, META)  # makes what later passes keep, such as joined weights
    counter.kernels.clear()
    with counter:
        _run(network, shape, META)
    return Count(counter.kernels, counter.peak_bytes, shape.seconds)


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
    network = LibraryNetwork()
    library = {f"{_LIBRARY}, 1 row of {name}": count_library(shape, network) for name, shape in ROWS.items()}
    result = report.rounded(
        {
            "benchmark": "budget",
            "command": " ".join(["python -m benchmarks.budget", *sys.argv[1:]]),
            "machine": report.machine({"torch": torch.__version__}),
            "passes": {name: _figures(counted) for name, counted in (counts | plain | library).items()},
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
        "gigaflops_per_second": {dtype_name(dtype): n / 1e9 / seconds for dtype, n in counted.flops.items()},
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
    network = empty_network(Network, torch.float32, device=cpu)
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
    parts = [head, cost, speed, _beside_library(passes)]
    if result["profile"]:
        parts.append(_comparison(result["profile"]))
    return "\n\n".join(parts)


def _beside_library(passes: Mapping[str, Any]) -> str:
    header = ["GPU: seconds of audio per second"]
    rows = [[gpu] for gpu in GPUS]
    for length in ROWS:
        header += [f"{_LIBRARY}, 1 row of {length}", f"16 rows of {length}", "times the library's"]
        for row in rows:
            own, library = (
                passes[name]["gpus"][row[0]]["audio_seconds_per_second"]
                for name in (f"16 rows of {length}", f"{_LIBRARY}, 1 row of {length}")
            )
            row += [f"{library:.0f}", f"{own:.0f}", f"{own / library:.1f}"]
    return report.table(header, rows)


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
