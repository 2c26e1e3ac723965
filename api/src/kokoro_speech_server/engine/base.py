"""The engine's contract: phoneme tokens in, samples out. It knows no text, no voice names and no HTTP."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from enum import StrEnum

from kokoro_speech_server.chunk import Chunk, ChunkAudio
from kokoro_speech_server.errors import EngineError


class EngineState(StrEnum):
    UNLOADED = "unloaded"
    LOADING = "loading"
    READY = "ready"
    FAILED = "failed"


class BatchTooLargeError(Exception):
    """The device's memory does not hold so many chunks at once; fewer may do."""


class ModelBackend(ABC):
    """A model that speaks chunks. Its methods block: one thread that is not the event loop's calls them."""

    state: EngineState = EngineState.UNLOADED

    @property
    @abstractmethod
    def device(self) -> str:
        """Where the forward pass runs, as torch writes it: "cpu", "cuda:0", "mps"."""

    @property
    def precision(self) -> str:
        """Of the arithmetic that takes most of the time: "fp32", "bf16" or "fp16"."""
        return "fp32"

    @property
    def backend(self) -> str:
        """What does the arithmetic, in a word."""
        return "torch"

    @property
    @abstractmethod
    def capacity(self) -> int:
        """How many chunks one call of `synthesize` does best with, at least 1. Final once it is loaded."""

    @property
    @abstractmethod
    def vocabulary(self) -> Mapping[str, int]:
        """The phoneme symbols that a token may carry, one character each, and the model's number of each.

        Known before `load`.
        """

    @abstractmethod
    def load(self) -> None:
        """Make `synthesize` possible. Raises what went wrong, with `state` FAILED."""

    @abstractmethod
    def unload(self) -> None:
        """Give back the memory. Loading again is possible."""

    def memory_is_high(self) -> bool:
        """Whether so much memory is in use that what is kept for later should be given back between requests."""
        return False

    def release_memory(self) -> None:  # noqa: B027 - an engine that keeps nothing has nothing to do
        """Give back what is kept for later, so that others on the device can have it. The engine stays loaded."""

    @abstractmethod
    def synthesize(self, chunks: Sequence[Chunk]) -> list[ChunkAudio | EngineError]:
        """Speak the chunks in one pass, in order. A chunk that comes out wrong is an error in its place.

        Raises BatchTooLargeError where fewer may do, and whatever went wrong with the pass as a whole. An engine that
        can't go on afterwards sets `state` to FAILED: its process is then replaced.
        """
