"""Runs batches on an engine. A batch that does not fit or fails as a whole is retried in parts, so that only the chunks
at fault fail; the last batches are kept for reports.

The scheduler composes the batches, due chunks first, while the previous batch runs. Lengths play no role in that:
an engine packs the chunks, so that mixed lengths waste little.
"""

import logging
import time
from collections.abc import Sequence
from typing import NamedTuple

from kokoro_speech_server.chunk import SAMPLE_RATE, Chunk, ChunkAudio
from kokoro_speech_server.engine.base import BatchTooLargeError, EngineState, ModelBackend
from kokoro_speech_server.errors import EngineError
from kokoro_speech_server.observability import metrics

logger = logging.getLogger(__name__)

_MAX_REPORTS = 20

Results = list[ChunkAudio | EngineError]


class BatchReport(NamedTuple):
    """One pass of the engine.

    fill:    chunks divided by the engine's capacity
    padding: share of the token positions, 0 to 1, that is padding: the network's first stage pads to the longest chunk
    """

    chunks: int
    fill: float
    tokens: int
    padding: float
    audio_seconds: float
    engine_seconds: float


class BatchRunner:
    """Runs batches on one engine. Only one thread may call `run`.

    reports: the last batches, the latest at the end; any thread may read it
    """

    def __init__(self, engine: ModelBackend) -> None:
        self._engine = engine
        self.reports: tuple[BatchReport, ...] = ()

    def run(self, chunks: Sequence[Chunk]) -> Results:
        """The chunks' audio in order; a chunk that fails yields an error.

        Unless the engine is batch-invariant, reproducible chunks get a pass of their own.
        """
        if self._engine.batch_invariant or not any(chunk.reproducible for chunk in chunks):
            return self._run(chunks)
        shared = iter(self._run(merged) if (merged := [c for c in chunks if not c.reproducible]) else [])
        return [self._run([chunk])[0] if chunk.reproducible else next(shared) for chunk in chunks]

    def _run(self, chunks: Sequence[Chunk]) -> Results:
        start = time.perf_counter()
        try:
            results = self._engine.synthesize(chunks)
        except Exception as error:
            if len(chunks) > 1 and self._engine.state is EngineState.READY:
                return self._run_parts(chunks, error)
            logger.exception(
                "The engine failed on chunks of %s tokens", [len(chunk.tokens) for chunk in chunks]
            )
            return [_failure(error) for _ in chunks]
        self._report(chunks, results, time.perf_counter() - start)
        return results

    def _run_parts(self, chunks: Sequence[Chunk], error: Exception) -> Results:
        """Retry in halves if memory is short; after any other error one by one, since one chunk may be the cause."""
        metrics.BATCH_RETRIES.labels("memory" if isinstance(error, BatchTooLargeError) else "fault").inc()
        logger.warning("A batch of %d chunks failed and is retried in parts", len(chunks), exc_info=error)
        size = (len(chunks) + 1) // 2 if isinstance(error, BatchTooLargeError) else 1
        results: Results = []
        for begin in range(0, len(chunks), size):
            results += self._run(chunks[begin : begin + size])
        return results

    def _report(self, chunks: Sequence[Chunk], results: Results, seconds: float) -> None:
        samples = sum(len(result.samples) for result in results if isinstance(result, ChunkAudio))
        lengths = [len(chunk.tokens) for chunk in chunks]
        padding = 1 - sum(lengths) / (max(lengths) * len(lengths))
        fill = len(chunks) / self._engine.capacity
        report = BatchReport(len(chunks), fill, sum(lengths), padding, samples / SAMPLE_RATE, seconds)
        self.reports = (*self.reports, report)[-_MAX_REPORTS:]
        metrics.BATCH_SIZE.observe(len(chunks))
        metrics.BATCH_FILL.observe(fill)
        metrics.BATCH_PADDING.observe(padding)


def _failure(error: Exception) -> EngineError:
    memory = isinstance(error, BatchTooLargeError)
    failure = EngineError(str(error) if memory else "The model failed to synthesize a part of the input.")
    failure.__cause__ = error
    return failure
