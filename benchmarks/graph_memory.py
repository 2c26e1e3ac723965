"""How much GPU memory the CUDA graphs of an engine take, by simulation, without a GPU.

The two stages of the network run on torch's meta device at every size that has a graph, in the order of the capture,
and what they allocate and free is repeated on a simulation of torch's allocator; see caching_allocator.py. What torch
allocates on a GPU only is added, generously: each convolution gets a workspace as large as its input and its
result, as if both were copied into another layout. Not included is what the driver needs for the graphs themselves,
nor cuBLAS's workspace, of which there is one for all graphs.

JSON goes to stdout, progress to stderr.
"""

import argparse
import json
import sys
import weakref
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

from benchmarks import report
from benchmarks.caching_allocator import CachingAllocator
from benchmarks.figures import end_on_sigterm, place, say
from benchmarks.kernel_counter import KernelCounter
from benchmarks.meta_network import META, empty_network
from kokoro_speech_server.chunk import Chunk, PhonemeToken
from kokoro_speech_server.config import Settings
from kokoro_speech_server.engine.network.cuda_graphs import CudaGraphNetwork
from kokoro_speech_server.engine.network.graph_capture import Tensors
from kokoro_speech_server.engine.network.graph_inputs import FullRows
from kokoro_speech_server.engine.network.graph_sizes import EncodeSize, Size, graph_sizes

CAPACITY = 16
"""Chunks per batch on a GPU, by default."""


class AllocationTrace(KernelCounter):  # type: ignore[no-untyped-call]
    """What is allocated and freed while it is active.

    events: a number for each block, with its bytes when it is allocated, and with 0 when it is freed
    """

    def __init__(self) -> None:
        super().__init__()
        self.events: list[tuple[int, int]] = []
        self._count = 0

    def __torch_dispatch__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        result = super().__torch_dispatch__(func, types, args, kwargs)
        if func.overloadpacket is torch.ops.aten.convolution:
            self.events += [(number := self._new_number(), args[0].nbytes + result.nbytes), (number, 0)]
        return result

    def _hold(self, tensor: torch.Tensor) -> None:
        storage = tensor.untyped_storage()
        if storage._cdata not in self._storages:
            number = self._new_number()
            self.events.append((number, storage.nbytes()))
            weakref.finalize(storage, self.events.append, (number, 0))
        super()._hold(tensor)

    def _new_number(self) -> int:
        self._count += 1
        return self._count


@dataclass(frozen=True, slots=True)
class Step:
    """The capture of one graph. peak: bytes in use at once; reserved: of all graphs so far, with their buffers"""

    size: Size
    peak: int
    reserved: int


@torch.no_grad()  # not in inference mode, where operations that consist of several appear as one
def captures(sizes: Sequence[Size], dtype: torch.dtype = torch.float16) -> Iterator[Step]:
    """Simulates the capture of graphs of these sizes, in that order. dtype: of the vocoder's convolutions"""
    network = empty_network(CudaGraphNetwork, dtype)
    allocator = CachingAllocator()
    trace = AllocationTrace()
    with trace:
        full = FullRows(network, example_chunk(), META, sizes)
        buffers = network.allocate_buffers(full, sizes)
        for i, size in enumerate(sizes):
            inputs = [one.new_empty() for one in full.inputs(size)]
            if not i:
                _compute(
                    network, size, inputs
                )  # what the first run leaves behind is not in the graphs' memory
            begin = len(trace.events)
            _compute(network, size, inputs)
            peak = _replay(trace.events[begin:], allocator)
            trace.events.clear()
            yield Step(size, peak, buffers + allocator.reserved)


def _compute(network: CudaGraphNetwork, size: Size, inputs: Tensors) -> None:
    if isinstance(size, EncodeSize):
        network.encode_at(size, inputs)
    else:
        network.decode_at(size, inputs)


def _replay(events: Iterable[tuple[int, int]], allocator: CachingAllocator) -> int:
    """The most bytes that are in use at once. Raises ValueError if a block stays in use."""
    blocks = {}
    live = peak = 0
    for number, count in events:
        if count:
            blocks[number] = allocator.allocate(count)
            live += blocks[number].size
            peak = max(peak, live)
        elif (block := blocks.pop(number, None)) is not None:
            live -= block.size
            allocator.free(block)
    if blocks:
        raise ValueError(f"{live} bytes stay in use after a capture")
    return peak


def example_chunk() -> Chunk:
    tokens = tuple(PhonemeToken(symbol, 0, 0) for symbol in "həlˈO")
    return Chunk(tokens, np.zeros(256, np.float32), speed=1.0, pause=0.0, seed=0)


def main() -> None:
    end_on_sigterm()
    options = _options()
    section = report.MarkedSection(options.markdown, "graph-memory") if options.markdown else None
    sizes = graph_sizes(options.capacity)
    steps = []
    for i, step in enumerate(captures(sizes), 1):
        steps.append(step)
        say(f"{i} of {len(sizes)}: {step.size}, {step.reserved / 1e6:.0f} MB")
    result = report.rounded(
        {
            "benchmark": "graph-memory",
            "command": " ".join(["python -m benchmarks.graph_memory", *sys.argv[1:]]),
            "machine": report.machine({"torch": torch.__version__}),
            "capacity": options.capacity,
            "graphs": len(steps),
            "limit_mb": Settings.model_fields["cuda_graphs_max_mb"].default,
            "largest_peak_mb": max(step.peak for step in steps) / 1e6,
            "first_mb": steps[0].reserved / 1e6,
            "all_mb": steps[-1].reserved / 1e6,
            "growth": [
                {"graph": i, "size": str(step.size), "reserved_mb": step.reserved / 1e6}
                for i, (before, step) in enumerate(zip([None, *steps], steps, strict=False), 1)
                if before is None or step.reserved > before.reserved
            ],
        }
    )
    print(json.dumps(result, indent=2, ensure_ascii=False))
    if section:
        section.replace(_markdown(result))


def _markdown(result: dict[str, Any]) -> str:
    table = report.table(
        ["Graph", "Size", "Memory so far, MB"],
        [[f"{row['graph']}", row["size"], f"{row['reserved_mb']:,.0f}"] for row in result["growth"]],
    )
    return "\n\n".join(
        [
            f"`{result['command']}`, {place(result['machine'])}. Simulated, not run on any GPU.",
            f"{result['graphs']} graphs for batches of up to {result['capacity']} chunks take "
            f"{result['all_mb']:,.0f} MB of {result['limit_mb']:,}. The largest alone uses "
            f"{result['largest_peak_mb']:,.0f} MB at once. Only these graphs took further memory:",
            table,
        ]
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.graph_memory", description=__doc__)
    add = parser.add_argument
    add("--capacity", type=int, default=CAPACITY, help="chunks per batch (default: %(default)s)")
    add(
        "--markdown",
        type=Path,
        metavar="FILE",
        help="also rewrite the section between the markers in this file",
    )
    return parser.parse_args()


if __name__ == "__main__":
    main()
