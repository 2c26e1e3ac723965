"""How long the engine's passes would take on GPUs, by count and roofline, for batches of any chunks.

A pass has the sizes that the engine gives it: those of CUDA graphs or, where none suits, of the grid. Each size is
counted when a batch needs it for the first time.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

import torch

from benchmarks.graph_memory import CAPACITY, example_chunk
from benchmarks.kernel_counter import KernelCounter
from benchmarks.kernel_interpreter import CountingLauncher
from benchmarks.meta_network import META, empty_network
from benchmarks.roofline import Count, Gpu
from kokoro_speech_server.engine.network.cuda_graphs import CudaGraphNetwork
from kokoro_speech_server.engine.network.graph_capture import Tensors
from kokoro_speech_server.engine.network.graph_inputs import FullRows
from kokoro_speech_server.engine.network.graph_sizes import (
    DecodeSize,
    EncodeSize,
    S,
    Size,
    best_size,
    graph_sizes,
)
from kokoro_speech_server.engine.network.packing import GAP

FRAMES_PER_TOKEN = 2.5
"""Mean of the model's English."""


class PassTime(NamedTuple):
    """Seconds of a pass. busy: of kernels that fill the GPU; waiting: of launches and recurrent steps, which leave it
    to others"""

    busy: float
    waiting: float


PassTimer = Callable[[Sequence[int]], PassTime]
"""The time of a pass, given the tokens of each chunk."""


class PassCounter:
    """Counts the stages of passes with fused kernels and convolutions in float16."""

    def __init__(self) -> None:
        self._counter = KernelCounter()
        self._launcher = CountingLauncher(self._counter)
        self._network = empty_network(CudaGraphNetwork, torch.float16, kernels=self._launcher)
        sizes = graph_sizes(CAPACITY)
        self._encode_sizes = [size for size in sizes if isinstance(size, EncodeSize)]
        self._decode_sizes = [size for size in sizes if isinstance(size, DecodeSize)]
        with torch.no_grad(), self._counter:
            self._full = FullRows(self._network, example_chunk(), META, sizes)
        self._count_stage = cache(self._counted)

    def timer(self, gpu: Gpu) -> PassTimer:
        @cache
        def stage_time(size: Size) -> PassTime:
            times = self._count_stage(size).times(gpu)
            waiting = times["launches"] + times["recurrences"]
            return PassTime(sum(times.values()) - waiting, waiting)

        def pass_time(tokens: Sequence[int]) -> PassTime:
            stages = [stage_time(size) for size in self.sizes(tokens)]
            return PassTime(*map(sum, zip(*stages, strict=True)))

        return pass_time

    def sizes(self, tokens: Sequence[int]) -> tuple[EncodeSize, DecodeSize]:
        """The sizes of a pass. tokens: of each chunk"""
        framed = [count + 2 for count in tokens]
        frames = [round(FRAMES_PER_TOKEN * count) for count in framed]
        return (
            _size(self._encode_sizes, EncodeSize(len(framed), max(framed))),
            _size(self._decode_sizes, DecodeSize.of(frames)),
        )

    @torch.no_grad()  # not in inference mode, where operations that consist of several appear as one
    def _counted(self, size: Size) -> Count:
        self._launcher.rows = size.rows
        if isinstance(size, DecodeSize):
            self._launcher.frames = size.total / size.rows - GAP
        inputs = [one.new_empty() for one in self._full.inputs(size)]
        with self._counter:
            self._compute(size, inputs)  # makes what later passes keep, such as joined weights
            self._counter.kernels.clear()
            self._compute(size, inputs)
        kernels, self._counter.kernels = self._counter.kernels, []
        return Count(kernels, self._counter.peak_bytes, seconds=0.0)

    def _compute(self, size: Size, inputs: Tensors) -> None:
        if isinstance(size, EncodeSize):
            self._network.encode_at(size, inputs)
        else:
            self._network.decode_at(size, inputs)


def _size(sizes: Sequence[S], batch: S) -> S:
    return best_size(sizes, batch) or batch.rounded()
