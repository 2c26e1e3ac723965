"""Recorded passes, and what happens where they or another fast way of the engine fail.

There is no GPU here: in the place of CUDA graphs, work is kept and done again on the tensors that it was recorded
with. What a graph would see, the sizes, the rows that are not there and what an earlier batch left behind, is real.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pytest
import torch
from prometheus_client import REGISTRY
from safetensors.torch import load_file

from kokoro_speech_server.chunk import ChunkAudio
from kokoro_speech_server.config import Settings
from kokoro_speech_server.engine import kokoro_v1
from kokoro_speech_server.engine.kokoro_v1 import KokoroV1
from kokoro_speech_server.engine.network import cuda_graphs as recording
from kokoro_speech_server.engine.network.cuda_graphs import RecordedNetwork, RecordingFailedError
from kokoro_speech_server.engine.network.harmonic_source import Source
from kokoro_speech_server.engine.network.network import Network
from kokoro_speech_server.engine.network.tiled import TiledGenerator
from kokoro_speech_server.weights import assets
from tests.engine.test_network import CPU, ROWS, _chunk, _decibels, _model, _row, _speak, _watched


class Again:
    """Records by keeping the work. replays: how often any was done again; full: whether it takes no more"""

    def __init__(self) -> None:
        self.replays = 0
        self.recorded = 0
        self.most = 1_000
        self.spoil: Callable[[torch.Tensor], torch.Tensor] = lambda x: x

    @property
    def full(self) -> bool:
        return self.recorded >= self.most

    def __call__(self, work: recording.Work, inputs: recording.Tensors) -> recording.Replay:
        self.recorded += 1

        def replay(*given: torch.Tensor) -> Sequence[torch.Tensor]:
            self.replays += 1
            for place, value in zip(inputs, given, strict=True):
                assert place.shape == value.shape
                assert place.dtype == value.dtype
                place.copy_(value)
            return [self.spoil(output) for output in work(*inputs)]

        return replay


SIZES = [
    recording._ReadSize(1, 32),
    recording._ReadSize(4, 64),
    recording._SpeakSize(128, 128, 1),
    recording._SpeakSize(384, 192, 4),
]


@pytest.fixture
def few_sizes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording, "_sizes", lambda capacity: iter(SIZES))


@pytest.fixture(scope="module")
def plain(model_files: None) -> Network:
    return Network(_model(load_file(assets.ensure_model(Settings().model_dir).weights)), batched=True).eval()


@pytest.fixture
def recorded(few_sizes: None) -> RecordedNetwork:
    weights = load_file(assets.ensure_model(Settings().model_dir).weights)
    return RecordedNetwork(_model(weights), batched=True).eval()


def test_what_is_replayed_is_what_the_steps_make(
    plain: Network, recorded: RecordedNetwork, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One row, four and three in turn, so that each finds what the last one left."""
    again = Again()
    recorded.record(again, ROWS[0], CPU, capacity=4, seconds=1000)
    assert recorded.recordings == len(SIZES)
    spectra = _watched(monkeypatch, Source)
    for rows in ([ROWS[0]], ROWS, ROWS[1:], [ROWS[3]]):
        again.replays = 0
        spectra.clear()
        ours, theirs = _speak(recorded, rows), _speak(plain, rows)
        assert again.replays == 2  # both halves
        replayed, stepped = spectra
        assert torch.equal(replayed[: len(rows), :, : stepped.shape[2]], stepped)
        for mine, other in zip(ours, theirs, strict=True):
            assert torch.equal(mine.durations, other.durations)
            assert _decibels(mine.samples, other.samples) >= 90


def test_what_fits_into_no_recording_is_done_step_by_step(plain: Network, recorded: RecordedNetwork) -> None:
    again = Again()
    recorded.record(again, ROWS[0], CPU, capacity=4, seconds=1000)
    for rows in ([_row(80, "af_heart", seed=3)], [*ROWS, ROWS[0]]):
        again.replays = 0
        for mine, other in zip(_speak(recorded, rows), _speak(plain, rows), strict=True):
            assert torch.equal(mine.samples, other.samples)
        assert again.replays == 0


@pytest.mark.parametrize(("most", "seconds", "made"), [(2, 1000, 2), (1000, 0, 0)])
def test_recording_ends_with_its_memory_or_its_time(
    recorded: RecordedNetwork, most: int, seconds: float, made: int
) -> None:
    again = Again()
    again.most = most
    recorded.record(again, ROWS[0], CPU, capacity=4, seconds=seconds)
    assert recorded.recordings == made
    assert len(_speak(recorded, ROWS)) == len(ROWS)


@pytest.mark.parametrize("spoil", [lambda x: x * 2, lambda x: x * torch.nan], ids=["wrong", "nan"])
def test_a_recording_that_gives_something_else_is_found_out(
    recorded: RecordedNetwork, spoil: Callable[[torch.Tensor], torch.Tensor]
) -> None:
    again = Again()
    again.spoil = spoil
    with pytest.raises(RecordingFailedError):
        recorded.record(again, ROWS[0], CPU, capacity=4, seconds=1000)


@pytest.mark.parametrize("bad", range(len(SIZES)))
def test_each_recording_is_tried_not_only_the_first_that_fits(recorded: RecordedNetwork, bad: int) -> None:
    class OneBad(Again):
        def __call__(self, work: recording.Work, inputs: recording.Tensors) -> recording.Replay:
            replay = super().__call__(work, inputs)
            factor = 2 if self.recorded == bad + 1 else 1
            return lambda *given: [output * factor for output in replay(*given)]

    again = OneBad()
    with pytest.raises(RecordingFailedError):
        recorded.record(again, ROWS[0], CPU, capacity=4, seconds=1000)
    assert again.recorded == bad + 1


def test_every_batch_has_a_recording_that_is_not_much_larger() -> None:
    sizes = list(recording._sizes(16))
    reads = [size for size in sizes if isinstance(size, recording._ReadSize)]
    speaks = [size for size in sizes if isinstance(size, recording._SpeakSize)]
    for tokens in range(1, 513):
        assert min(s.tokens for s in reads if s.rows == 1 and s.tokens >= tokens) <= max(32, 1.25 * tokens)
    for frames in range(1, 1025):
        assert min(s.total for s in speaks if s.rows == 1 and s.longest >= frames) <= max(64, 1.25 * frames)
    for longest in recording._LONGEST:
        for total in range(longest, min(16 * longest, 16 * 320) + 1):
            size = min(s for s in speaks if s.rows == 16 and s.longest >= longest and s.total >= total)
            assert size.total <= 1.25 * total
    assert len(sizes) < 100


def _fallbacks(reason: str) -> float:
    return REGISTRY.get_sample_value("speech_engine_fallbacks_total", {"reason": reason}) or 0


@pytest.fixture
def tiled(model_files: None) -> Iterator[KokoroV1]:
    engine = KokoroV1(Settings().model_dir, "cpu", precision="fp32", cpu_backend="tiled", max_batch_size=2)
    engine.load()
    yield engine
    engine.unload()


def _plainly(chunks: Sequence[Any]) -> list[ChunkAudio]:
    engine = KokoroV1(Settings().model_dir, "cpu", precision="fp32", cpu_backend="torch", max_batch_size=2)
    engine.load()
    return [result for result in engine.synthesize(chunks) if isinstance(result, ChunkAudio)]


def test_where_the_fast_way_fails_the_plain_one_speaks_for_good(
    tiled: KokoroV1, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    chunk = _chunk(20, "af_heart", seed=1)
    before = _fallbacks("fault")

    def fail(*_: object) -> None:
        raise RuntimeError("could not create a primitive")

    assert tiled.backend == "tiled"
    with monkeypatch.context() as patch:
        patch.setattr(TiledGenerator, "__call__", fail)
        [spoken] = tiled.synthesize([chunk])
    [expected] = _plainly([chunk])
    assert isinstance(spoken, ChunkAudio)
    assert np.array_equal(spoken.samples, expected.samples)
    assert (tiled.backend, tiled.precision) == ("torch", "fp32")
    assert _fallbacks("fault") == before + 1
    assert "could not create a primitive" in caplog.text
    tiled.synthesize([chunk])
    assert _fallbacks("fault") == before + 1  # it is not tried again


def test_what_both_ways_fail_at_is_not_the_fast_ones_fault(
    tiled: KokoroV1, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("an odd chunk")

    before = _fallbacks("fault")
    with monkeypatch.context() as patch:
        patch.setattr(Source, "forward", fail)
        with pytest.raises(RuntimeError, match="an odd chunk"):
            tiled.synthesize([_chunk(20, "af_heart", seed=1)])
    assert tiled.backend == "tiled"
    assert _fallbacks("fault") == before


def test_a_row_that_overflows_is_spoken_plainly_and_the_others_stay_as_they_are(
    tiled: KokoroV1, monkeypatch: pytest.MonkeyPatch
) -> None:
    chunks = [_chunk(20, "af_heart", seed=1), _chunk(30, "am_onyx", seed=2)]
    before = _fallbacks("nan")
    good = tiled.synthesize(chunks)
    generate = TiledGenerator.__call__
    calls = iter([False, True])

    def overflow(*args: Any) -> torch.Tensor:
        logs = generate(*args)
        return logs * torch.inf if next(calls) else logs

    with monkeypatch.context() as patch:
        patch.setattr(TiledGenerator, "__call__", overflow)
        first, second = tiled.synthesize(chunks)
    assert isinstance(first, ChunkAudio)
    assert isinstance(second, ChunkAudio)
    assert isinstance(good[0], ChunkAudio)
    assert np.array_equal(first.samples, good[0].samples)
    assert np.array_equal(second.samples, _plainly(chunks[1:])[0].samples)
    assert _fallbacks("nan") == before + 1
    assert tiled.backend == "tiled"


def test_an_engine_without_room_for_recordings_says_that_it_has_none(
    few_sizes: None, model_files: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    again = Again()
    again.most = 0
    monkeypatch.setattr(kokoro_v1, "recorder_for", lambda device, megabytes: again)
    engine = KokoroV1(
        Settings().model_dir, "cpu", precision="fp32", cpu_backend="torch", max_batch_size=4, recording_s=1000
    )
    engine.load()
    assert engine.backend == "torch"
    assert isinstance(engine.synthesize([_chunk(10, "af_heart", seed=1)])[0], ChunkAudio)


@pytest.mark.parametrize("works", [True, False])
def test_the_engine_records_where_it_can_and_says_so(
    few_sizes: None, model_files: None, monkeypatch: pytest.MonkeyPatch, works: bool
) -> None:
    again = Again()
    if not works:
        again.spoil = torch.zeros_like
    monkeypatch.setattr(kokoro_v1, "recorder_for", lambda device, megabytes: again)
    before = _fallbacks("recording")
    engine = KokoroV1(
        Settings().model_dir, "cpu", precision="fp32", cpu_backend="torch", max_batch_size=4, recording_s=1000
    )
    engine.load()
    assert engine.backend == ("graphs" if works else "torch")
    assert _fallbacks("recording") == before + (not works)
    again.replays = 0
    chunks = [_chunk(20, "af_heart", seed=1), _chunk(10, "am_onyx", seed=2)]
    first, second = engine.synthesize(chunks)
    assert isinstance(first, ChunkAudio)
    assert isinstance(second, ChunkAudio)
    assert again.replays == (2 if works else 0)
