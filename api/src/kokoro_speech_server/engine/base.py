"""The engine's contract: phoneme tokens in, samples out. An engine knows nothing of text, voice names or HTTP."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from kokoro_speech_server.chunk import Chunk, ChunkAudio
from kokoro_speech_server.errors import EngineError, ModelUnusableError


class EngineState(StrEnum):
    UNLOADED = "unloaded"
    LOADING = "loading"
    READY = "ready"
    FAILED = "failed"


class CudaGraphCount(NamedTuple):
    """CUDA graphs that are in use, of those that were to be captured. Both are 0 where none were."""

    captured: int
    planned: int


class BatchTooLargeError(Exception):
    """The device's memory does not hold all chunks of the batch at once; it may hold fewer."""


class ModelBackend(ABC):
    """A model that synthesizes chunks. Its methods block; one dedicated thread calls them, never the event loop."""

    state: EngineState = EngineState.UNLOADED

    @property
    @abstractmethod
    def device(self) -> str:
        """Device of the forward pass, in torch's notation: "cpu", "cuda:0", "mps"."""

    @property
    def precision(self) -> str:
        """Precision of the arithmetic that takes most of the time: "fp32", "bf16" or "fp16"."""
        return "fp32"

    @property
    def backend(self) -> str:
        """The implementation that does the arithmetic: "torch", "tiled", "fused", "graphs" or "fused+graphs"."""
        return "torch"

    @property
    def cuda_graphs(self) -> CudaGraphCount:
        return CudaGraphCount(0, 0)

    @property
    @abstractmethod
    def capacity(self) -> int:
        """Best number of chunks per call of `synthesize`, at least 1. Final once the engine is loaded."""

    @property
    def batch_invariant(self) -> bool:
        """Whether a chunk's audio never depends on the others in its pass. Final once the engine is loaded."""
        return True

    @property
    def has_windows(self) -> bool:
        """Whether a chunk can be had window by window, the first one sooner than the whole; see Chunk.window."""
        return False

    @property
    @abstractmethod
    def vocabulary(self) -> Mapping[str, int]:
        """The phoneme symbols that a token may carry, one character each, and the model's id of each.

        Known before `load`. Models of one's own have others.
        """

    @abstractmethod
    def load(self) -> None:
        """Load the model. On failure, sets `state` to FAILED and raises the cause."""

    @abstractmethod
    def unload(self) -> None:
        """Free the model's memory. The engine can be loaded again."""

    def use_models(self, models: Sequence[str]) -> None:
        """Load the last of these models of one's own, by their keys, and unload all that are not among them.

        It runs in a thread of its own, while the engine synthesizes by other models. A call whose files hang goes on
        while others come: what it loads is dropped if the latest call does not name it. Raises ModelUnusableError, and
        any other exception if a model can't be loaded now.
        """
        if models:
            raise ModelUnusableError("This server's engine has no models besides its own.")

    @property
    def own_models(self) -> Sequence[str]:
        """The models of one's own that are loaded, by their keys."""
        return ()

    def memory_is_high(self) -> bool:
        """Whether memory use is so high that cached memory should be released between requests."""
        return False

    def release_memory(self) -> None:  # noqa: B027 - an engine without caches has nothing to release
        """Release cached memory to other users of the device. The engine stays loaded."""

    def use_threads(self, threads: int) -> None:  # noqa: B027 - an engine on a GPU has nothing to divide
        """Compute with this number of threads from now on, if the engine is on a CPU."""

    @abstractmethod
    def synthesize(self, chunks: Sequence[Chunk]) -> list[ChunkAudio | EngineError]:
        """Synthesize the chunks in one pass. Results are in order; a chunk whose audio is unusable yields an error.

        chunks: of one model, which is loaded
        Raises BatchTooLargeError if fewer chunks may fit, and any other exception of the pass as a whole. An engine
        that cannot continue sets `state` to FAILED, and its process is replaced.
        """
