"""The inverse transform of packed rows against torch.istft of each row."""

import gc
import weakref

import pytest
import torch

from kokoro_speech_server.chunk import FRAME
from kokoro_speech_server.engine.network.packing import BINS_PER_FRAME, PackedFrames, row_starts
from kokoro_speech_server.engine.network.vocoder import InverseTransform
from tests.engine.chunks import CPU, decibels


@pytest.mark.parametrize("masked", [True, False])
def test_the_inverse_transform_is_torchs_for_each_row(masked: bool) -> None:
    """The input is loud noise, gaps included. Speech ends softly, which would hide errors at a row's end."""
    window = torch.hann_window(20)
    frames = PackedFrames.of([3, 5], device=CPU, masked=True, sum_dtype=torch.float32)
    positions = frames.positions(BINS_PER_FRAME, extra=1)
    logs = torch.randn(1, 22, positions.size, generator=torch.Generator().manual_seed(1))
    positions.single_row = not masked
    samples = InverseTransform(window, hop=5)(logs[0].T, positions)
    magnitudes, angles = logs[0, :11].exp(), logs[0, 11:].sin()
    for start, count in zip(row_starts([3, 5]), [3, 5], strict=True):
        bins = slice(start * 120, (start + count) * 120 + 1)
        expected = torch.istft(torch.polar(magnitudes[:, bins], angles[:, bins]), 20, 5, window=window)
        assert (decibels(samples[start * FRAME :][: count * FRAME], expected) > 100) is masked


def test_a_time_axis_needs_no_garbage_collection() -> None:
    """A GPU's memory would wait for it."""
    frames = PackedFrames.of([3, 5], device=CPU, masked=True, sum_dtype=torch.float32)
    positions = frames.positions(BINS_PER_FRAME, extra=1)
    positions.mean_and_variance(torch.ones(positions.size, 4))
    row = weakref.ref(positions.row)
    gc.disable()
    try:
        del frames, positions
        assert row() is None
    finally:
        gc.enable()
