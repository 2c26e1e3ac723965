"""Means and variances of the generator's signals, by which a part of a chunk sounds as in the whole.

AdaIN (Huang and Belongie, 2017) normalizes a signal by its mean and variance over the whole chunk. For one voice they
depend most on how long the chunk is: both are close to linear in the reciprocal of its frames. What is said moves them
a little from there, and is known before there is sound: summary.py says it in 1,031 figures, which decide the
deviations by a linear map of each stage that all voices share. scripts/voice_moments.py measures lines and maps.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

MOMENTS_FILE = Path(__file__).with_name("moments.npz")

STAGES = "first", "second"
"""Of the generator."""

_FEWEST_FRAMES = 40
"""Shorter chunks have the moments of this length, since lines through the others do not reach so far."""

_SLOWEST, _FASTEST = 0.9, 1.25
"""Speeds at which the moments, measured at speed 1, still hold."""

_MOST_DEVIATION = 3.0
"""Standard deviations of what was measured, beyond which a chunk's deviation does not go."""

Mix = Sequence[tuple[str, float]]
"""Names of voices and their shares, whose sum is 1."""

Figures = npt.NDArray[np.float32]


class Line(NamedTuple):
    """Values that are linear in the reciprocal of a chunk's frames, each [...]."""

    constant: Figures
    slope: Figures

    def at(self, frames: int) -> Figures:
        return self.constant + self.slope / np.float32(max(frames, _FEWEST_FRAMES))


class Deviations(NamedTuple):
    """How summaries move the moments of one stage.

    scores:   [1031, rank]: from a summary's distance to its voice's line to scores whose standard deviation is 1
    loadings: [rank, 2, channels of the stage]: from these to the mean, in standard deviations of the signal, and to
              the logarithm of the variance
    """

    scores: Figures
    loadings: Figures

    def of(self, distance: Figures) -> Figures:
        """[2, channels of the stage]"""
        scores = np.clip(distance @ self.scores, -_MOST_DEVIATION, _MOST_DEVIATION)
        return np.asarray(np.tensordot(scores, self.loadings, 1), np.float32)


class VoiceMoments(NamedTuple):
    """The moments of one voice.

    line:       of the mean and of the variance's logarithm, [2, channels]; the channels are those of all
                AdaIN layers of the generator, in their order
    summary:    the line of summaries, [1031]
    deviations: of all voices, of each stage
    """

    line: Line
    summary: Line
    deviations: Sequence[Deviations]

    def at(self, frames: int, summary: Figures) -> tuple[Figures, Figures]:
        """Mean and variance in a chunk of this length and with this summary, each [channels]."""
        mean, log_variance = self.line.at(frames)
        distance = summary - self.summary.at(frames)
        moved_mean, moved_log_variance = np.concatenate([stage.of(distance) for stage in self.deviations], 1)
        return mean + moved_mean * np.exp(log_variance / 2), np.exp(log_variance + moved_log_variance)


class MomentTable:
    """The moments of the model's voices.

    lines:      float16 [2, 2, channels] by the voice's name: constants and slopes, of the mean and of the variance's
                logarithm
    summaries:  float32 [2, 1031] by the voice's name: constants and slopes
    deviations: of all voices, of each stage
    """

    def __init__(
        self,
        lines: Mapping[str, npt.NDArray[np.float16]],
        summaries: Mapping[str, Figures],
        deviations: Sequence[Deviations],
    ) -> None:
        self._lines, self._summaries, self._deviations = lines, summaries, deviations

    @classmethod
    def read(cls) -> "MomentTable":
        """That of the package."""
        with np.load(MOMENTS_FILE) as file:
            lines = {name.removeprefix("line/"): file[name] for name in file if name.startswith("line/")}
            summaries = {name: file[f"summary/{name}"] for name in lines}
            deviations = [
                Deviations(file[f"scores/{stage}"], file[f"loadings/{stage}"].astype(np.float32))
                for stage in STAGES
            ]
        return cls(lines, summaries, deviations)

    def has(self, mix: Mix, speed: float) -> bool:
        """Whether there are moments of a mix at this speed: of a single voice. What lies between the moments of several
        voices is too far from those of their mix."""
        return len(mix) == 1 and mix[0][0] in self._lines and _SLOWEST <= speed <= _FASTEST

    def of(self, mix: Mix) -> VoiceMoments:
        """The moments of a mix that the table has."""
        [(name, _)] = mix
        line, summary = self._lines[name].astype(np.float32), self._summaries[name]
        return VoiceMoments(Line(*line), Line(*summary), self._deviations)


@cache
def moment_table() -> MomentTable:
    """That of the package, read once in a process."""
    return MomentTable.read()
