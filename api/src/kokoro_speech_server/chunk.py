"""The data that text, scheduling and engine exchange: chunks of phoneme tokens, and their audio."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

SAMPLE_RATE = 24_000
"""Samples per second of the engine's audio."""

FRAME = 600
"""Samples per frame, the model's unit of durations."""

Samples = npt.NDArray[np.float32]
"""Mono audio of shape [samples], nominally within -1 to 1."""


@dataclass(frozen=True, slots=True)
class PhonemeToken:
    """One symbol of the model's vocabulary, and the part of the input that it stands for.

    start, end: offsets into the request's input, end exclusive; the tokens of a word share its span
    """

    symbol: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, eq=False)
class Chunk:
    """The unit of synthesis.

    tokens:       1 to the engine's context length minus 2 (510 for Kokoro v1.0)
    style:        float32 [256], the row of the style pack for this number of tokens
    speed:        rate of speech, 1.0 for that of the voice
    pause:        seconds of silence after this chunk
    seed:         seed of the harmonic source's noise
    reproducible: whether its audio must be the same each time, to the bit, whatever else the engine synthesizes
    mix:          the voices of the style and their shares, if the engine may need to know them
    start:        first frame of the audio that is wanted
    window:       frames that are wanted, about; None: all up to the end. An engine may give more than that.
    model:        the key of a model of one's own, which the engine has loaded; empty: the engine's own model
    """

    tokens: tuple[PhonemeToken, ...]
    style: npt.NDArray[np.float32]
    speed: float
    pause: float
    seed: int
    reproducible: bool = False
    mix: tuple[tuple[str, float], ...] = ()
    start: int = 0
    window: int | None = None
    model: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class ChunkAudio:
    """The audio of one chunk, or a part of it that begins with the frame that was asked for.

    samples:   float32 [n], mono at SAMPLE_RATE
    durations: int64 [tokens + 2], in frames of FRAME samples: of the opening pad, each token, and the closing pad
    """

    samples: Samples
    durations: npt.NDArray[np.int64]
