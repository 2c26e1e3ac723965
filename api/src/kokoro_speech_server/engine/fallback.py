"""The network that is fastest here, and the plain one in its place where it fails."""

import logging
from collections.abc import Callable, Sequence

import torch

from kokoro_speech_server.engine.network.network import Network, Row, Spoken
from kokoro_speech_server.observability import metrics

logger = logging.getLogger(__name__)


class Networks:
    """Speaks rows, by the plain network what the fast one can't. Neither is to blame for what both fail at.

    make_plain: float32, step by step; called when it is needed first. None: the fast network is no other
    """

    def __init__(self, fast: Network, make_plain: Callable[[], Network] | None, device: torch.device) -> None:
        self._used = fast
        self._make_plain = make_plain
        self._plain: Network | None = None
        self._device = device

    @property
    def fell_back(self) -> bool:
        """Whether the fast network failed and the plain one speaks for good."""
        return self._used is self._plain

    def speak(self, rows: Sequence[Row]) -> list[Spoken]:
        """Samples that are not numbers are those that both networks make."""
        try:
            spoken = self._pass(self._used, rows)
        except (torch.OutOfMemoryError, torch.AcceleratorError):
            raise  # of the device, which the plain network has no other of
        except Exception as error:
            if (plain := self._other()) is None:
                raise
            spoken = self._pass(plain, rows)
            metrics.ENGINE_FALLBACKS.labels("fault").inc()
            logger.exception("The fast engine failed; the plain one speaks from now on", exc_info=error)
            self._used = plain
            return spoken
        broken = [i for i, one in enumerate(spoken) if not one.finite]
        if broken and (plain := self._other()) is not None:
            metrics.ENGINE_FALLBACKS.labels("nan").inc(len(broken))
            logger.error("The fast engine made no numbers of %d rows; the plain one speaks them", len(broken))
            again = self._pass(plain, [rows[i] for i in broken])
            spoken = [again.pop(0) if i in broken else one for i, one in enumerate(spoken)]
        return spoken

    def _pass(self, network: Network, rows: Sequence[Row]) -> list[Spoken]:
        spoken: list[Spoken] = network(rows, self._device)
        return spoken

    def _other(self) -> Network | None:
        """The plain network, unless it is in use."""
        if self._make_plain is None or self.fell_back:
            return None
        self._plain = self._plain or self._make_plain()
        return self._plain
