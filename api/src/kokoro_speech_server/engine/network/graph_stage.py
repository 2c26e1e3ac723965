"""One stage of the network at fixed sizes: replayed from a CUDA graph where one suits, otherwise kernel by kernel."""

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Generic, NamedTuple

import torch

from kokoro_speech_server.engine.network.graph_capture import GraphCapture, Replay, Tensors
from kokoro_speech_server.engine.network.graph_sizes import S, best_size
from kokoro_speech_server.observability import metrics

_TOLERANCE = 0.1
"""Largest relative error of a replay. GPUs do not fix the order of every sum, and half precision shows it."""

_SAMPLED = 4096
"""Values of a result that are kept for comparison: in the longest audio two of each frame."""


class GraphMismatchError(Exception):
    """The replay of a graph does not reproduce the results of the computation that was captured."""


class Padded(NamedTuple):
    """A tensor to be enlarged to a shape, of which it is the beginning; the rest is `fill`."""

    values: torch.Tensor
    shape: tuple[int, ...]
    fill: float = 0

    def write(self, target: torch.Tensor) -> torch.Tensor:
        if self.values.shape != self.shape:
            target.fill_(self.fill)
        target[tuple(slice(count) for count in self.values.shape)] = self.values
        return target

    def new_empty(self) -> torch.Tensor:
        return self.values.new_empty(self.shape)


PaddedTensors = Sequence[Padded]


class FullBatch(NamedTuple):
    """A batch that fills a graph, and what to compare of its outputs."""

    inputs: PaddedTensors
    results: Callable[[Tensors], Tensors]


class _Graph(NamedTuple):
    """inputs, outputs: at fixed addresses; expected: samples of what the full batch results in"""

    inputs: Tensors
    outputs: Tensors
    replay: Replay
    expected: Tensors


class GraphStage(Generic[S]):
    """A stage and its graphs. All of them share one buffer for each input and output, of which they use the start.

    name:    "encode" or "decode", a label of metrics
    compute: the outputs, given a size and inputs of that size
    """

    def __init__(self, name: str, compute: Callable[[S, Tensors], Tensors]) -> None:
        self._compute: Callable[[S, Tensors], Tensors] = compute
        self._graphs: dict[S, _Graph] = {}
        self._input_buffers: list[torch.Tensor] = []
        self._output_buffers: list[torch.Tensor] = []
        self._hits = metrics.CUDA_GRAPH_HITS.labels(name)
        self._misses = metrics.CUDA_GRAPH_MISSES.labels(name)

    @property
    def sizes(self) -> list[S]:
        """Sizes with a graph, in the order of their capture."""
        return list(self._graphs)

    def run(self, batch: S, inputs: Callable[[S], PaddedTensors]) -> Tensors:
        """The outputs, which the next run may overwrite.

        batch: its exact size; inputs: the batch, enlarged to a size
        """
        size = best_size(self._graphs, batch)
        if size is None:
            if self._graphs:
                self._misses.inc()
            size = batch.rounded()
            return self._compute(size, [one.write(one.new_empty()) for one in inputs(size)])
        self._hits.inc()
        graph = self._graphs[size]
        _write(inputs(size), graph.inputs)
        graph.replay()
        return graph.outputs

    def allocate(self, inputs: Iterable[PaddedTensors], outputs: Iterable[PaddedTensors]) -> int:
        """Allocate the buffers, and return their bytes. inputs, outputs: of all sizes; only shapes and dtypes count."""
        self._input_buffers, self._output_buffers = _buffers(inputs), _buffers(outputs)
        return sum(one.nbytes for one in (*self._input_buffers, *self._output_buffers))

    def capture(self, size: S, batch: FullBatch, outputs: PaddedTensors, capture: GraphCapture) -> None:
        """Capture a graph and check it. Raises GraphMismatchError or what `capture` raises; then there is no graph."""
        graph_inputs = _views(self._input_buffers, batch.inputs)
        graph_outputs = _views(self._output_buffers, outputs)

        def computation() -> Tensors:
            for target, output in zip(graph_outputs, self._compute(size, graph_inputs), strict=True):
                target.copy_(output)
            return graph_outputs

        _write(batch.inputs, graph_inputs)
        replay = capture(computation)
        expected = _samples(batch.results(graph_outputs))  # of the run before the capture
        graph = _Graph(graph_inputs, graph_outputs, replay, expected)
        _check(graph, batch)
        self._graphs[size] = graph

    def check(self, size: S, batch: FullBatch) -> None:
        """Check a graph with the batch with which it was captured. Raises GraphMismatchError."""
        _check(self._graphs[size], batch)

    def drop_graphs(self) -> None:
        self._graphs.clear()
        self._input_buffers, self._output_buffers = [], []


def _buffers(sizes: Iterable[PaddedTensors]) -> list[torch.Tensor]:
    """For each tensor one that holds it in every size."""
    return [
        max(tensors, key=lambda one: math.prod(one.shape)).new_empty().flatten()
        for tensors in zip(*sizes, strict=True)
    ]


def _views(buffers: Tensors, tensors: PaddedTensors) -> Tensors:
    return [
        buffer[: math.prod(one.shape)].view(one.shape) for buffer, one in zip(buffers, tensors, strict=True)
    ]


def _write(tensors: PaddedTensors, targets: Tensors) -> None:
    for one, target in zip(tensors, targets, strict=True):
        one.write(target)


def _check(graph: _Graph, batch: FullBatch) -> None:
    _write(batch.inputs, graph.inputs)
    for output in graph.outputs:
        output.fill_(
            torch.nan if output.is_floating_point() else -1
        )  # so that nothing of an earlier run remains
    graph.replay()
    replayed = _samples(batch.results(graph.outputs))
    if not all(_are_close(*pair) for pair in zip(replayed, graph.expected, strict=True)):
        raise GraphMismatchError("The replay of a CUDA graph differs from the captured computation.")


def _samples(results: Tensors) -> Tensors:
    """Copies of whole numbers, and of some values of what is not whole."""
    return [
        (
            result.flatten()[:: max(1, result.numel() // _SAMPLED)] if result.is_floating_point() else result
        ).clone()
        for result in results
    ]


def _are_close(replayed: torch.Tensor, expected: torch.Tensor) -> bool:
    """Whether whole numbers (durations) are equal, and others close."""
    if not expected.is_floating_point():
        return torch.equal(replayed, expected)
    error, size = (replayed - expected).double().norm(), expected.double().norm()
    return bool(error <= _TOLERANCE * size)  # False for NaN
