"""What the scheduler asks of an engine, and what it gets: the contract between them, free of text and of processes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from kokoro_speech_server.errors import EngineError

C_contra = TypeVar("C_contra", contravariant=True)
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class SynthesizedChunk(Generic[A]):
    """What a lane made of one chunk: the audio, and its seconds as the engine made it."""

    audio: A
    seconds: float


@dataclass(frozen=True, slots=True)
class SlotRun(Generic[A]):
    """What came of one run of a lane.

    results:        one for each chunk, in their order
    engine_seconds: that the run took
    crowded:        more memory is in use than should be between requests
    """

    results: Sequence[SynthesizedChunk[A] | EngineError]
    engine_seconds: float
    memory_is_high: bool


@dataclass(frozen=True, slots=True)
class ChunkResult(Generic[A]):
    """What a request gets for its chunk.

    worker:         whose lane spoke it; None if it was in the cache
    engine_seconds: that the run took in which it was spoken
    """

    audio: A
    worker: str | None = None
    engine_seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class WarmUp:
    """What a lane's warm-up took: the first measure of its speed."""

    audio_seconds: float
    engine_seconds: float


class EngineSlotLostError(Exception):
    """The lane will not speak again: its worker ended, or its engine can't go on."""


class EngineSlot(Protocol[C_contra, A]):
    """One engine. It is given the next chunks when it is done with the last."""

    @property
    def capacity(self) -> int:
        """Chunks that it does best with at once."""

    async def run(self, chunks: Sequence[C_contra]) -> SlotRun[A]:
        """Speak the chunks. Raises LaneLostError."""

    async def release_memory(self) -> None:
        """Give back what the engine keeps for later. Raises LaneLostError."""


@dataclass(frozen=True, slots=True)
class Demand:
    """What the scheduler knows of a chunk.

    due:       when its listener runs out of audio, on the clock of `time.monotonic`, which all processes share
    seconds:   of audio that it will probably give
    remaining: of audio that its request will probably still give, this chunk included
    key:       chunks with equal keys sound equal
    """

    due: float
    seconds: float
    remaining: float
    key: bytes
