"""The contract between the scheduler and an engine, which involves neither text nor processes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, Protocol, TypeVar

from kokoro_speech_server.errors import EngineError

C_contra = TypeVar("C_contra", contravariant=True)
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class SynthesizedChunk(Generic[A]):
    """The audio of one chunk, and the seconds that it had when it left the engine, before any trimming."""

    audio: A
    seconds: float


@dataclass(frozen=True, slots=True)
class SlotRun(Generic[A]):
    """The outcome of one run of an engine slot.

    results:        one for each chunk, in the order of the chunks
    engine_seconds: duration of the run
    memory_is_high: whether the engine uses more memory than it should between requests
    """

    results: Sequence[SynthesizedChunk[A] | EngineError]
    engine_seconds: float
    memory_is_high: bool

    @property
    def audio_seconds(self) -> float:
        """Audio of all chunks that did not fail."""
        return sum(result.seconds for result in self.results if isinstance(result, SynthesizedChunk))


@dataclass(frozen=True, slots=True)
class ChunkResult(Generic[A]):
    """The audio that a request receives for its chunk.

    worker:         number of the worker that synthesized it; None if it was in the cache
    engine_seconds: duration of the run that synthesized it, 0 if it was in the cache
    """

    audio: A
    worker: str | None = None
    engine_seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class WarmUp:
    """Audio that the warm-up of an engine slot produced, and its duration: the first measure of the slot's speed."""

    audio_seconds: float
    engine_seconds: float

    @property
    def speed(self) -> float:
        """Audio seconds per second."""
        return self.audio_seconds / self.engine_seconds


class CpuShare(NamedTuple):
    """What a run gets of the processor.

    threads:   of the run
    gives_way: whether it must give way to event loops, since others run or wait
    """

    threads: int
    gives_way: bool


class EngineSlotLostError(Exception):
    """The slot can run nothing more: its worker ended, or its engine failed for good."""


class EngineSlot(Protocol[C_contra, A]):
    """One engine. The scheduler gives it the next chunks when its last run is over."""

    @property
    def capacity(self) -> int:
        """Chunks that one run takes at most."""

    async def run(self, chunks: Sequence[C_contra], share: CpuShare | None = None) -> SlotRun[A]:
        """Synthesize the chunks. Raises EngineSlotLostError.

        share: that an engine on a CPU uses; None: the threads that it has been given at its start
        """

    async def use_models(self, models: Sequence[str]) -> None:
        """Load the last of these models, and unload all that are not among them, also while chunks of others run.

        The engine's own model is always loaded. What an earlier call still loads is kept if it is among them, and is
        dropped at its end otherwise. Raises SpeechServerError, EngineSlotLostError.
        """

    async def release_memory(self) -> None:
        """Release the memory that the engine keeps for later runs. Raises EngineSlotLostError."""


@dataclass(frozen=True, slots=True)
class Demand:
    """The facts about a chunk that decide when it runs.

    due:       when the request's listener runs out of audio, on the clock of `time.monotonic`, which all processes
               share
    seconds:   expected audio of the chunk
    remaining: expected audio of the rest of its request, this chunk included
    key:       chunks with equal keys have equal audio
    chunk:     parts of one chunk have it in common; the slot that has made one needs less time for the next.
               Empty: the chunk is made as a whole
    model:     that a slot must have loaded to run the chunk; empty: the engine's own
    """

    due: float
    seconds: float
    remaining: float
    key: bytes
    chunk: bytes = b""
    model: str = ""
