"""What passes between text, scheduling and engine: a chunk of phoneme tokens, and the audio that is made of it."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

SAMPLE_RATE = 24_000
"""Samples per second of everything the engine makes."""

FRAME = 600
"""Samples in a frame, in which the model counts durations."""

Samples = npt.NDArray[np.float32]
"""Mono audio, shape [samples], nominally within -1 to 1."""


@dataclass(frozen=True, slots=True)
class PhonemeToken:
    """One symbol of the model's vocabulary and the characters of the original input that it speaks.

    `start` and `end` are offsets into the request's input, end exclusive; several tokens share a word's span.
    """

    symbol: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, eq=False)
class Chunk:
    """What one forward pass speaks.

    tokens: 1 to the engine's context length less 2 (510 for Kokoro v1.0)
    style:  float32 [256], the voice pack's row for this number of tokens
    speed:  rate of speech, 1.0 as the voice speaks
    pause:  seconds of silence asked for after this chunk
    seed:   of the source's noise; equal chunks with equal seeds sound equal
    """

    tokens: tuple[PhonemeToken, ...]
    style: npt.NDArray[np.float32]
    speed: float
    pause: float
    seed: int


@dataclass(frozen=True, slots=True, eq=False)
class ChunkAudio:
    """The audio of one chunk.

    samples:   float32 [n], mono at SAMPLE_RATE
    durations: int64 [tokens + 2], frames of FRAME samples for the opening pad, each token, the closing pad
    """

    samples: Samples
    durations: npt.NDArray[np.int64]
