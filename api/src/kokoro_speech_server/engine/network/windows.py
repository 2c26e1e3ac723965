"""Windows of chunks: which frames are heard at a time, and what a chunk keeps from one of its windows to the next."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch

from kokoro_speech_server.chunk import Chunk
from kokoro_speech_server.engine.network.packing import STEPS_PER_FRAME
from kokoro_speech_server.engine.network.styles import LayerScalings, LayerStyles

CONTEXT, _EARLY_CONTEXT = 2, 4
"""Frames beyond each end of a window, which is further than the second stage's layers, or those of both stages, reach
together."""

_SHORTEST = 64
"""A window includes the rest of its chunk if that has fewer frames: each window costs some frames more."""

_WHOLE = 128
"""Frames below which a chunk is one window: it is made soon, and what is expected of it is the least certain."""

_SHORT = 32
"""Frames up to which a window at the beginning of a chunk is wanted early."""

_EARLY = {
    torch.bfloat16: {330: 68, 250: 42, 190: 34},
    torch.float32: {330: 76, 250: 58, 190: 46},
}
"""Frames that are computed for an early window, by the dtype of the vocoder's convolutions and the frames that a chunk
must have at least: while it is heard, the chunk's first stage and the next window are computed, which takes longer
without bfloat16. In bfloat16 they fill tiles for two threads."""

_SPOKEN, _BEFORE_SPEECH = -4.0, 4
"""Energy that the network predicts of frames with speech, and frames before the first of them that are computed too.
Of 162 chunks, by all voices and at speeds of 0.5 to 2, none was heard more than 1.1 frames before it, and the trimmer
keeps 1.6 frames more."""

_MOST_SILENCE = 24
"""Frames that are left out at most, so that each window has some to compute."""


@dataclass(slots=True)
class PreparedChunk:
    """Everything that the generator needs of a chunk, and what it has computed of it.

    durations: int64 [tokens + 2], in frames
    features:  the decoder's, [2 * frames, 512]
    spectrum:  of the harmonic source, [120 * frames + 1, 22]
    styles:    of all layers, one row
    lead:      frames of silence at its beginning, which windows do not compute
    dtype:     of the vocoder's convolutions
    scalings:  of the generator's layers, one row, with expected moments; None if all of the chunk is one window
    signal:    the first stage's result, [20 * frames, 256]; None before that is computed
    fading:    samples of the frame behind an early window, [FRAME]; None before there is one
    """

    durations: npt.NDArray[np.int64]
    features: torch.Tensor
    spectrum: torch.Tensor
    styles: LayerStyles
    lead: int
    dtype: torch.dtype
    scalings: LayerScalings | None
    signal: torch.Tensor | None = None
    fading: torch.Tensor | None = None

    @property
    def frames(self) -> int:
        return len(self.features) // STEPS_PER_FRAME

    @property
    def size(self) -> int:
        """In bytes."""
        tensors = self.features, self.spectrum, self.signal
        return sum(tensor.nbytes for tensor in tensors if tensor is not None)

    @property
    def generator_styles(self) -> LayerStyles | LayerScalings:
        """By which windows are made, but for the first stage of those that are not early."""
        return self.styles if self.scalings is None else self.scalings

    @property
    def early_frames(self) -> int:
        """Of its early window; 0 if it is too short to have one."""
        if self.scalings is None:
            return 0
        computed = next((frames for least, frames in _EARLY[self.dtype].items() if self.frames >= least), 0)
        return computed and self.lead + computed - _EARLY_CONTEXT - 1


class Window(NamedTuple):
    """Frames `start` to `stop` of a prepared chunk.

    early: whether both stages compute it with expected moments; otherwise the first stage is that of the whole chunk
    """

    prepared: PreparedChunk
    start: int
    stop: int
    early: bool = False

    @classmethod
    def of(cls, chunk: Chunk, prepared: PreparedChunk) -> "Window":
        """That which a chunk asks for."""
        assert chunk.window is not None
        if chunk.start == 0 and chunk.window <= _SHORT and prepared.early_frames:
            return cls.early_one(prepared)
        return cls(prepared, chunk.start, _stop(chunk, prepared.frames))

    @classmethod
    def early_one(cls, prepared: PreparedChunk) -> "Window":
        """The early window of a chunk that has one, with a frame more, over which the next window fades in."""
        return cls(prepared, 0, prepared.early_frames + 1, early=True)

    @property
    def follows_early(self) -> bool:
        return not self.early and 0 < self.start == self.prepared.early_frames

    @property
    def reach(self) -> slice:
        """The frames that its sound depends on, without those of silence before it."""
        context = _EARLY_CONTEXT if self.early else CONTEXT
        lead = 0 if self.prepared.scalings is None else self.prepared.lead
        return slice(max(lead, self.start - context), min(self.prepared.frames, self.stop + context))

    def part(self, values: torch.Tensor, per_frame: int, *, extra: int = 0) -> torch.Tensor:
        """What it needs of its chunk's values. extra: values after those of the last frame"""
        return values[per_frame * self.reach.start : per_frame * self.reach.stop + extra]


def leading_silence(energy: torch.Tensor) -> int:
    """Frames at the beginning of a chunk of which nothing is heard. energy: predicted by the network, [2 * frames]"""
    spoken = torch.nonzero(energy > _SPOKEN)
    first = int(spoken[0]) // STEPS_PER_FRAME if len(spoken) else 0
    return min(max(0, first - _BEFORE_SPEECH), _MOST_SILENCE)


def is_whole(chunk: Chunk, frames: int) -> bool:
    """Whether all of a chunk of `frames` is in its window."""
    return chunk.start == 0 and _stop(chunk, frames) == frames


def _stop(chunk: Chunk, frames: int) -> int:
    """The frame at which the window of a chunk of `frames` ends."""
    assert chunk.window is not None
    stop = chunk.start + chunk.window
    return frames if frames < _WHOLE or frames - stop < _SHORTEST else stop
