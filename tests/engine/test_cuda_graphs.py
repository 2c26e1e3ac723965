"""CUDA graphs: sizes, padding, leftovers of earlier batches and of other graphs, checks, and limits.

Tests have no GPU. In place of a CUDA graph, FakeGraphCapture keeps the computation and repeats it on the tensors with
which it was captured. Everything that a graph would see is real: the sizes, absent rows, and what an earlier batch left
in the inputs, which graphs share. As graphs share the memory of their results, too, a replay destroys those of all
others.
"""

import gc
import itertools
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
import torch
from prometheus_client import REGISTRY

from kokoro_speech_server.chunk import Chunk, ChunkAudio
from kokoro_speech_server.config import Settings
from kokoro_speech_server.engine import kokoro_v1
from kokoro_speech_server.engine.kokoro_v1 import KokoroV1
from kokoro_speech_server.engine.network import cuda_graphs
from kokoro_speech_server.engine.network.cuda_graphs import CudaGraphNetwork
from kokoro_speech_server.engine.network.graph_capture import Computation, GraphMemoryError, Replay, Tensors
from kokoro_speech_server.engine.network.graph_sizes import DecodeSize, EncodeSize, Size
from kokoro_speech_server.engine.network.graph_stage import GraphMismatchError
from kokoro_speech_server.engine.network.harmonic_source import HarmonicSource
from kokoro_speech_server.engine.network.network import EncodedTokens, Network
from kokoro_speech_server.engine.network.packing import PackedFrames
from kokoro_speech_server.engine.network.prosody import PaddedTokens
from tests.engine.chunks import CPU, VOCABULARY, decibels, make_chunk, make_model, observed_results

model = pytest.mark.model


class FakeGraphCapture:
    """Keeps computations.

    captures: number of attempts
    replays:  number of replays of all graphs
    reserved: bytes of the network's own tensors for the graphs
    failures: exceptions by the number of the attempt, from 1
    distort:  changes the outputs of a replay, given the number of the attempt
    """

    def __init__(self) -> None:
        self.captures = 0
        self.replays = 0
        self.reserved = 0
        self.failures: dict[int, BaseException] = {}
        self.distort: Callable[[int, torch.Tensor], object] = lambda number, output: None
        self._outputs: list[Tensors] = []

    def reserve(self, count: int) -> None:
        self.reserved += count

    def __call__(self, computation: Computation) -> Replay:
        self.captures += 1
        number = self.captures
        outputs = computation()
        if number in self.failures:
            raise self.failures[number]
        self._outputs.append(outputs)

        def replay() -> None:
            self.replays += 1
            self.scramble()
            for output in computation():
                self.distort(number, output)

        return replay

    def scramble(self) -> None:
        """Destroy the results of all graphs."""
        for output in itertools.chain.from_iterable(self._outputs):
            output.fill_(torch.nan if output.is_floating_point() else -1)


SIZES: list[Size] = [DecodeSize(24, 10, 3), EncodeSize(3, 8), DecodeSize(8, 8, 1), EncodeSize(1, 4)]

CUDNN_PLANS = "TORCH_CUDNN_V8_API_LRU_CACHE_LIMIT"
"""Bounds the plans for shapes of convolutions. torch reads it at the first convolution on a GPU."""

ENGINE_SIZES: list[Size] = [EncodeSize(1, 8), DecodeSize(8, 8, 1)]


@pytest.fixture(scope="module")
def chunks(model_files: None) -> list[Chunk]:
    """Chunks of 6, 8 and 4 frames, which fit the sizes together, and two of them in passes of their own."""
    return [
        make_chunk(1, "af_heart", speed=4.0, seed=1),
        make_chunk(4, "am_onyx", speed=5.0, seed=2),
        make_chunk(1, "bf_emma+af_bella", speed=6.0, seed=3),
    ]


def _graph_network(weights: dict[str, torch.Tensor]) -> CudaGraphNetwork:
    return CudaGraphNetwork(make_model(weights), VOCABULARY, packed=True, prosody_dtype=torch.float64).eval()


class CheckedNetwork(CudaGraphNetwork):
    """What it computes at a size has inputs of that size."""

    def encode_at(self, size: EncodeSize, inputs: Tensors) -> Tensors:
        assert size == EncodeSize(*inputs[0].shape)
        return super().encode_at(size, inputs)

    def decode_at(self, size: DecodeSize, inputs: Tensors) -> Tensors:
        *_, noise, starts, _ = inputs
        assert size == DecodeSize(size.total, noise.shape[1] // 600, len(starts))
        return super().decode_at(size, inputs)


def _quick_encode(
    network: Network, tokens: PaddedTokens, styles: torch.Tensor, speeds: torch.Tensor
) -> EncodedTokens:
    """Something simple of all arguments, with the shapes and types of the first stage's results."""
    features = tokens.ids[..., None] + styles[:, None, :1] + (tokens.lengths * speeds)[:, None, None]
    return EncodedTokens(
        tokens.ids % 7 + 1, features.double().expand(-1, -1, 640), -features.expand(-1, -1, 512)
    )


def _quick_decode(
    network: Network, encoded: EncodedTokens, styles: torch.Tensor, noise: torch.Tensor, packed: PackedFrames
) -> torch.Tensor:
    """The same of the second stage."""
    return noise.flatten()[: packed.total * 600] + 1


@pytest.fixture(scope="module")
def quick_network(thin_batch_weights: dict[str, torch.Tensor]) -> CudaGraphNetwork:
    return CheckedNetwork(
        make_model(thin_batch_weights), VOCABULARY, packed=True, prosody_dtype=torch.float64
    ).eval()


@pytest.fixture
def _quick_stages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every network makes something simple instead of speech, for tests in which it doesn't matter what."""
    monkeypatch.setattr(Network, "encode", _quick_encode)
    monkeypatch.setattr(Network, "decode_packed", _quick_decode)


@pytest.fixture
def graph_network(_quick_stages: None, quick_network: CudaGraphNetwork) -> Iterator[CudaGraphNetwork]:
    """A quick network without graphs yet."""
    yield quick_network
    quick_network.drop_graphs()


@pytest.fixture(scope="module")
def captured(
    thin_batch_weights: dict[str, torch.Tensor], chunks: list[Chunk]
) -> tuple[CudaGraphNetwork, FakeGraphCapture]:
    """A network with graphs of all sizes, and what captured them."""
    network, capture = _graph_network(thin_batch_weights), FakeGraphCapture()
    _capture(network, capture, chunks[0])
    assert network.graph_count == len(SIZES)
    return network, capture


def _capture(
    network: CudaGraphNetwork,
    capture: FakeGraphCapture,
    example: Chunk,
    *,
    sizes: list[Size] = SIZES,
    max_seconds: float = 1000,
) -> None:
    """Capture graphs of a few sizes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cuda_graphs, "graph_sizes", lambda capacity: sizes)
        network.capture_graphs(capture, example, CPU, capacity=3, max_seconds=max_seconds)


@model
def test_a_replay_equals_a_pass_without_graphs(
    thin_network: Network, captured: tuple[CudaGraphNetwork, FakeGraphCapture], chunks: list[Chunk]
) -> None:
    """Batches of three, two and one chunk in turn, so that each finds what a larger one left in the inputs."""
    graph_network, capture = captured
    for batch in (chunks, chunks[1:], [chunks[0]]):
        capture.replays = 0
        with observed_results(HarmonicSource) as spectra:
            ours, theirs = graph_network(batch, CPU), thin_network(batch, CPU)
        assert capture.replays == 2  # both stages
        replayed, expected = spectra
        for i, (audio, reference) in enumerate(zip(ours, theirs, strict=True)):
            bins = 60 * 2 * int(reference.durations.sum()) + 1
            assert torch.equal(replayed[i, :, :bins], expected[i, :, :bins])
            assert np.array_equal(audio.durations, reference.durations)
            assert decibels(audio.samples, reference.samples) >= 90


@model
@pytest.mark.parametrize(
    "shape", [(10, 1, 64), pytest.param((1, 4, 192), marks=pytest.mark.proof)], ids=["one row", "four rows"]
)
def test_a_batch_that_suits_no_graph_has_a_size_of_the_grid(
    thin_network: Network,
    captured: tuple[CudaGraphNetwork, FakeGraphCapture],
    monkeypatch: pytest.MonkeyPatch,
    shape: tuple[int, int, int],
) -> None:
    """shape: tokens and rows of a batch, and frames of its size"""
    graph_network, capture = captured
    tokens, rows, total = shape
    totals: list[int] = []
    decode_packed = graph_network.decode_packed

    def observed(*args: Any) -> torch.Tensor:
        samples = decode_packed(*args)
        totals.append(len(samples) // 600)
        return samples

    monkeypatch.setattr(graph_network, "decode_packed", observed)
    batch = [make_chunk(tokens, "af_heart", speed=6.0, seed=3)] * rows
    before, capture.replays = _counts(), 0
    for audio, reference in zip(graph_network(batch, CPU), thin_network(batch, CPU), strict=True):
        assert np.array_equal(audio.durations, reference.durations)
        assert decibels(audio.samples, reference.samples) >= 90
    assert (capture.replays, totals) == (0, [total])
    assert _counts() == [before[0], before[1], before[2] + 1, before[3] + 1]


@model
def test_replays_are_counted(
    captured: tuple[CudaGraphNetwork, FakeGraphCapture], chunks: list[Chunk]
) -> None:
    before = _counts()
    captured[0](chunks, CPU)
    assert _counts() == [before[0] + 1, before[1] + 1, *before[2:]]


def _counts() -> list[float]:
    """Hits and misses of both stages."""
    return [
        REGISTRY.get_sample_value(f"speech_cuda_graph_{kind}_total", {"stage": stage}) or 0
        for kind in ("hits", "misses")
        for stage in ("encode", "decode")
    ]


@model
@torch.inference_mode()
def test_what_a_replay_returned_outlives_all_others(
    captured: tuple[CudaGraphNetwork, FakeGraphCapture], chunks: list[Chunk]
) -> None:
    network, capture = captured
    inputs = network.encoder_inputs(chunks, CPU)
    encoded = network.encode(*inputs)
    copies = [part.clone() for part in encoded]
    network.encode(*network.encoder_inputs(chunks[:2], CPU))
    frames = encoded.durations.sum(1).tolist()
    samples = network.decode(encoded, inputs[1], network.draw_noise(chunks, frames, CPU), frames)
    copies.append(samples.clone())
    capture.scramble()
    assert all(torch.equal(*pair) for pair in zip([*encoded, samples], copies, strict=True))
    assert len(samples) == 600 * (sum(frames) + 2 * 2)


@model
def test_graphs_share_their_inputs(
    captured: tuple[CudaGraphNetwork, FakeGraphCapture], graph_network: CudaGraphNetwork, chunks: list[Chunk]
) -> None:
    """The largest batches alone need as much memory."""
    largest = FakeGraphCapture()
    _capture(graph_network, largest, chunks[0], sizes=SIZES[:2])
    assert captured[1].reserved == largest.reserved > 3 * 10 * 600 * 4


@model
def test_captures_end_when_time_is_used_up(graph_network: CudaGraphNetwork, chunks: list[Chunk]) -> None:
    capture = FakeGraphCapture()
    _capture(graph_network, capture, chunks[0], max_seconds=0)
    assert (graph_network.graph_count, graph_network.planned_graphs) == (0, len(SIZES))
    assert len(graph_network(chunks[:1], CPU)) == 1


@model
@pytest.mark.parametrize("error", [GraphMemoryError(), torch.OutOfMemoryError("CUDA out of memory.")])
def test_without_enough_memory_smaller_sizes_have_graphs(
    graph_network: CudaGraphNetwork, chunks: list[Chunk], error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    """Larger sizes of the same stage are not tried any more."""
    capture = FakeGraphCapture()
    capture.failures[1] = error
    sizes: list[Size] = [DecodeSize(24, 10, 3), DecodeSize(24, 9, 3), DecodeSize(32, 10, 3), *SIZES[1:]]
    _capture(graph_network, capture, chunks[0], sizes=sizes)
    assert capture.captures == 4
    assert (graph_network.graph_count, graph_network.planned_graphs) == (3, 6)
    assert "does not suffice" in caplog.text
    assert graph_network._decode_stage.sizes == SIZES[2:3]


@model
@pytest.mark.parametrize("failing", [1, 3])
def test_a_failed_capture_leaves_the_graphs_before_it(
    graph_network: CudaGraphNetwork, chunks: list[Chunk], failing: int
) -> None:
    capture = FakeGraphCapture()
    capture.failures[failing] = RuntimeError("operation not permitted when stream is capturing")
    before = _failed_captures()
    _capture(graph_network, capture, chunks[0])
    assert graph_network.graph_count == failing - 1
    assert capture.captures == failing
    assert _failed_captures() == before + 1
    assert len(graph_network(chunks[:1], CPU)) == 1


def _off_by_one(output: torch.Tensor) -> None:
    """One duration is longer by a frame."""
    if not output.is_floating_point():
        output[-1, -1] += 1


_DISTORTIONS: dict[str, Callable[[torch.Tensor], object]] = {
    "wrong": lambda output: output.mul_(2),
    "nan": lambda output: output.mul_(torch.nan) if output.is_floating_point() else output.fill_(-1),
    "one row": lambda output: output[len(output) * 3 // 4 :].mul_(2),
}


@model
@pytest.mark.parametrize(
    ("bad", "distortion"),
    [(1, "wrong"), (2, "wrong"), (3, "wrong"), (4, "wrong"), (1, "nan"), (2, "one row")],
)
def test_a_wrong_graph_is_dropped_alone(
    graph_network: CudaGraphNetwork, chunks: list[Chunk], bad: int, distortion: str
) -> None:
    capture, before = FakeGraphCapture(), _failed_captures()
    capture.distort = lambda number, output: _DISTORTIONS[distortion](output) if number == bad else None
    _capture(graph_network, capture, chunks[0])
    assert graph_network.graph_count == len(SIZES) - 1
    assert _failed_captures() == before + 1


@model
def test_durations_must_be_equal(graph_network: CudaGraphNetwork, chunks: list[Chunk]) -> None:
    capture = FakeGraphCapture()
    capture.distort = lambda number, output: _off_by_one(output)
    _capture(graph_network, capture, chunks[0])
    assert graph_network.graph_count == 2  # of the second stage


@model
def test_a_graph_that_others_disturb_is_detected_at_the_end(
    graph_network: CudaGraphNetwork, chunks: list[Chunk]
) -> None:
    capture = FakeGraphCapture()
    complete = False

    def distort(number: int, output: torch.Tensor) -> None:
        nonlocal complete
        complete = complete or number == len(SIZES)
        if complete and number == 1:
            output.zero_()

    capture.distort = distort
    with pytest.raises(GraphMismatchError):
        _capture(graph_network, capture, chunks[0])


@model
def test_graphs_are_checked_with_full_rows(
    graph_network: CudaGraphNetwork, chunks: list[Chunk], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many rows as the graph has, of the length that it is for."""
    tokens: list[list[int]] = []
    frames: list[list[int]] = []

    def encode(network: Network, padded: PaddedTokens, *args: torch.Tensor) -> EncodedTokens:
        tokens.append(padded.lengths.tolist())
        return _quick_encode(network, padded, *args)

    def decode(network: Network, encoded: EncodedTokens, *args: Any) -> torch.Tensor:
        frames.append(args[2].lengths.tolist())
        assert encoded.durations.sum(1).tolist() == frames[-1]
        return _quick_decode(network, encoded, *args)

    monkeypatch.setattr(Network, "encode", encode)
    monkeypatch.setattr(Network, "decode_packed", decode)
    sizes: list[Size] = [DecodeSize(24, 10, 3), EncodeSize(3, 8), DecodeSize(8, 8, 1)]
    _capture(graph_network, FakeGraphCapture(), chunks[0], sizes=sizes)
    example, *tokens = tokens
    assert example == [10]
    assert tokens == [[8] * 3] * 3  # before the capture, after it and at the end
    assert frames == [*[[8, 6, 6]] * 2, *[[8]] * 3, [8, 6, 6]]


@contextmanager
def _engine_with(
    capture: FakeGraphCapture, monkeypatch: pytest.MonkeyPatch, *, fused_kernels: bool = False
) -> Iterator[KokoroV1]:
    monkeypatch.setattr(cuda_graphs, "graph_sizes", lambda capacity: ENGINE_SIZES)
    monkeypatch.delenv(CUDNN_PLANS, raising=False)
    monkeypatch.setattr(kokoro_v1, "has_cuda_graphs", lambda device: True)
    monkeypatch.setattr(kokoro_v1, "CudaGraphCapture", lambda device, megabytes: capture)
    engine = KokoroV1(
        Settings().model_dir,
        "cpu",
        precision="fp32",
        cpu_backend="torch",
        max_batch_size=3,
        fused_kernels=fused_kernels,
        cuda_graphs_max_s=1000,
        tune_malloc=False,
    )
    engine.load()
    yield engine
    engine.unload()
    gc.collect()  # graphs and their network refer to each other


@model
@pytest.mark.usefixtures("_quick_stages")
def test_an_engine_without_memory_for_graphs_and_a_gpu_for_kernels_works_without_and_reports_it(
    thin_batch_engines: None, chunks: list[Chunk], monkeypatch: pytest.MonkeyPatch
) -> None:
    def failed_kernels() -> float:
        labels = {"reason": "fused_kernels"}
        return REGISTRY.get_sample_value("speech_engine_fallbacks_total", labels) or 0

    before = failed_kernels()
    capture = FakeGraphCapture()
    capture.failures = {1: GraphMemoryError(), 2: GraphMemoryError()}
    with _engine_with(capture, monkeypatch, fused_kernels=True) as engine:
        assert engine.backend == "torch"
        assert engine.cuda_graphs == (0, 2)
        assert failed_kernels() == before + 1
        assert os.environ[CUDNN_PLANS] == "1000"
        assert isinstance(engine.synthesize(chunks[:1])[0], ChunkAudio)


@model
@pytest.mark.usefixtures("_quick_stages")
@pytest.mark.parametrize("works", [True, False])
def test_the_engine_captures_graphs_where_it_can_and_reports_it(
    thin_batch_engines: None, chunks: list[Chunk], monkeypatch: pytest.MonkeyPatch, works: bool
) -> None:
    capture = FakeGraphCapture()
    if not works:
        capture.distort = lambda _, output: output.zero_()
    before = _failed_captures()
    with _engine_with(capture, monkeypatch) as engine:
        assert engine.backend == ("graphs" if works else "torch")
        assert engine.cuda_graphs == ((2, 2) if works else (0, 2))
        assert _failed_captures() == before + (0 if works else 2)
        capture.replays = 0
        [audio] = engine.synthesize(chunks[:1])
        assert isinstance(audio, ChunkAudio)
        assert capture.replays == (2 if works else 0)


def _failed_captures() -> float:
    return REGISTRY.get_sample_value("speech_engine_fallbacks_total", {"reason": "cuda_graphs"}) or 0
