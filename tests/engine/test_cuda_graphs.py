"""CUDA graphs: sizes, padding, leftovers of earlier batches, the check after each capture, and limits.

Tests have no GPU. In place of a CUDA graph, FakeGraphCapture keeps the computation and repeats it on the tensors with
which it was captured. Everything that a graph would see is real: the sizes, absent rows, and what an earlier batch left
in the inputs.
"""

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import numpy as np
import pytest
import torch
from prometheus_client import REGISTRY

from kokoro_speech_server.chunk import Chunk, ChunkAudio
from kokoro_speech_server.config import Settings
from kokoro_speech_server.engine import kokoro_v1
from kokoro_speech_server.engine.kokoro_v1 import KokoroV1
from kokoro_speech_server.engine.network import cuda_graphs
from kokoro_speech_server.engine.network.cuda_graphs import CudaGraphNetwork, GraphMismatchError
from kokoro_speech_server.engine.network.graph_capture import Computation, Replay, Tensors
from kokoro_speech_server.engine.network.harmonic_source import HarmonicSource
from kokoro_speech_server.engine.network.network import Network
from tests.engine.chunks import CPU, VOCABULARY, decibels, make_chunk, make_model, observed_results

model = pytest.mark.model


class FakeGraphCapture:
    """Keeps computations.

    captures:     number of captures
    replays:      number of replays of all of them
    max_captures: captures after which the memory counts as used up
    distort:      changes the outputs of a replay, given the number of the capture, from 1
    """

    def __init__(self) -> None:
        self.captures = 0
        self.replays = 0
        self.max_captures = 1_000
        self.distort: Callable[[int, torch.Tensor], torch.Tensor] = lambda number, output: output

    @property
    def full(self) -> bool:
        return self.captures >= self.max_captures

    def __call__(self, computation: Computation, inputs: Tensors) -> Replay:
        self.captures += 1
        number = self.captures

        def replay(*values: torch.Tensor) -> Sequence[torch.Tensor]:
            self.replays += 1
            for target, value in zip(inputs, values, strict=True):
                assert target.shape == value.shape
                assert target.dtype == value.dtype
                target.copy_(value)
            return [self.distort(number, output) for output in computation(*inputs)]

        return replay


SIZES = [
    cuda_graphs._EncodeSize(1, 4),
    cuda_graphs._EncodeSize(3, 8),
    cuda_graphs._DecodeSize(8, 8, 1),
    cuda_graphs._DecodeSize(24, 10, 3),
]

ENGINE_SIZES = [cuda_graphs._EncodeSize(3, 16), cuda_graphs._DecodeSize(64, 64, 3)]
"""They hold the chunk with which the engine checks its graphs."""


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


@pytest.fixture
def graph_network(batch_weights: dict[str, torch.Tensor]) -> CudaGraphNetwork:
    """A network without graphs yet."""
    return _graph_network(batch_weights)


@pytest.fixture(scope="module")
def captured(
    batch_weights: dict[str, torch.Tensor], chunks: list[Chunk]
) -> tuple[CudaGraphNetwork, FakeGraphCapture]:
    """A network with graphs of all sizes, and what captured them."""
    network, capture = _graph_network(batch_weights), FakeGraphCapture()
    _capture(network, capture, chunks[0])
    assert network.graph_count == len(SIZES)
    return network, capture


def _capture(
    network: CudaGraphNetwork, capture: FakeGraphCapture, example: Chunk, *, max_seconds: float = 1000
) -> None:
    """Capture graphs of a few sizes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cuda_graphs, "_sizes", lambda capacity: iter(SIZES))
        network.capture_graphs(capture, example, CPU, capacity=3, max_seconds=max_seconds)


@model
def test_a_replay_equals_a_pass_without_graphs(
    batch_network: Network, captured: tuple[CudaGraphNetwork, FakeGraphCapture], chunks: list[Chunk]
) -> None:
    """Batches of one, three and two chunks in turn, so that each finds what the last one left in the inputs."""
    graph_network, capture = captured
    for batch in ([chunks[0]], chunks, chunks[1:], [chunks[2]]):
        capture.replays = 0
        with observed_results(HarmonicSource) as spectra:
            ours, theirs = graph_network(batch, CPU), batch_network(batch, CPU)
        assert capture.replays == 2  # both stages
        replayed, expected = spectra
        for i, (audio, reference) in enumerate(zip(ours, theirs, strict=True)):
            bins = 60 * 2 * int(reference.durations.sum()) + 1
            assert torch.equal(replayed[i, :, :bins], expected[i, :, :bins])
            assert np.array_equal(audio.durations, reference.durations)
            assert decibels(audio.samples, reference.samples) >= 90


@model
def test_a_batch_that_fits_no_graph_runs_without(
    batch_network: Network, captured: tuple[CudaGraphNetwork, FakeGraphCapture], chunks: list[Chunk]
) -> None:
    graph_network, capture = captured
    too_long, too_many = [make_chunk(10, "af_heart", speed=6.0, seed=3)], 4 * chunks[2:]
    for batch in (too_long, too_many):
        capture.replays = 0
        for audio, reference in zip(graph_network(batch, CPU), batch_network(batch, CPU), strict=True):
            assert np.array_equal(audio.samples, reference.samples)
        assert capture.replays == 0


@model
@pytest.mark.parametrize(("max_captures", "max_seconds", "captured"), [(2, 1000, 2), (1000, 0, 0)])
def test_captures_end_when_memory_or_time_is_used_up(
    graph_network: CudaGraphNetwork, chunks: list[Chunk], max_captures: int, max_seconds: float, captured: int
) -> None:
    capture = FakeGraphCapture()
    capture.max_captures = max_captures
    _capture(graph_network, capture, chunks[0], max_seconds=max_seconds)
    assert graph_network.graph_count == captured
    assert len(graph_network(chunks, CPU)) == len(chunks)


@model
@pytest.mark.parametrize("distort", [lambda x: x * 2, lambda x: x * torch.nan], ids=["wrong", "nan"])
def test_a_graph_with_wrong_results_is_detected(
    graph_network: CudaGraphNetwork, chunks: list[Chunk], distort: Callable[[torch.Tensor], torch.Tensor]
) -> None:
    capture = FakeGraphCapture()
    capture.distort = lambda _, output: distort(output)
    with pytest.raises(GraphMismatchError):
        _capture(graph_network, capture, chunks[0])


@model
@pytest.mark.parametrize("bad", range(1, len(SIZES) + 1))
def test_each_graph_is_checked_not_only_the_smallest_that_fits(
    graph_network: CudaGraphNetwork, chunks: list[Chunk], bad: int
) -> None:
    capture = FakeGraphCapture()
    capture.distort = lambda number, output: output * (2 if number == bad else 1)
    with pytest.raises(GraphMismatchError):
        _capture(graph_network, capture, chunks[0])
    assert capture.captures == bad


def test_every_batch_has_a_graph_that_is_not_much_larger() -> None:
    sizes = list(cuda_graphs._sizes(16))
    encode = [size for size in sizes if isinstance(size, cuda_graphs._EncodeSize)]
    decode = [size for size in sizes if isinstance(size, cuda_graphs._DecodeSize)]
    for tokens in range(1, 513):
        assert min(s.tokens for s in encode if s.rows == 1 and s.tokens >= tokens) <= max(32, 1.25 * tokens)
    for frames in range(1, 1025):
        assert min(s.total for s in decode if s.rows == 1 and s.longest >= frames) <= max(64, 1.25 * frames)
    for longest in cuda_graphs._LONGEST_ROW_FRAMES:
        for total in range(longest, min(16 * longest, 16 * 320) + 1):
            size = min(s for s in decode if s.rows == 16 and s.longest >= longest and s.total >= total)
            assert size.total <= 1.25 * total
    assert len(sizes) < 100


@contextmanager
def _engine_with(capture: FakeGraphCapture, monkeypatch: pytest.MonkeyPatch) -> Iterator[KokoroV1]:
    monkeypatch.setattr(cuda_graphs, "_sizes", lambda capacity: iter(ENGINE_SIZES))
    monkeypatch.setattr(kokoro_v1, "graph_capture_for", lambda device, megabytes: capture)
    engine = KokoroV1(
        Settings().model_dir,
        "cpu",
        precision="fp32",
        cpu_backend="torch",
        max_batch_size=3,
        cuda_graphs_max_s=1000,
        tune_malloc=False,
    )
    engine.load()
    yield engine
    engine.unload()
    gc.collect()  # graphs and their network refer to each other


@model
def test_an_engine_without_memory_for_graphs_reports_that_it_has_none(
    shared_batch_weights: None, chunks: list[Chunk], monkeypatch: pytest.MonkeyPatch
) -> None:
    capture = FakeGraphCapture()
    capture.max_captures = 0
    with _engine_with(capture, monkeypatch) as engine:
        assert engine.backend == "torch"
        assert isinstance(engine.synthesize(chunks[:1])[0], ChunkAudio)


@model
@pytest.mark.parametrize("works", [True, False])
def test_the_engine_captures_graphs_where_it_can_and_reports_it(
    shared_batch_weights: None, chunks: list[Chunk], monkeypatch: pytest.MonkeyPatch, works: bool
) -> None:
    capture = FakeGraphCapture()
    if not works:
        capture.distort = lambda _, output: torch.zeros_like(output)
    before = _failed_captures()
    with _engine_with(capture, monkeypatch) as engine:
        assert engine.backend == ("graphs" if works else "torch")
        assert _failed_captures() == before + (not works)
        capture.replays = 0
        first, second = engine.synthesize(chunks[1:3])
        assert isinstance(first, ChunkAudio)
        assert isinstance(second, ChunkAudio)
        assert capture.replays == (2 if works else 0)


def _failed_captures() -> float:
    return REGISTRY.get_sample_value("speech_engine_fallbacks_total", {"reason": "cuda_graphs"}) or 0
