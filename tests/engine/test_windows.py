"""Chunks that are heard window by window: durations of the whole chunk, and sound without seams."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import torch

from kokoro_speech_server.chunk import FRAME, Chunk, ChunkAudio, Samples
from kokoro_speech_server.engine.network import windows
from kokoro_speech_server.engine.network.moments import Deviations, MomentTable, moment_table
from kokoro_speech_server.engine.network.network import Network
from kokoro_speech_server.engine.network.packing import STAGE_POSITIONS_PER_FRAME
from kokoro_speech_server.engine.network.summary import summary
from kokoro_speech_server.engine.network.tile_operations import TileOperations
from kokoro_speech_server.engine.network.windowed import WindowedNetwork
from kokoro_speech_server.engine.network.windows import PreparedChunk, Window
from kokoro_speech_server.voices import VOICES
from tests.engine.chunks import CPU, VOCABULARY, decibels, make_chunk, make_model

pytestmark = pytest.mark.model

HEART = (("af_heart", 1.0),)

SHORT = 18
"""Frames of most windows: they end behind the silence at the beginning."""

COMPUTED = 17
"""Frames that are computed for the early window of a chunk that has one."""


@pytest.fixture(scope="module")
def network(batch_weights: dict[str, torch.Tensor]) -> Iterator[WindowedNetwork]:
    """Shorter chunks than usual have windows, so that the tests' may be short."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(windows, "_WHOLE", 16)
        patch.setattr(windows, "_SHORTEST", 4)
        yield WindowedNetwork(
            make_model(batch_weights),
            VOCABULARY,
            packed=True,
            prosody_dtype=torch.float64,
            tiles=TileOperations(),
            moments=moment_table,
        ).eval()


@pytest.fixture(scope="module")
def chunk(model_files: None) -> Chunk:
    return replace(make_chunk(9, "af_heart", speed=1.25, seed=5), mix=HEART)


@pytest.fixture(scope="module")
def in_one(network: WindowedNetwork, chunk: Chunk) -> Samples:
    """The sound of the chunk by the expected moments, made at once."""
    [prepared] = network.prepare([replace(chunk, window=SHORT)], CPU)
    [samples] = network.sound([Window(prepared, 0, prepared.frames)], CPU)
    return samples.numpy()


@pytest.fixture(scope="module")
def whole(network: WindowedNetwork, chunk: Chunk) -> ChunkAudio:
    """The chunk without windows."""
    audios: list[ChunkAudio] = network([chunk], CPU)
    return audios[0]


@pytest.fixture(scope="module")
def beginning(network: WindowedNetwork, chunk: Chunk) -> ChunkAudio:
    """Its first window."""
    audios: list[ChunkAudio] = network([replace(chunk, window=SHORT)], CPU)
    return audios[0]


def parts(network: WindowedNetwork, chunk: Chunk, windows: list[int]) -> list[Samples]:
    """What the network gives, asked for these windows, the last one again and again."""
    result: list[Samples] = []
    start, total = 0, 1
    while start < total:
        window = windows[min(len(result), len(windows) - 1)]
        [audio] = network([replace(chunk, start=start, window=window)], CPU)
        result.append(audio.samples)
        start += len(audio.samples) // FRAME
        total = int(audio.durations.sum())
    return result


@pytest.mark.parametrize("windows", [[17, 20], pytest.param([SHORT], marks=pytest.mark.proof)])
def test_windows_join_as_one(
    network: WindowedNetwork, chunk: Chunk, in_one: Samples, windows: list[int]
) -> None:
    pieces = parts(network, chunk, windows)
    assert len(pieces) > 1
    assert len(pieces[0]) == windows[0] * FRAME
    joined = np.concatenate(pieces)
    assert len(joined) == len(in_one)
    assert decibels(joined, in_one) >= 60


@pytest.mark.parametrize("early", [False, True])
def test_the_silence_before_speech_is_not_computed_and_speech_is_the_same(
    network: WindowedNetwork, chunk: Chunk, early: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    computed: list[int] = []
    second_stage = network.second_stage

    def counted(x: torch.Tensor, *others: Any) -> torch.Tensor:
        computed.append(len(x) // STAGE_POSITIONS_PER_FRAME)
        return second_stage(x, *others)

    monkeypatch.setattr(network, "second_stage", counted)
    [prepared] = network.prepare([replace(chunk, window=SHORT)], CPU)
    assert prepared.lead > 0
    all_computed = replace(prepared, lead=0)
    [samples], [expected] = (
        network.sound([Window(one, 0, SHORT, early)], CPU) for one in (prepared, all_computed)
    )
    assert computed == [computed[1] - prepared.lead, computed[1]]
    assert not samples[: prepared.lead * FRAME].any()
    speech = slice((prepared.lead + 4) * FRAME, None)
    assert decibels(samples[speech].numpy(), expected[speech].numpy()) >= 60


@pytest.mark.parametrize(("spoken_from", "lead"), [(0, 0), (3, 0), (10, 6), (13, 9), (90, 24), (100, 0)])
def test_silence_ends_four_frames_before_speech_and_never_fills_a_window(spoken_from: int, lead: int) -> None:
    energy = torch.full((200,), -9.0)
    energy[2 * spoken_from :] = 5.0
    assert windows.leading_silence(energy) == lead


def test_durations_are_those_of_the_whole_chunk(beginning: ChunkAudio, whole: ChunkAudio) -> None:
    assert np.array_equal(beginning.durations, whole.durations)


@pytest.mark.parametrize("kept", [False, True])
def test_a_chunk_that_is_one_window_sounds_as_a_whole(
    network: WindowedNetwork, chunk: Chunk, whole: ChunkAudio, kept: bool
) -> None:
    """Also when it is kept for somebody who hears it in several."""
    network.forget()
    if kept:
        network([replace(chunk, window=SHORT)], CPU)
    [audio] = network([replace(chunk, window=100_000)], CPU)
    assert np.array_equal(audio.durations, whole.durations)
    assert decibels(audio.samples, whole.samples) >= 60


def test_a_window_of_a_chunk_that_was_forgotten_is_the_same(network: WindowedNetwork, chunk: Chunk) -> None:
    """As in another process, or after many others."""
    middle = replace(chunk, start=SHORT, window=SHORT)
    [first], [again] = network([middle], CPU), network([middle], CPU)
    network.forget()
    [prepared_again] = network([middle], CPU)
    assert np.array_equal(first.samples, again.samples)
    assert np.array_equal(first.samples, prepared_again.samples)


def test_a_chunk_in_use_is_kept_when_another_request_ends(
    network: WindowedNetwork, chunk: Chunk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The end of a request releases memory, and with sixteen callers each chunk was prepared several times."""
    prepared: list[int] = []
    prepare = network.prepare

    def counted(chunks: Sequence[Chunk], device: torch.device) -> list[PreparedChunk]:
        prepared.append(len(chunks))
        return prepare(chunks, device)

    monkeypatch.setattr(network, "prepare", counted)
    network.forget()
    network([replace(chunk, window=SHORT)], CPU)
    network.forget(unused_s=30)
    network([replace(chunk, start=SHORT, window=SHORT)], CPU)
    assert prepared == [1]
    network.forget(unused_s=0)
    network([replace(chunk, start=SHORT + 5, window=SHORT)], CPU)
    assert prepared == [1, 1]


def test_windows_of_several_chunks_share_a_pass_with_whole_ones(
    network: WindowedNetwork, chunk: Chunk, beginning: ChunkAudio
) -> None:
    other = replace(chunk, seed=6, start=SHORT, window=SHORT)
    whole = make_chunk(1, "am_onyx", speed=4.0, seed=7)
    in_one = replace(other, start=0, window=100_000)
    together = network([replace(chunk, window=SHORT), whole, in_one, other], CPU)
    each_alone = [beginning, *network([whole], CPU), *network([in_one], CPU), *network([other], CPU)]
    for audio, alone in zip(together, each_alone, strict=True):
        assert np.array_equal(audio.durations, alone.durations)
        assert decibels(audio.samples, alone.samples) >= 60


@pytest.mark.parametrize("mix", [(), (("my_own", 1.0),), (("af_heart", 2.0), ("my_own", -1.0))])
def test_a_voice_without_moments_is_heard_as_a_whole(
    network: WindowedNetwork, chunk: Chunk, whole: ChunkAudio, mix: tuple[tuple[str, float], ...]
) -> None:
    [audio] = network([replace(chunk, mix=mix, window=SHORT)], CPU)
    assert np.array_equal(audio.samples, whole.samples)


def test_a_speed_without_moments_is_heard_as_a_whole(network: WindowedNetwork, chunk: Chunk) -> None:
    fast = replace(chunk, speed=4.0, window=SHORT)
    [audio] = network([fast], CPU)
    assert len(audio.samples) == audio.durations.sum() * FRAME


def test_a_short_chunk_is_one_window(
    network: WindowedNetwork, chunk: Chunk, whole: ChunkAudio, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(windows, "_WHOLE", int(whole.durations.sum()) + 1)
    [audio] = network([replace(chunk, window=SHORT)], CPU)
    assert len(audio.samples) == len(whole.samples)
    assert decibels(audio.samples, whole.samples) >= 60


@pytest.fixture
def early(network: WindowedNetwork, chunk: Chunk, monkeypatch: pytest.MonkeyPatch) -> int:
    """The frames of the early window, which the chunk has now."""
    monkeypatch.setattr(windows, "_SHORT", SHORT)
    monkeypatch.setattr(windows, "_EARLY", {torch.float32: {16: COMPUTED}})
    network.forget()
    [prepared] = network.prepare([replace(chunk, window=SHORT)], CPU)
    return prepared.early_frames


def test_an_early_window_fades_into_the_next(
    network: WindowedNetwork, chunk: Chunk, in_one: Samples, early: int
) -> None:
    first, *others = parts(network, chunk, [SHORT, 20])
    assert len(first) == early * FRAME
    rest = np.concatenate(others)
    assert decibels(rest[FRAME:], in_one[(early + 1) * FRAME :]) >= 60
    # Another rendering of the same source, and so near that no sample stands out where it ends.
    assert 3 <= decibels(first, in_one[: early * FRAME]) < 60
    joined = np.concatenate([first, rest])
    around = slice((early - 1) * FRAME, (early + 2) * FRAME)
    assert np.abs(np.diff(joined[around])).max() <= 1.5 * np.abs(np.diff(in_one[around])).max()
    assert decibels(rest[:FRAME], in_one[early * FRAME : (early + 1) * FRAME]) > decibels(
        first[-FRAME:], in_one[(early - 1) * FRAME : early * FRAME]
    )


def test_an_early_window_does_not_wait_for_the_first_stage_of_its_chunk(
    network: WindowedNetwork, chunk: Chunk, early: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    computed: list[int] = []
    first_stage = network.first_stage

    def counted(x: torch.Tensor, *others: Any) -> torch.Tensor:
        computed.append(len(x) // 2)
        return first_stage(x, *others)

    monkeypatch.setattr(network, "first_stage", counted)
    [audio] = network([replace(chunk, window=SHORT)], CPU)
    assert computed == [COMPUTED]
    network([replace(chunk, start=early, window=SHORT)], CPU)
    assert computed == [COMPUTED, audio.durations.sum()]


def test_what_follows_an_early_window_is_the_same_in_another_process(
    network: WindowedNetwork, chunk: Chunk, early: int
) -> None:
    network([replace(chunk, window=SHORT)], CPU)
    second = replace(chunk, start=early, window=SHORT)
    [after_it] = network([second], CPU)
    network.forget()
    [alone] = network([second], CPU)
    assert np.array_equal(after_it.samples, alone.samples)


@pytest.mark.proof
def test_early_windows_share_a_pass_with_others(network: WindowedNetwork, chunk: Chunk, early: int) -> None:
    second = replace(chunk, seed=6, start=early, window=SHORT)
    whole = replace(chunk, seed=7, window=100_000)
    together = network([replace(chunk, window=SHORT), whole, second, replace(second, start=SHORT)], CPU)
    network.forget()
    each_alone = [
        network([one], CPU)[0]
        for one in (replace(chunk, window=SHORT), whole, second, replace(second, start=SHORT))
    ]
    for audio, alone in zip(together, each_alone, strict=True):
        assert decibels(audio.samples, alone.samples) >= 60


def test_a_long_first_window_is_not_early(network: WindowedNetwork, chunk: Chunk, early: int) -> None:
    [audio] = network([replace(chunk, window=SHORT + 1)], CPU)
    assert len(audio.samples) == (SHORT + 1) * FRAME


def test_another_network_goes_on_where_windows_ended(
    batch_network: Network, network: WindowedNetwork, chunk: Chunk
) -> None:
    [whole], [rest] = (
        batch_network([chunk], CPU),
        batch_network([replace(chunk, start=SHORT, window=SHORT)], CPU),
    )
    assert np.array_equal(rest.samples, whole.samples[SHORT * FRAME :])
    assert np.array_equal(rest.durations, whole.durations)


def small_table(scores: float = 0.0) -> MomentTable:
    """Of three channels and summaries of one figure. scores: of a summary's distance to its line"""
    shape = (2, 2, 3)
    return MomentTable(
        {"low": np.zeros(shape, np.float16), "high": np.ones(shape, np.float16)},
        {"low": np.zeros((2, 1), np.float32), "high": np.ones((2, 1), np.float32)},
        [Deviations(np.full((1, 1), scores, np.float32), np.full((1, 2, 3), 0.5, np.float32))],
    )


LONG = 1_000_000
"""Frames of a chunk in which the lines' slopes do not matter."""


@pytest.mark.parametrize(
    ("mix", "speed", "expected"),
    [
        ((("low", 1.0),), 1.0, True),
        ((("low", 0.75), ("high", 0.25)), 1.0, False),
        ((("low", 1.0),), 0.9, True),
        ((("low", 1.0),), 0.89, False),
        ((("low", 1.0),), 1.26, False),
        ((("low", 2.0), ("high", -1.0)), 1.0, False),
        ((("low", 1.0), ("none", 1.0)), 1.0, False),
        ((), 1.0, False),
    ],
)
def test_moments_hold_for_known_voices_near_their_speed(
    mix: tuple[tuple[str, float], ...], speed: float, expected: bool
) -> None:
    assert small_table().has(mix, speed) is expected


@pytest.mark.parametrize(("distance", "score"), [(0.0, 0.0), (1.0, 2.0), (-1.0, -2.0), (50.0, 3.0)])
def test_what_is_said_moves_the_moments(distance: float, score: float) -> None:
    high = small_table(scores=2.0).of((("high", 1.0),))
    mean, variance = high.at(LONG, high.summary.at(LONG) + np.float32(distance))
    assert mean == pytest.approx(1 + score / 2 * np.exp(0.5), rel=1e-3)
    assert variance == pytest.approx(np.exp(1 + score / 2), rel=1e-3)


def test_a_summary_is_that_of_its_row_alone(network: WindowedNetwork, chunk: Chunk) -> None:
    other = make_chunk(12, "af_heart", speed=4.0, seed=9)
    chunk, other = replace(chunk, window=SHORT), replace(other, mix=HEART, window=SHORT)
    [alone] = network.prepare([chunk], CPU)
    together = network.prepare([other, chunk, other], CPU)[1]
    assert together.generator_styles.scales == pytest.approx(alone.generator_styles.scales, rel=1e-3)
    assert together.generator_styles.shifts == pytest.approx(
        alone.generator_styles.shifts, rel=1e-3, abs=1e-4
    )


def test_a_chunk_without_a_voiced_step_has_a_summary() -> None:
    figures = summary(torch.zeros(6, 512), torch.zeros(6), torch.full((6,), -9.0))
    assert figures.shape == (2 * 512 + 7,)
    assert np.isfinite(figures).all()


def test_every_voice_has_moments() -> None:
    table = moment_table()
    assert all(table.has(((name, 1.0),), 1.0) for name in VOICES)
