"""Every CUDA graph with full rows against the same stage launched kernel by kernel: results, time and memory.

First all graphs are captured, as the engine captures them but with more time. Then a batch goes through each of them
that fills it. Which graph it replayed is observed, so that a size without a graph shows, too.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from unittest import mock

import torch

from benchmarks.gpu_check.inputs import Inputs
from benchmarks.gpu_check.kernels import engine_kernels
from benchmarks.gpu_check.networks import build, engine_dtype, memory, milliseconds
from benchmarks.gpu_check.setup import Setup
from benchmarks.gpu_check.stages import Case, Row
from kokoro_speech_server.chunk import FRAME, Chunk
from kokoro_speech_server.engine.network import cuda_graphs
from kokoro_speech_server.engine.network.cuda_graphs import CudaGraphNetwork
from kokoro_speech_server.engine.network.graph_capture import (
    Computation,
    CudaGraphCapture,
    GraphCapture,
    Replay,
)
from kokoro_speech_server.engine.network.graph_inputs import durations_of_row, frames_of_rows
from kokoro_speech_server.engine.network.graph_sizes import DecodeSize, EncodeSize, Size, graph_sizes
from kokoro_speech_server.engine.network.network import EncodedTokens, Network
from kokoro_speech_server.engine.network.prosody import PaddedTokens

_CAPACITY = 16
_MEGABYTES = 2048
"""The server's default of CUDA_GRAPHS_MAX_MB."""

_CAPTURE_S = 180.0
_REPEAT_S = 0.2

_SMALL_SIZES: list[Size] = [DecodeSize(24, 10, 3), EncodeSize(3, 8), DecodeSize(8, 8, 1), EncodeSize(1, 4)]
_EXAMPLE = 4
"""The number of a chunk of 20 tokens, with which graphs are captured."""


def cases(setup: Setup) -> Iterator[Case]:
    device = torch.device(setup.device)
    inputs = Inputs(setup)
    network = build(
        inputs, CudaGraphNetwork, device, dtype=engine_dtype(device), kernels=engine_kernels(device)
    )
    sizes = _SMALL_SIZES if setup.small else graph_sizes(_CAPACITY)
    capture = ObservedCapture(
        RepeatedComputations() if setup.small else CudaGraphCapture(device, _MEGABYTES), device
    )
    before = memory(device)
    begun = time.perf_counter()
    with _sizes(sizes) if setup.small else nullcontext():
        network.capture_graphs(
            *(capture, inputs.chunks[_EXAMPLE], device), capacity=_CAPACITY, max_seconds=_CAPTURE_S
        )
    seconds = time.perf_counter() - begun
    yield (
        "capture",
        lambda: {
            "planned": len(sizes),
            "attempts": len(capture.attempts),
            "captured": network.graph_count,
            "seconds": seconds,
            **{f"{key}_before": value for key, value in before.items()},
            **memory(device),
        },
    )
    rows = FullRows(network, inputs.chunks[-1], device)
    for size in sizes:
        yield _name(size), partial(rows.check, size, capture)


class ObservedCapture:
    """A GraphCapture that notes what each capture takes, and which graph was replayed last.

    attempts:     figures of every attempt to capture a graph, in order
    replayed:     the number of the attempt whose graph was replayed last; None: none was
    """

    def __init__(self, capture: GraphCapture, device: torch.device) -> None:
        self._capture = capture
        self._device = device
        self.attempts: list[Row] = []
        self.replayed: int | None = None

    def reserve(self, count: int) -> None:
        self._capture.reserve(count)

    def __call__(self, computation: Computation) -> Replay:
        number = len(self.attempts)
        begun = time.perf_counter()
        row: Row = {}
        self.attempts.append(row)
        try:
            replay = self._capture(computation)
        finally:
            row |= {"capture_s": time.perf_counter() - begun, **memory(self._device)}

        def observed() -> None:
            self.replayed = number
            replay()

        return observed


class RepeatedComputations:
    """Stands in for CUDA graphs where the check is tried on a CPU."""

    def reserve(self, count: int) -> None:
        """Memory is not limited."""

    def __call__(self, computation: Computation) -> Replay:
        computation()

        def replay() -> None:
            computation()

        return replay


class FullRows:
    """Batches with as many rows and frames as a size has, made of one long chunk."""

    def __init__(self, network: CudaGraphNetwork, chunk: Chunk, device: torch.device) -> None:
        self._network = network
        self._device = device
        with torch.inference_mode():
            self._tokens, self._style, self._speed = network.encoder_inputs([chunk], device)
            self._encoded = Network.encode(network, self._tokens, self._style, self._speed)

    def check(self, size: Size, capture: ObservedCapture) -> Row:
        """See `_compare`."""
        if isinstance(size, EncodeSize):
            return self._check_encode(size, capture)
        return self._check_decode(size, capture)

    def _check_encode(self, size: EncodeSize, capture: ObservedCapture) -> Row:
        ids = self._tokens.ids.repeat(size.rows, -(-size.tokens // self._tokens.ids.shape[1]))
        tokens = PaddedTokens(
            ids[:, : size.tokens],
            torch.full((size.rows,), size.tokens, device=self._device),
            has_padding=True,
        )
        styles = self._style.expand(size.rows, -1).contiguous()
        speeds = 1 + torch.arange(size.rows, device=self._device) / size.rows
        arguments = (tokens, styles, speeds)
        return self._compare(
            lambda: tuple(self._network.encode(*arguments)),
            lambda: tuple(Network.encode(self._network, *arguments)),
            capture,
        )

    def _check_decode(self, size: DecodeSize, capture: ObservedCapture) -> Row:
        frames = frames_of_rows(size)
        count = min(size.tokens, self._tokens.ids.shape[1])
        durations = torch.tensor([durations_of_row(one, count) for one in frames], device=self._device)
        features = [part[:, :count].expand(size.rows, -1, -1).contiguous() for part in self._encoded[1:]]
        generator = torch.Generator().manual_seed(0)
        noise = torch.randn(size.rows, FRAME * max(frames), generator=generator).to(self._device)
        for row, one in enumerate(frames):
            noise[row, FRAME * one :] = 0
        styles = self._style.expand(size.rows, -1).contiguous()
        encoded = EncodedTokens(durations, *features)
        return self._compare(
            lambda: (self._network.decode(encoded, styles, noise, frames),),
            lambda: (Network.decode(self._network, encoded, styles, noise, frames),),
            capture,
        )

    def _compare(
        self,
        replayed: Callable[[], tuple[torch.Tensor, ...]],
        launched: Callable[[], tuple[torch.Tensor, ...]],
        capture: ObservedCapture,
    ) -> Row:
        """graph: number of the attempt that captured it; None: no graph was replayed
        equal: whether durations are; relative_error: the greatest of the other results"""
        capture.replayed = None
        with torch.inference_mode():
            found = [part.clone() for part in replayed()]
            number = capture.replayed
            pairs = list(zip(found, launched(), strict=True))
            whole = [torch.equal(*pair) for pair in pairs if not pair[0].is_floating_point()]
            errors = [_error(*pair) for pair in pairs if pair[0].is_floating_point()]
            row: Row = {
                "graph": number,
                "equal": all(whole),
                "relative_error": max(errors),
                "replayed_ms": milliseconds(replayed, self._device, repeat_s=_REPEAT_S),
                "launched_ms": milliseconds(launched, self._device, repeat_s=_REPEAT_S),
            }
        return row if number is None else {**row, **capture.attempts[number]}


def _error(found: torch.Tensor, expected: torch.Tensor) -> float:
    """Relative to the expected values' size."""
    difference = (found - expected).double().norm() / expected.double().norm()
    return float(difference)


def _sizes(sizes: list[Size]) -> AbstractContextManager[object]:
    """Capture only these: on a CPU, every size takes as long as its audio."""
    return mock.patch.object(cuda_graphs, "graph_sizes", return_value=sizes)


def _name(size: Size) -> str:
    if isinstance(size, EncodeSize):
        return f"first half, {size.rows} rows of {size.tokens} tokens"
    return f"second half, {size.rows} rows, {size.total} frames, longest {size.longest}"
