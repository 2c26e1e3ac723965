"""Kernels that no GPU has run yet are tried before an engine uses them, and remembered if they end its process."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import cast

import numpy as np
import pytest

from kokoro_speech_server.chunk import Chunk, ChunkAudio
from kokoro_speech_server.engine.network.fused_check import KernelMismatchError, check_kernels
from kokoro_speech_server.engine.network.network import Network
from kokoro_speech_server.engine.trial import TrialFailedError, trial
from tests.engine.chunks import CPU

_EXAMPLE = Chunk((), np.zeros(256, np.float32), 1.0, 0.0, 0)


class _FakeNetwork:
    """Audio of noise, as a function of the speed alone."""

    def __init__(self, *, error: float = 0, longer: int = 0) -> None:
        self._error = error
        self._longer = longer
        self.batches: list[int] = []

    def __call__(self, chunks: list[Chunk], device: object) -> list[ChunkAudio]:
        self.batches.append(len(chunks))
        return [self._audio(chunk) for chunk in chunks]

    def _audio(self, chunk: Chunk) -> ChunkAudio:
        noise = np.random.default_rng(int(10 * chunk.speed)).standard_normal(600).astype(np.float32)
        durations = np.array([2 + self._longer])
        return ChunkAudio(samples=noise * np.float32(1 + self._error), durations=durations)


def _check(fused: _FakeNetwork) -> None:
    check_kernels(cast(Network, fused), cast(Network, _FakeNetwork()), _EXAMPLE, CPU)


def test_kernels_that_compute_the_same_may_be_used() -> None:
    fused = _FakeNetwork(error=0.01)
    _check(fused)
    assert fused.batches == [3, 1]


@pytest.mark.parametrize(
    "fused", [_FakeNetwork(error=0.2), _FakeNetwork(error=np.nan), _FakeNetwork(longer=1)]
)
def test_kernels_that_compute_something_else_are_found_out(fused: _FakeNetwork) -> None:
    with pytest.raises(KernelMismatchError):
        _check(fused)


# The trial

_IN_A_TRIAL = """
import sys
from pathlib import Path
from kokoro_speech_server.engine.trial import trial
with trial(Path(sys.argv[1]), "kernels", fatal=OSError):
    print("in it", flush=True)
    sys.stdin.read()
"""


def _process_in_trial(folder: Path) -> subprocess.Popen[bytes]:
    process = subprocess.Popen(
        [sys.executable, "-c", _IN_A_TRIAL, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"in it\n"
    return process


def _try(folder: Path, error: Exception | None = None) -> None:
    with trial(folder, "kernels", fatal=OSError):
        if error is not None:
            raise error


def test_a_trial_that_ended_a_process_is_not_repeated(tmp_path: Path) -> None:
    with _process_in_trial(tmp_path) as process:
        _try(tmp_path)  # the other process is still in it, so nothing is known
        process.send_signal(signal.SIGKILL)
    for _ in range(2):
        with pytest.raises(TrialFailedError):
            _try(tmp_path)
    with trial(tmp_path, "others", fatal=OSError):
        pass


def test_a_trial_that_ends_well_leaves_nothing(tmp_path: Path) -> None:
    with _process_in_trial(tmp_path) as process:
        process.communicate()
    assert process.returncode == 0
    with pytest.raises(ValueError, match="wrong"):
        _try(tmp_path, ValueError("wrong"))
    assert not os.listdir(tmp_path)
    _try(tmp_path)


def test_an_error_after_which_the_process_cannot_go_on_is_remembered(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="broken"):
        _try(tmp_path, OSError("broken"))
    with pytest.raises(TrialFailedError):
        _try(tmp_path)
