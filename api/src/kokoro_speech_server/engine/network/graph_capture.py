"""Capture of computations as CUDA graphs, which replay thousands of kernels with a single launch."""

from collections.abc import Callable, Sequence
from typing import Protocol

import torch

Tensors = Sequence[torch.Tensor]
Computation = Callable[..., Tensors]


class Replay(Protocol):
    """A captured computation: takes new inputs and returns the outputs, which the next replay overwrites."""

    def __call__(self, *inputs: torch.Tensor) -> Tensors: ...


class GraphCapture(Protocol):
    """Captures computations for replay."""

    @property
    def full(self) -> bool:
        """Whether the memory for graphs is used up."""

    def __call__(self, computation: Computation, inputs: Tensors) -> Replay:
        """inputs: an example, whose memory the graph takes over"""


class CudaGraphCapture:
    """Captures CUDA graphs, which share the memory for their intermediate results.

    megabytes: limit of the graphs' memory, which also never exceeds a quarter of the memory that is free
    """

    def __init__(self, device: torch.device, megabytes: int) -> None:
        free, _ = torch.cuda.mem_get_info(device)
        self._device = device
        self._limit = min(megabytes * 1_000_000, free // 4)
        self._before = torch.cuda.memory_reserved(device)
        self._pool = torch.cuda.graph_pool_handle()

    @property
    def full(self) -> bool:
        return torch.cuda.memory_reserved(self._device) - self._before >= self._limit

    def __call__(self, computation: Computation, inputs: Tensors) -> Replay:
        side_stream = torch.cuda.Stream(self._device)  # type: ignore[no-untyped-call]
        side_stream.wait_stream(torch.cuda.current_stream(self._device))
        # Libraries choose algorithms and allocate memory in the first run, which they cannot do during a capture.
        with torch.cuda.stream(side_stream):
            computation(*inputs)
        torch.cuda.current_stream(self._device).wait_stream(side_stream)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, pool=self._pool):
            outputs = computation(*inputs)

        def replay(*values: torch.Tensor) -> Tensors:
            for target, value in zip(inputs, values, strict=True):
                target.copy_(value)
            graph.replay()
            return outputs

        return replay


def graph_capture_for(device: torch.device, megabytes: int) -> GraphCapture | None:
    """None if the device has no CUDA graphs."""
    return CudaGraphCapture(device, megabytes) if device.type == "cuda" else None
