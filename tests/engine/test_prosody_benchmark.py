"""What the prosody benchmark compares."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from benchmarks.prosody import differences, durations
from kokoro_speech_server.chunk import Chunk
from kokoro_speech_server.engine.network.network import Network
from tests.engine.chunks import CPU


@pytest.mark.model
def test_durations_before_rounding_become_those_of_the_network(
    batch_network: Network, mixed_chunks: list[Chunk]
) -> None:
    chunks = [replace(chunk, speed=1.0) for chunk in mixed_chunks]
    with torch.inference_mode():
        encoded = batch_network.encode(*batch_network.encoder_inputs(chunks, CPU))
    before = durations(batch_network, chunks)
    assert any((values % 1).any() for values in before)
    for values, frames in zip(before, encoded.durations, strict=True):
        assert np.array_equal(np.maximum(np.round(values), 1), frames[: len(values)].numpy())


def test_differences_are_counted_after_rounding_and_measured_before() -> None:
    ours = [np.array([2.4999, 0.2, 7.0]), np.array([3.0])]
    theirs = [np.array([2.5003, 0.6, 7.0]), np.array([5.0])]
    found = differences(ours, theirs)
    assert (found["chunks"], found["tokens"], found["differing"], found["most_frames"]) == (2, 4, 2, 2)
    assert found["mean_millionths"] == pytest.approx(2.4004e6 / 4)
    assert found["one_in"] == 2
    assert differences(ours, ours)["one_in"] is None
