"""From what a lane is to run to batches that its engine can hold: what does not fit or fails as a whole is tried again
in parts, so that a chunk fails only by itself; and what the batches were is kept for whoever asks.

Which chunks make a batch is decided before: while one batch runs the scheduler gathers the next, due first. Nothing is
chosen by length here, since an engine lays the chunks end to end, and however they differ little is wasted.
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

_REMEMBERED = 20

Results = list[ChunkAudio | EngineError]


class Batch(NamedTuple):
    """One pass of the engine.

    fill:    chunks over those that the engine does best with
    padding: share of the positions, 0 to 1, that no token filled: the model's first half pads to the longest chunk
    """

    chunks: int
    fill: float
    tokens: int
    padding: float
    audio_seconds: float
    engine_seconds: float


class Batching:
    """The way to an engine, for one thread."""

    def __init__(self, engine: ModelBackend) -> None:
        self._engine = engine
        self.last: tuple[Batch, ...] = ()
        """The last batches, the latest at the end; another thread may read it."""

    def speak(self, chunks: Sequence[Chunk]) -> Results:
        """The chunks' audio in their order; what fails is an error in its place."""
        start = time.perf_counter()
        try:
            results = self._engine.synthesize(chunks)
        except Exception as error:
            if len(chunks) > 1 and self._engine.state is EngineState.READY:
                return self._parts(chunks, error)
            logger.exception("The engine failed on %s tokens", [len(chunk.tokens) for chunk in chunks])
            return [_failure(error) for _ in chunks]
        self._note(chunks, results, time.perf_counter() - start)
        return results

    def _parts(self, chunks: Sequence[Chunk], error: Exception) -> Results:
        """Memory that is short for all may do for halves; of other faults one chunk is to blame."""
        metrics.BATCH_RETRIES.labels("memory" if isinstance(error, BatchTooLargeError) else "fault").inc()
        logger.warning("A batch of %d chunks failed and is tried in parts", len(chunks), exc_info=error)
        size = (len(chunks) + 1) // 2 if isinstance(error, BatchTooLargeError) else 1
        results: Results = []
        for begin in range(0, len(chunks), size):
            results += self.speak(chunks[begin : begin + size])
        return results

    def _note(self, chunks: Sequence[Chunk], results: Results, seconds: float) -> None:
        samples = sum(len(one.samples) for one in results if isinstance(one, ChunkAudio))
        lengths = [len(chunk.tokens) for chunk in chunks]
        padding = 1 - sum(lengths) / (max(lengths) * len(lengths))
        fill = len(chunks) / self._engine.capacity
        batch = Batch(len(chunks), fill, sum(lengths), padding, samples / SAMPLE_RATE, seconds)
        self.last = (*self.last, batch)[-_REMEMBERED:]
        metrics.BATCH_SIZE.observe(len(chunks))
        metrics.BATCH_FILL.observe(fill)
        metrics.BATCH_PADDING.observe(padding)


def _failure(error: Exception) -> EngineError:
    memory = isinstance(error, BatchTooLargeError)
    failure = EngineError(str(error) if memory else "The model failed to speak a part of the input.")
    failure.__cause__ = error
    return failure
