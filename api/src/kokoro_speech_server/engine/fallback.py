"""The fastest network for this machine, and the plain one that replaces it where it fails."""

import logging
from collections.abc import Sequence

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

    plain:        the plain network (float32, layer by layer), on the CPU, where it shares its weights with other
                  processes until it is first needed; None: the fast network is the plain one
    device:       of the fast network
    plain_device: where the plain network computes
    """

    def __init__(
        self, fast: Network, plain: Network | None, *, device: torch.device, plain_device: torch.device
    ) -> None:
        self._active = fast
        self._plain = plain
        self._plain_device = plain_device
        self.device = device

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
            results: list[ChunkAudio] = self._active(chunks, self.device)
        except Exception as error:
            is_of_device = isinstance(error, (torch.OutOfMemoryError, torch.AcceleratorError))
            if is_of_device and self._plain_device == self.device:
                raise
            if (plain := self._fallback()) is None:
                raise
            results = plain(chunks, self._plain_device)
            metrics.ENGINE_FALLBACKS.labels("fault").inc()
            logger.exception("The fast network failed; the plain network replaces it", exc_info=error)
            self._active, self.device = plain, self._plain_device
            return results
        broken = [i for i, audio in enumerate(results) if not is_finite(audio)]
        if broken and (plain := self._fallback()) is not None:
            metrics.ENGINE_FALLBACKS.labels("nan").inc(len(broken))
            logger.error("The plain network repeats %d chunks with samples that are not finite", len(broken))
            repeated = plain([chunks[i] for i in broken], self._plain_device)
            results = [repeated.pop(0) if i in broken else audio for i, audio in enumerate(results)]
        return results

    def _fallback(self) -> Network | None:
        """The plain network; None if it is already in use."""
        return None if self._plain is None or self.fell_back else self._plain.to(self._plain_device)
