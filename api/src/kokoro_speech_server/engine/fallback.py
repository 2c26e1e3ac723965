"""The fastest network for this machine, and the plain one that replaces it where it fails."""

import logging
from collections.abc import Callable, Sequence

import numpy as np
import torch

from kokoro_speech_server.chunk import Chunk, ChunkAudio
from kokoro_speech_server.engine.network.network import Network
from kokoro_speech_server.observability import metrics

logger = logging.getLogger(__name__)


def is_finite(audio: ChunkAudio) -> bool:
    """Whether no sample is infinite or NaN."""
    return bool(np.isfinite(audio.samples).all())


class FallbackNetwork:
    """Synthesizes by the fast network, and by the plain one where the fast one fails.

    A failure of both is not attributed to the fast network.

    make_plain: builds the plain network (float32, layer by layer) when it is first needed; None: the fast network is
                the plain one
    """

    def __init__(self, fast: Network, make_plain: Callable[[], Network] | None, device: torch.device) -> None:
        self._active = fast
        self._make_plain = make_plain
        self._plain: Network | None = None
        self._device = device

    @property
    def fell_back(self) -> bool:
        """Whether the plain network has permanently replaced the fast one."""
        return self._active is self._plain

    @property
    def active(self) -> Network:
        """The network in use."""
        return self._active

    def synthesize(self, chunks: Sequence[Chunk]) -> list[ChunkAudio]:
        """Audio with samples that are not finite is returned only if both networks produce it."""
        try:
            results = self._run(self._active, chunks)
        except (torch.OutOfMemoryError, torch.AcceleratorError):
            raise  # a fault of the device, which both networks share
        except Exception as error:
            if (plain := self._fallback()) is None:
                raise
            results = self._run(plain, chunks)
            metrics.ENGINE_FALLBACKS.labels("fault").inc()
            logger.exception("The fast network failed; the plain network replaces it", exc_info=error)
            self._active = plain
            return results
        broken = [i for i, audio in enumerate(results) if not is_finite(audio)]
        if broken and (plain := self._fallback()) is not None:
            metrics.ENGINE_FALLBACKS.labels("nan").inc(len(broken))
            logger.error("The plain network repeats %d chunks with samples that are not finite", len(broken))
            repeated = self._run(plain, [chunks[i] for i in broken])
            results = [repeated.pop(0) if i in broken else audio for i, audio in enumerate(results)]
        return results

    def _run(self, network: Network, chunks: Sequence[Chunk]) -> list[ChunkAudio]:
        results: list[ChunkAudio] = network(chunks, self._device)
        return results

    def _fallback(self) -> Network | None:
        """The plain network; None if it is already in use."""
        if self._make_plain is None or self.fell_back:
            return None
        self._plain = self._plain or self._make_plain()
        return self._plain
