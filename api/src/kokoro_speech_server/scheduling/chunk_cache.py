"""Audio of synthesized chunks, shared between requests that need the same."""

from typing import Generic, TypeVar

from cachetools import LRUCache

from kokoro_speech_server.chunk import SAMPLE_RATE
from kokoro_speech_server.observability import metrics
from kokoro_speech_server.scheduling.chunk_queue import ChunkJob
from kokoro_speech_server.scheduling.engine_slot import SynthesizedChunk

C = TypeVar("C")
A = TypeVar("A")

_BYTES_PER_SECOND = SAMPLE_RATE * 4


class ChunkCache(Generic[C, A]):
    """The audio of the chunks that were used last, and the jobs that are about to produce more of it, by key.

    max_bytes: of float32 audio; 0 switches the cache off, and then requests share no jobs either
    """

    def __init__(self, max_bytes: int) -> None:
        self._audio: LRUCache[bytes, SynthesizedChunk[A]] = LRUCache(
            max_bytes, getsizeof=lambda chunk: chunk.seconds * _BYTES_PER_SECOND
        )
        self._jobs: dict[bytes, ChunkJob[C, A]] = {}
        self._enabled = max_bytes > 0

    def audio(self, key: bytes) -> SynthesizedChunk[A] | None:
        found: SynthesizedChunk[A] | None = self._audio.get(key)
        if found is not None:
            metrics.CACHE_HITS.inc()
        return found

    def job(self, key: bytes) -> ChunkJob[C, A] | None:
        """The job that waits or runs for the same audio."""
        found = self._jobs.get(key)
        if found is not None:
            metrics.CACHE_HITS.inc()
        return found

    def share(self, job: ChunkJob[C, A]) -> None:
        """Let later requests find the job."""
        if self._enabled:
            metrics.CACHE_MISSES.inc()
            self._jobs[job.demand.key] = job

    def discard(self, job: ChunkJob[C, A]) -> None:
        """Let later requests find the job no more. Without effect on a job that is not shared."""
        if self._jobs.get(job.demand.key) is job:
            del self._jobs[job.demand.key]

    def keep(self, key: bytes, chunk: SynthesizedChunk[A]) -> None:
        """Keep the audio, unless it is empty or larger than the whole cache."""
        if 0 < self._audio.getsizeof(chunk) <= self._audio.maxsize:
            self._audio[key] = chunk
