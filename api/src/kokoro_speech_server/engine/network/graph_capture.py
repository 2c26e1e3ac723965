"""Capture of computations as CUDA graphs, which replay thousands of kernels with a single launch."""

from collections.abc import Callable, Sequence
from typing import Protocol

import torch

Tensors = Sequence[torch.Tensor]

Computation = Callable[[], Tensors]
"""Reads and writes tensors that stay where they are, and returns those that it writes."""

Replay = Callable[[], None]
"""Repeats a captured computation."""


class GraphMemoryError(Exception):
    """A graph needs more memory than the graphs may have."""


class GraphCapture(Protocol):
    """Captures computations for replay."""

    def reserve(self, count: int) -> None:
        """Count bytes that the computations' own tensors take from the memory for graphs."""

    def __call__(self, computation: Computation) -> Replay:
        """Run the computation once, and capture it.

        Raises GraphMemoryError or torch.OutOfMemoryError if memory does not suffice; earlier graphs stay usable.
        """


class CudaGraphCapture:
    """Captures CUDA graphs, which share the memory for their intermediate results.

    Everything runs on one side stream: for each stream torch keeps a workspace of cuBLAS (32 MiB on an H100), and
    memory that was freed on one stream is not used again on another.

    megabytes: limit of the graphs' memory, which also never exceeds a quarter of the memory that is free. Not counted
               is what the driver needs for the list of a graph's kernels.
    """

    def __init__(self, device: torch.device, megabytes: int) -> None:
        free, _ = torch.cuda.mem_get_info(device)
        self._device = device
        self._limit = min(megabytes * 1_000_000, free // 4)
        self._stream = torch.cuda.Stream(device)  # type: ignore[no-untyped-call]
        self._pool = torch.cuda.graph_pool_handle()
        self._pool_bytes = 0
        self._has_graphs = False

    def reserve(self, count: int) -> None:
        self._limit -= count

    def __call__(self, computation: Computation) -> Replay:
        # Libraries choose algorithms and allocate memory in the first run, which they cannot do during a capture.
        if self._run(computation) > self._limit:
            raise GraphMemoryError
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, pool=self._pool, stream=self._stream):  # which empties the cache before
            before = torch.cuda.memory_reserved(self._device)
            computation()
            growth = torch.cuda.memory_reserved(self._device) - before
        if growth and self._pool_bytes + growth > self._limit:
            graph.reset()
            if self._has_graphs:
                self._pool_bytes += growth  # which the pool keeps as long as it has graphs
            else:
                self._pool = torch.cuda.graph_pool_handle()
                torch.cuda.empty_cache()
            raise GraphMemoryError
        self._pool_bytes += growth
        self._has_graphs = True
        return graph.replay

    def _run(self, computation: Computation) -> int:
        """The most bytes that were in use at once, beyond those that were before."""
        current = torch.cuda.current_stream(self._device)
        self._stream.wait_stream(current)
        torch.cuda.reset_peak_memory_stats(self._device)
        before = torch.cuda.memory_allocated(self._device)
        with torch.cuda.stream(self._stream):
            computation()
        current.wait_stream(self._stream)
        return torch.cuda.max_memory_allocated(self._device) - before


def has_cuda_graphs(device: torch.device) -> bool:
    return device.type == "cuda"
