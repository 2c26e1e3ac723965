"""Means and variances of the generator's signals for each voice, by which a part of a chunk sounds as in the whole.

AdaIN (Huang and Belongie, 2017) normalizes a signal by its mean and variance over the whole chunk. For one voice they
hardly depend on what is said, only on how long it is: both are close to linear in the reciprocal of the chunk's frames.
scripts/voice_moments.py measures them.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

MOMENTS_FILE = Path(__file__).with_name("moments.npz")

_FEWEST_FRAMES = 40
"""Shorter chunks have the moments of this length, since lines through the others do not reach so far."""

Mix = Sequence[tuple[str, float]]
"""Names of voices and their shares, whose sum is 1."""


class VoiceMoments(NamedTuple):
    """The moments of one voice or mix.

    coefficients: [2, 2, channels]: of the mean and of the variance's logarithm; each a constant and the factor of
                  1 / frames. The channels are those of all of the generator's AdaIN layers, in their order.
    """

    coefficients: npt.NDArray[np.float32]

    def at(self, frames: int) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """Mean and variance in a chunk of this length, each [channels]."""
        constant, slope = self.coefficients.swapaxes(0, 1)
        mean, log_variance = constant + slope / np.float32(max(frames, _FEWEST_FRAMES))
        return mean, np.exp(log_variance)


class MomentTable:
    """The moments of the model's voices. voices: coefficients, float16, as in VoiceMoments, by the voice's name"""

    def __init__(self, voices: Mapping[str, npt.NDArray[np.float16]]) -> None:
        self._voices = voices

    @classmethod
    def read(cls) -> "MomentTable":
        """That of the package."""
        with np.load(MOMENTS_FILE) as file:
            return cls({name: file[name] for name in file})

    def has(self, mix: Mix) -> bool:
        """Whether there are moments of a mix: of all its voices, none of which is subtracted."""
        return bool(mix) and all(name in self._voices and share > 0 for name, share in mix)

    def of(self, mix: Mix) -> VoiceMoments:
        """The moments of a mix that the table has."""
        total = sum(share for _, share in mix)
        parts = [self._voices[name].astype(np.float32) * np.float32(share / total) for name, share in mix]
        return VoiceMoments(np.sum(parts, axis=0))


@cache
def moment_table() -> MomentTable:
    """That of the package, read once in a process."""
    return MomentTable.read()
